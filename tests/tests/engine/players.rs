//! Computer players and simulation.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foeman_rules::battle::{Battle, Cause};
use foeman_rules::dice::Seed;
use foeman_rules::journal;
use foeman_rules::player::{Greedy, Observation, Player, PlayerKind, Random, decide};
use foeman_rules::ruleset::{SideId, Turn};
use foeman_rules::simulate::{Plan, Report, simulate};
use foeman_tests::toy::{Command, Tug, bout};

fn plan(threads: usize, players: &[PlayerKind]) -> Plan {
    Plan { battles: 200, seed: Seed(1), threads, players: players.to_vec() }
}

fn report(id: &str, plan: &Plan) -> Report {
    simulate::<Tug>(&bout(id), plan, &|| (), &AtomicBool::new(false)).unwrap()
}

fn fought(seed: u64, player: &dyn Player<Tug>) -> Battle<Tug> {
    let mut battle = Battle::<Tug>::new(&bout("meadow"), Seed(seed)).unwrap();
    while !matches!(battle.turn(), Turn::Over(_)) {
        match decide(&battle, player) {
            Some(command) => battle.issue(command).unwrap(),
            None => battle.advance(),
        }
    }
    battle
}

#[test]
fn the_number_of_threads_does_not_change_a_report() {
    let players = [PlayerKind::Greedy, PlayerKind::Random];
    let one = report("meadow", &plan(1, &players));
    assert_eq!(one, report("meadow", &plan(2, &players)));
    assert_eq!(one, report("meadow", &plan(0, &players)));
    assert_eq!(one.battles.len(), 200);
    assert_eq!(one.sides, ["The reds", "The blues"]);
    assert!((0..200).all(|index| one.battles[index].seed == Seed(1 + index as u64)));
}

#[test]
fn a_simulated_battle_is_the_battle_of_its_seed() {
    let report = report("meadow", &plan(2, &[]));
    let battle = fought(17, PlayerKind::Greedy.player());
    assert_eq!(report.battles[16].hash, journal::hash(&battle));
    assert_eq!(Turn::Over(report.battles[16].outcome), battle.turn());
}

#[test]
fn greedy_beats_random_and_equals_meet_on_equal_terms() {
    let clever_left = report("meadow", &plan(2, &[PlayerKind::Greedy, PlayerKind::Random]));
    let clever_right = report("meadow", &plan(2, &[PlayerKind::Random, PlayerKind::Greedy]));
    assert!(clever_left.win_share(SideId(0)).low > 0.6, "{:?}", clever_left.win_share(SideId(0)));
    assert!(clever_right.win_share(SideId(1)).low > 0.6, "{:?}", clever_right.win_share(SideId(1)));
    let random = report("meadow", &plan(2, &[PlayerKind::Random, PlayerKind::Random]));
    assert!(random.wins(SideId(0)) > 20 && random.wins(SideId(1)) > 20);
    assert_eq!(random.wins(SideId(0)) + random.wins(SideId(1)) + random.draws() + random.round_limits(), 200);
}

#[test]
fn who_decides_does_not_touch_the_dice() {
    // Random and greedy players that happen to choose the same commands would roll the same dice: play a greedy
    // battle's commands by hand and compare.
    let battle = fought(5, PlayerKind::Greedy.player());
    let mut again = Battle::<Tug>::new(&bout("meadow"), Seed(5)).unwrap();
    for entry in &battle.entries()[1..] {
        match &entry.cause {
            Cause::Command(command) => again.issue(*command).unwrap(),
            _ => again.advance(),
        }
    }
    assert_eq!(again.entries(), battle.entries());
    assert!(journal::verify::<Tug>(&journal::write(&battle)).is_ok());
}

#[test]
fn a_player_from_outside_can_play() {
    /// Heaves with all it has.
    struct Brute;
    impl Player<Tug> for Brute {
        fn choose(&self, view: &Observation<'_, Tug>) -> usize {
            let strength = |command: &Command| if let Command::Heave { dice } = command { *dice } else { 0 };
            (0..view.legal.len()).max_by_key(|&index| strength(&view.legal[index])).unwrap_or(0)
        }
    }
    let battle = fought(3, &Brute);
    let text = journal::write(&battle);
    assert!(text.contains("{\"heave\":{\"dice\":3}}"));
    assert!(journal::verify::<Tug>(&text).is_ok());
}

#[test]
fn a_greedy_player_with_a_tiny_budget_still_plays_legally_and_the_same_each_time() {
    let hashes: Vec<String> = [0, 1, 3, 6, 9].map(|nodes| journal::hash(&fought(9, &Greedy { nodes }))).to_vec();
    let again: Vec<String> = [0, 1, 3, 6, 9].map(|nodes| journal::hash(&fought(9, &Greedy { nodes }))).to_vec();
    assert_eq!(hashes, again);
}

#[test]
fn a_random_player_uses_every_legal_command() {
    let texts: String = (0..20).map(|seed| journal::write(&fought(seed, &Random))).collect();
    for command in
        ["\"pull\"", "\"rest\"", "{\"heave\":{\"dice\":1}}", "{\"heave\":{\"dice\":2}}", "{\"heave\":{\"dice\":3}}"]
    {
        assert!(texts.contains(&format!("{{\"command\":{command}}}")), "{command}");
    }
}

#[test]
fn every_finished_battle_is_counted_and_a_cancel_ends_the_simulation() {
    let count = AtomicUsize::new(0);
    let cancel = AtomicBool::new(false);
    let done = || {
        if count.fetch_add(1, Ordering::Relaxed) + 1 == 10 {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let report = simulate::<Tug>(&bout("bog"), &plan(2, &[]), &done, &cancel).unwrap();
    assert_eq!(report.battles.len(), count.into_inner());
    assert!((10..=12).contains(&report.battles.len()), "{}", report.battles.len());
    let cancelled = simulate::<Tug>(&bout("bog"), &plan(2, &[]), &|| (), &AtomicBool::new(true)).unwrap();
    assert!(cancelled.battles.is_empty());
}

#[test]
fn content_that_cannot_be_played_is_a_problem_not_a_report() {
    let mut content = bout("meadow");
    content.records.get_mut("maps").unwrap().clear();
    let problems = simulate::<Tug>(&content, &plan(1, &[]), &|| (), &AtomicBool::new(false)).unwrap_err();
    assert_eq!(problems[0].pointer.to_string(), "/maps/strip");
    content.ruleset = "chess".to_owned();
    let problems = simulate::<Tug>(&content, &plan(1, &[]), &|| (), &AtomicBool::new(false)).unwrap_err();
    assert_eq!(problems[0].message, "expected content for ruleset `tug`, but found `chess`");
}
