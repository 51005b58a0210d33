//! Occasions: the changes by a command or a step of the rules, and the events that are due because of them.

use foeman_schema::grid::Hex;

use super::values::Plain;
use super::{LONGEST_CHAIN, MOST_DUE};
use crate::Foeman;
use crate::catalogs::Kind;
use crate::content::events::{Event, Group, PhaseName, When};
use crate::ids::{EventId, FigureId};
use crate::instruction::{EventStep, FigureEvent, Instruction, ItemEvent, MagicEvent, RoundEvent};
use crate::situation::Situation;
use crate::state::{Condition, Due};
use foeman_engine::ruleset::Emit;

/// A figure before a command.
#[derive(Clone, Copy)]
struct Before {
    /// Whether it could act, or, for a feature, whether it was whole.
    stood: bool,
    /// The hex of its head; `None` if it was not on the map.
    hex: Option<Hex>,
}

/// Does something, and notes the events that become due because of it.
pub(crate) fn noting(out: &mut Emit<'_, Foeman>, act: impl FnOnce(&mut Emit<'_, Foeman>)) {
    if out.content().events.is_empty() {
        return act(out);
    }
    let now = Situation::of(out);
    let chain = super::next(now).map_or(0, |at| now.state.unfolding.due[at].chain.saturating_add(1));
    let before: Vec<Before> = (0..now.state.figures.len() as u16).map(|id| before(now, FigureId(id))).collect();
    let attacker = now.state.attack.as_ref().map(|underway| underway.order.figure);
    act(out);
    let mut noted = Noted { before: &before, chain, attacker, found: Vec::new() };
    noted.look(Situation::of(out), out.done());
    for due in noted.found {
        becomes_due(due, out);
    }
    conditions(chain, out);
    the_end(out);
}

fn before(now: Situation<'_>, figure: FigureId) -> Before {
    Before { stood: stands(now, figure), hex: place(now, figure) }
}

/// Whether a figure can act, or a feature is whole.
fn stands(now: Situation<'_>, figure: FigureId) -> bool {
    match now.kind(figure).kind {
        Kind::Feature => !now.figure(figure).gone && Condition::at(now.mod_st(figure)) != Condition::Dead,
        _ => now.is_able(figure),
    }
}

fn place(now: Situation<'_>, figure: FigureId) -> Option<Hex> {
    let own = now.figure(figure);
    (!own.gone).then_some(own.hex)
}

/// Makes an event due, unless it has happened often enough or too many have set each other off.
pub(super) fn becomes_due(due: Due, out: &mut Emit<'_, Foeman>) {
    let limit = out.content().event(due.event).limit;
    if limit.is_some_and(|limit| out.state().unfolding.fired[due.event.index()] >= limit) {
        return;
    }
    let step = if due.chain > LONGEST_CHAIN || out.state().unfolding.due.len() >= MOST_DUE {
        if out.done().contains(&Instruction::Event(EventStep::Stops)) {
            return;
        }
        EventStep::Stops
    } else {
        EventStep::Due(due)
    };
    out.push(Instruction::Event(step));
}

/// The occasions of one command or step of the rules.
struct Noted<'a> {
    before: &'a [Before],
    chain: u8,
    /// The figure whose attack is carried out.
    attacker: Option<FigureId>,
    found: Vec<Due>,
}

impl Noted<'_> {
    fn look(&mut self, now: Situation<'_>, done: &[Instruction]) {
        for instruction in done {
            self.look_at(now, instruction);
        }
        for figure in (0..now.state.figures.len() as u16).map(FigureId) {
            let before = self.before.get(figure.index()).copied();
            let (stood, from) = before.map_or((false, None), |before| (before.stood, before.hex));
            self.moved(now, figure, from);
            if stood && !stands(now, figure) && !now.figure(figure).gone {
                self.fell(now, figure);
            }
        }
    }

    fn look_at(&mut self, now: Situation<'_>, instruction: &Instruction) {
        match instruction {
            Instruction::Round(RoundEvent::Begins { round }) => {
                if *round == 1 {
                    self.note(now, None, |_, when| *when == When::Battle);
                }
                self.note(
                    now,
                    None,
                    |_, when| matches!(when, When::Round(only) if only.is_none_or(|only| only == *round)),
                );
            }
            Instruction::Round(RoundEvent::RetreatsEnd) => self.phase(now, PhaseName::Movement),
            Instruction::Round(RoundEvent::ActionBegins) => self.phase(now, PhaseName::Action),
            Instruction::Figure(figure, FigureEvent::Attacked { .. }) => self.attacker = Some(*figure),
            Instruction::Figure(figure, FigureEvent::Harmed(_)) => {
                let subjects = Some((*figure, self.attacker));
                self.note(now, subjects, |_, when| matches!(when, When::Hit(group) if is_of(now, group, *figure)));
            }
            Instruction::Figure(figure, FigureEvent::Magic(MagicEvent::Casts { spell, target, check, .. }))
                if check.is_success() =>
            {
                self.note(now, Some((*figure, *target)), |_, when| match when {
                    When::Casts(group, only) => only.is_none_or(|only| only == *spell) && is_of(now, group, *figure),
                    _ => false,
                });
            }
            Instruction::Item(item, ItemEvent::Taken { by, .. }) => {
                let kind = now.item(*item).kind;
                self.note(now, Some((*by, None)), |_, when| match when {
                    When::Takes(group, only) => only.is_none_or(|only| only == kind) && is_of(now, group, *by),
                    _ => false,
                });
            }
            _ => {}
        }
    }

    fn phase(&mut self, now: Situation<'_>, phase: PhaseName) {
        self.note(now, None, |_, when| matches!(when, When::Phase(only) if only.is_none_or(|only| only == phase)));
    }

    /// Notes the zones that the head of a figure has come into or left.
    fn moved(&mut self, now: Situation<'_>, figure: FigureId, from: Option<Hex>) {
        let to = place(now, figure);
        if from == to || now.kind(figure).kind == Kind::Feature {
            return;
        }
        self.note(now, Some((figure, None)), |_, when| match when {
            When::Enters(group, hexes) => {
                let is_in = |hex: Option<Hex>| hex.is_some_and(|hex| hexes.contains(&hex));
                let there = |figure: FigureId| is_in(place(now, figure)) && now.is_able(figure);
                is_in(to) && !is_in(from) && is_of(now, group, figure) && are_enough(now, group, there)
            }
            When::Leaves(group, hexes) => {
                let is_in = |hex: Option<Hex>| hex.is_some_and(|hex| hexes.contains(&hex));
                is_in(from)
                    && !is_in(to)
                    && is_of(now, group, figure)
                    && are_enough(now, group, |figure| !is_in(place(now, figure)))
            }
            _ => false,
        });
    }

    fn fell(&mut self, now: Situation<'_>, figure: FigureId) {
        let kind = now.figure(figure).kind;
        let is_feature = now.kind(figure).kind == Kind::Feature;
        let fallen = |figure: FigureId| !now.figure(figure).gone && !now.is_able(figure);
        self.note(now, Some((figure, self.attacker)), |_, when| match when {
            When::Falls(group) => !is_feature && is_of(now, group, figure) && are_enough(now, group, fallen),
            When::Destroyed(only, hexes) => {
                is_feature
                    && only.is_none_or(|only| only == kind)
                    && hexes.as_ref().is_none_or(|hexes| hexes.contains(&now.figure(figure).hex))
            }
            _ => false,
        });
    }

    /// Notes the events with a matching occasion.
    fn note(
        &mut self,
        now: Situation<'_>,
        subjects: Option<(FigureId, Option<FigureId>)>,
        matches: impl Fn(&Event, &When) -> bool,
    ) {
        let (figure, other) = subjects.map_or((None, None), |(figure, other)| (Some(figure), other));
        let (chain, round) = (self.chain, now.state.round);
        let found = now.content.numbered_events().filter(|(_, event)| matches(event, &event.when));
        self.found.extend(found.map(|(event, _)| Due { event, figure, other, chain, round }));
    }
}

/// Whether a figure belongs to a group.
fn is_of(now: Situation<'_>, group: &Group, figure: FigureId) -> bool {
    match group.side {
        Some(_) if group.is_named => group.figures.contains(&figure),
        Some(side) => now.figure(figure).side == side,
        None => true,
    }
}

/// Whether a condition holds for the number of figures that an occasion requires.
fn are_enough(now: Situation<'_>, group: &Group, holds: impl Fn(FigureId) -> bool) -> bool {
    if group.at_least <= 1 {
        return true;
    }
    let all = (0..now.state.figures.len() as u16).map(FigureId);
    let count = all.filter(|&figure| is_of(now, group, figure) && holds(figure)).count();
    count >= group.at_least
}

/// Notes the conditions that begin to hold, or hold no longer.
fn conditions(chain: u8, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    if now.state.round == 0 {
        return;
    }
    let changed: Vec<(EventId, bool)> = now
        .content
        .numbered_events()
        .filter(|(_, event)| event.when == When::Holds)
        .map(|(id, event)| (id, event.tests.iter().all(|test| test.holds(&mut Plain(now)))))
        .filter(|(id, holds)| now.state.unfolding.holding[id.index()] != *holds)
        .collect();
    let round = now.state.round;
    for (event, holds) in changed {
        out.push(Instruction::Event(EventStep::Holds { event, holds }));
        if holds {
            becomes_due(Due { event, figure: None, other: None, chain, round }, out);
        }
    }
}

/// Notes that the battle has been decided, once nothing else is due that could change that.
fn the_end(out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let listens = now.content.events.iter().any(|event| matches!(event.when, When::Over(_)));
    let is_due = now.state.unfolding.due.iter().any(|due| due.round <= now.state.round);
    if !listens || is_due || now.state.unfolding.over {
        return;
    }
    let Some(outcome) = now.outcome() else { return };
    let round = now.state.round;
    let concerned = now.content.numbered_events().filter(|(_, event)| match event.when {
        When::Over(side) => side.is_none_or(|side| outcome.is_won_by(side)),
        _ => false,
    });
    let concerned: Vec<EventId> = concerned.map(|(id, _)| id).collect();
    out.push(Instruction::Event(EventStep::Over));
    for event in concerned {
        becomes_due(Due { event, figure: None, other: None, chain: 0, round }, out);
    }
}
