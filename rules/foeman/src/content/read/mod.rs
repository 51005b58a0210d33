//! Reads the content of a scenario and resolves its references, each record once.

mod automatic;
mod effects;
mod events;
mod kinds;

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::Direction;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use crate::body::shape::Pose;
use crate::catalogs::effects::{Quantity, Who};
use crate::catalogs::victory::Names;
use crate::catalogs::{
    Carry, FigureType, Item, Kind, OldHarm, PlacedFeature, PlacedItem, Roster, RosterFigure, Scenario, ScenarioSide,
    Side, Spell, Talent, Terrain,
};
use crate::content::effects::{DeedSet, Touched};
use crate::content::figures::{LyingItem, OF_NOBODY, Start, StartItem};
use crate::content::fits::misfit;
use crate::content::goals::{self, Goals, Placed};
use crate::content::items::Weapon;
use crate::content::{Content, Party};
use crate::ground;
use crate::ground::Laid;
use crate::ids::{EffectId, FigureId, ItemKindId, KindId, SpellId, TalentId};
use crate::landscape::{Lands, Landscape};
use crate::state::State;
use foeman_engine::ruleset::SideId;

/// Reads the content of a scenario.
pub fn read(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
    let one = |problem| vec![problem];
    let at = resolved.scenario.pointer();
    let scenario: Scenario = resolved.scenario().map_err(one)?;
    let map: Map = resolved.get(&scenario.map).map_err(one)?;
    let brought = events::terrains(&scenario);
    let Laid { field, ground, terrains } = ground::read(resolved, (&scenario.map, &map), &brought).map_err(one)?;
    let content = Content {
        land: Landscape::new(field, ground),
        lands: Lands::default(),
        terrains: Vec::new(),
        sides: Vec::new(),
        kinds: Vec::new(),
        items: Vec::new(),
        spells: Vec::new(),
        talents: Vec::new(),
        effects: Vec::new(),
        touched: Touched::default(),
        start: Vec::new(),
        lying: Vec::new(),
        goals: Goals::default(),
        events: Vec::new(),
        named: Vec::new(),
        successors: Vec::new(),
        counters: Vec::new(),
        rounds: u32::from(scenario.rounds),
        rules: scenario.options,
        resumed: None,
    };
    let (known, unique) = (Known::default(), BTreeSet::new());
    let mut reader = Reader { resolved, content, terrains: Vec::new(), known, placed: Vec::new(), unique };
    reader.terrains = terrains.iter().map(|(id, _)| id.clone()).collect();
    for (id, terrain) in &terrains {
        let this = resolved.fields_of(Terrain::CATALOG, id);
        let effects = reader.effects(&terrain.effects, &this).map_err(one)?;
        reader.content.touched.ground |= !effects.is_empty();
        reader.content.terrains.push(effects);
    }
    let mut problems = Vec::new();
    for (index, part) in scenario.sides.iter().enumerate() {
        let at = at.child("sides").child(index.to_string());
        if let Err(problem) = reader.side(&at, (part, &map), &mut problems) {
            problems.push(problem);
        }
    }
    for (index, placed) in scenario.features.iter().enumerate() {
        let at = at.child("features").child(index.to_string());
        if let Err(problem) = reader.feature(&at, placed) {
            problems.push(problem);
        }
    }
    for (index, placed) in scenario.items.iter().enumerate() {
        let at = at.child("items").child(index.to_string());
        if let Err(problem) = reader.lying(&at, placed) {
            problems.push(problem);
        }
    }
    if let Err(problem) = reader.spare() {
        problems.push(problem);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let titles = Titles { resolved, map: &map };
    reader.content.goals = goals::read(&at, &scenario, &map, &reader.placed, &titles).map_err(one)?;
    events::read(&mut reader, &at, &scenario, &map).map_err(one)?;
    note_deeds(&mut reader.content);
    reader.teach_automatic_talents();
    if let Some(text) = &scenario.resume {
        let resumed = resumed(&reader.content, text);
        let resumed = resumed.map_err(|message| one(ContentError { pointer: at.child("resume"), message }))?;
        reader.content.resumed = Some(Box::new(resumed));
    }
    Ok(reader.content)
}

/// Reads the state in which a battle is resumed; the error says what the scenario does not have.
fn resumed(content: &Content, text: &str) -> Result<State, String> {
    let mut state =
        State::read(text).map_err(|error| format!("expected a battle written by `foeman import z1`, found {error}"))?;
    match misfit(content, &state) {
        None => {
            state.unfolding.ground.settle(&content.lands, &content.land);
            Ok(state)
        }
        Some(what) => Err(format!("expected a battle that fits the current scenario, found {what}")),
    }
}

/// Notes the deeds of passive effects: for each kind of figure, item and talent, and together for all effects on others.
fn note_deeds(content: &mut Content) {
    let Content { kinds, items, talents, terrains, effects, touched, .. } = content;
    touched.features = kinds.iter().any(|kind| kind.kind == Kind::Feature);
    touched.large = kinds.iter().any(|kind| kind.shape.count() > 1);
    touched.fastest = kinds.iter().map(|kind| kind.ma).max().unwrap_or_default();
    let far = kinds.iter().flat_map(|kind| &kind.body).map(Weapon::farthest);
    touched.farthest = far.chain(items.iter().map(|item| item.farthest)).max().unwrap_or_default();
    if touched.has(Quantity::Range) {
        touched.farthest = u32::MAX;
    }
    let is_granted = touched.talents;
    let granted = talents.iter().filter(|_| is_granted).flat_map(|talent| &talent.effects);
    let by_id = terrains.iter().flatten().chain(granted).map(|id| &effects[id.index()]);
    let on_others = effects.iter().filter(|effect| !matches!(effect.who, Who::Own | Who::Target));
    let passive = by_id.chain(on_others).filter(|effect| effect.is_passive());
    passive.for_each(|effect| touched.by_others.add(effect));
    let done_by = |ids: &mut dyn Iterator<Item = &EffectId>| {
        let mut does = DeedSet::default();
        ids.map(|id| &effects[id.index()]).filter(|effect| effect.is_passive()).for_each(|effect| does.add(effect));
        does
    };
    for talent in &mut *talents {
        talent.does = done_by(&mut talent.effects.iter());
    }
    for kind in kinds {
        let learnt = kind.talents.iter().flat_map(|talent| &talents[talent.index()].effects);
        kind.does = done_by(&mut kind.effects.iter().chain(learnt));
    }
    for item in items {
        item.does = done_by(&mut item.effects.iter());
        touched.by_gear.extend(item.does);
    }
}

struct Reader<'a> {
    resolved: &'a Resolved,
    content: Content,
    /// The ids of the map's terrains.
    terrains: Vec<String>,
    known: Known,
    /// The placed figures, with their future numbers.
    placed: Vec<Placed>,
    /// Unique items that already have an owner (`F10.2`).
    unique: BTreeSet<ItemKindId>,
}

/// The kinds already read, by the ids of their records.
#[derive(Default)]
struct Known {
    kinds: BTreeMap<String, KindId>,
    items: BTreeMap<String, ItemKindId>,
    spells: BTreeMap<String, SpellId>,
    talents: BTreeMap<String, TalentId>,
    /// Named effects being read, to break cycles.
    open: Vec<String>,
    /// The current nesting depth of records being read.
    depth: usize,
}

/// The maximum nesting of records that refer to each other while they are read: items and their ammunition, effects and
/// the talents they grant or the figures they create.
const DEPTH: usize = 64;

impl Reader<'_> {
    /// Reads something that a record refers to.
    ///
    /// Fails if records are nested too deeply, or if a scenario reaches more records than there are numbers.
    fn below<T>(
        &mut self,
        at: &Pointer,
        read: impl FnOnce(&mut Self) -> Result<T, ContentError>,
    ) -> Result<T, ContentError> {
        let error = |message: String| ContentError { pointer: at.clone(), message };
        if self.known.depth >= DEPTH {
            return Err(error(format!("expected at most {DEPTH} records that name each other, found more")));
        }
        let Content { kinds, items, spells, talents, effects, .. } = &self.content;
        let most = [kinds.len(), items.len(), spells.len(), talents.len(), effects.len()].into_iter().max();
        if most.unwrap_or_default() >= usize::from(u16::MAX) {
            return Err(error(format!("expected at most {} effects or records of a kind, found more", u16::MAX)));
        }
        self.known.depth += 1;
        let done = read(self);
        self.known.depth -= 1;
        done
    }

    fn side(
        &mut self,
        at: &Pointer,
        (part, map): (&ScenarioSide, &Map),
        problems: &mut Vec<ContentError>,
    ) -> Result<(), ContentError> {
        let side: Side = self.resolved.get(&part.side)?;
        let roster: Roster = self.resolved.get(&side.roster)?;
        let id = SideId(self.content.sides.len() as u8);
        self.content.sides.push(Party {
            id: part.side.id().to_owned(),
            name: side.title,
            color: side.color,
            control: side.control,
            initiative: i32::from(side.initiative),
        });
        for (key, placement) in &part.place {
            let at = at.child("place").child(key);
            let Some(figure) = roster.figures.get(key) else {
                let message = format!("expected a figure of roster `{}`, found `{key}`", side.roster.id());
                problems.push(ContentError { pointer: at, message });
                continue;
            };
            let pose = Pose {
                head: self.content.land.field.geometry.hex(placement.hex.map(i32::from)),
                facing: Direction::new(i32::from(placement.facing)),
            };
            let arrival = events::arrival(&at, placement, map);
            let start = self.figure(figure, (id, &format!("{}/{key}", part.side.id())), pose);
            match start.and_then(|start| Ok(Start { arrival: arrival?, ..start })) {
                Ok(start) => match misplaced(&self.content, &start) {
                    Some(message) => problems.push(ContentError { pointer: at.child("hex"), message }),
                    None => {
                        self.placed.push((id, key.clone(), FigureId(self.content.start.len() as u16)));
                        self.content.start.push(start);
                    }
                },
                Err(problem) => problems.push(problem),
            }
        }
        Ok(())
    }

    /// A feature that is on the map from the start and belongs to no side.
    fn feature(&mut self, at: &Pointer, placed: &PlacedFeature) -> Result<(), ContentError> {
        let kind = self.made_kind(placed.figure.id())?;
        if self.content.kind(kind).kind != Kind::Feature {
            let message = format!("expected a figure type of the kind `feature`, found `{}`", placed.figure.id());
            return Err(ContentError { pointer: at.child("figure"), message });
        }
        let head = self.content.land.field.geometry.hex(placed.hex.map(i32::from));
        let pose = Pose { head, facing: Direction::default() };
        let (gear, harm) = (Vec::new(), OldHarm::default());
        let start = Start { kind, side: OF_NOBODY, pose, gear, harm, arrival: None };
        if let Some(message) = misplaced(&self.content, &start) {
            return Err(ContentError { pointer: at.child("hex"), message });
        }
        self.content.start.push(start);
        Ok(())
    }

    fn lying(&mut self, at: &Pointer, placed: &PlacedItem) -> Result<(), ContentError> {
        let kind = self.item(&placed.item)?;
        let hex = self.content.land.field.geometry.hex(placed.hex.map(i32::from));
        if !self.content.land.field.contains(hex) {
            let [col, row] = placed.hex;
            let message = format!("expected a hex of the map, found {col},{row}");
            return Err(ContentError { pointer: at.child("hex"), message });
        }
        let own = self.content.item(kind);
        let (count, pieces) = match (own.counted, own.carry) {
            (true, _) => (placed.count, 1),
            // Crude items can be on the ground in heaps, but are carried singly.
            (false, Carry::Accumulates) => (1, placed.count),
            _ => (1, 1),
        };
        let unique = self.content.item(kind).carry == Carry::Unique;
        for _ in 0..pieces {
            if !unique || self.unique.insert(kind) {
                self.content.lying.push(LyingItem { kind, hex, count, lie: placed.lie });
            }
        }
        Ok(())
    }

    /// Reads records that an amended scenario no longer refers to, but that may still be in play.
    fn spare(&mut self) -> Result<(), ContentError> {
        let resolved = self.resolved;
        for (catalog, ids) in &resolved.spare {
            for id in ids {
                match catalog.as_str() {
                    FigureType::CATALOG => {
                        self.made_kind(id)?;
                    }
                    Item::CATALOG => {
                        self.item(&Ref::new(id.as_str()))?;
                    }
                    Spell::CATALOG => {
                        self.spell(id)?;
                    }
                    Talent::CATALOG => {
                        self.talent(id)?;
                    }
                    // Records of other catalogs cannot be in play without a reference.
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn figure(
        &mut self,
        figure: &RosterFigure,
        (side, record): (SideId, &str),
        pose: Pose,
    ) -> Result<Start, ContentError> {
        let kind: FigureType = self.resolved.get(&figure.r#type)?;
        let mut read = self.kind(kind, &figure.r#type, &figure.attributes)?;
        record.clone_into(&mut read.record);
        read.name.clone_from(&figure.name);
        read.class = figure.class;
        read.spells = figure.spells.iter().map(|spell| self.spell(spell.id())).collect::<Result<_, _>>()?;
        read.talents = figure.talents.iter().map(|talent| self.talent(talent.id())).collect::<Result<_, _>>()?;
        let kind = KindId(self.content.kinds.len() as u16);
        self.content.kinds.push(read);
        let mut gear = Vec::new();
        for carried in &figure.gear {
            let kind = self.item(&carried.item)?;
            let count = if self.content.item(kind).counted { carried.count } else { 1 };
            if self.is_carried(kind) {
                gear.push(StartItem { kind, place: carried.place, count });
            }
        }
        Ok(Start { kind, side, pose, gear, harm: figure.harm, arrival: None })
    }
}

/// Display names in a resolved scenario.
struct Titles<'a> {
    resolved: &'a Resolved,
    map: &'a Map,
}

impl Names for Titles<'_> {
    fn zone(&self, id: &str) -> String {
        self.map.zones.get(id).map_or_else(|| id.to_owned(), |zone| zone.title.clone())
    }

    fn side(&self, side: &Ref<Side>) -> String {
        self.resolved.get(side).map_or_else(|_| side.id().to_owned(), |side| side.title)
    }

    fn figure(&self, side: &Ref<Side>, id: &str) -> String {
        let roster = self.resolved.get(side).and_then(|side| self.resolved.get(&side.roster));
        let figure = roster.ok().and_then(|roster| roster.figures.get(id).map(|figure| figure.name.clone()));
        figure.unwrap_or_else(|| id.to_owned())
    }
}

/// The problem with a figure's starting place: the first of its hexes that is not free. A figure that arrives later
/// looks for free hexes then; its place only has to be on the map.
pub(crate) fn misplaced(content: &Content, start: &Start) -> Option<String> {
    content.kind(start.kind).shape.hexes(start.pose).iter().find_map(|&hex| {
        let what = if content.land.field.geometry.index(hex).is_none() {
            "outside the map".to_owned()
        } else if start.arrival.is_some() {
            return None;
        } else if content.land.field.cost(hex).is_none() {
            "on impassable ground".to_owned()
        } else {
            let there = |other: &&Start| other.arrival.is_none();
            let taken = |other: &&Start| content.kind(other.kind).shape.hexes(other.pose).contains(&hex);
            let other = content.start.iter().filter(there).find(taken)?;
            format!("taken by {}", content.kind(other.kind).name)
        };
        let [col, row] = content.land.field.geometry.cell(hex);
        Some(format!("expected a free hex of the map, found {col},{row}, which is {what}"))
    })
}
