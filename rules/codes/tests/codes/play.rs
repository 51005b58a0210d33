//! Playing contests: invariants, hidden information, logs, and endings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Viewer};
use foeman_engine::journal;
use foeman_engine::player::find;
use foeman_engine::ruleset::{Outcome, Reason, Ruleset, SideId, Turn};
use foeman_engine::simulate::{Plan, Report, simulate};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use proptest::prelude::*;
use ruleset_codes::{ActionCodes, Command};

use super::{CONTESTS, contest, stage};

/// Plays a contest to its end; choices are indexes into the legal commands, modulo their number.
fn played(id: &str, choices: &[u16]) -> Battle<ActionCodes> {
    let mut battle = Battle::on(stage(id), Seed(1));
    let mut choices = choices.iter().cycle();
    while !matches!(battle.turn(), Turn::Over(_)) {
        step(&mut battle, *choices.next().unwrap());
    }
    battle
}

fn step(battle: &mut Battle<ActionCodes>, choice: u16) {
    let mut legal = battle.legal();
    if legal.is_empty() {
        battle.advance();
    } else {
        let command = legal.swap_remove(usize::from(choice) % legal.len());
        battle.issue(command).unwrap();
    }
}

fn contests() -> impl Strategy<Value = &'static str> {
    prop::sample::select(CONTESTS.to_vec())
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn replay_equals_play(id in contests(), choices in choices()) {
        let battle = played(id, &choices);
        let text = journal::write(&battle);
        let replayed = journal::replay::<ActionCodes>(&text).unwrap();
        prop_assert_eq!(replayed.state(), battle.state());
        prop_assert_eq!(journal::write(&replayed), text.clone());
        prop_assert_eq!(journal::verify::<ActionCodes>(&text).unwrap().hash, journal::hash(&battle));
    }

    #[test]
    fn a_command_is_listed_exactly_when_check_accepts_it(id in contests(), choices in choices()) {
        let mut battle = Battle::on(stage(id), Seed(1));
        for choice in choices {
            let legal = battle.legal();
            for code in 0..=12 {
                for command in [Command::Attack { code }, Command::Respond { code }] {
                    prop_assert_eq!(legal.contains(&command), battle.check(&command).is_ok(), "{:?}", command);
                }
            }
            prop_assert_eq!(!legal.is_empty(), matches!(battle.turn(), Turn::Ask { .. }));
            step(&mut battle, choice);
        }
    }

    #[test]
    fn nothing_is_rolled_once_both_have_chosen(id in contests(), choices in choices()) {
        prop_assert!(played(id, &choices).entries().iter().all(|entry| entry.draws.is_empty()));
    }

    #[test]
    fn a_response_is_chosen_without_knowing_the_attack(id in contests()) {
        let content = stage(id);
        let seen: Vec<_> = Battle::on(Arc::clone(&content), Seed(1)).legal().into_iter().map(|attack| {
            let mut battle = Battle::on(Arc::clone(&content), Seed(1));
            battle.issue(attack).unwrap();
            ActionCodes::capabilities().observed(content.content(), battle.state(), SideId(1), None).into_owned()
        }).collect();
        prop_assert!(seen.len() > 1 && seen.iter().all(|state| *state == seen[0]));
    }
}

fn game(id: &str, seed: u64) -> Box<dyn Game> {
    SHIPPED.engine("action-codes").unwrap().start(&contest(id), Seed(seed)).unwrap()
}

/// Makes the choice whose text contains `code`.
#[track_caller]
fn choose(game: &mut Box<dyn Game>, code: &str) {
    let choices = game.seen(Viewer::All).choices;
    let position = choices.iter().position(|choice| choice.text.contains(code));
    game.choose(position.unwrap_or_else(|| panic!("no {code} in {choices:#?}"))).unwrap();
}

fn told(game: &dyn Game) -> Vec<String> {
    game.seen(Viewer::All).lines.iter().map(|told| told.line.text.clone()).collect()
}

#[test]
fn the_story_of_the_source_is_told_code_by_code() {
    let mut game = game("market-day", 1);
    choose(&mut game, "C-H-001-09-001-0001-1");
    assert_eq!(told(&*game), ["Round 1"], "a choice is hidden until the other actor has chosen");
    choose(&mut game, "C-M-001-03-001-0001-0");
    assert_eq!(
        told(&*game)[1..],
        [
            "Bronan: combat, hand-to-hand, punch, score 9, standing, body, at the left head and shoulder (C-H-001-09-001-0001-1)",
            "Mercatores: combat, movement, dodge, score 3, standing, body, at all locations (C-M-001-03-001-0001-0)",
            "Bronan's punch hits Mercatores: outcome 6, damage 6",
            "Mercatores loses 6 health and has 38 left",
        ]
    );
    let board = game.seen(Viewer::All).board;
    assert_eq!(board.tokens[1].health, (38, 44));
    assert_eq!(board.gauges.len(), 4);
}

#[test]
fn talking_while_being_hit_hurts_both() {
    let mut game = game("market-day", 1);
    choose(&mut game, "C-H-001-09-001-0001-1");
    choose(&mut game, "S-P-001-05-");
    assert_eq!(
        told(&*game)[3..],
        [
            "Error: C-H-001-09-001-0001-1 and S-P-001-05- have different classifiers, combat and social: \
             Mercatores is motionless, score 0; carouse takes place anyway",
            "Bronan's punch hits Mercatores: outcome 9, damage 9",
            "Mercatores loses 9 health and has 35 left",
            "Mercatores' carouse hits Bronan: outcome 5, damage 5",
            "Bronan loses 5 resolve and has 25 left",
        ]
    );
}

#[test]
fn a_response_tires_and_an_attack_does_not() {
    let mut game = game("market-day", 1);
    // In even rounds the second actor attacks first, so Mercatores responds in the first and fourth exchange.
    choose(&mut game, "C-H-001-09-001-0001-1");
    choose(&mut game, "C-M-001-03-001-0001-0");
    choose(&mut game, "S-P-001-05-");
    choose(&mut game, "S-C-002-05-");
    game.step(find::<ActionCodes>("greedy").unwrap());
    choose(&mut game, "S-P-001-05-");
    choose(&mut game, "S-C-002-04-");
    choose(&mut game, "C-H-001-09-001-0001-1");
    choose(&mut game, "C-M-001-02-001-0001-0");
    assert!(told(&*game).iter().any(|line| line == "Bronan's punch hits Mercatores: outcome 7, damage 7"));
}

#[test]
fn a_contest_without_an_end_is_a_draw_at_its_last_round() {
    let mut resolved = contest("gate-duel");
    let duel = resolved.records.get_mut("contests").unwrap().get_mut("gate-duel").unwrap();
    duel["rounds"] = 2.into();
    let mut battle = Battle::<ActionCodes>::new(&resolved, Seed(1)).unwrap();
    while !matches!(battle.turn(), Turn::Over(_)) {
        step(&mut battle, 0);
    }
    assert_eq!((battle.turn(), ActionCodes::round(battle.state())), (Turn::Over(Outcome::draw(Reason::RoundLimit)), 2));
}

#[test]
fn a_journal_that_names_what_does_not_exist_is_refused() {
    let text = journal::write(&played("market-day", &[0]));
    for (old, new) in [
        (r#""tired":{"side":1"#, r#""tired":{"side":2"#),
        (r#""shown":{"side":0,"code":"C-H"#, r#""shown":{"side":0,"code":"C-Q"#),
        (r#""choice":{"attack":{"code":0}"#, r#""choice":{"attack":{"code":99}"#),
    ] {
        assert!(text.contains(old), "{text}");
        let error = journal::replay::<ActionCodes>(&text.replacen(old, new, 1)).err().unwrap();
        assert!(error.line > 2, "{error}");
    }
}

#[test]
fn content_that_cannot_be_played_says_at_which_code() {
    let mut resolved = contest("gate-duel");
    let duel = resolved.records.get_mut("contests").unwrap().get_mut("gate-duel").unwrap();
    duel["actors"][1]["codes"] = serde_json::json!(["C-D-001-09-001-0112-1", "C-Z-001-09-"]);
    let problems = Battle::<ActionCodes>::new(&resolved, Seed(1)).err().unwrap();
    let pointers: Vec<_> = problems.iter().map(|problem| problem.pointer.to_string()).collect();
    assert_eq!(pointers, ["/contests/gate-duel/actors/1/codes/1"]);
    assert!(problems[0].message.starts_with("action type at column 3: expected"), "{}", problems[0].message);
}

#[test]
fn every_shipped_contest_reaches_all_it_needs() {
    for id in CONTESTS {
        let resolved = resolve(&super::pack(), id).unwrap();
        assert_eq!(resolved.records["weapons"].len(), 14, "{id}");
        assert_eq!(resolved.records["contests"].len(), 1, "{id}");
    }
}

#[test]
fn shipped_contests_end_are_open_and_take_a_while() {
    for id in CONTESTS {
        for players in [["steady", "steady"], ["greedy", "greedy"], ["random", "random"]] {
            let report = battles(id, 60, players);
            let wins = [0, 1].map(|side| report.wins(SideId(side)));
            assert!(wins.iter().all(|&wins| wins >= 6), "{id} {players:?}: {wins:?}");
            assert!(report.round_limits() * 20 <= 60, "{id} {players:?}: {}", report.round_limits());
            let median = report.rounds_percentile(50);
            assert!((3..=40).contains(&median), "{id} {players:?}: {median}");
        }
        // Good choices must matter.
        let report = battles(id, 40, ["greedy", "random"]);
        assert!(report.wins(SideId(0)) >= 28, "{id}: {}", report.wins(SideId(0)));
    }
}

#[test]
fn the_steady_player_beats_random_from_both_sides_and_ends_its_contests() {
    for id in CONTESTS {
        let [first, second] = [["steady", "random"], ["random", "steady"]].map(|players| battles(id, 60, players));
        let wins = first.wins(SideId(0)) + second.wins(SideId(1));
        assert!(wins >= 84, "{id}: {wins} of 120");
        assert_eq!(first.round_limits() + second.round_limits(), 0, "{id}");
    }
}

fn battles(id: &str, battles: u32, players: [&str; 2]) -> Report {
    let players = players.map(|id| find::<ActionCodes>(id).unwrap()).to_vec();
    let plan = Plan { battles, seed: Seed(1), threads: 0, players };
    simulate::<ActionCodes>(&contest(id), &plan, &|| {}, &AtomicBool::new(false)).unwrap()
}

#[test]
fn a_contest_has_the_committed_journal_on_every_machine_and_profile() {
    // Chosen by fixed indexes, so that better players do not change the journal.
    let text = journal::write(&played("market-day", &[0, 2, 1, 5, 3]));
    let golden = include_str!("market-day.journal");
    if !text.lines().eq(golden.lines()) {
        let fresh = concat!(env!("CARGO_TARGET_TMPDIR"), "/market-day.journal");
        std::fs::write(fresh, text).unwrap();
        panic!("the journal differs; if that is meant, copy {fresh} over rules/codes/tests/codes/market-day.journal");
    }
    journal::verify::<ActionCodes>(golden).unwrap();
}
