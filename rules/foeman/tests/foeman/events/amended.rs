//! Events edited during a battle, and journals of battles with events.

use foeman_engine::amend::{Amendment, Revision};
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, EngineOf, Game, Viewer};
use ruleset_foeman::Foeman;
use serde_json::{Value, json};

use super::{SWORD, apart, with};
use crate::ground::Plain;

const ENGINE: EngineOf<Foeman> = EngineOf::new();

fn says(round: u32, text: &str) -> Value {
    json!({"when": "round-begins", "round": round, "do": [{"kind": "say", "text": text}]})
}

fn plain(events: Value) -> Plain {
    with(apart().red([0, 8], 0, SWORD).with("/scenarios/fight/sides/0/place/f2/arrives", 3), events)
}

/// Plays to the end, or to a round.
fn to_round(game: &mut dyn Game, round: u32) {
    let player = ENGINE.players()[0].id;
    for _ in 0..10_000 {
        let before = game.entries();
        if told(game).contains(&format!("Round {round}")) {
            return;
        }
        game.step(player);
        if game.entries() == before {
            return;
        }
    }
}

fn told(game: &dyn Game) -> Vec<String> {
    game.seen(Viewer::All).lines.iter().map(|told| told.line.text.to_string()).collect()
}

fn holds(game: &dyn Game) {
    let journal = game.journal();
    assert_eq!(ENGINE.replay(&journal).expect("it can be replayed").journal(), journal);
    assert_eq!(ENGINE.verify(&journal).expect("the journal is valid").hash, game.hash());
}

#[test]
fn an_edited_event_is_an_amendment_and_what_has_happened_stays() {
    let before = plain(json!({"early": says(1, "early"), "late": says(3, "late")})).resolved();
    let after = plain(json!({"early": says(1, "changed"), "late": says(3, "later"), "new": says(3, "new")}))
        .with("/scenarios/fight/counters", json!({"alarms": 7, "bells": 2}))
        .resolved();
    let mut game = ENGINE.start(&before, Seed(3)).expect("it can be played");
    to_round(&mut *game, 2);
    game.amend(Amendment::Content(Revision::between(&game.content(), &after))).expect("events can be edited");
    to_round(&mut *game, 4);
    let lines = told(&*game);
    let has = |text: &str| lines.iter().filter(|line| *line == text).count();
    assert_eq!((has("early"), has("changed"), has("late"), has("later"), has("new")), (1, 0, 0, 1, 1), "{lines:#?}");
    holds(&*game);
}

#[test]
fn an_edited_arrival_counts_from_then_on() {
    let before = plain(json!({})).resolved();
    let after = plain(json!({})).with("/scenarios/fight/sides/0/place/f2/arrives", 5).resolved();
    let mut game = ENGINE.start(&before, Seed(1)).expect("it can be played");
    to_round(&mut *game, 2);
    game.amend(Amendment::Content(Revision::between(&game.content(), &after))).expect("arrivals can be edited");
    to_round(&mut *game, 4);
    assert!(!told(&*game).iter().any(|line| line.contains("red 2 arrives")));
    holds(&*game);
}

#[test]
fn events_are_undone_and_happen_again() {
    let resolved = plain(json!({"it": says(2, "now")})).resolved();
    let mut game = ENGINE.start(&resolved, Seed(1)).expect("it can be played");
    to_round(&mut *game, 3);
    let (journal, entries) = (game.journal(), game.entries());
    assert!(told(&*game).contains(&"now".to_owned()));
    game.back_to(1);
    assert!(!told(&*game).contains(&"now".to_owned()));
    to_round(&mut *game, 3);
    assert_eq!((game.journal(), game.entries()), (journal, entries));
}
