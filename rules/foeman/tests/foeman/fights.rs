//! Plain figures with one trait each: the observable effect of every rule.

use std::collections::BTreeSet;

use foeman_engine::dice::Seed;
use foeman_engine::player::Players;
use foeman_engine::ruleset::{Emit, Ruleset, SideId, Turn};
use foeman_schema::grid::Direction;
use ruleset_foeman::catalogs::Protection;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::{FigureId, ItemId};
use ruleset_foeman::instruction::{Instruction, RoundEvent};
use ruleset_foeman::option::Mode;
use ruleset_foeman::phases::limits;
use ruleset_foeman::situation::protection::{Source, in_the_way};
use ruleset_foeman::state::records::{DiceRecord, Posture};
use ruleset_foeman::state::{
    Action, ActionKind, Aim, Asked, Current, Duty, Manner, Mover, Phase, Progress, Question, State,
};
use ruleset_foeman::{Foeman, Situation};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED, carry_out, play, told, usual};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const SHIELDED: &[(&str, &str)] = &[("sword", "first-hand"), ("shield", "second-hand")];

#[test]
fn a_step_costs_what_the_ground_costs_and_turns_the_figure() {
    let mud = "ggggggggg\n".repeat(3) + &"mmmmmmmmm\n".repeat(6);
    let content = Plain::new().red([4, 4], 0, SWORD).blue([8, 8], 0, SWORD).with("/maps/plain/rows", mud).content();
    let mut state = moving(&content, RED);
    step(&content, &mut state, 0);
    assert_eq!((state.figure(RED).mp, state.figure(RED).heading.digit()), (2, 1));
    step(&content, &mut state, 0);
    assert_eq!((state.figure(RED).mp, state.figure(RED).heading.digit()), (3, 2), "the second hex is grass");
    step(&content, &mut state, 1);
    assert_eq!((state.figure(RED).facing, state.figure(RED).heading.digit()), (Direction::new(1), 0));
}

#[test]
fn only_front_and_rear_hexes_can_be_entered() {
    let content = Plain::new().red([4, 4], 0, SWORD).blue([8, 8], 0, SWORD).content();
    let state = moving(&content, RED);
    let can = |turn| Foeman::check(&content, &state, &Command::Step { direction: Direction::new(turn) }).is_ok();
    assert_eq!([0, 1, 2, 3, 4, 5].map(can), [true, true, false, true, false, true]);
}

#[test]
fn a_second_backward_step_turns_the_figure_round() {
    let content = Plain::new().red([4, 4], 0, SWORD).blue([8, 8], 0, SWORD).content();
    let mut state = moving(&content, RED);
    step(&content, &mut state, 3);
    assert_eq!((state.figure(RED).facing, state.figure(RED).heading.digit()), (Direction::new(0), -1));
    step(&content, &mut state, 3);
    assert_eq!((state.figure(RED).facing, state.figure(RED).heading.digit()), (Direction::new(3), 0));
}

#[test]
fn entering_an_opponents_front_hex_ends_the_steps_but_not_the_turning() {
    let content = Plain::new().red([4, 6], 0, SWORD).blue([4, 4], 3, SWORD).content();
    let mut state = moving(&content, RED);
    step(&content, &mut state, 0);
    assert!(Foeman::check(&content, &state, &Command::Step { direction: Direction::new(1) }).is_err());
    let legal = legal(&content, &state);
    assert_eq!(legal.iter().filter(|command| matches!(command, Command::Pivot { .. })).count(), 2, "one hexside");
}

#[test]
fn nobody_is_engaged_from_behind_by_the_unarmed_or_by_the_small() {
    let facing_away = Plain::new().red([4, 6], 0, SWORD).blue([4, 4], 0, SWORD).content();
    let unarmed = Plain::new().red([4, 6], 0, SWORD).blue([4, 4], 3, &[]).content();
    let small =
        Plain::new().red([4, 6], 0, SWORD).figure(1, "blue", "beast", ([4, 4], 3), &[]).with("/figures/beast/size", 49);
    for content in [facing_away, unarmed, small.content()] {
        let mut state = moving(&content, RED);
        step(&content, &mut state, 0);
        let current = state.mover.and_then(|mover| mover.current).expect("red has not finished its move");
        assert_eq!(current.progress, Progress::OnTheWay);
    }
}

#[test]
fn an_engaged_figure_shifts_one_hex_or_breaks_away_and_does_nothing_more() {
    let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).content();
    let mut shifted = moving(&content, RED);
    step(&content, &mut shifted, 1);
    assert_eq!((shifted.figure(RED).mp, state_of_move(&shifted)), (1, Some(Progress::Stopped)));
    let mut away = moving(&content, RED);
    step(&content, &mut away, 3);
    assert_eq!(state_of_move(&away), Some(Progress::Stopped), "one step, and no more");
    let may = |state: &State, option| limits::allows(option, state.figure(RED).ma, state.figure(RED).mp);
    assert!(!may(&away, ActionKind::Defend), "that is all for this round");
    assert!(may(&shifted, ActionKind::Hurl), "a shift takes less");
    let cheap = json!({"disengage-takes-all": false});
    let half = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/scenarios/fight/options", cheap);
    let content = half.content();
    let mut parries = moving(&content, RED);
    step(&content, &mut parries, 3);
    assert!(may(&parries, ActionKind::Defend), "where the scenario has it so, half the movement is left");
    assert!(!may(&parries, ActionKind::Hurl));
}

#[test]
fn standing_up_takes_half_the_movement_and_comes_before_steps() {
    let content = Plain::new().red([4, 5], 0, SWORD).blue([8, 8], 3, SWORD).content();
    let mut state = moving(&content, RED);
    state.figure_mut(RED).posture = Posture::Prone;
    assert!(Foeman::check(&content, &state, &Command::Step { direction: Direction::new(0) }).is_err());
    carry_out(&content, &mut state, 1, Command::TakePosture { to: Posture::Standing });
    assert_eq!((state.figure(RED).posture, state.figure(RED).mp), (Posture::Standing, 5));
    step(&content, &mut state, 0);
}

#[test]
fn a_hasty_turn_that_fails_costs_dexterity_for_the_round() {
    let content =
        Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/figures/dull/attributes/iq", 1).content();
    let mut state = moving(&content, RED);
    carry_out(&content, &mut state, 1, Command::Pivot { facing: Direction::new(1) });
    assert_ne!(state.figure(RED).unsteady, 0, "the total of 4 dice is at least 4");
    Foeman::apply(&content, &mut state, &Instruction::Round(RoundEvent::Begins { round: 2 }));
    assert_eq!(state.figure(RED).unsteady, 0);
}

#[test]
fn a_hasty_turn_is_told_after_the_steps_it_ends() {
    let (red, blue) = ("red 1", "blue 1");
    let mut battle = Plain::new().red([4, 6], 0, SWORD).blue([4, 4], 3, SWORD).battle(1);
    play(&mut battle, |battle, legal| {
        let last = battle.state().phase == Phase::Action;
        let wanted = |command: &&Command| matches!(command, Command::Step { .. } | Command::Pivot { .. });
        (!last).then(|| legal.iter().find(wanted).or(legal.first()).copied()).flatten()
    });
    let told = told(&battle);
    let hasty: Vec<&String> = told.iter().filter(|line| line.contains("; a hasty turn: ")).collect();
    assert!(!hasty.is_empty(), "{told:#?}");
    for line in hasty {
        let who = if line.starts_with(red) { red } else { blue };
        assert_eq!(told.iter().filter(|line| line.starts_with(who)).count(), 1, "one line for one move: {told:#?}");
    }
}

#[test]
fn enemies_at_the_ends_of_a_long_map_find_each_other() {
    let plain = Plain::new()
        .with("/maps/plain/geometry/size", vec![90, 2])
        .with("/maps/plain/rows", format!("{0}\n{0}\n", "g".repeat(90)));
    let mut battle = plain.red([0, 0], 0, SWORD).blue([89, 1], 0, SWORD).battle(1);
    let mut players = Players::default();
    play(&mut battle, |battle, legal| {
        if battle.state().figure(RED).hex.distance(battle.state().figure(BLUE).hex) == 1 {
            return None;
        }
        usual(&mut players, battle).or(legal.first().copied())
    });
    assert!(battle.state().round < 20, "they never met");
}

#[test]
fn a_side_may_wait_until_it_is_the_last() {
    let mut battle = Plain::new().red([1, 1], 0, SWORD).blue([7, 7], 0, SWORD).battle(3);
    let mut waited = 0;
    play(&mut battle, |battle, legal| {
        if battle.state().round > 1 {
            return None;
        }
        let postpone = legal.iter().find(|command| **command == Command::Postpone).copied();
        waited += u32::from(postpone.is_some());
        postpone.or(legal.first().copied())
    });
    assert_eq!(waited, 2, "both wait once, then the highest must begin");
}

#[test]
fn a_figure_that_left_its_side_behind_may_go_on_later() {
    let content = Plain::new().red([1, 7], 0, SWORD).red([3, 7], 0, SWORD).blue([7, 1], 0, SWORD).content();
    let mut state = moving(&content, RED);
    let other = FigureId(1);
    assert!(Foeman::check(&content, &state, &Command::Take { figure: other }).is_err(), "red has done nothing yet");
    step(&content, &mut state, 0);
    carry_out(&content, &mut state, 1, Command::Take { figure: other });
    step(&content, &mut state, 0);
    carry_out(&content, &mut state, 1, Command::Take { figure: RED });
    step(&content, &mut state, 0);
    assert_eq!((state.figure(RED).mp, state.figure(other).mp), (2, 1));
}

#[test]
fn the_side_and_rear_of_a_target_are_easier_to_hit() {
    let needed = |facing| {
        let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], facing, SWORD).content();
        told_of_strike(&content, acting(&content, RED), 3)
    };
    assert!(needed(3).contains("needs 10 or less (DX 10)"), "{}", needed(3));
    assert!(needed(1).contains("needs 12 or less (DX 10, from the side +2)"), "{}", needed(1));
    assert!(needed(0).contains("needs 14 or less (DX 10, from behind +4)"), "{}", needed(0));
}

#[test]
fn shock_aim_weakness_and_a_lying_target_all_count_and_are_named() {
    let content = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD)
        .with("/items/sword/requires", serde_json::json!({"st": 13}))
        .content();
    let mut state = acting(&content, RED);
    state.round = 5;
    state.figure_mut(RED).shocks = 1;
    state.figure_mut(RED).aim = Some(Aim { target: BLUE, since: 2 });
    state.figure_mut(BLUE).posture = Posture::Prone;
    let line = told_of_strike(&content, state, 3);
    assert!(
        line.contains("needs 13 or less (DX 10, shock -2, too weak for it -1, target lies +4, aimed +2)"),
        "{line}"
    );
}

#[test]
fn a_defence_against_a_blow_from_the_front_costs_the_striker_a_die() {
    let line = |facing| {
        let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], facing, SWORD).content();
        let mut state = acting(&content, BLUE);
        let sword = Some(ItemId(1));
        carry_out(&content, &mut state, 1, Command::Act { action: Action::Defend { item: sword, target: None } });
        assert_eq!(state.figure(BLUE).dice, DiceRecord::Acted(0), "a defence takes effect at once");
        state.asked = Some(Question::Option(Asked { figure: RED, over: None }));
        told_of_strike(&content, state, 3)
    };
    assert!(line(3).contains("4 dice, one more against the defence"), "{}", line(3));
    assert!(line(0).contains("3 dice, needs"), "{}", line(0));
}

#[test]
fn a_contested_defence_must_win_a_segment() {
    let options = serde_json::json!({"contested-defence": true});
    let content =
        Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/scenarios/fight/options", options).content();
    let mut state = acting(&content, BLUE);
    carry_out(&content, &mut state, 1, Command::Act { action: Action::Defend { item: Some(ItemId(1)), target: None } });
    assert_eq!(state.figure(BLUE).dice, DiceRecord::Chosen(9));
}

#[test]
fn an_option_that_lowers_the_order_is_asked_for_again_later() {
    // Red is behind one opponent and in front of another: turning to the second one loses the priority.
    let content = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 0, SWORD)
        .blue([5, 4], 4, SWORD)
        .with("/rosters/blue/figures/f2/attributes", serde_json::json!({"dx": 12}))
        .content();
    let mut state = acting(&content, RED);
    let other = strike(FigureId(2), 3);
    carry_out(&content, &mut state, 1, Command::Act { action: other });
    assert_eq!((state.figure(RED).dice, state.figure(RED).sequence), (DiceRecord::NotAsked, 0));
    state.asked = Some(Question::Option(Asked { figure: RED, over: None }));
    carry_out(&content, &mut state, 1, Command::Act { action: other });
    assert_eq!(state.figure(RED).dice, DiceRecord::Chosen(3), "choosing the same again lowers nothing");
}

#[test]
fn a_watcher_that_is_asked_again_needs_more_dice() {
    let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).content();
    let mut state = acting(&content, RED);
    state.figure_mut(RED).option = Some(Action::Watch { target: BLUE });
    state.asked = Some(Question::Option(Asked { figure: RED, over: Some(3) }));
    let dice: Vec<u8> = legal(&content, &state)
        .into_iter()
        .filter_map(|command| match command {
            Command::Act { action: Action::Attack { dice, manner: Manner::Plain, .. } } => Some(dice),
            _ => None,
        })
        .collect();
    assert_eq!(dice, [4, 5, 6, 7, 8, 9]);
}

#[test]
fn what_was_paid_for_moving_limits_the_options() {
    let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).content();
    let mut state = acting(&content, RED);
    let kinds = |state: &State| {
        let mut kinds: Vec<ActionKind> = Vec::new();
        for command in legal(&content, state) {
            if let Command::Act { action } = command
                && !kinds.contains(&action.kind())
            {
                kinds.push(action.kind());
            }
        }
        kinds
    };
    use ActionKind::{Defend, Dodge, Move, Ready, Strike, Watch};
    assert_eq!(kinds(&state), [Strike, Ready, Defend, Dodge, Watch, Move]);
    state.figure_mut(RED).mp = 3;
    assert_eq!(kinds(&state), [Strike, Ready, Defend, Dodge, Move]);
    state.figure_mut(RED).mp = 5;
    assert_eq!(kinds(&state), [Strike, Defend, Dodge, Move]);
    state.figure_mut(RED).mp = 6;
    assert_eq!(kinds(&state), [Move]);
}

#[test]
fn heroes_strike_with_what_is_ready_and_beasts_with_any_part_of_their_body() {
    let weapons = |content: &Content| {
        let state = acting(content, RED);
        let mut names: Vec<String> = legal(content, &state)
            .into_iter()
            .filter(|command| {
                matches!(command, Command::Act { action: Action::Attack { dice: 3, manner: Manner::Plain, .. } })
            })
            .map(|command| Foeman::choice(content, &state, &command).text)
            .collect();
        names.dedup();
        names
    };
    let bare = Plain::new().red([4, 5], 0, &[("sword", "belt")]).blue([4, 4], 3, SWORD).content();
    assert_eq!(weapons(&bare), ["Strike blue 1 with the bare hands, 3 dice"]);
    let crowded = Plain::new()
        .red([4, 5], 0, &[("pike", "second-hand"), ("shield", "first-hand")])
        .blue([4, 4], 3, SWORD)
        .content();
    assert_eq!(weapons(&crowded), ["Strike blue 1 with the bare hands, 3 dice"], "the pike wants both hands");
    let beast = Plain::new().figure(0, "red", "beast", ([4, 5], 0), &[]).blue([4, 4], 3, SWORD).content();
    assert_eq!(weapons(&beast), ["Strike blue 1 with the bite, 3 dice", "Strike blue 1 with the claws, 3 dice"]);
}

#[test]
fn a_shield_covers_its_own_side_and_in_defence_the_whole_front() {
    let covered = |red_at: [i32; 2], facing: u8, defends: bool| {
        let content = Plain::new().red(red_at, facing, SWORD).blue([4, 4], 0, SHIELDED).content();
        let mut state = acting(&content, BLUE);
        if defends {
            let action = Action::Defend { item: Some(ItemId(2)), target: None };
            carry_out(&content, &mut state, 1, Command::Act { action });
        }
        in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Strike)
    };
    let shield = |rating| vec![(Source::Item { item: ItemId(2) }, Protection { protection: 2, rating, block: 0 })];
    let (ahead, left, right, behind) = ([4, 3], [3, 3], [5, 3], [4, 5]);
    assert_eq!(covered(ahead, 3, false), shield(0));
    assert_eq!(covered(left, 2, false), shield(0));
    assert_eq!(covered(right, 4, false), []);
    assert_eq!(covered(right, 4, true), shield(3));
    assert_eq!(covered(behind, 0, true), []);
}

#[test]
fn one_of_two_shields_keeps_to_its_own_side_in_defence_too() {
    let rated = |red_at: [i32; 2], facing: u8| -> Vec<(Source, u8)> {
        let gear = [("shield", "first-hand"), ("shield", "second-hand")];
        let content = Plain::new().red(red_at, facing, SWORD).blue([4, 4], 0, &gear).content();
        let mut state = acting(&content, BLUE);
        let action = Action::Defend { item: Some(ItemId(2)), target: None };
        carry_out(&content, &mut state, 1, Command::Act { action });
        in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Strike)
            .into_iter()
            .map(|(item, stops)| (item, stops.rating))
            .collect()
    };
    let item = |item| Source::Item { item: ItemId(item) };
    assert_eq!(rated([4, 3], 3), [(item(1), 0), (item(2), 3)], "ahead is the side of both");
    assert_eq!(rated([3, 3], 2), [(item(2), 3)]);
    assert_eq!(rated([5, 3], 4), [(item(1), 0)], "the defending shield is on the left");
}

#[test]
fn a_defending_weapon_and_an_off_hand_weapon_ward_too() {
    let gear = [("sword", "first-hand"), ("parrying-dagger", "second-hand"), ("mail", "worn")];
    let content = Plain::new().red([4, 3], 3, SWORD).blue([4, 4], 0, &gear).content();
    let mut state = acting(&content, BLUE);
    carry_out(&content, &mut state, 1, Command::Act { action: Action::Defend { item: Some(ItemId(1)), target: None } });
    let stops = |protection, rating, block| Protection { protection, rating, block };
    let item = |item| Source::Item { item: ItemId(item) };
    let expected = [(item(1), stops(0, 3, 2)), (item(2), stops(0, 6, 1)), (item(3), stops(3, 0, 0))];
    assert_eq!(
        in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Strike),
        expected,
        "weapon, off-hand weapon, then armour"
    );
}

#[test]
fn a_heavy_blow_shocks_in_the_next_round_and_throws_down() {
    let content = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD)
        .with("/rosters/blue/figures/f1/attributes", serde_json::json!({"st": 30}))
        .content();
    let mut met = BTreeSet::new();
    for seed in 0..200 {
        let mut state = acting(&content, RED);
        acts(&content, &mut state, seed, strike(BLUE, 3));
        let blue = state.figure(BLUE);
        let points = blue.physical + blue.exhaustion;
        let (shocks, posture) = match points {
            ..=4 => (0, Posture::Standing),
            5..=7 => (1, Posture::Standing),
            _ => (1, Posture::Prone),
        };
        assert_eq!((blue.shocks, blue.shocks_to_come, blue.posture), (0, shocks, posture), "{points} points");
        Foeman::apply(&content, &mut state, &Instruction::Round(RoundEvent::Begins { round: 2 }));
        assert_eq!((state.figure(BLUE).shocks, state.figure(BLUE).shocks_to_come), (shocks, 0));
        met.insert(points);
    }
    assert!(met.is_superset(&BTreeSet::from([0, 4, 5, 7, 8])), "{met:?}");
}

#[test]
fn a_fight_to_the_end_leaves_one_side_and_says_so() {
    let mut battle = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[]).battle(5);
    play(&mut battle, |_, legal| {
        let strike = |command: &&Command| matches!(command, Command::Act { action: Action::Attack { dice: 3, .. } });
        legal.iter().find(strike).or(legal.first()).copied()
    });
    assert!(matches!(battle.turn(), Turn::Over(_)));
    let lines = told(&battle);
    assert_eq!(lines[0], "Round 1");
    assert!(
        lines
            .iter()
            .any(|line| line.contains("strikes blue 1 with the sword: 3 dice, needs 10 or less (DX 10), rolled"))
    );
    let last = lines.last().expect("lines");
    assert!(last.contains(", and dies (") || last.contains(", and loses consciousness ("), "{last}");
}

pub(crate) fn strike(target: FigureId, dice: u8) -> Action {
    crate::scene::strike(target, dice)
}

/// A state in the movement phase in which `figure` takes its move.
pub(crate) fn moving(content: &Content, figure: FigureId) -> State {
    taken(content, State::new(content), figure)
}

pub(crate) fn taken(content: &Content, mut state: State, figure: FigureId) -> State {
    state.round = 1;
    state.phase = Phase::Movement;
    state.mover = Some(Mover { side: SideId(0), duty: Duty::MayPostpone, current: None });
    carry_out(content, &mut state, 1, Command::Take { figure });
    state
}

/// A state in the action phase in which `figure` is asked for its option.
pub(crate) fn acting(content: &Content, figure: FigureId) -> State {
    let mut state = State::new(content);
    state.round = 1;
    state.phase = Phase::Action;
    state.asked = Some(Question::Option(Asked { figure, over: None }));
    state
}

fn step(content: &Content, state: &mut State, direction: i32) {
    carry_out(content, state, 1, Command::Step { direction: Direction::new(direction) });
}

fn state_of_move(state: &State) -> Option<Progress> {
    state.mover.as_ref()?.current.as_ref().map(|current: &Current| current.progress)
}

pub(crate) fn legal(content: &Content, state: &State) -> Vec<Command> {
    let mut commands = Vec::new();
    Foeman::legal(content, state, &mut commands);
    commands
}

/// Returns the log line of red striking blue, which has acted already.
pub(crate) fn told_of_strike(content: &Content, mut state: State, dice: u8) -> String {
    acts(content, &mut state, 1, strike(BLUE, dice)).1.swap_remove(0)
}

/// Red chooses an option and carries it out, because all others have acted already; returns the instructions and the
/// log lines.
pub(crate) fn acts(content: &Content, state: &mut State, seed: u64, action: Action) -> (Vec<Instruction>, Vec<String>) {
    for figure in 1..state.figures.len() {
        state.figure_mut(FigureId(figure as u16)).dice = DiceRecord::Acted(0);
    }
    carry_out(content, state, seed, Command::Act { action });
    let mut before = state.clone();
    let mut out = Emit::<Foeman>::new(content, state, Seed(seed), 2);
    Foeman::advance(content, &mut out);
    let (_, done) = out.finish();
    let mut told = Vec::new();
    for instruction in &done {
        told.extend(Foeman::tell(content, &before, instruction).map(|line| line.text));
        Foeman::apply(content, &mut before, instruction);
    }
    (done, told)
}
