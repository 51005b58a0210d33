//! Attacks: rerolls, double attacks, proficiency, bypass, and dropped weapons (`F7`, `F8`).

use foeman_engine::ruleset::Ruleset;
use ruleset_foeman::Foeman;
use ruleset_foeman::attack::Manner;
use ruleset_foeman::catalogs::Loadout;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, ItemId, SpellId};
use ruleset_foeman::option::Mode;
use ruleset_foeman::state::records::Posture;
use ruleset_foeman::state::{Action, Alteration, Question, Whereabouts};
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, act, attack, defend, says, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const ARCHER: &[(&str, &str)] = &[("bow", "first-hand"), ("arrow", "back")];
const FIRST: ItemId = ItemId(0);
const SECOND: ItemId = ItemId(1);

/// Red and blue face to face; blue is unarmed and tough.
fn duel(gear: &[(&str, &str)]) -> Plain {
    let plain = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, &[]);
    plain.with("/rosters/blue/figures/f1/attributes", json!({"st": 60}))
}

/// Gives red a talent with these effects.
fn talented(plain: Plain, effects: Value) -> Plain {
    let talent = json!({"knack": {"title": "Knack", "iq": 5, "effects": effects}});
    plain.with("/talents", talent).with("/rosters/red/figures/f1/talents", json!(["knack"]))
}

/// Returns red's options.
fn offered(scene: &Scene) -> Vec<Action> {
    let legal = scene.legal().into_iter();
    legal.filter_map(|command| if let Command::Act { action } = command { Some(action) } else { None }).collect()
}

fn manner(mode: Mode, dice: u8, manner: Manner) -> Action {
    Action::Attack { mode, target: BLUE, attack: 0, dice, manner }
}

#[test]
fn lucky_hands_roll_any_of_their_dice_again() {
    let mut scene = Scene::new(&talented(duel(SWORD), json!([{"kind": "grant", "reroll": 1}])));
    scene.falls("hit", RED, &[5, 2, 4]).falls("hit again", RED, &[3]).falls("damage", RED, &[2, 1]);
    scene.carries_out(RED, strike(BLUE, 3));
    assert_eq!(scene.question(), Some(Question::Reroll { figure: RED }));
    assert!(says(&scene.told(), "rolled 5+2+4 = 11: miss"), "{:?}", scene.told());
    let rerolls: Vec<u16> = scene
        .legal()
        .into_iter()
        .filter_map(|command| if let Command::Reroll { dice } = command { Some(dice) } else { None })
        .collect();
    assert_eq!(rerolls.len(), 7, "every choice of three different dice");
    // The first die, a 5, is rerolled: with 3 the total is 9, which hits with DX 10.
    scene.issue(Command::Reroll { dice: 1 });
    assert_eq!(scene.line("rolls 1 die again").text.split(": ").last(), Some("hit"));
    assert!(says(&scene.told(), "blue 1 takes"), "{:?}", scene.told());
    assert!(scene.has_acted(RED) && scene.question().is_none(), "there is one reroll, then the segment continues");
}

#[test]
fn a_roll_that_missed_automatically_is_not_rolled_again() {
    let mut scene = Scene::new(&talented(duel(SWORD), json!([{"kind": "grant", "reroll": 1}])));
    scene.falls("hit", RED, &[6, 5, 1]);
    scene.round(&[(RED, &[strike(BLUE, 3)])]);
    assert!(says(&scene.told(), "12 or more on 3 dice always fails (F1.9)"), "{:?}", scene.told());
    assert!(!says(&scene.told(), "again (F7.5)"));
}

#[test]
fn each_stage_of_rolling_again_lets_one_more_damage_die_count() {
    let counted = |stage: bool| {
        // With ST 8, two damage dice of an adventurer count.
        let plain = duel(SWORD).with("/rosters/red/figures/f1/attributes", json!({"st": 8}));
        let plain = plain.with("/rosters/red/figures/f1/class", "adv");
        let mut scene = Scene::new(&talented(plain, json!([{"kind": "grant", "reroll": 1}])));
        scene.falls("hit", RED, &[2, 2, 2, 2, 1]).falls("hit again", RED, &[1]).falls("damage", RED, &[6, 5, 4, 3]);
        scene.carries_out(RED, strike(BLUE, 5));
        scene.issue(if stage { Command::Reroll { dice: 1 } } else { Command::Decline });
        let told = scene.line("blue 1 takes ").text.clone();
        told.split(['(', ':']).nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!([false, true].map(counted), ["2 dice", "3 dice"]);
}

#[test]
fn fewer_damage_dice_are_rolled_when_that_is_said_before() {
    let mut scene = Scene::new(&duel(SWORD));
    scene.falls("hit", RED, &[1, 1, 1, 1]).falls("damage", RED, &[4]);
    scene.ask(RED).issue(Command::Restrain { most: 1 });
    assert_eq!(scene.rule(Command::Restrain { most: 2 }), Some(""), "once for each asking");
    scene.issue(act(strike(BLUE, 4))).until(|scene| scene.has_acted(RED));
    assert_eq!(scene.state.figure(BLUE).physical, 4);
    assert!(says(&scene.told(), "1 die: 4"), "{:?}", scene.told());
}

#[test]
fn proficiency_raises_the_low_die_and_takes_wits() {
    let fought = |dice: &[u8], damage: &[u8]| {
        let mut scene = Scene::new(&duel(SWORD));
        let option = manner(Mode::Strike, dice.len() as u8, Manner::Proficient);
        scene.falls("hit", RED, dice).falls("damage", RED, damage);
        scene.round(&[(RED, &[option])]);
        let harm = scene.state.figure(BLUE);
        (harm.physical + harm.exhaustion, scene.state.figure(RED).iq_spent)
    };
    assert_eq!(fought(&[2, 2, 2, 2], &[5, 3, 1]), (10, 2), "the odd Low die gets 1");
    assert_eq!(fought(&[2, 2, 2, 2], &[5, 3, 2]), (12, 2), "the even Low die gets 2");
    // Three damage dice count at ST 12.
    assert_eq!(fought(&[2, 2, 2, 2, 2], &[5, 3, 3, 1]), (12, 1));
    assert_eq!(fought(&[1, 1, 1, 1, 1, 1], &[5, 3, 2, 2, 1]), (12, 0));
    assert_eq!(fought(&[6, 6, 6, 6, 6], &[]), (0, 1), "a miss takes 1");
}

#[test]
fn proficiency_ends_when_the_wits_do_and_needs_more_for_a_hard_weapon() {
    let proficient = |plain: Plain| {
        let mut scene = Scene::new(&plain);
        scene.ask(RED);
        offered(&scene).contains(&manner(Mode::Strike, 4, Manner::Proficient))
    };
    let plain = || duel(SWORD).with("/rosters/red/figures/f1/attributes", json!({"iq": 7}));
    assert!(proficient(plain()));
    assert!(!proficient(plain().with("/rosters/red/figures/f1/attributes", json!({"iq": 6}))));
    let fencing =
        json!({"fencing": {"title": "Fencing", "iq": 7, "effects": [{"kind": "modify", "what": "dx", "by": 0}]}});
    assert!(!proficient(plain().with("/talents", fencing).with("/items/sword/talent", "fencing")));
    let mut scene = Scene::new(&plain());
    scene.falls("hit", RED, &[6, 6, 6, 6]).round(&[(RED, &[manner(Mode::Strike, 4, Manner::Proficient)])]);
    scene.ask(RED);
    assert_eq!(scene.rule(act(manner(Mode::Strike, 4, Manner::Proficient))), Some("F7.9"), "IQ 6 is left");
    let mut beast = Scene::new(&Plain::new().figure(0, "red", "beast", ([4, 5], 0), &[]).blue([4, 4], 3, &[]));
    beast.ask(RED);
    assert_eq!(beast.rule(act(manner(Mode::Strike, 4, Manner::Proficient))), Some("F7.9"), "no hero");
}

#[test]
fn two_blows_in_one_action_fall_one_after_the_other() {
    let gear = &[("sword", "first-hand"), ("club", "second-hand")];
    let plain = duel(gear).blue([5, 4], 4, &[]);
    let mut scene = Scene::new(&talented(plain, json!([{"kind": "grant", "option": "strike2"}])));
    scene.carries_out(RED, manner(Mode::Strike, 3, Manner::Twice));
    assert!(says(&scene.told(), "(DX 10, two attacks at once -2)"), "{:?}", scene.told());
    assert_eq!(scene.question(), Some(Question::SecondAttack { figure: RED }));
    assert!(!scene.has_acted(RED));
    let second = offered(&scene);
    assert_eq!(second.len(), 4, "two weapons and two targets: {second:?}");
    let club = second.iter().copied().find(|action| {
        matches!(action, Action::Attack { target: FigureId(2), attack: 1, dice: 3, manner: Manner::Second, .. })
    });
    scene.issue(act(club.expect("striking with the club in the second hand is legal")));
    assert!(
        says(&scene.told(), "red 1 strikes blue 2 with the club, as the second attack: 3 dice, needs 8 or less"),
        "{:?}",
        scene.told()
    );
    assert!(scene.has_acted(RED));
    let mut plain = Scene::new(&duel(gear));
    plain.ask(RED);
    assert_eq!(plain.rule(act(manner(Mode::Strike, 3, Manner::Twice))), Some("F5"), "nothing grants it");
}

#[test]
fn two_arrows_fly_in_one_action_if_there_are_two() {
    let shots = |arrows: u8, second: bool| {
        let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 4], 3, &[]);
        let plain = plain.with("/rosters/red/figures/f1/gear/1/count", arrows);
        let mut scene = Scene::new(&talented(plain, json!([{"kind": "grant", "option": "fire2"}])));
        scene.ask(RED).issue(Command::Alter { item: SECOND, to: Alteration::Load });
        scene.check(act(manner(Mode::Fire, 3, Manner::Twice))).map_err(|refusal| refusal.message)?;
        scene.carries_out(RED, manner(Mode::Fire, 3, Manner::Twice));
        let again = offered(&scene)[0];
        scene.issue(if second { act(again) } else { Command::Decline });
        assert!(scene.has_acted(RED));
        Ok(scene.state.item(SECOND).count)
    };
    assert_eq!(shots(3, true), Ok(1));
    assert_eq!(shots(3, false), Ok(2));
    assert_eq!(shots(1, true), Err("it has no second missile to shoot"));
}

#[test]
fn bypass_leaves_defence_shield_armour_and_hide_out() {
    let harm = |bypass: &str, options: &[Action]| {
        let gear = &[("sword", "first-hand"), ("shield", "second-hand"), ("mail", "worn")];
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, gear).with("/figures/dull/attributes/st", 40);
        let mut scene = Scene::new(&plain.with("/items/sword/bypass", bypass));
        let dice: &[u8] = if options.is_empty() || bypass.starts_with('1') { &[1, 1, 1] } else { &[1, 1, 1, 1] };
        scene.falls("hit", RED, dice).falls("damage", RED, &[6, 6]).falls("interpose", BLUE, &[6]);
        let lines = scene
            .round(&[(RED, &[strike(BLUE, 3)]), (BLUE, if options.is_empty() { &[Action::Move] } else { options })]);
        let own = scene.state.figure(BLUE);
        (own.physical + own.exhaustion, lines)
    };
    assert_eq!(harm("99999", &[]).0, 7, "12 less 2 for the shield and 3 for the mail");
    assert_eq!(harm("99909", &[]).0, 9);
    assert_eq!(harm("99099", &[]).0, 10);
    assert_eq!(harm("99199", &[]).0, 10, "the mail is not magical");
    assert_eq!(harm("99009", &[]).0, 12);
    assert!(says(&harm("99009", &[]).1, "mail does not help (F8.5)"));
    let defends = [defend(ItemId(1))];
    assert!(says(&harm("99999", &defends).1, "one more against the defence"));
    assert!(!says(&harm("19999", &defends).1, "one more against the defence"));
}

#[test]
fn bypass_changes_what_harm_is_done_and_who_may_escape_it() {
    let harm = |bypass: &str, save: &[u8]| {
        let mut scene = Scene::new(&duel(SWORD).with("/items/sword/bypass", bypass));
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[6, 5]).falls("save", BLUE, save);
        let lines = scene.round(&[(RED, &[strike(BLUE, 3)])]);
        let own = scene.state.figure(BLUE);
        ((own.physical, own.exhaustion), lines)
    };
    assert_eq!(harm("99999", &[]).0, (6, 5));
    assert_eq!(harm("99990", &[]).0, (0, 0));
    assert_eq!(harm("99991", &[]).0, (0, 5));
    assert_eq!(harm("99992", &[]).0, (6, 0));
    // DX 10 with four dice if blue's side has moved first, with five if not; the seed decides.
    let (_, lines) = harm("99994", &[]);
    let dice = if says(&lines, "may escape the harm (F8.5): 4 dice") { 4 } else { 5 };
    let first =
        lines.iter().find(|line| line.starts_with("The initiative goes to")).expect("a side wins the initiative");
    assert_eq!(first.contains("blue"), dice == 4, "{lines:#?}");
    let made = vec![1; dice];
    assert_eq!(harm("99994", &made).0, (0, 0));
    assert_eq!(harm("99994", &vec![6; dice]).0, (6, 5));
}

#[test]
fn the_digits_of_an_arrow_go_before_those_of_the_bow() {
    let stopped = |bow: &str, arrow: &str| {
        let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 6], 3, &[("mail", "worn")]);
        let plain = plain.with("/figures/dull/attributes/st", 40).with("/items/bow/bypass", bow);
        let plain = plain.with("/items/mail/quality", "magical");
        let mut scene = Scene::new(&plain.with("/items/arrow/bypass", arrow));
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[6, 6]);
        scene.ask(RED).issue(Command::Alter { item: SECOND, to: Alteration::Load });
        scene.round(&[(RED, &[attack(Mode::Fire, BLUE, 3)])]);
        says(&scene.told(), "mail stops 3")
    };
    assert!(stopped("99999", "99999"));
    assert!(!stopped("99099", "99999"));
    assert!(!stopped("99999", "99099"));
    // Digit 1: only magical armour stops it, and the mail is magical.
    assert!(stopped("99099", "99199"), "the arrow's digit counts");
    assert!(!stopped("99199", "99099"), "the arrow's digit counts");
}

#[test]
fn the_attacks_of_a_body_have_a_bypass_record_too() {
    let harm = |bypass: &str| {
        let plain = Plain::new().figure(0, "red", "beast", ([4, 5], 0), &[]).blue([4, 4], 3, &[("mail", "worn")]);
        let plain = plain.with("/figures/beast/attacks/0/bypass", bypass).with("/figures/dull/attributes/st", 40);
        let mut scene = Scene::new(&plain);
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[6, 6]);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        let blue = scene.state.figure(BLUE);
        blue.physical + blue.exhaustion
    };
    assert_eq!((harm("99999"), harm("99099")), (12 - 3, 12));
}

#[test]
fn protective_spells_up_to_a_level_are_no_help_against_some_attacks() {
    let aegis = json!({"title": "Aegis", "iq": 12, "kind": "protection", "cost": 1, "target": "caster",
        "effects": [{"kind": "modify", "what": "protection", "by": 3, "rounds": 9}]});
    let harm = |digit: u8, dice: u8| {
        let plain = Plain::new()
            .with("/spells", json!({"aegis": aegis}))
            .with("/figures/dull/attributes", json!({"st": 40, "dx": 12, "iq": 12, "ma": 10}))
            .red([4, 5], 0, SWORD)
            .blue([4, 4], 3, &[])
            .with("/rosters/blue/figures/f1/spells", json!(["aegis"]))
            .with("/items/sword/bypass", format!("9{digit}999"));
        let mut scene = Scene::new(&plain);
        scene.falls("cast", BLUE, &[1, 1, 1]);
        scene.round(&[(BLUE, &[Action::Cast { spell: SpellId(0), target: Some(BLUE), dice: 3 }])]);
        let damage = if dice == 3 { vec![6, 6] } else { vec![6, 2, 2, 2] };
        scene.falls("hit", RED, &vec![1; dice.into()]).falls("damage", RED, &damage);
        let lines = scene.round(&[(RED, &[strike(BLUE, dice)])]);
        let helps = says(&lines, "ward stops 3");
        assert_eq!(!helps, says(&lines, "ward does not help (F8.5)"), "{lines:#?}");
        let before = scene.state.figure(BLUE).exhaustion + scene.state.figure(BLUE).physical;
        // The casting has cost 1.
        (helps, before - 1)
    };
    assert_eq!(harm(9, 3), (true, 9));
    assert_eq!(harm(1, 3), (true, 9), "levels up to 2 * (1 + 4) = 10");
    assert_eq!(harm(2, 3), (false, 12), "levels up to 2 * (2 + 4) = 12");
    assert_eq!(harm(0, 5), (true, 9), "levels up to 2 * (0 + 4 + 1) = 10");
    assert_eq!(harm(1, 5), (false, 12), "levels up to 2 * (1 + 4 + 1) = 12");
}

#[test]
fn whatever_changes_a_damage_die_is_named() {
    let told = |plain: Plain, option: Action, damage: &[u8]| {
        let mut scene = Scene::new(&plain);
        scene.falls("hit", RED, &[2, 2, 2, 2]).falls("damage", RED, damage);
        scene.round(&[(RED, &[option])]);
        [scene.line("red 1 strikes").text.clone(), scene.line("blue 1 takes ").text.clone()]
    };
    let [blow, harm] = told(duel(SWORD), manner(Mode::Strike, 4, Manner::Proficient), &[5, 3, 1]);
    assert!(blow.starts_with("red 1 strikes blue 1 with the sword, using Weapon Proficiency: 4 dice"), "{blow}");
    assert!(harm.contains("(3 dice: 5, 3, 1+1; Weapon Proficiency +1"), "{harm}");
    let [blow, harm] = told(duel(SWORD), strike(BLUE, 4), &[5, 2, 1]);
    assert!(blow.starts_with("red 1 strikes blue 1 with the sword: 4 dice"), "{blow}");
    assert!(harm.contains("(3 dice: 5, 2+2, 1; adventurer bonus +2"), "{harm}");
    let keen = duel(SWORD).with("/items/sword/damage", "-1H T+1 L-1");
    let [_, harm] = told(keen, strike(BLUE, 4), &[5, 3, 1]);
    assert!(harm.contains("(3 dice: 5+1, 3, 1-1; weapon +0"), "{harm}");
}

#[test]
fn a_magical_arrow_gives_no_adventurer_bonus() {
    let harm = |quality: &str, bonus: &str| {
        let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 6], 3, &[]);
        let plain = plain.with("/figures/dull/attributes/st", 40).with("/rosters/red/figures/f1/class", "adv");
        let plain = plain.with("/scenarios/fight/options", json!({"adventurer-bonus": bonus}));
        let mut scene = Scene::new(&plain.with("/items/arrow/quality", quality));
        // The second damage die is limited by the lowest hit die.
        scene.falls("hit", RED, &[2, 3, 3]).falls("damage", RED, &[6, 2]);
        scene.ask(RED).issue(Command::Alter { item: SECOND, to: Alteration::Load });
        scene.round(&[(RED, &[attack(Mode::Fire, BLUE, 3)])]);
        scene.state.figure(BLUE).exhaustion
    };
    assert_eq!(harm("ordinary", "adventurers"), 4);
    assert_eq!(harm("magical", "adventurers"), 2);
    assert_eq!(harm("ordinary", "people"), 2, "the computer decides for red");
}

#[test]
fn crude_bows_are_skilled_where_the_scenario_has_it_so() {
    let exhaustion = |skilled: bool| {
        let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 6], 3, &[]).with("/items/bow/skill", "unskilled");
        let plain = plain.with("/scenarios/fight/options", json!({"skilled-crude-bows": skilled}));
        let mut scene = Scene::new(&plain.with("/figures/dull/attributes/st", 40));
        scene.falls("hit", RED, &[1, 1, 1, 1]).falls("damage", RED, &[6, 4, 3]);
        scene.ask(RED).issue(Command::Alter { item: SECOND, to: Alteration::Load });
        scene.round(&[(RED, &[attack(Mode::Fire, BLUE, 4)])]);
        scene.state.figure(BLUE).exhaustion
    };
    assert_eq!([false, true].map(exhaustion), [7, 4]);
}

#[test]
fn the_first_die_that_harms_wounds_where_the_scenario_has_it_so() {
    let harm = |first: bool| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[("mail", "worn")]);
        let plain = plain.with("/items/mail/stops", json!({"protection": 5}));
        let plain = plain.with("/scenarios/fight/options", json!({"first-harm-is-top": first}));
        let mut scene = Scene::new(&plain.with("/figures/dull/attributes/st", 40));
        scene.falls("hit", RED, &[1, 1, 1, 1]).falls("damage", RED, &[5, 4, 3]);
        scene.round(&[(RED, &[strike(BLUE, 4)])]);
        let own = scene.state.figure(BLUE);
        (own.physical, own.exhaustion)
    };
    assert_eq!(harm(false), (3, 4), "the mail stops Top, the second die tires");
    assert_eq!(harm(true), (4, 3), "the second die is the first to harm");
}

#[test]
fn nobody_strikes_through_its_own_shield_where_the_scenario_has_it_so() {
    let rule = |option: bool, at: [i32; 2]| {
        let gear = &[("sword", "first-hand"), ("shield", "second-hand")];
        let plain = Plain::new().red([4, 4], 0, gear).blue(at, 3, &[]);
        let mut scene = Scene::new(&plain.with("/scenarios/fight/options", json!({"shield-bars-own-attacks": option})));
        scene.ask(RED).rule(act(strike(BLUE, 3)))
    };
    let (left, ahead, right) = ([3, 3], [4, 3], [5, 3]);
    assert_eq!([left, ahead, right].map(|at| rule(false, at)), [None, None, None]);
    assert_eq!([left, ahead, right].map(|at| rule(true, at)), [Some("F7.12"), None, None]);
}

#[test]
fn a_weapon_in_the_other_hand_strikes_for_the_ambidextrous() {
    let rule = |option: bool| {
        let plain = duel(&[("shield", "first-hand"), ("sword", "second-hand")]);
        let mut scene = Scene::new(&plain.with("/scenarios/fight/options", json!({"ambidextrous": option})));
        scene.ask(RED).issue(act(strike(BLUE, 3))).until(|scene| scene.has_acted(RED));
        scene.line("red 1 strikes").text.contains("with the sword")
    };
    assert_eq!([false, true].map(rule), [false, true]);
}

#[test]
fn a_fumble_drops_what_was_attacked_with_where_the_attacker_is() {
    let fumbled = |gear: &[(&str, &str)], mode: Mode, dice: &[u8], drops: bool| {
        let plain = Plain::new().red([4, 7], 0, gear).blue([4, if mode == Mode::Strike { 6 } else { 5 }], 3, &[]);
        let plain = plain.with("/rosters/red/figures/f1/gear/1/count", 3);
        let mut scene = Scene::new(&plain.with("/scenarios/fight/options", json!({"drop-on-fumble": drops})));
        scene.ask(RED);
        if mode == Mode::Fire {
            scene.issue(Command::Alter { item: SECOND, to: Alteration::Load });
        }
        scene.falls("hit", RED, dice);
        scene.issue(act(attack(mode, BLUE, dice.len() as u8))).until(|scene| scene.has_acted(RED));
        scene
    };
    // 18 is more than 4 times 4 and 1.
    let dice = &[6, 4, 4, 4];
    let two = &[("axe", "first-hand"), ("arrow", "back")];
    let here = |scene: &Scene| Whereabouts::Lying { hex: scene.state.figure(RED).hex };
    let sword = fumbled(two, Mode::Strike, dice, true);
    assert_eq!(sword.state.item(FIRST).at, here(&sword));
    assert!(says(&sword.told(), "red 1 drops the axe"));
    assert_eq!(
        fumbled(two, Mode::Strike, &[6, 4, 4, 3], true).state.item(FIRST).place(),
        Some(Loadout::FirstHand),
        "17"
    );
    assert_eq!(fumbled(two, Mode::Strike, dice, false).state.item(FIRST).place(), Some(Loadout::FirstHand));
    let axe = fumbled(two, Mode::Hurl, dice, true);
    assert_eq!(axe.state.item(FIRST).at, here(&axe), "it did not fly");
    let bow = fumbled(ARCHER, Mode::Fire, dice, true);
    assert_eq!((bow.state.item(FIRST).at, bow.state.item(FIRST).loaded), (here(&bow), None));
    assert_eq!(bow.state.item(SECOND).count, 2);
    let arrow = bow.state.items.last().expect("items");
    assert_eq!(
        (arrow.kind, arrow.at, arrow.count),
        (bow.state.item(SECOND).kind, here(&bow), 1),
        "an arrow is in the hex too"
    );
    let fists = fumbled(&[("axe", "belt"), ("arrow", "back")], Mode::Strike, dice, true);
    assert!(!says(&fists.told(), "drops"), "bare hands drop nothing");
}

#[test]
fn a_repeated_blow_misses_never_automatically_and_drops_nothing() {
    let plain = duel(SWORD).with("/scenarios/fight/options", json!({"drop-on-fumble": true}));
    let mut scene = Scene::new(&plain.with("/figures/dull/attributes/dx", 30));
    scene.falls("hit", RED, &[6, 6, 6]);
    scene.round(&[(RED, &[strike(BLUE, 3)])]);
    assert!(says(&scene.told(), "miss, because 12 or more on 3 dice always fails (F1.9)"), "{:?}", scene.told());
    let mut scene = Scene::new(&plain_repeat());
    scene.falls("hit", RED, &[2, 2, 2]).falls("damage", RED, &[1, 1]);
    scene.round(&[(RED, &[strike(BLUE, 3)])]);
    scene.falls("hit", RED, &[6, 6, 6]).falls("damage", RED, &[1, 1]);
    let lines = scene.round(&[(RED, &[strike(BLUE, 3)])]);
    assert!(says(&lines, "hit, because a repeated action never fails automatically (F6.6)"), "{lines:#?}");
    assert_eq!(scene.state.item(FIRST).place(), Some(Loadout::FirstHand));
}

fn plain_repeat() -> Plain {
    let plain = duel(SWORD).with("/scenarios/fight/options", json!({"drop-on-fumble": true}));
    plain.with("/figures/dull/attributes/dx", 30)
}

#[test]
fn a_heavy_blow_weakens_the_next_round_and_no_other() {
    let needed = |damage: &[u8], rounds: u32| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/figures/dull/attributes/st", 60);
        let mut scene = Scene::new(&plain);
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, damage);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        for _ in 1..rounds {
            scene.round(&[]);
        }
        let lines = scene.round(&[(BLUE, &[strike(RED, 3)])]);
        lines.into_iter().find(|line| line.starts_with("blue 1 strikes")).expect("blue strikes")
    };
    assert!(needed(&[2, 2], 1).contains("(DX 10)"), "four points do not shock");
    assert!(needed(&[3, 2], 1).contains("(DX 10, shock -2)"), "five do");
    assert!(needed(&[3, 2], 2).contains("(DX 10)"), "the round after is as any other");
}

#[test]
fn eight_points_throw_down() {
    let posture = |damage: &[u8]| {
        let mut scene = Scene::new(&duel(SWORD));
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, damage);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        scene.state.figure(BLUE).posture
    };
    assert_eq!([posture(&[4, 3]), posture(&[5, 3])], [Posture::Standing, Posture::Prone]);
}

#[test]
fn the_killed_revive_after_the_battle_where_the_scenario_has_it_so() {
    let mark = |revive: Option<u8>| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[]).blue([8, 8], 3, SWORD);
        let plain = plain.with("/rosters/blue/figures/f1/attributes", json!({"st": 4}));
        let mut scene = Scene::new(&plain.with("/scenarios/fight/options", json!({"revive": revive})));
        // Six points of physical damage reduce ST 4 to -2.
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[6, 2]);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        let board = Foeman::board(&scene.content, &scene.state);
        (board.tokens[1].marks.clone(), says(&scene.told(), "will revive after the battle (F8.2)"))
    };
    assert_eq!(mark(None), (vec!["dead".to_owned()], false));
    assert_eq!(mark(Some(2)), (vec!["dead".to_owned()], false), "-2 or lower is too far");
    assert_eq!(mark(Some(3)), (vec!["left for dead".to_owned()], true));
}
