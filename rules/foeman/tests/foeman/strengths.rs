//! Compares the strengths of the computer players.

use std::sync::atomic::AtomicBool;

use foeman_engine::dice::Seed;
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::Plan;
use foeman_registry::SHIPPED;
use foeman_schema::resolve::Resolved;
use foeman_test_support::packs;

/// Returns the battles won and lost by `one` against `other` in one scenario, with equal numbers on each side.
fn mirrored(resolved: &Resolved, pairs: u32, one: &str, other: &str) -> (usize, usize) {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    let [one, other] = [one, other].map(|id| engine.player(id).expect("it is a player of Foeman"));
    let wins = |players: [_; 2], side| {
        let plan = Plan { battles: pairs, seed: Seed(1), threads: 2, players: players.to_vec() };
        let report = engine.simulate(resolved, &plan, &|| (), &AtomicBool::new(false)).expect("it can be played");
        (report.wins(SideId(side)), report.wins(SideId(1 - side)))
    };
    let [first, second] = [wins([one, other], 0), wins([other, one], 1)];
    (first.0 + second.0, first.1 + second.1)
}

#[test]
fn the_steady_player_beats_the_reckless_one() {
    let (won, lost) = packs::playable("arena")
        .iter()
        .map(|scenario| mirrored(scenario, 15, "steady", "reckless"))
        .fold((0, 0), |(won, lost), (more_won, more_lost)| (won + more_won, lost + more_lost));
    assert!(won * 100 >= (won + lost) * 57, "{won} won, {lost} lost");
}

/// This player is slow, so only scenarios that end soon are played.
#[test]
fn the_cunning_player_beats_the_steady_one() {
    let scenarios = packs::playable("arena");
    let (won, lost) = scenarios
        .iter()
        .filter(|scenario| ["three-a-side", "feeding-time"].contains(&scenario.scenario.id.as_str()))
        .map(|scenario| mirrored(scenario, 8, "cunning", "steady"))
        .fold((0, 0), |(won, lost), (more_won, more_lost)| (won + more_won, lost + more_lost));
    assert!(won + lost > 0, "the scenarios have other names now");
    assert!(won * 100 >= (won + lost) * 55, "{won} won, {lost} lost");
}
