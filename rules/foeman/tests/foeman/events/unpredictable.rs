//! Random sets of events: battles end, replay, and prove themselves, and most events happen.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use foeman_engine::battle::Battle;
use foeman_engine::journal;
use foeman_engine::player::{Players, decide, find};
use foeman_engine::ruleset::{Ruleset, Turn};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRng, TestRunner};
use ruleset_foeman::Foeman;
use ruleset_foeman::catalogs::Kind;
use ruleset_foeman::catalogs::events::Occasion;
use ruleset_foeman::command::Command;
use ruleset_foeman::instruction::{EventStep, Instruction};
use ruleset_foeman::state::Action;
use serde_json::{Map, Value, json};

use super::{DEEDS, EPILOGUE, SWORD, is_result_of};
use crate::ground::{Plain, play};

/// The number of sets; more with `PROPTEST_CASES`.
const SETS: u32 = 300;

/// From this number of sets on, every deed has to happen on every occasion.
const MANY: u32 = 10_000;

/// The players of the sides, in turn. In one set of 50, both are `cunning`, who takes more time.
const PLAYERS: [&str; 3] = ["steady", "random", "reckless"];

/// The ids of events.
const IDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Two sides close to each other, with figures still to come and a door.
fn field(events: Value) -> Plain {
    let door = json!({"title": "Door", "kind": "feature", "attributes": {"st": 2, "dx": 1, "iq": 1, "ma": 0}});
    let spell = json!({"title": "Hex", "iq": 8, "kind": "thrown", "cost": 1,
        "effects": [{"kind": "damage", "dice": "9D"}]});
    let fever = json!({"title": "Fever", "effects": [
        {"kind": "modify", "what": "dx", "by": -1},
        {"kind": "damage", "dice": "1D-4", "when": "round-start", "rounds": 2},
        {"kind": "move", "hexes": 1, "how": "push"},
        {"kind": "control", "rounds": 1},
        {"kind": "create", "figure": "door", "when": "expire", "rounds": 1},
    ]});
    let waits = "/place/f3/waits";
    Plain::new()
        .red([4, 5], 0, SWORD)
        .red([3, 5], 0, &[])
        .red([4, 8], 0, SWORD)
        .blue([4, 3], 3, SWORD)
        .blue([5, 4], 3, SWORD)
        .blue([4, 0], 3, SWORD)
        .with("/figures/door", door)
        .with("/effects", json!({"fever": fever}))
        .with("/figures/dull/kind", "wizard")
        .with("/spells", json!({"hex": spell}))
        .with("/rosters/red/figures/f1/spells", json!(["hex"]))
        .with(
            "/maps/plain/zones",
            json!({"gate": {"title": "The gate", "rectangles": [{"from": [2, 2], "to": [6, 4]}]}}),
        )
        .with("/scenarios/fight/rounds", 8)
        .with("/scenarios/fight/counters", json!({"alarms": 0}))
        .with("/scenarios/fight/features", json!([{"figure": "door", "hex": [5, 5]}]))
        .with("/scenarios/fight/items", json!([{"item": "axe", "hex": [3, 5]}]))
        .with(&format!("/scenarios/fight/sides/0{waits}"), true)
        .with("/scenarios/fight/sides/1/place/f3/arrives", 3)
        .with("/scenarios/fight/events", events)
}

fn side() -> impl Strategy<Value = &'static str> {
    select(vec!["red", "blue"])
}

fn condition() -> impl Strategy<Value = &'static str> {
    select(vec!["game.round >= 2", "active.red >= 1", "counter.alarms % 2 = 0", "fallen.blue <= 1", "figure.st > 3"])
}

fn deed(kinds: &[&'static str]) -> impl Strategy<Value = Value> + use<> {
    (select(kinds.to_vec()), side(), 0..9_u8, 0..9_u8, 0..3_u8).prop_map(|(kind, side, column, row, number)| {
        let hex = json!([column, row]);
        match kind {
            "say" => json!({"kind": kind, "text": "said", "side": side, "speaker": "f1"}),
            "show" => json!({"kind": kind, "text": "shown", "hex": hex}),
            "arrive" => json!({"kind": kind, "side": side, "figures": ["f3"], "after": number}),
            "leave" if number == 0 => json!({"kind": kind}),
            "leave" => json!({"kind": kind, "side": side, "figures": [format!("f{number}")]}),
            "change" => json!({"kind": kind, "counter": "alarms", "by": "1D - 2"}),
            "set" => json!({"kind": kind, "counter": "alarms", "amount": number}),
            "goal" => {
                json!({"kind": kind, "side": side, "victory": [{"kind": "hold-zone", "zone": "gate", "rounds": 2}]})
            }
            "item" => json!({"kind": kind, "item": "axe", "hex": hex}),
            "raise" => json!({"kind": kind, "figure": "door", "hex": hex}),
            "clear" => json!({"kind": kind, "hex": hex}),
            "terrain" if number == 0 => json!({"kind": kind, "terrain": "mud", "zone": "gate"}),
            "terrain" if number == 1 => json!({"kind": kind, "terrain": "wall", "zone": "gate"}),
            "terrain" => json!({"kind": kind, "terrain": "wall", "hex": hex}),
            "begin" | "end" if number == 0 => json!({"kind": kind, "effect": "fever", "side": side, "zone": "gate"}),
            "begin" | "end" if number == 1 => json!({"kind": kind, "effect": "fever"}),
            "begin" | "end" => json!({"kind": kind, "effect": "fever", "side": side}),
            "order" if number == 0 => json!({"kind": kind, "side": side, "order": "go", "hex": hex}),
            "order" => {
                let order = ["hunt", "hold", "free"][usize::from(column % 3)];
                json!({"kind": kind, "side": side, "order": order})
            }
            "next" => json!({"kind": kind, "scenario": side}),
            // Later, so that most other events have had their occasion.
            _ => json!({"kind": kind, "side": side, "if": ["game.round >= 6"]}),
        }
    })
}

/// The keys that restrict an occasion, and its conditions.
fn restrict(event: &mut Value, when: Occasion, (side, condition, number): (&str, &str, u8)) {
    if when != Occasion::Holds {
        event["if"] = json!([condition]);
    }
    for key in when.filters() {
        match *key {
            "side" => event["side"] = json!(side),
            "phase" => event["phase"] = json!(["movement", "action"][usize::from(number % 2)]),
            "round" => event["round"] = json!(number + 1),
            "figures" if number == 1 => event["figures"] = json!(["f1", "f2"]),
            "who" if number == 1 => event["who"] = json!("all"),
            "at-least" if number == 2 => event["at-least"] = json!(2),
            "item" => event["item"] = json!("axe"),
            "spell" => event["spell"] = json!("hex"),
            "feature" => event["feature"] = json!("door"),
            _ => {}
        }
    }
}

fn event() -> impl Strategy<Value = Value> {
    let often = 0..3_u8;
    let parts = (select(Occasion::ALL.to_vec()), side(), select(IDS.to_vec()), condition(), any::<bool>(), often);
    let deeds = (prop::collection::vec(deed(&DEEDS), 1..4), prop::collection::vec(deed(&EPILOGUE), 1..4));
    (parts, deeds).prop_map(|((when, side, other, condition, limited, often), (deeds, epilogue))| {
        let mut event = json!({"when": when.name(), "do": deeds});
        match when {
            Occasion::Enters | Occasion::Leaves => event["zone"] = json!("gate"),
            Occasion::Fired => (event["event"], event["after"]) = (json!(other), json!(often % 2)),
            Occasion::Holds => event["if"] = json!([condition.replace("figure.st", "game.round")]),
            Occasion::Over => event["do"] = json!(epilogue),
            _ => {}
        }
        if limited {
            restrict(&mut event, when, (side, condition, often));
        }
        match often {
            0 => {}
            1 => event["each-time"] = json!(true),
            _ => event["at-most"] = json!(2),
        }
        event
    })
}

fn events() -> impl Strategy<Value = Value> {
    prop::collection::vec(event(), IDS.len()).prop_map(|events| {
        let all: Map<String, Value> = IDS.iter().map(|id| (*id).to_owned()).zip(events).collect();
        Value::Object(all)
    })
}

/// How often something was drawn, and how often it happened.
#[derive(Clone, Copy, Default)]
struct Count {
    drawn: u32,
    happened: u32,
}

/// The pairs that were drawn and that happened in many battles.
#[derive(Default)]
struct Figures {
    sets: u32,
    events: Count,
    /// By occasion and deed.
    pairs: BTreeMap<(String, String), Count>,
    /// The deeds that changed the battle or wrote to the log.
    worked: BTreeSet<String>,
}

fn when_of(event: &Value) -> &str {
    event["when"].as_str().expect("an event has an occasion")
}

fn deeds_of(event: &Value) -> impl Iterator<Item = &str> {
    let deeds = event["do"].as_array().expect("an event has deeds").iter();
    deeds.map(|deed| deed["kind"].as_str().expect("a deed has a kind"))
}

impl Figures {
    /// Counts a battle with these events after its end.
    fn count(&mut self, events: &Value, battle: &Battle<Foeman>) {
        self.sets += 1;
        for (id, fired) in IDS.iter().zip(&battle.state().unfolding.fired) {
            let (event, happened) = (&events[id], u32::from(*fired > 0));
            self.events.drawn += 1;
            self.events.happened += happened;
            for deed in deeds_of(event).collect::<BTreeSet<_>>() {
                let pair = self.pairs.entry((when_of(event).to_owned(), deed.to_owned())).or_default();
                pair.drawn += 1;
                pair.happened += happened;
            }
        }
        let mut state = Foeman::empty(battle.content());
        for entry in battle.entries() {
            if let Some(Instruction::Event(EventStep::Happens { at })) = entry.did.first() {
                let event = state.unfolding.due[usize::from(*at)].event;
                let is_done = |deed: &&str| entry.did.iter().any(|done| is_result_of(deed, done));
                self.worked.extend(deeds_of(&events[IDS[event.index()]]).filter(is_done).map(str::to_owned));
            }
            entry.did.iter().for_each(|done| Foeman::apply(battle.content(), &mut state, done));
        }
    }

    /// The pairs of occasion and deed of which something is true.
    fn pairs(&self, holds: impl Fn(Count) -> bool) -> BTreeSet<(String, String)> {
        self.pairs.iter().filter(|(_, count)| holds(**count)).map(|(pair, _)| pair.clone()).collect()
    }

    /// The figures as a table for people.
    fn table(&self) -> String {
        let Count { drawn, happened } = self.events;
        let mut text = format!("{} sets, {happened} of {drawn} events happened\n", self.sets);
        for ((when, deed), Count { drawn, happened }) in &self.pairs {
            writeln!(text, "{when:14} {deed:8} {drawn:6} drawn {happened:6} happened").expect("a string grows");
        }
        text
    }
}

/// Whether a command is an attack or a spell on a feature, which computer players rarely make.
fn hits_feature(battle: &Battle<Foeman>, command: &Command) -> bool {
    let Command::Act { action } = command else { return false };
    let (Action::Attack { target, .. } | Action::Cast { target: Some(target), .. }) = action else { return false };
    battle.content().kind(battle.state().figure(*target).kind).kind == Kind::Feature
}

/// Plays a battle with computer players to its end, and proves its journal.
fn fight(events: &Value, seed: u64) -> Battle<Foeman> {
    let mut battle = field(events.clone()).battle(seed);
    let mut players = Players::<Foeman>::default();
    let mut steps = 0;
    play(&mut battle, |battle, legal| {
        steps += 1;
        assert!(steps < 5000, "the battle with seed {seed} does not end: {events}");
        let Turn::Ask { side, .. } = battle.turn() else { return None };
        if seed % 4 == 3
            && let Some(blow) = legal.iter().find(|command| hits_feature(battle, command))
        {
            return Some(*blow);
        }
        let player = match seed as usize {
            seed if seed % 50 == 49 => "cunning",
            seed => PLAYERS[(seed + usize::from(side.0) * (seed / 3)) % PLAYERS.len()],
        };
        decide(battle, players.of(side, find::<Foeman>(player).expect("it exists")))
    });
    assert!(matches!(battle.turn(), Turn::Over(_)));
    let text = journal::write(&battle);
    let again = journal::replay::<Foeman>(&text).expect("a written journal can be read");
    assert_eq!(again.state(), battle.state());
    journal::verify::<Foeman>(&text).expect("planning every entry again gives the same journal");
    battle
}

/// `PROPTEST_CASES=10000` plays all sets, and writes a table of the events to `target/tmp/event-sets.txt`.
#[test]
fn whatever_the_events_battles_end_and_journals_verify_and_half_of_the_events_happen() {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let sets = wanted.unwrap_or(SETS);
    let rng = TestRng::deterministic_rng(Default::default());
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let mut figures = Figures::default();
    for seed in 0..u64::from(sets) {
        let events = events().new_tree(&mut runner).expect("there is one").current();
        figures.count(&events, &fight(&events, seed));
    }
    let table = figures.table();
    if wanted.is_some() {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("event-sets.txt");
        std::fs::write(path, &table).expect("the folder for temporary files is writable");
    }
    assert!(figures.events.happened * 2 >= figures.events.drawn, "{table}");
    let of = |when: Occasion| if when == Occasion::Over { &EPILOGUE[..] } else { &DEEDS[..] };
    let pair = |when: Occasion, deed: &str| (when.name().to_owned(), deed.to_owned());
    let all = Occasion::ALL.into_iter().flat_map(|when| of(when).iter().map(move |deed| pair(when, deed))).collect();
    if sets >= SETS {
        assert_eq!(figures.pairs(|count| count.drawn > 0), all, "{table}");
        assert_eq!(figures.worked, DEEDS.map(str::to_owned).into(), "{table}");
        let happened = figures.pairs(|count| count.happened > 0);
        let occasions: BTreeSet<&str> = happened.iter().map(|(when, _)| when.as_str()).collect();
        assert_eq!(occasions, Occasion::ALL.map(Occasion::name).into(), "{table}");
    }
    if sets >= MANY {
        assert_eq!(figures.pairs(|count| count.happened > 0), all, "{table}");
    }
}
