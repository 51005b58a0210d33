//! A sample of the battles that `cargo run --release -p foeman-tests --example endure -- 100000` plays.

use foeman_engine::battle::Battle;
use foeman_engine::ruleset::Turn;
use foeman_test_support::endurance::{PAIRS, endure};
use foeman_test_support::packs;
use foeman_test_support::passivity::{PATIENCE, idlers};
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::state::Action;

use crate::ground::{Plain, play};

#[test]
fn battles_of_all_scenarios_end_without_a_panic_or_an_illegal_command_whoever_plays() {
    for scenario in packs::playable("arena") {
        for pair in PAIRS {
            let report = endure(&scenario, pair, 1..4);
            assert!(report.faults.is_empty(), "{}, {pair:?}: {:?}", scenario.scenario.id, report.faults);
        }
    }
}

#[test]
fn nobody_who_could_fight_waits_for_long() {
    for scenario in &packs::playable("arena") {
        let id = &scenario.scenario.id;
        let report = endure(scenario, ["steady", "steady"], 1..9);
        assert!(report.idlers.is_empty(), "{id}: {:?}", report.idlers);
    }
}

/// Battles with past bugs of passivity: a figure attacked from behind, one with a spell it had no reason to cast, and
/// one in a corner facing the wall.
#[test]
fn nobody_waits_where_somebody_once_did() {
    for (id, seed) in
        [("siege", 70220), ("feeding-time", 70141), ("wizards", 830), ("wizards", 927), ("lights-out", 516)]
    {
        let scenarios = packs::playable("arena");
        let scenario = scenarios.iter().find(|scenario| scenario.scenario.id == id).expect("it is in the Arena");
        let report = endure(scenario, ["steady", "steady"], seed..seed + 1);
        assert!(report.idlers.is_empty(), "{id}: {:?}", report.idlers);
    }
}

/// A battle of two in which both do nothing for this many rounds.
fn waiting(plain: &Plain, rounds: u32) -> Battle<Foeman> {
    let mut battle = plain.battle(1);
    play(&mut battle, |battle, legal| {
        let calm = |command: &&Command| {
            matches!(command, Command::Halt | Command::Act { action: Action::Watch { .. } | Action::Move })
        };
        (battle.state().round <= rounds).then(|| *legal.iter().find(calm).unwrap_or(&legal[0]))
    });
    assert!(!matches!(battle.turn(), Turn::Over(_)));
    battle
}

#[test]
fn whoever_waits_is_found_out_unless_there_is_nothing_else_to_do() {
    let far = Plain::new().red([0, 4], 1, &[("sword", "first-hand")]).blue([8, 4], 4, &[("sword", "first-hand")]);
    assert_eq!(idlers(&waiting(&far, PATIENCE)), [], "not yet too long");
    let found = idlers(&waiting(&far, PATIENCE + 2));
    let told: Vec<_> = found.iter().map(|idler| (idler.name.as_str(), idler.rounds, idler.until)).collect();
    assert_eq!(told, [("red 1", PATIENCE + 2, PATIENCE + 2), ("blue 1", PATIENCE + 2, PATIENCE + 2)]);
    let walled = far.clone().with("/maps/plain/rows", "ggggwgggg\n".repeat(9));
    assert_eq!(idlers(&waiting(&walled, 12)), [], "a wall is between them");
    let shots = [("bow", "second-hand"), ("arrow", "back")];
    let archer = Plain::new().red([0, 4], 1, &shots).blue([8, 4], 4, &[]);
    let held = archer.with("/maps/plain/rows", "ggggogggg\n".repeat(9)).with("/maps/plain/legend/o", "water");
    let water = serde_json::json!({"title": "Water", "color": "#0000ff", "blocks-move": true});
    let held = held.with("/terrains/water", water).with("/rosters/red/figures/f1/gear/1/count", 9);
    let found = idlers(&waiting(&held, 8));
    assert!(found.iter().all(|idler| idler.name == "red 1"), "who has no bow can do nothing: {found:?}");
}
