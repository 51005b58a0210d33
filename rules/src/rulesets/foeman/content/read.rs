//! Reads the content of a scenario: looks up everything it names, each record once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::Direction;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use super::effects::{Deed, Effect, Permit, Spell, Talent, Touched, Within};
use super::figures::{FigureKind, LyingItem, OF_NOBODY, Start, StartItem};
use super::goals::{self, Goals, Placed};
use super::ground::{self, Laid};
use super::items::{ItemKind, Named, Weapon};
use super::{Content, Party};
use crate::ruleset::SideId;
use crate::rulesets::foeman::body::paths::Ways;
use crate::rulesets::foeman::body::shape::{Pose, Shape};
use crate::rulesets::foeman::body::sight::Vistas;
use crate::rulesets::foeman::catalogs::effects::{self as written, When};
use crate::rulesets::foeman::catalogs::victory::Names;
use crate::rulesets::foeman::catalogs::{
    self, Carry, FigureType, Item, Kind, OldHarm, PartialAttributes, PlacedFeature, PlacedItem, PlayerClass, Roster,
    RosterFigure, Scenario, ScenarioSide, Side,
};
use crate::rulesets::foeman::ids::{EffectId, FigureId, ItemKindId, KindId, SpellId, TalentId};

/// Reads the content of a scenario.
pub fn read(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
    let one = |problem| vec![problem];
    let at = resolved.scenario.pointer();
    let scenario: Scenario = resolved.scenario().map_err(one)?;
    let map: Map = resolved.get(&scenario.map).map_err(one)?;
    let Laid { field, ground, terrains } = ground::read(resolved, &scenario.map, &map).map_err(one)?;
    let vistas = Vistas::new(&field);
    let content = Content {
        field,
        ways: Ways::default(),
        vistas,
        ground: Arc::new(ground),
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
        rounds: u32::from(scenario.rounds),
        rules: scenario.options,
    };
    let (known, unique) = (Known::default(), BTreeSet::new());
    let mut reader = Reader { resolved, content, terrains: Vec::new(), known, placed: Vec::new(), unique };
    reader.terrains = terrains.iter().map(|(id, _)| id.clone()).collect();
    for (_, terrain) in &terrains {
        let effects = reader.effects(&terrain.effects).map_err(one)?;
        reader.content.touched.ground |= !effects.is_empty();
        reader.content.terrains.push(effects);
    }
    let mut problems = Vec::new();
    for (index, part) in scenario.sides.iter().enumerate() {
        let at = at.child("sides").child(index.to_string());
        if let Err(problem) = reader.side(&at, part, &mut problems) {
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
    if !problems.is_empty() {
        return Err(problems);
    }
    let titles = Titles { resolved, map: &map };
    reader.content.goals = goals::read(&at, &scenario, &map, &reader.placed, &titles).map_err(one)?;
    Ok(reader.content)
}

struct Reader<'a> {
    resolved: &'a Resolved,
    content: Content,
    /// The ids of the map's terrains.
    terrains: Vec<String>,
    known: Known,
    /// Who is placed, with the number it will have.
    placed: Vec<Placed>,
    /// Kinds of which there is only one, and there it is (`F10.2`).
    unique: BTreeSet<ItemKindId>,
}

/// What has been read, by the ids of its records.
#[derive(Default)]
struct Known {
    kinds: BTreeMap<String, KindId>,
    items: BTreeMap<String, ItemKindId>,
    spells: BTreeMap<String, SpellId>,
    talents: BTreeMap<String, TalentId>,
    /// Named effects that are being read, so that none leads back to itself.
    open: Vec<String>,
}

impl Reader<'_> {
    fn side(
        &mut self,
        at: &Pointer,
        part: &ScenarioSide,
        problems: &mut Vec<ContentError>,
    ) -> Result<(), ContentError> {
        let side: Side = self.resolved.get(&part.side)?;
        let roster: Roster = self.resolved.get(&side.roster)?;
        let id = SideId(self.content.sides.len() as u8);
        self.content.sides.push(Party {
            name: side.title,
            color: side.color,
            control: side.control,
            initiative: i32::from(side.initiative),
        });
        for (key, placement) in &part.place {
            let at = at.child("place").child(key);
            let Some(figure) = roster.figures.get(key) else {
                let message = format!("expected a figure of roster `{}`, but found `{key}`", side.roster.id());
                problems.push(ContentError { pointer: at, message });
                continue;
            };
            let pose = Pose {
                head: self.content.field.geometry.hex(placement.hex.map(i32::from)),
                facing: Direction::new(i32::from(placement.facing)),
            };
            match self.figure(figure, id, pose) {
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

    /// A feature that is there from the start and belongs to no side.
    fn feature(&mut self, at: &Pointer, placed: &PlacedFeature) -> Result<(), ContentError> {
        let kind = self.made_kind(placed.figure.id())?;
        if self.content.kind(kind).kind != Kind::Feature {
            let message = format!("expected a figure type of the kind `feature`, but found `{}`", placed.figure.id());
            return Err(ContentError { pointer: at.child("figure"), message });
        }
        let head = self.content.field.geometry.hex(placed.hex.map(i32::from));
        let pose = Pose { head, facing: Direction::default() };
        let start = Start { kind, side: OF_NOBODY, pose, gear: Vec::new(), harm: OldHarm::default() };
        if let Some(message) = misplaced(&self.content, &start) {
            return Err(ContentError { pointer: at.child("hex"), message });
        }
        self.content.start.push(start);
        Ok(())
    }

    fn lying(&mut self, at: &Pointer, placed: &PlacedItem) -> Result<(), ContentError> {
        let kind = self.item(&placed.item)?;
        let hex = self.content.field.geometry.hex(placed.hex.map(i32::from));
        if !self.content.field.contains(hex) {
            let [col, row] = placed.hex;
            let message = format!("expected a hex of the map, but found {col},{row}");
            return Err(ContentError { pointer: at.child("hex"), message });
        }
        let own = self.content.item(kind);
        let (count, pieces) = match (own.counted, own.carry) {
            (true, _) => (placed.count, 1),
            // What is crude lies in heaps, but is taken one by one.
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

    fn figure(&mut self, figure: &RosterFigure, side: SideId, pose: Pose) -> Result<Start, ContentError> {
        let kind: FigureType = self.resolved.get(&figure.r#type)?;
        let mut read = self.kind(kind, &figure.r#type, &figure.attributes)?;
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
        Ok(Start { kind, side, pose, gear, harm: figure.harm })
    }

    /// Whether somebody who is said to have a thing has it: nobody has what is only written down, and what is unique is
    /// with the first (`F10.2`).
    fn is_carried(&mut self, kind: ItemKindId) -> bool {
        match self.content.item(kind).carry {
            Carry::Nobody => false,
            Carry::Unique => self.unique.insert(kind),
            _ => true,
        }
    }

    /// A kind of figure that effects make, by the id of its type.
    fn made_kind(&mut self, id: &str) -> Result<KindId, ContentError> {
        if let Some(&known) = self.known.kinds.get(id) {
            return Ok(known);
        }
        let reference = Ref::<FigureType>::new(id);
        let mut kind: FigureType = self.resolved.get(&reference)?;
        let effects = std::mem::take(&mut kind.effects);
        let read = self.kind(kind, &reference, &PartialAttributes::default())?;
        let number = KindId(self.content.kinds.len() as u16);
        self.content.kinds.push(read);
        // Known before its effects are read: they may make more of its kind.
        self.known.kinds.insert(id.to_owned(), number);
        let effects = self.effects(&effects)?;
        let feature = self.content.kinds[number.index()].kind == Kind::Feature;
        self.content.touched.ground |= feature && !effects.is_empty();
        self.content.kinds[number.index()].effects = effects;
        Ok(number)
    }

    fn kind(
        &mut self,
        kind: FigureType,
        reference: &Ref<FigureType>,
        own: &PartialAttributes,
    ) -> Result<FigureKind, ContentError> {
        let pattern = kind.pattern();
        if pattern.hexes() != kind.hexes {
            let pointer = Pointer::root().child(FigureType::CATALOG).child(reference.id()).child("front");
            let message =
                format!("expected a pattern of {} hexes, but `{pattern}` has {}", kind.hexes, pattern.hexes());
            return Err(ContentError { pointer, message });
        }
        let shape = Shape::new(&pattern, &kind.see_over);
        let gait = self.content.ways.gait(&self.content.field, &pattern, &shape);
        let effects = self.effects(&kind.effects)?;
        self.content.touched.ground |= kind.kind == Kind::Feature && !effects.is_empty();
        let organic = matches!(kind.kind, Kind::Creature | Kind::Base);
        let body = match kind.kind {
            Kind::Creature | Kind::Base => kind.attacks.into_iter().map(Weapon::organic).collect(),
            Kind::Hero | Kind::Wizard => vec![Weapon::unarmed()],
            Kind::Feature => Vec::new(),
        };
        Ok(FigureKind {
            name: kind.title.clone(),
            title: kind.title,
            kind: kind.kind,
            class: PlayerClass::Bst,
            size: u32::from(kind.size),
            shape,
            gait,
            st: i32::from(own.st.unwrap_or(kind.attributes.st)),
            dx: i32::from(own.dx.unwrap_or(kind.attributes.dx)),
            iq: i32::from(own.iq.unwrap_or(kind.attributes.iq)),
            ma: own.ma.unwrap_or(kind.attributes.ma),
            posture: kind.posture.into(),
            body,
            organic,
            hide: kind.hide.unwrap_or_default(),
            spells: Vec::new(),
            talents: Vec::new(),
            effects,
        })
    }

    fn item(&mut self, reference: &Ref<Item>) -> Result<ItemKindId, ContentError> {
        if let Some(&known) = self.known.items.get(reference.id()) {
            return Ok(known);
        }
        let item: Item = self.resolved.get(reference)?;
        let number = ItemKindId(self.content.items.len() as u16);
        self.known.items.insert(reference.id().to_owned(), number);
        let written = item.effects.clone();
        let fires = item.fire.as_ref().map(|fire| fire.ammo.clone());
        // Its number is taken before what it names is read, so a place is kept for it.
        self.content.items.push(ItemKind::new(item.clone(), reference.id(), Named::default()));
        let ammo = fires.map(|ammo| self.item(&ammo)).transpose()?;
        let talent = item.talent.as_ref().map(|talent| self.talent(talent.id())).transpose()?;
        let effects = self.effects(&written)?;
        self.content.touched.gear |= !effects.is_empty();
        let named = Named { ammo, talent, effects };
        self.content.items[number.index()] = ItemKind::new(item, reference.id(), named);
        Ok(number)
    }

    fn spell(&mut self, id: &str) -> Result<SpellId, ContentError> {
        if let Some(&known) = self.known.spells.get(id) {
            return Ok(known);
        }
        let spell: catalogs::Spell = self.resolved.get(&Ref::new(id))?;
        let number = SpellId(self.content.spells.len() as u16);
        self.known.spells.insert(id.to_owned(), number);
        self.content.spells.push(Spell {
            title: spell.title,
            iq: i32::from(spell.iq),
            kind: spell.kind,
            cost: i32::from(spell.cost),
            renewal: spell.renewal.map(i32::from),
            range: spell.range,
            target: spell.target,
            resist: spell.resist,
            bypass: spell.bypass,
            effects: Vec::new(),
        });
        let effects = self.effects(&spell.effects)?;
        self.content.spells[number.index()].effects = effects;
        Ok(number)
    }

    fn talent(&mut self, id: &str) -> Result<TalentId, ContentError> {
        if let Some(&known) = self.known.talents.get(id) {
            return Ok(known);
        }
        let talent: catalogs::Talent = self.resolved.get(&Ref::new(id))?;
        let number = TalentId(self.content.talents.len() as u16);
        self.known.talents.insert(id.to_owned(), number);
        let (title, iq, cost) = (talent.title, i32::from(talent.iq), talent.cost);
        self.content.talents.push(Talent { title, iq, cost, effects: Vec::new() });
        let effects = self.effects(&talent.effects)?;
        self.content.talents[number.index()].effects = effects;
        Ok(number)
    }

    /// Effects as they are written, named ones put in place of their names.
    fn effects(&mut self, written: &[written::Effect]) -> Result<Vec<EffectId>, ContentError> {
        let mut read = Vec::new();
        for effect in written {
            match &effect.deed {
                written::Deed::Named { effect: named } => {
                    if self.known.open.iter().any(|open| open == named.id()) {
                        continue;
                    }
                    let entry: written::NamedEffect = self.resolved.get(named)?;
                    self.known.open.push(named.id().to_owned());
                    let effects = self.effects(&entry.effects);
                    self.known.open.pop();
                    let effects = effects?;
                    for &id in &effects {
                        let named = &mut self.content.effects[id.index()];
                        named.narrow(self.terrains.as_slice(), &effect.scope);
                        self.content.touched.add(&self.content.effects[id.index()]);
                    }
                    read.extend(effects);
                }
                deed => {
                    let deed = self.deed(deed)?;
                    let effect = self.scoped(&effect.scope, deed);
                    read.push(EffectId(self.content.effects.len() as u16));
                    self.content.touched.add(&effect);
                    self.content.effects.push(effect);
                }
            }
        }
        Ok(read)
    }

    fn scoped(&self, scope: &written::Scope, deed: Deed) -> Effect {
        let terrain = |id: &str| Within::named(&self.terrains, id);
        Effect {
            deed,
            applies: scope.r#while,
            in_terrain: scope.in_terrain.as_ref().map(|reference| terrain(reference.id())),
            against: scope.against,
            range: scope.range,
            rounds: scope.rounds,
            begins: When::Apply,
            when: scope.when,
            who: scope.who,
            within: scope.within,
            resist: scope.resist,
            stack: scope.stack,
        }
    }

    fn deed(&mut self, deed: &written::Deed) -> Result<Deed, ContentError> {
        Ok(match deed.clone() {
            written::Deed::Modify { what, by, die } => Deed::Modify { what, by, die },
            written::Deed::Damage { dice, of, bypass } => Deed::Damage { dice, of, bypass },
            written::Deed::Heal { dice, points, of } => Deed::Heal { dice, points, of },
            written::Deed::Posture { to } => Deed::Posture(to),
            written::Deed::Status { add, remove } => Deed::Status { add, remove },
            written::Deed::Move { hexes, how } => Deed::Move { hexes, how },
            written::Deed::Create { figure, hexes } => Deed::Create { kind: self.made_kind(figure.id())?, hexes },
            written::Deed::Control {} => Deed::Control,
            written::Deed::Grant { option, talent, reroll } => {
                let talent = talent.map(|talent| self.talent(talent.id())).transpose()?;
                Deed::Grant(Permit { option, talent, rerolls: reroll.unwrap_or(0) })
            }
            written::Deed::Forbid { option, talent } => {
                let talent = talent.map(|talent| self.talent(talent.id())).transpose()?;
                Deed::Forbid(Permit { option, talent, rerolls: 0 })
            }
            written::Deed::Dispel { ends, spell } => {
                let spell = spell.map(|spell| self.spell(spell.id())).transpose()?;
                Deed::Dispel { ends, spell }
            }
            written::Deed::Named { .. } => unreachable!("named effects are put in place of their names"),
        })
    }
}

/// What things are called in a resolved scenario.
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

/// What is wrong with where a figure starts, the first of its hexes that is not free.
fn misplaced(content: &Content, start: &Start) -> Option<String> {
    content.kind(start.kind).shape.hexes(start.pose).iter().find_map(|&hex| {
        let what = if content.field.geometry.index(hex).is_none() {
            "outside the map".to_owned()
        } else if content.field.cost(hex).is_none() {
            "on ground that nobody can enter".to_owned()
        } else {
            let taken = |other: &&Start| content.kind(other.kind).shape.hexes(other.pose).contains(&hex);
            let other = content.start.iter().find(taken)?;
            format!("taken by {}", content.kind(other.kind).name)
        };
        let [col, row] = content.field.geometry.cell(hex);
        Some(format!("expected a free hex of the map, but {col},{row} is {what}"))
    })
}
