//! Reads the events and arrivals of a scenario.

use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::Hex;
use foeman_schema::resolve::ContentError;
use foeman_schema::text::Pointer;

use super::Reader;
use crate::catalogs::effects::{self, NamedEffect};
use crate::catalogs::events::{Deed as Written, DeedKind, Event as WrittenEvent, Occasion, Order};
use crate::catalogs::victory::{FigureName, Share, ZoneName};
use crate::catalogs::{Edge, Kind, Placement, Scenario, Side, Terrain};
use crate::content::events::{Arrival, Bound, Crowd, Deed, Does, Event, Group, Named, Task, When};
use crate::content::goals::{Goal, Stake, Test, add};
use crate::ids::{CounterId, FigureId, GoalId, NamedId, SuccessorId, TerrainId};
use crate::notation::EventCondition;
use crate::notation::event::Name;
use foeman_engine::arithmetic::{Comparison, Expression};
use foeman_engine::ruleset::SideId;

/// Reads the arrival of a figure; `None` if it is there from the start.
pub(super) fn arrival(at: &Pointer, placement: &Placement, map: &Map) -> Result<Option<Arrival>, ContentError> {
    if placement.is_at_start() {
        return Ok(None);
    }
    let [width, height] = map.geometry.size().map(|length| length as i32);
    let edge = placement.edge.map(|edge| {
        let cells: Vec<[i32; 2]> = match edge {
            Edge::North => (0..width).map(|column| [column, 0]).collect(),
            Edge::South => (0..width).map(|column| [column, height - 1]).collect(),
            Edge::West => (0..height).map(|row| [0, row]).collect(),
            Edge::East => (0..height).map(|row| [width - 1, row]).collect(),
        };
        cells.into_iter().map(|cell| map.geometry.hex(cell)).collect::<BTreeSet<Hex>>()
    });
    let zone = placement.zone.as_ref().map(|zone| hexes(at, map, &zone.0)).transpose()?;
    let hexes = match (edge, zone) {
        (Some(edge), Some(zone)) => Some(edge.intersection(&zone).copied().collect()),
        (edge, zone) => edge.or(zone),
    };
    Ok(Some(Arrival { round: placement.arrives.map(u32::from), hexes }))
}

/// The hexes of a zone.
fn hexes(at: &Pointer, map: &Map, id: &str) -> Result<BTreeSet<Hex>, ContentError> {
    let Some(zone) = map.zones.get(id) else {
        return Err(error(at.child("zone"), format!("expected a zone of the map, found `{id}`")));
    };
    Ok(zone.cells_on(&map.geometry).into_iter().map(|cell| map.geometry.hex(cell)).collect())
}

fn error(pointer: Pointer, message: String) -> ContentError {
    ContentError { pointer, message }
}

/// The terrains that events bring.
pub(super) fn terrains(scenario: &Scenario) -> Vec<&Ref<Terrain>> {
    let deeds = scenario.events.values().flat_map(|event| &event.r#do);
    let brought = deeds.filter_map(|deed| match &deed.kind {
        DeedKind::Terrain { terrain, .. } => Some(terrain),
        _ => None,
    });
    brought.collect()
}

/// Reads all events, after the figures have been placed and the goals have been read.
pub(super) fn read(reader: &mut Reader<'_>, at: &Pointer, scenario: &Scenario, map: &Map) -> Result<(), ContentError> {
    reader.content.counters = scenario.counters.iter().map(|(id, value)| (id.clone(), *value)).collect();
    for (id, written) in &scenario.events {
        let at = at.child("events").child(id);
        let mut events = Events { reader: &mut *reader, scenario, map, id, written };
        let event = events.event(&at)?;
        reader.content.events.push(event);
    }
    Ok(())
}

/// The event being read.
struct Events<'a, 'r> {
    reader: &'a mut Reader<'r>,
    scenario: &'a Scenario,
    map: &'a Map,
    id: &'a str,
    written: &'a WrittenEvent,
}

impl Events<'_, '_> {
    fn event(&mut self, at: &Pointer) -> Result<Event, ContentError> {
        let written = self.written;
        let tests = self.tests(&at.child("if"), &written.r#if)?;
        if written.when == Occasion::Holds && tests.iter().any(Comparison::has_dice) {
            let message = "expected conditions without dice for `when: holds`, found dice".to_owned();
            return Err(error(at.child("if"), message));
        }
        let deeds = written.r#do.iter().enumerate();
        let at_deed = |nth: usize| at.child("do").child(nth.to_string());
        let deeds = deeds.map(|(nth, deed)| self.deed(&at_deed(nth), deed)).collect::<Result<_, _>>()?;
        let limit = written.at_most.map(u32::from).or((!written.each_time).then_some(1));
        let (id, title) = (self.id.to_owned(), written.title.clone());
        Ok(Event { id, title, when: self.when(at)?, tests, limit, deeds })
    }

    fn when(&mut self, at: &Pointer) -> Result<When, ContentError> {
        let written = self.written;
        let zone = |of: &Self| match &written.zone {
            Some(zone) => hexes(at, of.map, &zone.0),
            None => Err(error(at.child("zone"), "expected a zone of the map, found none".to_owned())),
        };
        Ok(match written.when {
            Occasion::BattleBegins => When::Battle,
            Occasion::RoundBegins => When::Round(written.round.map(u32::from)),
            Occasion::PhaseBegins => When::Phase(written.phase),
            Occasion::Falls => When::Falls(self.group(at)?),
            Occasion::Hit => When::Hit(self.group(at)?),
            Occasion::Enters => When::Enters(self.group(at)?, zone(self)?),
            Occasion::Leaves => When::Leaves(self.group(at)?, zone(self)?),
            Occasion::Fired => {
                let named = written.event.as_ref().map(|event| event.0.as_str()).unwrap_or_default();
                if !self.scenario.events.contains_key(named) {
                    let message = format!("expected an event of the scenario, found `{named}`");
                    return Err(error(at.child("event"), message));
                }
                When::Fired { event: named.to_owned(), after: u32::from(written.after) }
            }
            Occasion::Over => When::Over(written.side.as_ref().map(|side| self.side(at, side)).transpose()?),
            Occasion::Takes => {
                let item = written.item.as_ref().map(|item| self.reader.item(item)).transpose()?;
                When::Takes(self.group(at)?, item)
            }
            Occasion::Casts => {
                let spell = written.spell.as_ref().map(|spell| self.reader.spell(spell.id())).transpose()?;
                When::Casts(self.group(at)?, spell)
            }
            Occasion::Destroyed => {
                let kind = written.feature.as_ref().map(|kind| self.reader.made_kind(kind.id())).transpose()?;
                let zone = written.zone.as_ref().map(|zone| hexes(at, self.map, &zone.0)).transpose()?;
                When::Destroyed(kind, zone)
            }
            Occasion::Holds => When::Holds,
        })
    }

    fn group(&self, at: &Pointer) -> Result<Group, ContentError> {
        let written = self.written;
        let Some(side) = &written.side else { return Ok(Group { at_least: 1, ..Group::default() }) };
        let side = self.side(at, side)?;
        let figures = self.figures(side, &written.figures);
        let at_least = match (written.who, written.at_least) {
            (Share::All, _) => figures.len(),
            (Share::Any, at_least) => at_least.map_or(1, usize::from),
        };
        Ok(Group { side: Some(side), figures, is_named: !written.figures.is_empty(), at_least: at_least.max(1) })
    }

    /// The placed figures of a side: the named ones, or all.
    fn figures(&self, side: SideId, named: &[FigureName]) -> Vec<FigureId> {
        let is_meant = |key: &str| named.is_empty() || named.iter().any(|name| name.0 == key);
        let of_side = self.reader.placed.iter().filter(|(owner, key, _)| *owner == side && is_meant(key));
        of_side.map(|(.., figure)| *figure).collect()
    }

    fn side(&self, at: &Pointer, side: &Ref<Side>) -> Result<SideId, ContentError> {
        let position = self.scenario.sides.iter().position(|part| part.side == *side);
        position
            .map(|position| SideId(position as u8))
            .ok_or_else(|| error(at.child("side"), format!("expected a side of the scenario, found `{}`", side.id())))
    }

    fn hex(&self, at: &Pointer, hex: [u16; 2]) -> Result<Hex, ContentError> {
        let found = self.map.geometry.hex(hex.map(i32::from));
        if self.reader.content.land.field.contains(found) {
            return Ok(found);
        }
        let [column, row] = hex;
        Err(error(at.child("hex"), format!("expected a hex of the map, found {column},{row}")))
    }

    fn tests(&self, at: &Pointer, conditions: &[EventCondition]) -> Result<Vec<Comparison<Bound>>, ContentError> {
        let test = |(nth, condition): (usize, &EventCondition)| {
            let at = at.child(nth.to_string());
            let (left, right) = (self.amount(&at, &condition.left)?, self.amount(&at, &condition.right)?);
            Ok(Comparison { left, sign: condition.sign, right })
        };
        conditions.iter().enumerate().map(test).collect()
    }

    fn amount(&self, at: &Pointer, amount: &Expression<Name>) -> Result<Expression<Bound>, ContentError> {
        let mut missing = None;
        let side = |id: &str| {
            let position = self.scenario.sides.iter().position(|part| part.side.id() == id);
            position.map(|position| SideId(position as u8)).ok_or("a side of the scenario")
        };
        let counter = |id: &str| {
            let position = self.scenario.counters.keys().position(|known| known == id);
            position.map(|position| CounterId(position as u16)).ok_or("a counter of the scenario")
        };
        let bound = amount.bound(&mut |name| {
            let bound = match name {
                Name::Ground(id) => match self.reader.terrains.iter().position(|known| known == id) {
                    Some(place) => Ok(Bound::Ground(TerrainId(place as u16))),
                    // The map does not have this terrain, and no event brings it.
                    None => return Expression::Number(0),
                },
                Name::Round => Ok(Bound::Round),
                Name::Attribute(subject, attribute) => Ok(Bound::Attribute(*subject, *attribute)),
                Name::Harm(subject) => Ok(Bound::Harm(*subject)),
                Name::Active(id) => side(id).map(Bound::Active),
                Name::Fallen(id) => side(id).map(Bound::Fallen),
                Name::Counter(id) => counter(id).map(Bound::Counter),
            };
            bound.map(Expression::Name).unwrap_or_else(|expected| {
                missing = Some(format!("expected {expected}, found `{name}`"));
                Expression::Number(0)
            })
        });
        missing.map_or(Ok(bound), |message| Err(error(at.clone(), message)))
    }

    fn deed(&mut self, at: &Pointer, deed: &Written) -> Result<Deed, ContentError> {
        if self.written.when == Occasion::Over && !deed.kind.is_epilogue() {
            let message = format!("expected a message or a counter after the battle, found `{}`", deed.kind.name());
            return Err(error(at.child("kind"), message));
        }
        Ok(Deed { tests: self.tests(&at.child("if"), &deed.scope.r#if)?, does: self.does(at, &deed.kind)? })
    }

    fn does(&mut self, at: &Pointer, deed: &DeedKind) -> Result<Does, ContentError> {
        Ok(match deed {
            DeedKind::Say { text, side, speaker } => {
                // If the deed names no side, the speaker belongs to the side of the event.
                let side = side.as_ref().or(self.written.side.as_ref().filter(|_| speaker.is_some()));
                let side = side.map(|side| self.side(at, side)).transpose()?;
                let of = |name: &FigureName| self.figures(side?, std::slice::from_ref(name)).first().copied();
                Does::Say { text: text.clone(), speaker: speaker.as_ref().and_then(of), side, hex: None }
            }
            DeedKind::Show { text, hex } => {
                Does::Say { text: text.clone(), speaker: None, side: None, hex: Some(self.hex(at, *hex)?) }
            }
            DeedKind::Arrive { side, figures, after } => {
                let side = self.side(at, side)?;
                let late = |figure: &FigureId| self.reader.content.start[figure.index()].arrival.is_some();
                let figures = self.figures(side, figures).into_iter().filter(late).collect();
                Does::Arrive(figures, u32::from(*after))
            }
            DeedKind::Leave { side: None, .. } => Does::Leave(None),
            DeedKind::Leave { side: Some(side), figures } => {
                Does::Leave(Some(self.figures(self.side(at, side)?, figures)))
            }
            DeedKind::Win { side } => self.decides(at, side, Stake::Victory)?,
            DeedKind::Lose { side } => self.decides(at, side, Stake::Defeat)?,
            DeedKind::Change { counter, by } => Does::Change(self.counter(at, &counter.0)?, self.amount(at, by)?),
            DeedKind::Set { counter, amount } => Does::Set(self.counter(at, &counter.0)?, self.amount(at, amount)?),
            DeedKind::Goal { side, victory, defeat } => {
                let id = self.side(at, side)?;
                let goals = &mut self.reader.content.goals;
                goals.sets += 1;
                let titles = super::Titles { resolved: self.reader.resolved, map: self.map };
                let placed = &self.reader.placed;
                for (key, stake, list) in [("victory", Stake::Victory, victory), ("defeat", Stake::Defeat, defeat)] {
                    let at = at.child(key);
                    add(goals, (&at, stake, list), (id, side), (self.scenario, self.map, placed, &titles))?;
                }
                Does::Goal(id, goals.sets)
            }
            DeedKind::Item { item, hex, count } => {
                let (kind, hex) = (self.reader.item(item)?, self.hex(at, *hex)?);
                Does::Item(kind, hex, if self.reader.content.item(kind).counted { *count } else { 1 })
            }
            DeedKind::Raise { figure, hex } => {
                let kind = self.reader.made_kind(figure.id())?;
                if self.reader.content.kind(kind).kind != Kind::Feature {
                    let message = format!("expected a figure type of the kind `feature`, found `{}`", figure.id());
                    return Err(error(at.child("figure"), message));
                }
                Does::Raise(kind, self.hex(at, *hex)?)
            }
            DeedKind::Clear { hex } => Does::Clear(self.hex(at, *hex)?),
            DeedKind::Terrain { terrain, hex, zone } => {
                let place = self.place(at, *hex, zone.as_ref())?;
                Does::Terrain(place, self.terrain(at, terrain)?)
            }
            DeedKind::Begin { effect, side, figures, zone } => {
                Does::Begin(self.named(effect)?, self.crowd(at, (side.as_ref(), figures), zone.as_ref())?)
            }
            DeedKind::End { effect, side, figures, zone } => {
                Does::End(self.named(effect)?, self.crowd(at, (side.as_ref(), figures), zone.as_ref())?)
            }
            DeedKind::Order { side, figures, order, hex, zone } => {
                let task = match order {
                    Order::Go => Some(Task::Go(self.place(at, *hex, zone.as_ref())?)),
                    Order::Hold => Some(Task::Hold),
                    Order::Hunt => Some(Task::Hunt),
                    Order::Free => None,
                };
                Does::Order(self.figures(self.side(at, side)?, figures), task)
            }
            DeedKind::Next { scenario } => Does::Next(self.successor(scenario.id())),
        })
    }

    /// The hex and the zone of a deed together.
    fn place(
        &self,
        at: &Pointer,
        hex: Option<[u16; 2]>,
        zone: Option<&ZoneName>,
    ) -> Result<BTreeSet<Hex>, ContentError> {
        let mut place = zone.map(|zone| hexes(at, self.map, &zone.0)).transpose()?.unwrap_or_default();
        if let Some(hex) = hex {
            place.insert(self.hex(at, hex)?);
        }
        if hex.is_none() && zone.is_none() {
            return Err(error(at.child("kind"), "expected `hex` or `zone`, found neither".to_owned()));
        }
        Ok(place)
    }

    fn terrain(&self, at: &Pointer, terrain: &Ref<Terrain>) -> Result<TerrainId, ContentError> {
        let number = self.reader.terrains.iter().position(|known| known == terrain.id());
        let missing = || error(at.child("terrain"), format!("expected a terrain, found `{}`", terrain.id()));
        number.map(|number| TerrainId(number as u16)).ok_or_else(missing)
    }

    fn named(&mut self, effect: &Ref<NamedEffect>) -> Result<NamedId, ContentError> {
        let known = &self.reader.content.named;
        if let Some(number) = known.iter().position(|named| named.record == effect.id()) {
            return Ok(NamedId(number as u16));
        }
        let title = self.reader.resolved.get(effect)?.title;
        let deed = effects::Deed::Named { effect: effect.clone() };
        let written = effects::Effect { scope: effects::Scope::default(), deed };
        let this = self.reader.resolved.fields_of(NamedEffect::CATALOG, effect.id());
        let effects = self.reader.effects(&[written], &this)?;
        self.reader.content.named.push(Named { record: effect.id().to_owned(), title, effects });
        Ok(NamedId(self.reader.content.named.len() as u16 - 1))
    }

    fn crowd(
        &self,
        at: &Pointer,
        (side, named): (Option<&Ref<Side>>, &[FigureName]),
        zone: Option<&ZoneName>,
    ) -> Result<Crowd, ContentError> {
        let side = side.map(|side| self.side(at, side)).transpose()?;
        let figures = side.filter(|_| !named.is_empty()).map(|side| self.figures(side, named));
        let hexes = zone.map(|zone| hexes(at, self.map, &zone.0)).transpose()?;
        Ok(Crowd { side, figures, hexes })
    }

    fn successor(&mut self, scenario: &str) -> SuccessorId {
        let known = &mut self.reader.content.successors;
        let place = known.iter().position(|known| known == scenario).unwrap_or_else(|| {
            known.push(scenario.to_owned());
            known.len() - 1
        });
        SuccessorId(place as u16)
    }

    fn counter(&self, at: &Pointer, id: &str) -> Result<CounterId, ContentError> {
        let position = self.scenario.counters.keys().position(|known| known == id);
        position
            .map(|position| CounterId(position as u16))
            .ok_or_else(|| error(at.child("counter"), format!("expected a counter of the scenario, found `{id}`")))
    }

    /// A victory or defeat by the event, as a goal that only the event can complete.
    fn decides(&mut self, at: &Pointer, side: &Ref<Side>, stake: Stake) -> Result<Does, ContentError> {
        let id = self.side(at, side)?;
        let goals = &mut self.reader.content.goals;
        let text = if self.written.title.is_empty() { self.id } else { &self.written.title };
        let goal = GoalId(goals.all.len() as u16);
        goals.all.push(Goal { side: id, stake, test: Test::Event, text: text.to_owned(), set: u16::MAX });
        Ok(Does::Decide(goal))
    }
}
