//! Timelines: the moments of a battle, the choices made there, and their addresses.

use std::str::FromStr as _;
use std::sync::Arc;

use foeman_engine::dice::Seed;
use foeman_engine::game::{Address, Engine, Game, Moment, MomentKind, Viewer};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::resolve::Resolved;
use foeman_test_support::{duel, packs};
use proptest::prelude::*;

/// Resolves a scenario of a pack, and returns it with its rules.
fn playable(pack: &str, scenario: &str) -> (Arc<Resolved>, &'static dyn Engine) {
    let resolved = packs::playable(pack).into_iter().find(|resolved| resolved.scenario.id == scenario);
    let resolved = resolved.expect("it ships");
    let engine = SHIPPED.engine(&resolved.ruleset).expect("it ships");
    (Arc::new(resolved), engine)
}

fn first(engine: &dyn Engine) -> PlayerId {
    engine.players().first().expect("a ruleset has players").id
}

fn run(game: &mut dyn Game, engine: &dyn Engine, entries: usize) {
    while game.entries() < entries && !matches!(game.turn(), Turn::Over(_)) {
        game.step(first(engine));
    }
}

/// Fast scenarios of every ruleset.
const SCENARIOS: [(&str, &str); 5] = [
    ("arena", "duel"),
    ("arena", "wizards"),
    ("entropy", "back-alley"),
    ("codes", "market-day"),
    ("strategy", "common-ground"),
];

fn recorded_duel(entries: usize) -> (Box<dyn Game>, &'static dyn Engine) {
    let (resolved, engine) = playable("arena", "duel");
    (duel::played(engine, &resolved, entries), engine)
}

#[test]
fn an_address_is_read_as_it_is_written_and_leads_to_the_same_battle() {
    for (pack, scenario) in SCENARIOS {
        let (resolved, engine) = playable(pack, scenario);
        for (seed, entries) in [(1, 1), (2, 9), (3, 40), (4, 400)] {
            let mut game = engine.start(&resolved, Seed(seed)).unwrap();
            run(&mut *game, engine, entries);
            let address = match Address::of(&*game) {
                Ok(address) => address,
                // Its players attack with groups that are not listed.
                Err(error) => {
                    let says = error.to_string();
                    assert!(
                        pack == "strategy" && entries > 9 && says.contains("only listed choices"),
                        "{pack}: {says}"
                    );
                    continue;
                }
            };
            let text = address.to_string();
            assert!(text.starts_with(&format!("foeman:{scenario}?seed={seed}&content=")), "{text}");
            assert_eq!(Address::from_str(&format!(" {text}\n")).unwrap(), address, "{text}");
            let mut again = engine.start(&resolved, address.seed).unwrap();
            assert!(address.fits(&*again));
            address.go(&mut *again, engine).unwrap();
            assert_eq!(again.journal(), game.journal(), "{text}");
        }
    }
}

#[test]
fn what_is_no_address_is_refused_with_what_was_expected() {
    let refused = |text: &str| Address::from_str(text).expect_err(text).to_string();
    let like = "expected an address such as `foeman:duel?seed=7&content=1f0c22a9b3d4&entries=41&chosen=3.0x12`, found";
    assert_eq!(refused("duel"), format!("{like} `duel`"));
    assert_eq!(refused("foeman:duel"), format!("{like} `foeman:duel`"));
    assert_eq!(
        refused("foeman:duel?seed=x&content=a&entries=2&chosen="),
        "expected a whole number as `seed`, found `x`"
    );
    assert_eq!(
        refused("foeman:duel?seed=7&content=a&chosen=1"),
        "expected `entries=` in the address, found `seed=7&content=a&chosen=1`"
    );
    assert_eq!(
        refused("foeman:duel?seed=7&content=a&entries=2&chosen=1.b"),
        "expected a choice such as `3` or `0x12`, found `b`"
    );
    assert_eq!(
        refused("foeman:duel?seed=7&content=a&entries=2&chosen=1x999999.0x999999999999"),
        "expected at most 1000000 choices, found `0x999999999999`"
    );
}

#[test]
fn an_address_that_does_not_lead_there_says_how_far_it_came() {
    let (game, engine) = recorded_duel(20);
    let (resolved, _) = playable("arena", "duel");
    let text = Address::of(&*game).unwrap().to_string();
    let go = |text: &str| {
        let address = Address::from_str(text).unwrap();
        let mut again = engine.start(&resolved, address.seed).unwrap();
        (address.go(&mut *again, engine).map_err(|error| error.to_string()), again.entries())
    };
    let (head, chosen) = text.split_once("&chosen=").unwrap();
    let (gone, entries) = go(&format!("{head}&chosen=999"));
    assert!(entries < 20, "{entries}");
    assert_eq!(gone, Err(format!("the address leads to entry 20, but its choice does not exist at entry {entries}")));
    let (gone, entries) = go(&format!("{head}&chosen="));
    assert_eq!(gone, Err(format!("the address leads to entry 20, but its choices end at entry {entries}")));
    let late = head.replace("entries=20", "entries=999999999999");
    let (gone, entries) = go(&format!("{late}&chosen={chosen}.0x900"));
    assert!(gone.is_err() && entries < 5_000, "{gone:?} at {entries}");
    let (start, rest) = text.split_once("content=").unwrap();
    let other = format!("{start}content=000000000000{}", &rest[12..]);
    assert_eq!(go(&other), (Ok(()), 20));
    assert!(!Address::from_str(&other).unwrap().fits(&*game), "an address of other content does not fit");
}

#[test]
fn what_was_chosen_is_told_to_whom_it_concerns() {
    let (game, _) = recorded_duel(31);
    let decided: Vec<usize> =
        (0..game.entries()).filter(|&entry| game.decision(Viewer::All, entry).is_some()).collect();
    assert_eq!(decided.len(), game.chosen().unwrap().len());
    let of = |side: u8| {
        let seen = |entry: &&usize| game.decision(Viewer::Side(SideId(side)), **entry).is_some();
        decided.iter().filter(seen).count()
    };
    assert_eq!(of(0) + of(1), decided.len());
    assert!(of(0) > 0 && of(1) > 0);
    let (entry, chosen) = (decided[0], game.chosen().unwrap()[0]);
    let decision = game.decision(Viewer::All, entry).unwrap();
    assert_eq!(decision.chosen, chosen);
    let same = game.rechosen(entry, chosen).unwrap();
    assert!(same.parting.is_none(), "the same choice is the same battle");
    assert_eq!(same.game.journal(), game.journal());
    assert!(game.decision(Viewer::All, 0).is_none() && game.decision(Viewer::All, 9_999).is_none());
}

fn kinds(moments: &[Moment]) -> Vec<(usize, u32, MomentKind)> {
    moments.iter().map(|moment| (moment.entry, moment.round, moment.kind)).collect()
}

#[test]
fn a_timeline_shows_rounds_and_who_falls_also_of_what_was_taken_back() {
    let (mut game, _) = recorded_duel(31);
    let moments = game.seen(Viewer::All).moments;
    let rounds: Vec<u32> =
        moments.iter().filter(|moment| moment.kind == MomentKind::Round).map(|moment| moment.round).collect();
    assert_eq!(rounds, [1, 2]);
    let lost: Vec<&Moment> = moments.iter().filter(|moment| matches!(moment.kind, MomentKind::Lost(_))).collect();
    assert_eq!(lost.len(), 1, "Maud alone falls");
    assert_eq!((lost[0].kind, lost[0].round), (MomentKind::Lost(0), 2));
    let told = game.told_since(Viewer::All, lost[0].entry);
    assert!(told.iter().any(|told| {
        told.line.text.starts_with("Maud Tollbar takes 3 damage and 3 exhaustion, ST 5 -> -1, and dies (")
    }));
    game.back_to(3);
    assert_eq!(kinds(&game.seen(Viewer::All).moments), kinds(&moments), "undone entries are still on the timeline");
    let choices = game.seen(Viewer::All).choices.len();
    let turn = game.turn();
    assert!(matches!(turn, Turn::Auto) || choices > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn going_back_and_forth_and_another_way_shows_the_moments_of_the_battle_as_it_is(
        seed in 0u64..50, stops in prop::collection::vec((1usize..60, any::<bool>(), 0usize..9), 1..6),
    ) {
        let (resolved, engine) = playable("arena", "duel");
        let mut game = engine.start(&resolved, Seed(seed)).unwrap();
        for (entries, back, choice) in stops {
            if back {
                game.back_to(entries);
            } else {
                run(&mut *game, engine, entries);
            }
            let choices = game.seen(Viewer::All).choices.len();
            if choices > 0 {
                game.choose(choice % choices).unwrap();
            }
        }
        while game.ahead() > 0 {
            game.forward();
        }
        let (fresh, rest) = engine.open(&game.journal()).unwrap();
        prop_assert!(rest.is_none());
        for viewer in [Viewer::All, Viewer::Side(SideId(0)), Viewer::Side(SideId(1))] {
            prop_assert_eq!(kinds(&game.seen(viewer).moments), kinds(&fresh.seen(viewer).moments));
        }
    }
}
