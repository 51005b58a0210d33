//! A ruleset without capabilities can be checked, played, recorded, replayed and simulated.

use std::sync::atomic::AtomicBool;

use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Viewer};
use foeman_engine::nim::{NIM, draft, ten};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_engine::simulate::Plan;
use foeman_engine::testing::{TestRun, Verdict};
use foeman_schema::analysis::check;

fn player(id: &str) -> PlayerId {
    NIM.engines()[0].player(id).unwrap()
}

fn played() -> Box<dyn Game> {
    let mut game = NIM.engines()[0].start(&ten(), Seed(3)).unwrap();
    while !matches!(game.turn(), Turn::Over(_)) {
        game.step(player("random"));
    }
    game
}

#[test]
fn its_packs_are_checked() {
    assert_eq!(check(&draft()), []);
}

#[test]
fn its_battles_are_played_with_a_log_and_choices_and_without_anything_optional() {
    let mut game = NIM.engines()[0].start(&ten(), Seed(3)).unwrap();
    let viewer = Viewer::Side(SideId(0));
    let texts: Vec<String> = game.seen(viewer).choices.into_iter().map(|choice| choice.text).collect();
    assert_eq!(texts, ["Take 1", "Take 2", "Take 3"]);
    assert!(game.prospect(viewer, 0).is_none() && game.barred(viewer).is_empty() && game.ways(viewer).is_empty());
    assert!(!game.may_rename(viewer, 0) && game.rename(0, "Heap").is_err());
    assert!(game.recorded().is_none() && game.belongings(0).is_empty() && game.ended(0).is_none());
    game.choose(2).unwrap();
    assert_eq!(game.seen(Viewer::All).lines.last().unwrap().line.text, "The elder take 3");
}

#[test]
fn its_journals_are_verified_and_replayed() {
    let game = played();
    let engine = NIM.engines()[0];
    assert_eq!(engine.verify(&game.journal()).unwrap().entries, game.entries());
    let again = engine.replay(&game.journal()).unwrap();
    assert_eq!((again.turn(), again.hash()), (game.turn(), game.hash()));
}

#[test]
fn its_battles_are_recorded_as_checks_that_hold() {
    let check = played().check().expect("it is not amended");
    let run = TestRun { threads: 1, told: &|_| (), cancel: &AtomicBool::new(false) };
    let report = NIM.engines()[0].test(&ten(), &check, run).unwrap();
    assert_eq!((report.verdict, report.faults), (Verdict::True, Vec::new()));
}

#[test]
fn its_battles_are_simulated_with_the_default_players() {
    let plan = Plan { battles: 20, seed: Seed(1), threads: 1, players: vec![player("greedy"), player("random")] };
    let report = NIM.engines()[0].simulate(&ten(), &plan, &|| (), &AtomicBool::new(false)).unwrap();
    assert_eq!(report.battles.len(), 20);
    assert!(report.register.is_empty() && report.battles.iter().all(|battle| battle.tally.is_empty()));
}
