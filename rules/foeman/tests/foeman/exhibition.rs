//! All of the Arena in one scenario: its figures on both sides, its items, and a figure that knows every spell.

use foeman_engine::ruleset::Ruleset;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use ruleset_foeman::Foeman;
use ruleset_foeman::catalogs::{Loadout, Ready};
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::{FigureId, ItemId, ItemKindId};
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Asked, Carrying, Figures, Grip, ItemState, Items, Phase, Question, State, Whereabouts};
use serde_json::{Map, Value, json};

/// The acting figure and its target in a scene of two.
pub(crate) const ONE: FigureId = FigureId(0);
pub(crate) const OTHER: FigureId = FigureId(1);

/// The name of the figure that knows every spell.
pub(crate) const ADEPT: &str = "Adept";

/// Returns a scenario that uses everything in the pack.
pub(crate) fn content() -> Content {
    let draft = Draft::open(&packs::shipped("arena"), &SHIPPED.dialects()).expect("the Arena is there");
    let ids = |catalog: &str| -> Vec<String> { draft.ids(catalog).map(str::to_owned).collect() };
    let record = |catalog: &str, id: &str| draft.merged(&RecordKey::new(catalog, id)).expect("it is there");
    let mut records = std::collections::BTreeMap::new();
    for catalog in ["terrains", "effects", "figures", "items", "spells", "talents"] {
        let all = ids(catalog).into_iter().map(|id| (id.clone(), record(catalog, &id)));
        records.insert(catalog.to_owned(), all.collect::<std::collections::BTreeMap<_, _>>());
    }
    let figures = everybody(&ids, &record);
    let placed = |down: usize| -> Map<String, Value> {
        let hex = |index: usize| json!([4 * (index % 10) + 2, 4 * (index / 10) + down]);
        figures.keys().enumerate().map(|(index, id)| (id.clone(), json!({"hex": hex(index)}))).collect()
    };
    let sides = json!([{"side": "ones", "place": placed(2)}, {"side": "others", "place": placed(30)}]);
    let lying: Vec<Value> = ids("items").iter().map(|id| json!({"item": id, "hex": [0, 0]})).collect();
    let side = |name: &str| json!({"title": name, "color": "#000000", "roster": "all"});
    let mut add = |catalog: &str, id: &str, value: Value| {
        records.entry(catalog.to_owned()).or_default().insert(id.to_owned(), value);
    };
    add("rosters", "all", json!({"title": "All", "figures": figures}));
    add("sides", "ones", side("Ones"));
    add("sides", "others", side("Others"));
    let rows = format!("{}\n", "g".repeat(44)).repeat(60);
    add(
        "maps",
        "lawn",
        json!({"title": "Lawn", "geometry": {"size": [44, 60]}, "legend": {"g": "grass"}, "rows": rows}),
    );
    add("scenarios", "all", json!({"title": "All", "map": "lawn", "sides": sides, "items": lying}));
    let resolved = Resolved {
        ruleset: "foeman".to_owned(),
        scenario: RecordKey::new("scenarios", "all"),
        records,
        fields: Default::default(),
        spare: Default::default(),
        language: None,
    };
    Foeman::content(&resolved).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Returns the figures of all rosters, one of each type that no roster has, and the figure that knows every spell.
fn everybody(ids: &dyn Fn(&str) -> Vec<String>, record: &dyn Fn(&str, &str) -> Value) -> Map<String, Value> {
    let mut all = Map::new();
    for roster in ids("rosters") {
        let figures = record("rosters", &roster)["figures"].as_object().cloned().unwrap_or_default();
        all.extend(figures.into_iter().map(|(id, figure)| (format!("{roster}-{id}"), figure)));
    }
    for kind in ids("figures") {
        let known = all.values().any(|figure| figure["type"] == json!(kind));
        if !known && record("figures", &kind)["kind"] != json!("feature") {
            all.insert(format!("plain-{kind}"), json!({"name": kind, "type": kind}));
        }
    }
    let adept =
        json!({"name": ADEPT, "type": "wizard", "attributes": {"st": 60, "dx": 12, "iq": 30}, "spells": ids("spells")});
    all.insert("adept".to_owned(), adept);
    all
}

/// Returns the figures of a side, as indexes into the start list.
pub(crate) fn of_side(content: &Content, side: u8) -> Vec<usize> {
    (0..content.start.len()).filter(|&start| content.start[start].side.0 == side).collect()
}

/// A scene of two figures that face each other at a distance of three hexes: the first is asked for its option, the
/// second has acted and has its usual gear. All other figures are removed.
pub(crate) fn scene(content: &Content, one: usize, other: usize) -> State {
    let whole = State::new(content);
    let mut state = State { figures: Figures::default(), items: Items::default(), ..whole.clone() };
    for start in [one, other] {
        let mut figure = whole.figures[start].clone();
        let owner = FigureId(state.figures.len() as u16);
        let first = state.items.len() as u16;
        let position =
            |item: ItemId| figure.gear.iter().position(|&own| own == item).map(|at| ItemId(first + at as u16));
        let gear: Vec<ItemState> = figure
            .gear
            .iter()
            .map(|&item| {
                let item = *whole.item(item);
                ItemState { owner: Some(owner), loaded: item.loaded.and_then(position), ..item }
            })
            .collect();
        figure.gear = (first..first + gear.len() as u16).map(ItemId).collect();
        gear.into_iter().for_each(|item| state.items.push(item));
        state.figures.push(figure);
    }
    state.round = 3;
    state.phase = Phase::Action;
    let middle = content.land.field.geometry.hex([20, 20]);
    let facing = state.figure(ONE).facing;
    state.figure_mut(ONE).hex = middle;
    state.figure_mut(OTHER).hex = (0..3).fold(middle, |hex, _| hex.step(facing));
    state.figure_mut(OTHER).facing = facing.turned(3);
    state.figure_mut(OTHER).dice = DiceRecord::Acted(0);
    state.asked = Some(Question::Option(Asked { figure: ONE, over: None }));
    state
}

/// Leaves the first figure only a weapon, held ready and loaded.
pub(crate) fn arm(content: &Content, state: &mut State, weapon: Option<ItemKindId>) {
    for item in std::mem::take(&mut state.figure_mut(ONE).gear).iter() {
        let item = &mut state.items[item.index()];
        (item.owner, item.at) = (None, Whereabouts::Gone);
    }
    let Some(kind) = weapon else { return };
    let known = content.item(kind);
    let place = if known.ready == Ready::TwoHands { Loadout::SecondHand } else { Loadout::FirstHand };
    let loaded = known.missile().map(|missile| give(state, missile.ammo, Loadout::Belt));
    let item = give(state, kind, place);
    state.item_mut(item).loaded = loaded;
}

/// Gives an item to the first figure.
pub(crate) fn give(state: &mut State, kind: ItemKindId, place: Loadout) -> ItemId {
    let item = ItemId(state.items.len() as u16);
    state.items.push(ItemState {
        kind,
        owner: Some(ONE),
        at: Whereabouts::Carried { place },
        lie: Default::default(),
        count: 3,
        loaded: None,
        loading: 0,
        attempt: 0,
        grip: Grip::default(),
        carrying: Carrying::default(),
        altered: false,
    });
    let own = state.figure_mut(ONE);
    own.gear = own.gear.iter().copied().chain([item]).collect();
    item
}
