//! What events do.

use std::collections::BTreeSet;

use crate::Foeman;
use crate::catalogs::Kind;
use crate::constants::{MOST_FIGURES, MOST_VALUE};
use crate::content::events::{Crowd, Does, Task};
use crate::content::goals::Stake;
use crate::effects::cause::Cause;
use crate::effects::{end, has_room, start};
use crate::ids::{CounterId, FigureId, GoalId, Source, TerrainId};
use crate::instruction::{EventStep, FigureEvent, GoalEvent, Instruction, Passage, SideEvent};
use crate::situation::{Situation, footprint};
use crate::state::{Due, Fate, Order};
use foeman_engine::ruleset::Emit;
use foeman_schema::grid::{Direction, Hex};

use super::arrivals;
use super::values::Amounts;

/// Carries out a deed.
pub(super) fn carry_out(due: &Due, nth: u16, does: &Does, out: &mut Emit<'_, Foeman>) {
    match does {
        Does::Say { speaker, .. } => {
            let is_able = |&speaker: &FigureId| Situation::of(out).is_able(speaker);
            if speaker.as_ref().is_none_or(is_able) {
                push(EventStep::Says { event: due.event, deed: nth }, out);
            }
        }
        Does::Arrive(figures, after) => figures.iter().for_each(|&figure| arrivals::call(figure, *after, out)),
        Does::Leave(Some(figures)) => figures.iter().for_each(|&figure| leave(figure, out)),
        Does::Leave(None) => due.figure.into_iter().for_each(|figure| leave(figure, out)),
        Does::Decide(goal) => decide(*goal, out),
        Does::Change(counter, by) => {
            let by = by.evaluate(&mut Amounts::of(due, out));
            let value = out.state().unfolding.counters[counter.index()].saturating_add(by);
            count(*counter, value, out);
        }
        Does::Set(counter, to) => {
            let value = to.evaluate(&mut Amounts::of(due, out));
            count(*counter, value, out);
        }
        Does::Goal(side, set) => {
            if out.state().unfolding.goals.get(usize::from(side.0)) != Some(set) {
                push(EventStep::Goals { side: *side, set: *set }, out);
            }
        }
        Does::Item(kind, hex, count) => {
            if out.state().items.len() < usize::from(u16::MAX) {
                push(EventStep::Lies { kind: *kind, hex: *hex, count: *count }, out);
            }
        }
        Does::Raise(kind, hex) => {
            let figures = &out.state().figures;
            let nth = figures.iter().filter(|figure| figure.kind == *kind).count() as u16 + 1;
            let is_full = figures.len() >= usize::from(MOST_FIGURES);
            if !is_full && has_room(Situation::of(out), *kind, *hex, Direction::default()) {
                let posture = out.content().kind(*kind).posture;
                push(EventStep::Rises { kind: *kind, nth, hex: *hex, posture }, out);
            }
        }
        Does::Clear(hex) => {
            let now = Situation::of(out);
            let is_there = |figure: &FigureId| {
                now.kind(*figure).kind == Kind::Feature && footprint::hexes(now, *figure).contains(hex)
            };
            let features: Vec<FigureId> = now.figures().filter(is_there).collect();
            features.into_iter().for_each(|feature| leave(feature, out));
        }
        Does::Terrain(hexes, terrain) => turn(hexes, *terrain, out),
        Does::Begin(named, crowd) => {
            for figure in crowded(Situation::of(out), due, crowd) {
                let effects = &out.content().named(*named).effects;
                start(effects, &Cause::new(Source::Named(*named), figure), figure, out);
            }
        }
        Does::End(named, crowd) => {
            let figures = crowded(Situation::of(out), due, crowd);
            end(|force| force.source == Source::Named(*named) && figures.contains(&force.target), out);
        }
        Does::Order(figures, task) => figures.iter().for_each(|&figure| order(due, nth, (figure, task.as_ref()), out)),
        Does::Next(to) => {
            if out.state().unfolding.next != Some(*to) {
                push(EventStep::Leads { to: *to }, out);
            }
        }
    }
}

/// Changes the terrain of hexes. Impassable terrain does not replace the terrain of occupied hexes (an assumption).
fn turn(hexes: &BTreeSet<Hex>, terrain: TerrainId, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let is_open = now.field().is_open(terrain);
    let taken: BTreeSet<Hex> = match is_open {
        true => BTreeSet::new(),
        false => now.figures().flat_map(|figure| footprint::hexes(now, figure).to_vec()).collect(),
    };
    let turns = |hex: &&Hex| now.field().terrain(**hex) != Some(terrain) && !taken.contains(*hex);
    let hexes: Vec<Hex> = hexes.iter().filter(turns).copied().collect();
    if !hexes.is_empty() {
        push(EventStep::Turns { hexes, terrain }, out);
    }
}

/// The figures that an effect begins or ends on.
fn crowded(now: Situation<'_>, due: &Due, crowd: &Crowd) -> Vec<FigureId> {
    if *crowd == Crowd::default() {
        return due.figure.into_iter().filter(|&figure| !now.figure(figure).gone).collect();
    }
    let is_meant = |figure: &FigureId| {
        now.kind(*figure).kind != Kind::Feature
            && crowd.side.is_none_or(|side| now.figure(*figure).side == side)
            && crowd.figures.as_ref().is_none_or(|figures| figures.contains(figure))
            && crowd.hexes.as_ref().is_none_or(|hexes| hexes.contains(&now.figure(*figure).hex))
    };
    now.figures().filter(is_meant).collect()
}

/// Gives a figure an order, unless it has it already.
fn order(due: &Due, nth: u16, (figure, task): (FigureId, Option<&Task>), out: &mut Emit<'_, Foeman>) {
    let order = task.map(|task| match task {
        Task::Go(_) => Order::Go { event: due.event, deed: nth },
        Task::Hold => Order::Hold { post: out.state().figure(figure).hex },
        Task::Hunt => Order::Hunt,
    });
    if out.state().unfolding.orders.get(&figure).copied() != order {
        push(EventStep::Orders { figure, order }, out);
    }
}

/// Takes a figure out of the battle, or one that has not arrived yet off the list.
fn leave(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    if !out.state().figure(figure).gone || out.state().unfolding.awaits(figure) {
        out.push(Instruction::Figure(figure, FigureEvent::Passage(Passage::Departs)));
    }
}

/// Decides the battle for a side, unless it has been decided already.
fn decide(id: GoalId, out: &mut Emit<'_, Foeman>) {
    let goal = &out.content().goals.all[id.index()];
    if out.state().sides[usize::from(goal.side.0)].fate != Fate::Open {
        return;
    }
    let event = match goal.stake {
        Stake::Victory => GoalEvent::Wins { goal: id },
        Stake::Defeat => GoalEvent::Leaves { goal: id },
    };
    out.push(Instruction::Side(goal.side, SideEvent::Goal(event)));
}

fn count(counter: CounterId, value: i32, out: &mut Emit<'_, Foeman>) {
    let value = value.clamp(-MOST_VALUE, MOST_VALUE);
    if out.state().unfolding.counters[counter.index()] != value {
        push(EventStep::Counts { counter, value }, out);
    }
}

fn push(step: EventStep, out: &mut Emit<'_, Foeman>) {
    out.push(Instruction::Event(step));
}
