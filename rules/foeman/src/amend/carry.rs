//! Carries the state of a battle over to edited content, matching everything in play by id.

use std::collections::BTreeMap;
use std::mem::discriminant;

use crate::content::Content;
use crate::content::events::Does;
use crate::ground::Battlefield;
use crate::ids::{
    EffectId, EventId, FigureId, GoalId, ItemKindId, KindId, NamedId, Source, SpellId, SuccessorId, TalentId, TerrainId,
};
use crate::landscape::Changes;
use crate::situation::Situation;
use crate::state::{Action, Awaited, Due, EffectState, Fate, Grip, Order, Question, State, Unfolding, Whereabouts};

use super::halfway;

/// The content before and after an amendment, and the state to carry over.
struct Carrier<'a> {
    before: &'a Content,
    after: &'a Content,
    state: &'a State,
}

/// Carries a state over to other content; the error says what cannot be carried over, with its place.
pub(crate) fn carried(before: &Content, after: &Content, state: &State) -> Result<State, String> {
    halfway(state)?;
    same_sides(before, after)?;
    let carrier = Carrier { before, after, state };
    let mut carried = state.clone();
    let unfolding = carrier.unfolding()?;
    let field = unfolding.ground.land().map_or(&after.land.field, |land| &land.field);
    for id in (0..carried.figures.len() as u16).map(FigureId) {
        let figure = carried.figure_mut(id);
        figure.kind = carrier.kind(figure.kind)?;
        figure.option = figure.option.map(|action| carrier.action(action)).transpose()?;
        if !figure.gone {
            carrier.stands(id, figure.kind, field)?;
        }
    }
    carried.unfolding = unfolding;
    for item in carried.items.iter_mut() {
        let title = &before.item(item.kind).title;
        item.kind = carrier.item(item.kind)?;
        if let Whereabouts::Lying { hex } = item.at
            && !after.land.field.contains(hex)
        {
            return Err(carrier.off_the_map(title, hex));
        }
        if !after.item(item.kind).takes_both_hands() {
            item.grip = Grip::OneHand;
        }
    }
    unload(after, &mut carried);
    for effect in &mut carried.effects {
        *effect = carrier.effect(*effect)?;
    }
    carried.held = carrier.held();
    for side in &mut carried.sides {
        side.fate = carrier.fate(side.fate)?;
    }
    if let Some(Question::Renewal { spell, .. }) = &mut carried.asked {
        *spell = carrier.spell(*spell)?;
    }
    Ok(carried)
}

/// Checks that the sides are the same; all other state refers to them by position.
fn same_sides(before: &Content, after: &Content) -> Result<(), String> {
    let sides = |content: &Content| content.sides.iter().map(|side| side.id.clone()).collect::<Vec<_>>();
    if let Some((old, new)) = parting(&sides(before), &sides(after)) {
        return Err(format!(
            "expected the sides with which the battle began, `{old}` here, found `{new}`: start a new battle"
        ));
    }
    let began = |content: &Content| -> Vec<String> {
        content.start.iter().map(|start| content.kind(start.kind).record.clone()).collect()
    };
    match parting(&began(before), &began(after)) {
        Some((old, new)) => Err(format!(
            "expected the figures with which the battle began, `{old}` here, found `{new}`: start a new battle, or add \
             and remove figures as the game master"
        )),
        None => Ok(()),
    }
}

/// Returns the first difference between two lists.
fn parting(before: &[String], after: &[String]) -> Option<(String, String)> {
    let most = before.len().max(after.len());
    let place = (0..most).find(|&place| before.get(place) != after.get(place))?;
    let named = |list: &[String]| list.get(place).map_or_else(|| "nobody".to_owned(), Clone::clone);
    Some((named(before), named(after)))
}

/// Unloads weapons that no longer fire the kind of ammunition they are loaded with.
fn unload(after: &Content, state: &mut State) {
    for item in 0..state.items.len() {
        let own = state.items[item];
        let fires = after.item(own.kind).missile().map(|missile| missile.ammo);
        let lies_in = own.loaded.map(|ammo| state.item(ammo).kind);
        if fires != lies_in {
            state.items[item].loaded = None;
        }
    }
}

impl Carrier<'_> {
    fn kind(&self, kind: KindId) -> Result<KindId, String> {
        let record = &self.before.kind(kind).record;
        let found = self.after.kinds.iter().position(|kind| kind.record == *record);
        found.map(|number| KindId(number as u16)).ok_or_else(|| gone("figure type", record))
    }

    fn item(&self, kind: ItemKindId) -> Result<ItemKindId, String> {
        let record = &self.before.item(kind).record;
        let found = self.after.items.iter().position(|kind| kind.record == *record);
        found.map(|number| ItemKindId(number as u16)).ok_or_else(|| gone("item", record))
    }

    fn spell(&self, spell: SpellId) -> Result<SpellId, String> {
        let record = &self.before.spell(spell).record;
        let found = self.after.spells.iter().position(|spell| spell.record == *record);
        found.map(|number| SpellId(number as u16)).ok_or_else(|| gone("spell", record))
    }

    fn talent(&self, talent: TalentId) -> Result<TalentId, String> {
        let record = &self.before.talent(talent).record;
        let found = self.after.talents.iter().position(|talent| talent.record == *record);
        found.map(|number| TalentId(number as u16)).ok_or_else(|| gone("talent", record))
    }

    fn terrain(&self, terrain: TerrainId) -> Result<TerrainId, String> {
        let record = &self.before.land.ground.terrains[terrain.index()].id;
        let found = self.after.land.ground.terrains.iter().position(|terrain| terrain.id == *record);
        found.map(|number| TerrainId(number as u16)).ok_or_else(|| gone("terrain", record))
    }

    fn named(&self, named: NamedId) -> Result<NamedId, String> {
        let record = &self.before.named(named).record;
        let found = self.after.named.iter().position(|named| named.record == *record);
        found.map(|number| NamedId(number as u16)).ok_or_else(|| gone("named effect", record))
    }

    fn action(&self, action: Action) -> Result<Action, String> {
        Ok(match action {
            Action::Cast { spell, target, dice } => Action::Cast { spell: self.spell(spell)?, target, dice },
            Action::Recast { spell, began } => Action::Recast { spell: self.spell(spell)?, began },
            Action::Exert { talent, dice } => Action::Exert { talent: self.talent(talent)?, dice },
            other => other,
        })
    }

    fn source(&self, source: Source) -> Result<Source, String> {
        Ok(match source {
            Source::Item(kind) => Source::Item(self.item(kind)?),
            Source::Spell(spell) => Source::Spell(self.spell(spell)?),
            Source::Talent(talent) => Source::Talent(self.talent(talent)?),
            Source::Kind(kind) => Source::Kind(self.kind(kind)?),
            Source::Terrain(terrain) => Source::Terrain(self.terrain(terrain)?),
            Source::Named(named) => Source::Named(self.named(named)?),
        })
    }

    /// Carries over an effect in force: to the effect at the same position of its source, if that is of the same kind.
    fn effect(&self, force: EffectState) -> Result<EffectState, String> {
        let source = self.source(force.source)?;
        let place = effects(self.before, force.source).iter().position(|effect| *effect == force.effect);
        let effect = place.and_then(|place| effects(self.after, source).get(place).copied());
        let deed = |content: &Content, effect: EffectId| discriminant(&content.effect(effect).deed);
        match effect.filter(|&effect| deed(self.after, effect) == deed(self.before, force.effect)) {
            Some(effect) => Ok(EffectState { effect, source, ..force }),
            None => {
                let now = Situation::new(self.before, self.state);
                let (of, on) = (self.name(force.source), now.name(force.target));
                Err(format!(
                    "expected `{of}` to keep its effect on {on}, which is in force, but it was removed or changed: let \
                     it end first, or start a new battle"
                ))
            }
        }
    }

    /// Returns the id of the source of an effect.
    fn name(&self, source: Source) -> &str {
        match source {
            Source::Item(kind) => &self.before.item(kind).record,
            Source::Spell(spell) => &self.before.spell(spell).record,
            Source::Talent(talent) => &self.before.talent(talent).record,
            Source::Kind(kind) => &self.before.kind(kind).record,
            Source::Terrain(terrain) => &self.before.land.ground.terrains[terrain.index()].id,
            Source::Named(named) => &self.before.named(named).record,
        }
    }

    /// Returns how long each zone has been held; the count continues for zones with an unchanged goal.
    fn held(&self) -> Vec<u32> {
        let before = |zone| self.before.goals.holds.iter().position(|old| old == zone);
        let held = |zone| before(zone).and_then(|place| self.state.held.get(place)).copied().unwrap_or_default();
        self.after.goals.holds.iter().map(held).collect()
    }

    /// Carries over the progress of events and counters, by their ids. Events that are due but no longer exist do not
    /// happen; new ones have not happened yet. Figures still to arrive follow the new content.
    fn unfolding(&self) -> Result<Unfolding, String> {
        let (before, after, old) = (self.before, self.after, &self.state.unfolding);
        let event = |id: &str| before.events.iter().position(|event| event.id == id);
        let new = |id: EventId| after.events.iter().position(|event| event.id == before.event(id).id);
        let due = old.due.iter().filter_map(|due| Some(Due { event: EventId(new(due.event)? as u16), ..*due }));
        let counter = |id: &str| before.counters.iter().position(|(known, _)| known == id);
        let counters = after
            .counters
            .iter()
            .map(|(id, value)| counter(id).and_then(|place| old.counters.get(place)).copied().unwrap_or(*value));
        let awaited = old.awaited.iter().filter_map(|awaited| {
            let round = |content: &Content| Some(content.start.get(awaited.figure.index())?.arrival.as_ref()?.round);
            let (was, is) = (round(before), round(after)?);
            Some(Awaited { round: if was == Some(awaited.round) { is } else { awaited.round }, ..*awaited })
        });
        let has = |list: &[u32], id: &str| event(id).and_then(|place| list.get(place)).copied().unwrap_or_default();
        let held = |id: &str| event(id).and_then(|place| old.holding.get(place)).copied().unwrap_or_default();
        Ok(Unfolding {
            awaited: awaited.collect(),
            due: due.collect(),
            fired: after.events.iter().map(|event| has(&old.fired, &event.id)).collect(),
            holding: after.events.iter().map(|event| held(&event.id)).collect(),
            counters: counters.collect(),
            goals: self.sets()?,
            over: old.over,
            ground: self.ground()?,
            orders: self.orders(),
            next: old.next.and_then(|next| {
                let id = before.successors.get(next.index())?;
                after.successors.iter().position(|known| known == id).map(|place| SuccessorId(place as u16))
            }),
        })
    }

    /// Carries over the terrain that events have changed.
    fn ground(&self) -> Result<Changes, String> {
        let mut ground = Changes::default();
        for &(hex, terrain) in self.state.unfolding.ground.hexes() {
            if !self.after.land.field.contains(hex) {
                return Err(self.off_the_map("changed terrain", hex));
            }
            ground.turn(&self.after.lands, &self.after.land, &[hex], self.terrain(terrain)?);
        }
        Ok(ground)
    }

    /// Carries over the orders of figures, except for those that the events no longer give.
    fn orders(&self) -> BTreeMap<FigureId, Order> {
        let carried = self.state.unfolding.orders.iter().filter_map(|(&figure, &order)| {
            let order = match order {
                Order::Go { event, deed } => {
                    let id = &self.before.event(event).id;
                    let place = self.after.events.iter().position(|event| event.id == *id)?;
                    Order::Go { event: EventId(place as u16), deed }
                }
                other => other,
            };
            Some((figure, order)).filter(|(_, order)| self.after.is_order(*order))
        });
        carried.collect()
    }

    /// Carries over which goals the sides have: those brought by the same deed of the same event.
    fn sets(&self) -> Result<Vec<u16>, String> {
        let origins = |content: &Content| -> Vec<(String, usize)> {
            let deeds = content.events.iter().flat_map(|event| {
                let goals = event.deeds.iter().filter(|deed| matches!(deed.does, Does::Goal(..)));
                goals.enumerate().map(|(nth, _)| (event.id.clone(), nth))
            });
            deeds.collect()
        };
        let (before, after) = (origins(self.before), origins(self.after));
        if after.is_empty() && self.state.unfolding.goals.iter().all(|set| *set == 0) {
            return Ok(Vec::new());
        }
        let set = |side: usize| {
            let old = self.state.unfolding.goals.get(side).copied().unwrap_or_default();
            let Some(place) = usize::from(old).checked_sub(1) else { return Ok(0) };
            let origin = before.get(place);
            let found = origin.and_then(|origin| after.iter().position(|new| new == origin));
            found.map(|place| place as u16 + 1).ok_or_else(|| {
                let side = &self.before.sides[side].id;
                format!("expected the event that gave `{side}` its goals, but it was removed or changed")
            })
        };
        (0..self.after.sides.len()).map(set).collect()
    }

    fn fate(&self, fate: Fate) -> Result<Fate, String> {
        let goal = |goal: GoalId| {
            let old = &self.before.goals.all[goal.index()];
            let found = self.after.goals.all.iter().position(|new| new == old);
            found.map(|number| GoalId(number as u16)).ok_or_else(|| {
                let side = &self.before.side(old.side).id;
                format!("expected the condition that decided the battle for `{side}`, but it was removed or changed")
            })
        };
        Ok(match fate {
            Fate::Open => Fate::Open,
            Fate::Won(won) => Fate::Won(goal(won)?),
            Fate::Out(lost) => Fate::Out(goal(lost)?),
        })
    }

    /// Checks that a figure can remain in its hexes.
    fn stands(&self, figure: FigureId, kind: KindId, field: &Battlefield) -> Result<(), String> {
        let (own, now) = (self.state.figure(figure), Situation::new(self.before, self.state));
        let old = self.before.kind(own.kind).shape.hexes(own.pose());
        let new = self.after.kind(kind).shape.hexes(own.pose());
        if old.iter().ne(new.iter()) {
            return Err(format!(
                "expected {} to fill the same hexes as before, but its front pattern changed: start a new battle",
                now.name(figure)
            ));
        }
        for &hex in new.iter() {
            let cell = now.field().geometry.cell(hex);
            if !field.contains(hex) || field.geometry.cell(hex) != cell {
                return Err(self.off_the_map(&now.name(figure), hex));
            }
            if field.cost(hex).is_none() && now.field().cost(hex).is_some() {
                return Err(format!(
                    "expected passable ground under {} at {},{}, but it is impassable now: move the figure first",
                    now.name(figure),
                    cell[0],
                    cell[1]
                ));
            }
        }
        Ok(())
    }

    fn off_the_map(&self, who: &str, hex: foeman_schema::grid::Hex) -> String {
        let [column, row] = self.before.land.field.geometry.cell(hex);
        format!("expected a map with {column},{row}, where {who} is, but the new map does not have this hex")
    }
}

/// Returns the effects of a source, in the order in which they are written.
fn effects(content: &Content, source: Source) -> &[EffectId] {
    match source {
        Source::Item(kind) => &content.item(kind).effects,
        Source::Spell(spell) => &content.spell(spell).effects,
        Source::Talent(talent) => &content.talent(talent).effects,
        Source::Kind(kind) => &content.kind(kind).effects,
        Source::Terrain(terrain) => content.terrain(terrain),
        Source::Named(named) => &content.named(named).effects,
    }
}

fn gone(what: &str, id: &str) -> String {
    format!(
        "expected the {what} `{id}`, which is in play, but the new content lacks it: keep it, or start a new battle"
    )
}
