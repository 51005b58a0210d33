//! Forced retreats, charges and shield rushes.

use foeman_engine::battle::Battle;
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_schema::grid::Direction;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, ManoeuvreEvent};
use ruleset_foeman::state::records::{DiceRecord, HaltRecord, Posture};
use ruleset_foeman::state::{Action, Manner, Phase, Question};
use ruleset_foeman::{Foeman, Situation};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED, told};
use crate::scene::{Scene, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const SHIELDED: &[(&str, &str)] = &[("sword", "first-hand"), ("shield", "second-hand")];
const PIKE: &[(&str, &str)] = &[("pike", "second-hand")];

/// Plays battles with different seeds until `play` returns a value.
pub(crate) fn first<T>(plain: &Plain, mut play: impl FnMut(&mut Battle<Foeman>) -> Option<T>) -> T {
    let tried = (0..4000).find_map(|seed| play(&mut plain.battle(seed)));
    tried.expect("one of the tried seeds gives this result")
}

/// Lets all figures do nothing until `figure` is asked for its move; returns false if that does not happen this round.
pub(crate) fn until_moves(battle: &mut Battle<Foeman>, figure: FigureId) -> bool {
    let round = battle.state().round;
    idle_until(battle, |battle| {
        let moves = |side| matches!(battle.state().question(), Some(Question::Move { side: own, .. }) if own == side);
        let side = battle.state().figure(figure).commander;
        battle.state().figure(figure).halt != HaltRecord::Halted && moves(side) || battle.state().round > round + 1
    });
    if battle.legal().contains(&Command::Take { figure }) {
        issue(battle, Command::Take { figure });
    }
    battle.state().current().is_some_and(|current| current.figure == figure)
}

/// Lets all figures do nothing until the condition holds or the battle is over.
pub(crate) fn idle_until(battle: &mut Battle<Foeman>, is_so: impl Fn(&Battle<Foeman>) -> bool) {
    while !is_so(battle) {
        match battle.turn() {
            Turn::Over(_) => return,
            Turn::Auto => battle.advance(),
            Turn::Ask { .. } => {
                let legal = battle.legal();
                let idle = [Command::Halt, Command::Act { action: Action::Move }, Command::Refrain];
                let takes = legal.iter().copied().find(|command| matches!(command, Command::Take { .. }));
                let command = idle.into_iter().find(|command| legal.contains(command)).or(takes);
                issue(battle, command.unwrap_or(legal[0]));
            }
        }
    }
}

pub(crate) fn issue(battle: &mut Battle<Foeman>, command: Command) {
    if let Err(refusal) = battle.issue(command) {
        panic!("{command:?} is refused: {} ({})", refusal.message, refusal.rule);
    }
}

pub(crate) fn step(battle: &mut Battle<Foeman>, direction: i32) {
    issue(battle, Command::Step { direction: Direction::new(direction) });
}

pub(crate) fn may(battle: &Battle<Foeman>, command: Command) -> bool {
    let may = Foeman::check(battle.content(), battle.state(), &command).is_ok();
    assert_eq!(may, battle.legal().contains(&command), "{command:?} is listed if it is legal");
    may
}

/// Returns the rule that forbids a command.
pub(crate) fn refused(battle: &Battle<Foeman>, command: Command) -> &'static str {
    Foeman::check(battle.content(), battle.state(), &command).expect_err("it is refused").rule
}

/// Returns the manoeuvre events so far.
pub(crate) fn events(battle: &Battle<Foeman>) -> Vec<(FigureId, ManoeuvreEvent)> {
    let done = battle.entries().iter().flat_map(|entry| &entry.did);
    done.filter_map(|instruction| match instruction {
        Instruction::Figure(figure, FigureEvent::Manoeuvre(event)) => Some((*figure, event.clone())),
        _ => None,
    })
    .collect()
}

pub(crate) fn now(battle: &Battle<Foeman>) -> Situation<'_> {
    Situation::new(battle.content(), battle.state())
}

pub(crate) fn cell(battle: &Battle<Foeman>, figure: FigureId) -> [i32; 2] {
    battle.content().land.field.geometry.cell(battle.state().figure(figure).hex)
}

pub(crate) fn has_told(battle: &Battle<Foeman>, part: &str) -> bool {
    told(battle).iter().any(|line| line.contains(part))
}

/// Red strikes blue in the first round and hurts it, while all others do nothing; then the second round begins.
fn after_a_hit(plain: &Plain, then: impl Fn(&Battle<Foeman>) -> bool) -> Battle<Foeman> {
    first(plain, |battle| {
        idle_until(battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == RED));
        let strike = crate::fights::strike(BLUE, 3);
        battle.issue(Command::Act { action: strike }).ok()?;
        idle_until(battle, |battle| battle.state().round > 1 && battle.state().question().is_some());
        let hurt = battle.state().figure(BLUE).physical > 0 && now(battle).is_active(BLUE);
        (hurt && then(battle)).then(|| battle.clone())
    })
}

#[test]
fn who_did_damage_and_took_none_pushes_the_opponent_back_and_follows_up() {
    let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/figures/dull/attributes/st", 30);
    let stands = |battle: &Battle<Foeman>| battle.state().figure(BLUE).posture == Posture::Standing;
    let mut battle = after_a_hit(&plain, stands);
    assert_eq!(battle.state().question(), Some(Question::Retreat { figure: RED, target: BLUE }));
    assert_eq!(battle.state().phase, Phase::Retreats, "before the first move");
    let ways: Vec<u8> = (0..6).filter(|&way| may(&battle, forced(i32::from(way)))).collect();
    assert_eq!(ways, [0, 1, 5], "away from the pusher");
    issue(&mut battle, forced(0));
    assert_eq!(cell(&battle, BLUE), [4, 3]);
    assert!(may(&battle, Command::FollowUp) && may(&battle, Command::Refrain));
    issue(&mut battle, Command::FollowUp);
    assert_eq!(cell(&battle, RED), [4, 4]);
    let blue = battle.state().figure(BLUE);
    assert_eq!((blue.halt.code(), blue.mp, battle.state().figure(RED).mp), ("Mv0", 0, 0), "no MP are charged");
    assert!(has_told(&battle, "red 1 forces blue 1 back") && has_told(&battle, "blue 1 retreats to 4,3"));
    assert!(has_told(&battle, "red 1 follows up to 4,4"));
    assert!(until_moves(&mut battle, BLUE), "the round continues");
}

fn forced(way: i32) -> Command {
    Command::ForceRetreat { direction: Some(Direction::new(way)) }
}

#[test]
fn nobody_is_asked_again_whom_it_pushed_back_or_who_let_it_be() {
    let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/figures/dull/attributes/st", 30);
    let mut battle = after_a_hit(&plain, |battle| battle.state().figure(BLUE).posture == Posture::Standing);
    issue(&mut battle, Command::Refrain);
    assert_eq!(battle.state().question(), None);
    battle.advance();
    assert_eq!(battle.state().phase, Phase::Movement);
    assert_eq!(cell(&battle, BLUE), [4, 4]);
}

#[test]
fn the_damage_of_a_round_is_counted_and_then_forgotten() {
    let asked = |rounds: &[[bool; 2]], burns: bool| {
        let embers =
            json!([{"kind": "damage", "dice": "1D", "of": "exhaustion", "when": "round-start", "who": "occupants"}]);
        let mut plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
        plain = plain.with("/figures/dull/attributes/st", 60).with("/terrains/mud/effects", embers);
        if burns {
            let rows = "ggggggggg\n".repeat(5) + "ggggmgggg\n" + &"ggggggggg\n".repeat(3);
            plain = plain.with("/maps/plain/rows", rows);
        }
        let mut scene = Scene::new(&plain);
        for [red, blue] in rounds {
            for (figure, hits) in [(RED, red), (BLUE, blue)] {
                let dice: &[u8] = if *hits { &[1, 1, 1] } else { &[6, 6, 6] };
                scene.falls("hit", figure, dice).falls("damage", figure, &[2, 1]);
            }
            scene.round(&[(RED, &[strike(BLUE, 3)]), (BLUE, &[strike(RED, 3)])]);
        }
        scene.question() == Some(Question::Retreat { figure: RED, target: BLUE })
    };
    assert!(asked(&[[true, false]], false));
    assert!(!asked(&[[true, true]], false), "it took damage itself");
    assert!(asked(&[[true, true], [true, false]], false), "not in the last round");
    assert!(!asked(&[[true, false], [false, false]], false), "it did none in the last round");
    assert!(!asked(&[[true, false]], true), "damage of any kind counts");
}

#[test]
fn dice_of_a_charge_may_be_rolled_again() {
    let lucky = json!({"knack": {"title": "Knack", "iq": 5, "effects": [{"kind": "grant", "reroll": 1}]}});
    let plain = charger(SWORD).with("/talents", lucky).with("/rosters/red/figures/f1/talents", json!(["knack"]));
    let charged = |answer: Command| {
        let mut scene = Scene::new(&plain);
        scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
        for _ in 0..3 {
            scene.issue(Command::Step { direction: Direction::new(0) });
        }
        // DX 10 and 4 from behind: 15 misses, but not automatically.
        scene.falls("hit", RED, &[6, 5, 3, 1]).falls("hit again", RED, &[1]).falls("damage", RED, &[3, 1, 1]);
        scene.issue(Command::Charge { target: BLUE, attack: 0, dice: 4, manner: Manner::Plain });
        assert_eq!(scene.question(), Some(Question::Reroll { figure: RED }));
        scene.issue(answer);
        assert!(scene.has_acted(RED) && scene.state.current().is_none(), "its move is over");
        let harm = scene.state.figure(BLUE).physical;
        scene.until(|scene| scene.state.asked_for_option().is_some());
        assert_eq!((scene.state.round, scene.state.asked_for_option().map(|asked| asked.figure)), (1, Some(BLUE)));
        harm
    };
    assert_eq!(charged(Command::Reroll { dice: 1 }), 3 + 1);
    assert_eq!(charged(Command::Decline), 0);
}

#[test]
fn with_its_back_to_the_wall_the_opponent_keeps_its_feet_or_falls() {
    let walls = "wwwwwwwww\n".repeat(4) + &"ggggggggg\n".repeat(5);
    let plain = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD)
        .with("/figures/dull/attributes/st", 30)
        .with("/maps/plain/rows", walls);
    let mut falls = 0;
    for seed in 0..40 {
        let mut battle = plain.battle(seed);
        idle_until(&mut battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == RED));
        issue(&mut battle, Command::Act { action: crate::fights::strike(BLUE, 3) });
        idle_until(&mut battle, |battle| battle.state().round > 1 && battle.state().question().is_some());
        if !matches!(battle.state().question(), Some(Question::Retreat { .. })) {
            continue;
        }
        assert!((0..6).all(|way| !may(&battle, forced(way))), "no hex is free that is farther away");
        issue(&mut battle, Command::ForceRetreat { direction: None });
        let (_, pressed) = events(&battle).pop().expect("it rolled");
        let ManoeuvreEvent::Pressed { check, .. } = pressed else { panic!("it was pressed") };
        assert_eq!(check.dice.len(), 3);
        // A heavy blow has shocked it.
        assert!([8, 10].contains(&check.needed.total()));
        let down = check.total() > check.needed.total() || check.total() >= 12;
        assert_eq!(battle.state().figure(BLUE).posture == Posture::Prone, down);
        assert_eq!(battle.state().question(), None, "no figure may follow up");
        falls += u32::from(down);
    }
    assert!(falls > 0, "some fall");
}

/// Red walks straight ahead for three hexes and arrives at blue, which faces away.
fn charger(gear: &[(&str, &str)]) -> Plain {
    Plain::new().red([4, 7], 0, gear).blue([4, 3], 0, SWORD).with("/figures/dull/attributes/st", 40)
}

#[test]
fn three_steps_straight_ahead_make_a_charge_and_the_charger_has_acted() {
    let plain = charger(SWORD);
    let charge = Command::Charge { target: BLUE, attack: 0, dice: 3, manner: Manner::Plain };
    let mut battle = plain.battle(5);
    assert!(until_moves(&mut battle, RED));
    for _ in 0..3 {
        assert!(!may(&battle, charge));
        step(&mut battle, 0);
    }
    assert!(may(&battle, charge));
    let odds = Foeman::choice(battle.content(), battle.state(), &charge).odds.expect("a charge rolls");
    // DX 10 and 4 more from behind, but 12 and more always misses: 11 or less with three dice.
    assert_eq!((odds.wins, odds.of), (135, 216));
    issue(&mut battle, charge);
    let red = battle.state().figure(RED);
    assert_eq!((red.dice, red.halt.code()), (DiceRecord::Acted(3), "Hlt"));
    assert!(has_told(&battle, "red 1 moves 3 hexes to 4,4, facing north (3 of 10 MP), then charges blue 1"));
    idle_until(&mut battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == RED));
    assert_eq!(battle.state().round, 2, "it is not asked again in this round (F6.9)");
}

#[test]
fn a_turn_after_the_steps_or_a_crooked_way_spoils_a_charge() {
    let plain = Plain::new().red([4, 7], 0, SWORD).blue([5, 3], 0, SWORD);
    let charge = Command::Charge { target: BLUE, attack: 0, dice: 3, manner: Manner::Plain };
    let mut battle = plain.battle(1);
    assert!(until_moves(&mut battle, RED));
    for direction in [0, 0, 1] {
        step(&mut battle, direction);
    }
    assert_eq!(refused(&battle, charge), "F4.9");
}

#[test]
fn a_charge_counts_the_steps_of_the_round_before() {
    let charge = Command::Charge { target: BLUE, attack: 0, dice: 3, manner: Manner::Plain };
    let mut battle = charger(SWORD).battle(3);
    assert!(until_moves(&mut battle, RED));
    for _ in 0..3 {
        step(&mut battle, 0);
    }
    issue(&mut battle, Command::Halt);
    idle_until(&mut battle, |battle| battle.state().round == 2 && battle.state().phase == Phase::Movement);
    assert!(until_moves(&mut battle, RED));
    assert!(may(&battle, charge), "without a step in this round");
}

#[test]
fn a_pole_weapon_rolls_one_more_damage_die_in_a_charge() {
    let dice = |gear: &[(&str, &str)], charges: bool| {
        first(&charger(gear), |battle| {
            until_moves(battle, RED);
            for _ in 0..3 {
                step(battle, 0);
            }
            if charges {
                issue(battle, Command::Charge { target: BLUE, attack: 0, dice: 3, manner: Manner::Plain });
            } else {
                idle_until(battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == RED));
                issue(battle, Command::Act { action: crate::fights::strike(BLUE, 3) });
                idle_until(battle, |battle| battle.state().round > 1);
            }
            let draws = battle.entries().iter().flat_map(|entry| entry.draws.iter());
            draws.filter(|draw| draw.purpose == "damage").map(|draw| draw.dice.len()).next()
        })
    };
    assert_eq!(dice(PIKE, true), dice(PIKE, false) + 1);
    assert_eq!(dice(SWORD, true), dice(SWORD, false));
}

#[test]
fn where_the_scenario_has_it_so_the_target_must_not_have_moved_yet() {
    let charge = Command::Charge { target: BLUE, attack: 0, dice: 3, manner: Manner::Plain };
    let plain = charger(SWORD).with("/scenarios/fight/options", json!({"charge-before-target-moves": true}));
    let (mut before, mut after) = (0, 0);
    for seed in 0..20 {
        let mut battle = plain.battle(seed);
        assert!(until_moves(&mut battle, RED));
        for _ in 0..3 {
            step(&mut battle, 0);
        }
        let moved = battle.state().figure(BLUE).halt == HaltRecord::Halted;
        assert_eq!(may(&battle, charge), !moved);
        if moved { after += 1 } else { before += 1 }
    }
    assert!(before > 0 && after > 0, "both orders were played");
}

#[test]
fn a_shield_rush_throws_down_whom_it_hits_and_who_misses_the_saving_roll() {
    let plain = Plain::new().red([4, 5], 0, SHIELDED).blue([4, 4], 3, SWORD);
    let rush = Command::ShieldRush { target: BLUE };
    let battle = first(&plain, |battle| {
        assert!(until_moves(battle, RED));
        let odds = Foeman::choice(battle.content(), battle.state(), &rush).odds.expect("it rolls");
        assert_eq!((odds.wins, odds.of), (108, 216), "10 or less on three dice");
        issue(battle, rush);
        (battle.state().figure(BLUE).posture == Posture::Prone).then(|| battle.clone())
    });
    assert!(battle.state().figure(RED).dice.has_acted());
    assert!(has_told(&battle, "red 1 runs the shield against blue 1: 3 dice, needs 10 or less (DX 10), rolled"));
    assert!(has_told(&battle, "blue 1 is hard pressed by red 1: 3 dice, needs 10 or less (DX 10), rolled"));
    let mut bare = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).battle(1);
    assert!(until_moves(&mut bare, RED));
    assert_eq!(refused(&bare, rush), "F4.10", "without a shield");
}

#[test]
fn somebody_larger_is_harder_to_withstand() {
    let giant =
        json!({"title": "Giant", "kind": "hero", "size": 150, "attributes": {"st": 12, "dx": 10, "iq": 10, "ma": 10}});
    let plain = Plain::new().with("/figures/giant", giant).figure(0, "red", "giant", ([4, 5], 0), SHIELDED).blue(
        [4, 4],
        3,
        SWORD,
    );
    let dice = first(&plain, |battle| {
        assert!(until_moves(battle, RED));
        issue(battle, Command::ShieldRush { target: BLUE });
        events(battle).into_iter().find_map(|(_, event)| match event {
            ManoeuvreEvent::Pressed { check, .. } => Some(check.dice.len()),
            _ => None,
        })
    });
    assert_eq!(dice, 4);
}

#[test]
fn a_charger_is_passed_over_in_the_action_phase() {
    let mut battle = charger(SWORD).battle(9);
    assert!(until_moves(&mut battle, RED));
    for _ in 0..3 {
        step(&mut battle, 0);
    }
    issue(&mut battle, Command::Charge { target: BLUE, attack: 0, dice: 3, manner: Manner::Plain });
    idle_until(&mut battle, |battle| battle.state().phase == Phase::Action && battle.state().question().is_some());
    let asked = battle.state().asked_for_option().map(|asked| asked.figure);
    assert_eq!(asked, Some(BLUE));
}
