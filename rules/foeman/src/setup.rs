//! Reads scenarios for the placement editor, even when they are not valid.

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::plural::agree;
use foeman_schema::text::{Pointer, RecordKey};

use crate::catalogs::events::Event;
use crate::catalogs::victory::{Names, ZoneName, any_of};
use crate::catalogs::{FigureType, Item, PlacedFeature, Placement, Roster, RosterFigure, Scenario, ScenarioSide, Side};
use crate::notation::pattern;
use foeman_engine::display::{Board, NOBODY, SideView, Thing, Token};
use foeman_engine::setup::{Aim, Deployment, Happening, Placeable};

/// The starting places of all figures; `None` if the scenario or its map cannot be read at all.
pub(crate) fn setup(draft: &Draft, scenario: &str) -> Option<Deployment> {
    let reference = Ref::<Scenario>::new(scenario);
    let at = RecordKey::new(Scenario::CATALOG, scenario).pointer();
    let scenario = get(draft, &reference)?;
    let map: Map = get(draft, &scenario.map)?;
    let map_key = RecordKey::new(Map::CATALOG, scenario.map.id());
    let mut setup = Deployment {
        map: map_key,
        board: Board::default(),
        figures: Vec::new(),
        goals: Vec::new(),
        events: Vec::new(),
    };
    for (index, part) in scenario.sides.iter().enumerate() {
        let at = at.child("sides").child(index.to_string());
        add_side(draft, &map, &at.child("place"), part, &mut setup);
        add_goals(&Titles { draft, map: &map }, &at, part, index, &mut setup);
    }
    for PlacedFeature { figure, hex } in &scenario.features {
        let id = setup.board.tokens.len() as u32;
        setup.board.tokens.push(feature(draft, id, figure, hex.map(i32::from)));
    }
    for placed in &scenario.items {
        let item: Option<Item> = get(draft, &placed.item);
        let (title, images) =
            item.map_or_else(|| (placed.item.id().to_owned(), Vec::new()), |item| (item.title, item.images));
        let name = if placed.count == 1 { title } else { format!("{} {title}", placed.count) };
        setup.board.things.push(Thing { name, side: NOBODY, cell: placed.hex.map(i32::from), images });
    }
    for (id, event) in &scenario.events {
        let cells = places(&map, event);
        if !cells.is_empty() {
            let title = if event.title.is_empty() { id } else { &event.title }.clone();
            setup.events.push(Happening { title, cells, pointer: at.child("events").child(id) });
        }
    }
    Some(setup)
}

/// The cells of the hexes and zones that an event names, in row order.
fn places(map: &Map, event: &Event) -> Vec<Cell> {
    let mut zones: Vec<&ZoneName> = event.zone.iter().collect();
    let mut cells = Vec::new();
    for deed in &event.r#do {
        let (hex, zone) = deed.kind.place();
        zones.extend(zone);
        cells.extend(hex.map(|hex| hex.map(i32::from)));
    }
    let zones = zones.into_iter().filter_map(|zone| map.zones.get(&zone.0));
    cells.extend(zones.flat_map(|zone| zone.cells_on(&map.geometry)));
    cells.retain(|cell| map.geometry.contains(*cell));
    cells.sort_unstable_by_key(|[column, row]| (*row, *column));
    cells.dedup();
    cells
}

/// Adds the goals of a side as sentences.
fn add_goals(titles: &Titles<'_>, at: &Pointer, part: &ScenarioSide, side: usize, setup: &mut Deployment) {
    let name = titles.side(&part.side);
    let verbs = [agree(&name, "wins", "win"), agree(&name, "is out", "are out")];
    for (key, verb, list) in [("victory", verbs[0], &part.victory), ("defeat", verbs[1], &part.defeat)] {
        if !list.is_empty() {
            let text = format!("{name} {verb} when {}", any_of(list, &part.side, titles));
            setup.goals.push(Aim { side, text, pointer: at.child(key) });
        }
    }
}

/// Display names in a draft.
struct Titles<'a> {
    draft: &'a Draft,
    map: &'a Map,
}

impl Names for Titles<'_> {
    fn zone(&self, id: &str) -> String {
        self.map.zones.get(id).map_or_else(|| id.to_owned(), |zone| zone.title.clone())
    }

    fn side(&self, side: &Ref<Side>) -> String {
        get(self.draft, side).map_or_else(|| side.id().to_owned(), |side| side.title)
    }

    fn figure(&self, side: &Ref<Side>, id: &str) -> String {
        let roster = get(self.draft, side).and_then(|side| get(self.draft, &side.roster));
        let figure = roster.and_then(|roster| roster.figures.get(id).map(|figure| figure.name.clone()));
        figure.unwrap_or_else(|| id.to_owned())
    }
}

/// The token of a feature.
fn feature(draft: &Draft, id: u32, kind: &Ref<FigureType>, cell: [i32; 2]) -> Token {
    let known = get(draft, kind);
    let st = known.as_ref().map_or(0, |kind| i32::from(kind.attributes.st));
    Token {
        id,
        images: known.as_ref().map_or_else(Vec::new, |kind| kind.images.clone()),
        name: known.map_or_else(|| kind.id().to_owned(), |kind| kind.title),
        side: NOBODY,
        cells: vec![cell],
        facing: None,
        points: pattern::points(1),
        health: (st, st),
        marks: Vec::new(),
        details: Vec::new(),
        active: true,
    }
}

fn add_side(draft: &Draft, map: &Map, at: &Pointer, part: &ScenarioSide, setup: &mut Deployment) {
    let party: Option<Side> = get(draft, &part.side);
    let roster: Option<Roster> = party.as_ref().and_then(|party| get(draft, &party.roster));
    let figures = roster.map(|roster| roster.figures).unwrap_or_default();
    let side = setup.board.sides.len();
    setup.board.sides.push(match party {
        Some(party) => SideView { name: party.title, color: party.color, human: false },
        None => SideView { name: part.side.id().to_owned(), color: String::new(), human: false },
    });
    let strangers = part.place.keys().filter(|key| !figures.contains_key(*key));
    for key in figures.keys().chain(strangers) {
        let figure = figures.get(key);
        let name = figure.map_or(key, |figure| &figure.name).clone();
        let token = part.place.get(key).map(|place| token(draft, map, figure, place));
        let id = setup.board.tokens.len() as u32;
        let placed = token.is_some();
        setup.board.tokens.extend(token.map(|token| Token { id, name: name.clone(), side, ..token }));
        setup.figures.push(Placeable { name, side, pointer: at.child(key), token: placed.then_some(id) });
    }
}

/// The token of a placed figure, without its number, name and side.
fn token(draft: &Draft, map: &Map, figure: Option<&RosterFigure>, place: &Placement) -> Token {
    let kind: Option<FigureType> = figure.and_then(|figure| get(draft, &figure.r#type));
    let own = figure.and_then(|figure| figure.attributes.st);
    let st = i32::from(own.or_else(|| Some(kind.as_ref()?.attributes.st)).unwrap_or_default());
    let hexes = kind.as_ref().map_or(1, |kind| kind.hexes);
    let images = kind.map_or_else(Vec::new, |kind| kind.images);
    let (head, facing) = (map.geometry.hex(place.hex.map(i32::from)), i32::from(place.facing));
    Token {
        id: 0,
        name: String::new(),
        side: 0,
        cells: pattern::layout(hexes).into_iter().map(|hex| map.geometry.cell(head + hex.turned(facing))).collect(),
        facing: Some(place.facing % 6),
        points: pattern::points(hexes),
        health: (st, st),
        marks: arrival(place).into_iter().collect(),
        details: Vec::new(),
        active: true,
        images,
    }
}

/// When a figure arrives; `None` if it is there from the start.
fn arrival(place: &Placement) -> Option<String> {
    match place.arrives {
        Some(round) => Some(format!("arrives in round {round}")),
        None => place.waits.then(|| "waits for an event".to_owned()),
    }
}

/// The record that a reference names, with inherited values, valid or not, if it can be read.
fn get<T: Record>(draft: &Draft, reference: &Ref<T>) -> Option<T> {
    draft.typed(&RecordKey::new(T::CATALOG, reference.id()))?.ok()
}
