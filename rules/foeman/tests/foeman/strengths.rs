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

/// Prints how often each player beats the one below: for each scenario, the battles won and lost of `PAIRS` mirrored
/// pairs (50 if not set), and the share won, with half a win for battles that neither or both win. `SCENARIOS` and
/// `PLAYERS` restrict the table: `PLAYERS=steady,reckless`.
#[test]
#[ignore = "prints a table, which takes minutes"]
#[expect(clippy::print_stdout, reason = "the table is its result")]
fn table_of_strengths() {
    let list = |name: &str, all: &str| -> Vec<String> {
        std::env::var(name).unwrap_or_else(|_| all.to_owned()).split(',').map(str::to_owned).collect()
    };
    let pairs: u32 = list("PAIRS", "50")[0].parse().expect("a number of pairs");
    let players = list("PLAYERS", "steady,reckless,cunning,steady");
    let wanted = list("SCENARIOS", "");
    let scenarios = packs::playable("arena");
    let is_wanted = |id: &str| wanted == [""] || wanted.iter().any(|other| other == id);
    for scenario in scenarios.iter().filter(|scenario| is_wanted(&scenario.scenario.id)) {
        for pair in players.chunks(2) {
            let begun = std::time::Instant::now();
            let (won, lost) = mirrored(scenario, pairs, &pair[0], &pair[1]);
            let battles = 2.0 * f64::from(pairs);
            let share = 50.0 * (battles + won as f64 - lost as f64) / battles;
            let seconds = begun.elapsed().as_secs_f64() / battles;
            let (id, one, other) = (&scenario.scenario.id, &pair[0], &pair[1]);
            println!("{id:13} {one} against {other}: {won} won, {lost} lost, {share:.1} %, {seconds:.3} s each");
        }
    }
}
