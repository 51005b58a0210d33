//! The computer players measured against each other.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use foeman_rules::dice::Seed;
use foeman_rules::ruleset::SideId;
use foeman_rules::rulesets::SHIPPED;
use foeman_rules::simulate::Plan;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;

/// Battles won and lost by `one` against `other`, as many on either side, in one scenario.
fn mirrored(scenario: &str, pairs: u32, one: &str, other: &str) -> (usize, usize) {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    let [one, other] = [one, other].map(|id| engine.player(id).expect("it is a player of Foeman"));
    let resolved = scene(scenario);
    let wins = |players: [_; 2], side| {
        let plan = Plan { battles: pairs, seed: Seed(1), threads: 2, players: players.to_vec() };
        let report = engine.simulate(&resolved, &plan, &|| (), &AtomicBool::new(false)).expect("it can be played");
        (report.wins(SideId(side)), report.wins(SideId(1 - side)))
    };
    let [first, second] = [wins([one, other], 0), wins([other, one], 1)];
    (first.0 + second.0, first.1 + second.1)
}

fn scene(scenario: &str) -> Resolved {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arena");
    let pack = Draft::open(&folder, &SHIPPED.dialects()).expect("the Arena is there");
    resolve(&pack, scenario).unwrap_or_else(|findings| panic!("{scenario}: {findings:?}"))
}

#[test]
fn the_steady_player_beats_the_reckless_one() {
    let scenarios = ["duel", "three-a-side", "feeding-time"];
    let (won, lost) = scenarios
        .map(|scenario| mirrored(scenario, 40, "steady", "reckless"))
        .into_iter()
        .fold((0, 0), |(won, lost), (more_won, more_lost)| (won + more_won, lost + more_lost));
    assert!(won * 100 >= (won + lost) * 57, "{won} won, {lost} lost");
}

#[test]
fn the_cunning_player_beats_the_steady_one() {
    let scenarios = [("three-a-side", 8), ("feeding-time", 8)];
    let (won, lost) = scenarios
        .map(|(scenario, pairs)| mirrored(scenario, pairs, "cunning", "steady"))
        .into_iter()
        .fold((0, 0), |(won, lost), (more_won, more_lost)| (won + more_won, lost + more_lost));
    assert!(won * 100 >= (won + lost) * 55, "{won} won, {lost} lost");
}
