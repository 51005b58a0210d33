//! Blows at close quarters: allowed weapons and their effects (`F1.8`, `F4.11`, `F8.1`).

use ruleset_foeman::command::Command;
use ruleset_foeman::option::Mode;
use ruleset_foeman::state::{Action, Manner};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, act, attack, defend, says, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// Red has grappled blue from behind; blue is asked for its option.
fn held(kind: &str, gear: &[(&str, &str)]) -> Scene {
    let plain = Plain::new().red([4, 5], 0, SWORD).figure(1, "blue", kind, ([4, 4], 0), gear);
    let mut scene = Scene::new(&plain.with("/figures/dull/attributes/st", 40));
    scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
    scene.falls("struggle", RED, &[1, 1, 1, 1]).issue(Command::Grapple { target: BLUE });
    assert_eq!(scene.state.figure(RED).hex, scene.state.figure(BLUE).hex);
    scene.ask(BLUE);
    scene
}

/// Blue strikes with this many dice and hits; returns the log line, and the damage and exhaustion of red.
fn strikes(scene: &mut Scene, attack: u8, dice: u8, damage: &[u8]) -> (String, i32, i32) {
    scene.falls("hit", BLUE, &vec![1; dice.into()]).falls("damage", BLUE, damage);
    let strike = Action::Attack { mode: Mode::Strike, target: RED, attack, dice, manner: Manner::Plain };
    scene.issue(act(strike)).until(|scene| scene.has_acted(BLUE));
    let line = scene.line("blue 1 strikes red 1").text.clone();
    let red = scene.state.figure(RED);
    (line.split(':').next().unwrap_or_default().to_owned(), red.physical, red.exhaustion)
}

#[test]
fn heroes_strike_at_close_quarters_with_what_they_hold() {
    let found = strikes(&mut held("dull", SWORD), 0, 4, &[6, 5, 4]);
    assert_eq!(found, ("blue 1 strikes red 1 with the sword".to_owned(), 6 + 4, 5), "the second die tires");
    let found = strikes(&mut held("dull", &[]), 0, 5, &[6, 5, 4]);
    assert_eq!(
        found,
        ("blue 1 strikes red 1 with the bare hands".to_owned(), 6, 5 + 4),
        "fists tire but for the best die"
    );
}

#[test]
fn beasts_strike_at_close_quarters_with_any_part_of_their_body() {
    let found = strikes(&mut held("beast", &[]), 0, 3, &[5, 4]);
    assert_eq!(found, ("blue 1 strikes red 1 with the bite".to_owned(), 5, 4));
    let mut clawed = held("beast", &[]);
    let found = strikes(&mut clawed, 1, 3, &[5]);
    assert_eq!(found, ("blue 1 strikes red 1 with the claws".to_owned(), 5 + 1, 0));
    assert!(says(&clawed.told(), "(1 die: 5+1; weapon +1"), "{:?}", clawed.told());
}

#[test]
fn at_close_quarters_there_is_no_room_for_anything_but_blows() {
    let piked = held("dull", &[("pike", "second-hand")]);
    assert_eq!(piked.rule(act(attack(Mode::Jab, RED, 3))), Some("F4.11"));
    assert_eq!(piked.rule(act(strike(RED, 3))), None);
    assert_eq!(held("dull", &[("axe", "first-hand")]).rule(act(attack(Mode::Hurl, RED, 3))), Some("F4.11"));
}

#[test]
fn a_parry_and_armour_help_at_close_quarters_too() {
    let mut scene = held("dull", &[("sword", "first-hand"), ("mail", "worn")]);
    scene.issue(act(defend(ruleset_foeman::ids::ItemId(1))));
    scene.until(|scene| scene.state.round == 2);
    scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[6, 5]);
    let lines = scene.round(&[(RED, &[strike(BLUE, 3)])]);
    let harm = "blue 1 takes 3 damage and 5 exhaustion";
    assert!(lines.iter().any(|line| line.contains(harm) && line.contains("; mail stops 3")), "{lines:#?}");
    let mut parried = held("dull", SWORD);
    parried.issue(act(Action::Move)).until(|scene| scene.state.round == 2);
    let sword = ruleset_foeman::ids::ItemId(1);
    let lines = parried.round(&[(RED, &[Action::Watch { target: BLUE }, strike(BLUE, 3)]), (BLUE, &[defend(sword)])]);
    assert!(says(&lines, "4 dice, one more against the defence (F7.3)"), "{lines:#?}");
}

#[test]
fn whoever_is_stronger_gets_loose_more_easily_by_the_rule_of_close_quarters() {
    let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 0, SWORD);
    let mut scene = Scene::new(&plain.with("/rosters/red/figures/f1/attributes", json!({"st": 20})));
    scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
    scene.issue(Command::Grapple { target: BLUE });
    let terms = &scene.line("seeks close quarters").terms;
    let last = terms.last().map(|term| (term.name.as_str(), term.value, term.rule.as_str()));
    // Half of 20 - 12.
    assert_eq!(last, Some(("half the ST difference", 4, "F4.11")));
}
