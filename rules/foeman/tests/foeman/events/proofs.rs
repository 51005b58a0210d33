//! Every occasion with every deed: the deed is done when, and only when, the occasion occurs, directly and in a chain.
//!
//! `proofs.yaml` has the occasions and the deeds.

use std::collections::{BTreeMap, BTreeSet};

use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use ruleset_foeman::Foeman;
use ruleset_foeman::catalogs::events::Occasion as When;
use ruleset_foeman::ids::{EventId, FigureId, ItemId, SpellId};
use ruleset_foeman::state::{Action, Question};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{DEEDS, EPILOGUE, SWORD, fell, idle, is_over, is_result_of, step_ahead, to_round, with};
use crate::ground::{Plain, RED};
use crate::scene::Scene;

/// Blue's first figure; red has two.
const FOE: FigureId = FigureId(2);

/// The door, after the figures of both sides.
const DOOR: FigureId = FigureId(4);

#[derive(Deserialize)]
struct Proofs {
    occasions: BTreeMap<String, Occasion>,
    others: Map<String, Value>,
    deeds: BTreeMap<String, Map<String, Value>>,
}

/// An occasion and its cause.
#[derive(Deserialize)]
struct Occasion {
    /// Keys of an event that happens.
    #[serde(default)]
    event: Map<String, Value>,
    /// Whether the sides are far apart.
    #[serde(default)]
    apart: bool,
    /// The act before the cause.
    before: Option<Act>,
    /// What makes it occur.
    cause: Act,
    /// Keys of events that do not happen.
    never: Vec<Map<String, Value>>,
}

/// A part of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Act {
    GoOn,
    SecondRound,
    AskRed,
    FellBlue,
    EndBattle,
    StepAhead,
    TakeClub,
    BlastDoor,
}

impl Act {
    fn play(self, scene: &mut Scene) {
        match self {
            Self::GoOn => {}
            Self::SecondRound => to_round(scene, 2),
            Self::AskRed => {
                let asked = |scene: &Scene| matches!(scene.question(), Some(Question::Option(of)) if of.figure == RED);
                scene.until(|scene| is_over(scene) || asked(scene));
            }
            Self::FellBlue | Self::EndBattle => fell(scene, FOE),
            Self::StepAhead => step_ahead(scene, 0),
            Self::TakeClub => {
                let is_club = |item: &usize| scene.content.item(scene.state.items[*item].kind).title == "club";
                let club = (0..scene.state.items.len()).find(is_club).expect("a club is there");
                let ready = Action::Ready { item: ItemId(club as u16), dice: 3 };
                scene.falls("ready", RED, &[1, 1, 1]).round(&[(RED, &[ready, idle()])]);
            }
            Self::BlastDoor => {
                let cast = Action::Cast { spell: SpellId(0), target: Some(DOOR), dice: 3 };
                scene.falls("cast", RED, &[1, 1, 1]).round(&[(RED, &[cast, idle()])]);
            }
        }
        scene.go_on();
    }
}

fn proofs() -> Proofs {
    serde_yaml::from_str(include_str!("proofs.yaml")).expect("the proofs can be read")
}

/// The ground of all proofs.
fn field(apart: bool, ends: bool) -> Plain {
    let (red, blue) = if apart { ([4, 7], [4, 0]) } else { ([4, 5], [4, 4]) };
    let zone = |title: &str, cell: [i32; 2]| json!({"title": title, "cells": [cell]});
    let feature =
        |title: &str| json!({"title": title, "kind": "feature", "attributes": {"st": 2, "dx": 1, "iq": 1, "ma": 0}});
    let effect = |title: &str| json!({"title": title, "effects": [{"kind": "modify", "what": "dx", "by": -1}]});
    let spell = |title: &str| {
        json!({"title": title, "iq": 8, "kind": "thrown", "cost": 1,
            "effects": [{"kind": "damage", "dice": "9D", "bypass": "19009"}]})
    };
    Plain::new()
        .red(red, 0, SWORD)
        .red([0, 5], 0, SWORD)
        .blue(blue, 3, SWORD)
        .blue([8, 0], 3, SWORD)
        .with("/rosters/blue/figures/f1/attributes", json!({"st": 3}))
        .with("/scenarios/fight/sides/0/place/f2/waits", true)
        .with("/scenarios/fight/sides/1/place/f2/waits", ends)
        .with("/figures/dull/kind", "wizard")
        .with("/figures/door", feature("Door"))
        .with("/figures/crate", feature("Crate"))
        .with("/spells", json!({"blast": spell("Blast"), "spark": spell("Spark")}))
        .with("/rosters/red/figures/f1/spells", json!(["blast", "spark"]))
        .with("/effects", json!({"curse": effect("Curse"), "chill": effect("Chill")}))
        .with(
            "/maps/plain/zones",
            json!({"start": zone("Start", red), "ahead": zone("Ahead", [red[0], red[1] - 1]),
                "corner": zone("Corner", [8, 8])}),
        )
        .with(
            "/scenarios/fight/features",
            json!([{"figure": "door", "hex": [4, 2]}, {"figure": "crate", "hex": [8, 8]}]),
        )
        .with("/scenarios/fight/items", json!([{"item": "club", "hex": red}]))
        .with("/scenarios/fight/counters", json!({"alarms": 0, "bells": 0}))
}

/// A battle in which one event has a deed.
struct Trial<'a> {
    proofs: &'a Proofs,
    when: &'a str,
    deed: &'a str,
}

impl Trial<'_> {
    fn occasion(&self) -> &Occasion {
        &self.proofs.occasions[self.when]
    }

    fn deed(&self) -> Value {
        let mut deed = self.proofs.deeds[self.deed].clone();
        deed.insert("kind".to_owned(), json!(self.deed));
        Value::Object(deed)
    }

    /// A deed that cannot be mistaken for the one on trial.
    fn other(&self) -> Value {
        match ["change", "set"].contains(&self.deed) {
            true => json!({"kind": "say", "text": "another"}),
            false => json!({"kind": "change", "counter": "bells", "by": 1}),
        }
    }

    /// The events of a battle in which an event with these keys does something on the occasion.
    fn events(&self, keys: &Map<String, Value>, does: Value) -> Map<String, Value> {
        let mut event = keys.clone();
        event.insert("when".to_owned(), json!(self.when));
        event.insert("do".to_owned(), json!([does]));
        let mut events = self.proofs.others.clone();
        for other in events.values_mut() {
            other["do"] = json!([self.other()]);
        }
        events.insert("it".to_owned(), Value::Object(event));
        if self.deed == "end" {
            let begin = json!({"kind": "begin", "effect": "chill", "side": "red", "figures": ["f1"]});
            events.insert("chill".to_owned(), json!({"when": "battle-begins", "do": [begin]}));
        }
        events
    }

    /// Plays a battle. Returns how often the deed had a result before the occasion, and in the end.
    fn play(&self, events: Map<String, Value>) -> (Scene, [usize; 2]) {
        let occasion = self.occasion();
        let plain = field(occasion.apart, occasion.cause == Act::EndBattle);
        let mut scene = Scene::new(&with(plain, Value::Object(events)));
        let results = |scene: &Scene| scene.done.iter().filter(|done| is_result_of(self.deed, done)).count();
        if let Some(before) = occasion.before {
            before.play(&mut scene);
        }
        let before = results(&scene);
        occasion.cause.play(&mut scene);
        let after = results(&scene);
        (scene, [before, after])
    }
}

/// How often an event has happened.
fn fired(scene: &Scene, id: &str) -> u32 {
    let place = scene.content.numbered_events().find(|(_, event)| event.id == id).expect("it exists").0;
    let EventId(place) = place;
    scene.state.unfolding.fired[usize::from(place)]
}

#[test]
fn every_occasion_and_every_deed_has_a_proof() {
    let proofs = proofs();
    let named: BTreeSet<&str> = proofs.occasions.keys().map(String::as_str).collect();
    assert_eq!(named, When::ALL.map(When::name).into());
    let named: BTreeSet<&str> = proofs.deeds.keys().map(String::as_str).collect();
    assert_eq!(named, DEEDS.into());
    assert!(proofs.occasions.values().all(|occasion| !occasion.never.is_empty()));
}

#[test]
fn a_deed_is_done_when_its_occasion_occurs_and_not_before() {
    let proofs = proofs();
    for when in proofs.occasions.keys() {
        for deed in DEEDS.into_iter().filter(|deed| when != "over" || EPILOGUE.contains(deed)) {
            let trial = Trial { proofs: &proofs, when, deed };
            let (scene, results) = trial.play(trial.events(&trial.occasion().event, trial.deed()));
            assert_eq!((results, fired(&scene, "it")), ([0, 1], 1), "{when}, {deed}: {:#?}", scene.told());
        }
    }
}

#[test]
fn a_deed_is_not_done_on_another_occasion_of_the_same_kind() {
    let proofs = proofs();
    for (when, occasion) in &proofs.occasions {
        for (nth, never) in occasion.never.iter().enumerate() {
            let deed = EPILOGUE[nth % EPILOGUE.len()];
            let trial = Trial { proofs: &proofs, when, deed };
            let (scene, results) = trial.play(trial.events(never, trial.deed()));
            assert_eq!((results, fired(&scene, "it")), ([0, 0], 0), "{when}, {never:?}: {:#?}", scene.told());
        }
    }
}

#[test]
fn a_deed_is_done_at_the_end_of_a_chain_from_every_occasion() {
    let proofs = proofs();
    for when in proofs.occasions.keys() {
        for deed in DEEDS {
            let trial = Trial { proofs: &proofs, when, deed };
            let mut events = trial.events(&trial.occasion().event, trial.other());
            events.insert("link".to_owned(), json!({"when": "fired", "event": "it", "do": [trial.other()]}));
            events.insert("end".to_owned(), json!({"when": "fired", "event": "link", "do": [trial.deed()]}));
            let (scene, results) = trial.play(events);
            let happened = ["it", "link", "end"].map(|id| fired(&scene, id));
            assert_eq!(happened, [1; 3], "{when}, {deed}: {:#?}", scene.told());
            // After the battle, only deeds that change nothing in it are done.
            let expected = usize::from(when != "over" || EPILOGUE.contains(&deed));
            assert_eq!(results, [0, expected], "{when}, {deed}: {:#?}", scene.told());
            if when == "over" {
                let Turn::Over(outcome) = Foeman::turn(&scene.content, &scene.state) else { panic!("{deed}") };
                assert!(outcome.is_won_by(SideId(0)), "{deed}: {outcome:?}");
            }
        }
    }
}
