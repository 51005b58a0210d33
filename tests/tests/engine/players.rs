//! Computer players and simulation.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foeman_engine::battle::{Battle, Cause};
use foeman_engine::dice::Seed;
use foeman_engine::journal;
use foeman_engine::player::{Greedy, Observation, Player, Random, decide, find, listed};
use foeman_engine::ruleset::{Reason, SideId, Turn};
use foeman_engine::simulate::{Plan, Report, simulate};
use foeman_test_support::seek::SEEK;
use foeman_test_support::toy::{Command, TOY, Tug, bout};

fn plan(threads: usize, players: &[&str]) -> Plan {
    let players = players.iter().map(|id| find::<Tug>(id).unwrap()).collect();
    Plan { battles: 200, seed: Seed(1), threads, players }
}

fn report(id: &str, plan: &Plan) -> Report {
    simulate::<Tug>(&bout(id), plan, &|| (), &AtomicBool::new(false)).unwrap()
}

fn fought(seed: u64, player: &mut dyn Player<Tug>) -> Battle<Tug> {
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
    let players = ["greedy", "random"];
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
    let battle = fought(17, &mut Greedy::default());
    assert_eq!(report.battles[16].hash, journal::hash(&battle));
    assert_eq!(Turn::Over(report.battles[16].outcome.clone()), battle.turn());
}

#[test]
fn greedy_beats_random_and_equals_meet_on_equal_terms() {
    let clever_left = report("meadow", &plan(2, &["greedy", "random"]));
    let clever_right = report("meadow", &plan(2, &["random", "greedy"]));
    assert!(clever_left.win_share(SideId(0)).low > 0.6, "{:?}", clever_left.win_share(SideId(0)));
    assert!(clever_right.win_share(SideId(1)).low > 0.6, "{:?}", clever_right.win_share(SideId(1)));
    let random = report("meadow", &plan(2, &["random", "random"]));
    assert!(random.wins(SideId(0)) > 20 && random.wins(SideId(1)) > 20);
    assert_eq!(random.wins(SideId(0)) + random.wins(SideId(1)) + random.draws(), 200);
}

#[test]
fn who_decides_does_not_touch_the_dice() {
    // Random and greedy players with the same commands would roll the same dice: play a greedy battle's commands by
    // hand and compare.
    let battle = fought(5, &mut Greedy::default());
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
    /// Heaves with all its breath.
    struct Brute;
    impl Player<Tug> for Brute {
        fn choose(&mut self, view: &Observation<'_, Tug>) -> Option<Command> {
            let strength = |command: &Command| if let Command::Heave { dice } = command { *dice } else { 0 };
            view.legal().iter().max_by_key(|command| strength(command)).copied()
        }
    }
    let battle = fought(3, &mut Brute);
    let text = journal::write(&battle);
    assert!(text.contains("{\"heave\":{\"dice\":3}}"));
    assert!(journal::verify::<Tug>(&text).is_ok());
}

#[test]
fn a_greedy_player_with_a_tiny_budget_still_plays_legally_and_the_same_each_time() {
    let hashes: Vec<String> = [0, 1, 3, 6, 9].map(|nodes| journal::hash(&fought(9, &mut Greedy { nodes }))).to_vec();
    let again: Vec<String> = [0, 1, 3, 6, 9].map(|nodes| journal::hash(&fought(9, &mut Greedy { nodes }))).to_vec();
    assert_eq!(hashes, again);
}

#[test]
fn a_random_player_uses_every_legal_command() {
    let texts: String = (0..20).map(|seed| journal::write(&fought(seed, &mut Random))).collect();
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
    assert_eq!(problems[0].message, "expected content for ruleset `tug`, found `chess`");
}

#[test]
fn players_are_asked_for_by_id_and_an_unknown_one_names_those_that_are_near() {
    let engine = TOY.engine("tug").unwrap();
    let ids: Vec<&str> = engine.players().iter().map(|info| info.id.name()).collect();
    assert_eq!(ids, ["greedy", "random", "brute"]);
    assert_eq!(engine.player("brute").unwrap().name(), "brute");
    let error = engine.player("brite").unwrap_err();
    assert_eq!(error.to_string(), "expected a player of ruleset `tug`, found `brite`; did you mean `brute`?");
    let error = engine.player("wizard").unwrap_err().to_string();
    assert!(error.ends_with("found `wizard`; there is `greedy`, `random`, `brute`"), "{error}");
    // A ruleset without custom players has the two generic ones.
    let usual: Vec<&str> = SEEK.engine("seek").unwrap().players().iter().map(|info| info.id.name()).collect();
    assert_eq!(usual, ["greedy", "random"]);
}

#[test]
fn a_rulesets_own_player_plays_battles_and_simulations() {
    let brutes = report("meadow", &plan(1, &["brute", "brute"]));
    assert_eq!(brutes, report("meadow", &plan(2, &["brute", "brute"])));
    let mut game = TOY.engine("tug").unwrap().start(&bout("meadow"), brutes.battles[0].seed).unwrap();
    let brute = find::<Tug>("brute").unwrap();
    while !matches!(game.turn(), Turn::Over(_)) {
        game.step(brute);
    }
    assert_eq!(game.hash(), brutes.battles[0].hash);
    let commands = game.journal();
    assert!(commands.contains("{\"heave\":{\"dice\":3}}") && !commands.contains("\"command\":\"pull\""));
}

#[test]
fn what_a_player_keeps_between_its_decisions_changes_none_of_them() {
    for player in listed::<Tug>() {
        let kept = fought(5, &mut *player.fresh());
        let mut forgetful = Battle::<Tug>::new(&bout("meadow"), Seed(5)).unwrap();
        while !matches!(forgetful.turn(), Turn::Over(_)) {
            match decide(&forgetful, &mut *player.fresh()) {
                Some(command) => forgetful.issue(command).unwrap(),
                None => forgetful.advance(),
            }
        }
        assert_eq!(kept.entries(), forgetful.entries(), "{}", player.info().title);
    }
}

#[test]
fn a_report_says_who_won_and_what_ended_the_battles() {
    let report = report("meadow", &plan(2, &["random", "random"]));
    let wins = report.wins(SideId(0)) + report.wins(SideId(1));
    let dragged = Reason::Condition { text: "the knot lies at their end".to_owned() };
    let expected = [(Reason::RoundLimit, report.draws()), (dragged, wins)];
    assert_eq!(report.reasons(), expected.into_iter().filter(|(_, count)| *count > 0).collect::<Vec<_>>());
    assert_eq!(report.round_limits(), report.draws(), "nothing else ends a bout without a winner");
    assert!(wins > 0, "{report:?}");
}
