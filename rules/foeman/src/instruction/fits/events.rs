//! Lists the references and numbers in the steps of events, for validation.

use super::{Named, Names};
use crate::catalogs::Kind;
use crate::constants::MOST_FIGURES;
use crate::content::Content;
use crate::ids::Source;
use crate::instruction::EventStep;
use crate::state::State;
use smallvec::smallvec;

pub(super) fn of_step(content: &Content, state: &State, step: &EventStep) -> Names {
    let unfolding = &state.unfolding;
    let known = |fits: bool| -> Names { if fits { Names::new() } else { smallvec![Named::Nonsense] } };
    match step {
        EventStep::Due(due) => {
            let mut names = known(due.event.index() < content.events.len());
            names.extend(due.figure.into_iter().chain(due.other).map(Named::Figure));
            names
        }
        EventStep::Happens { at } => {
            let due = unfolding.due.get(usize::from(*at));
            known(due.is_some_and(|due| due.event.index() < unfolding.fired.len()))
        }
        EventStep::Lapses { at } => known(usize::from(*at) < unfolding.due.len()),
        EventStep::Holds { event, .. } => known(event.index() < unfolding.holding.len()),
        EventStep::Stops | EventStep::Over => Names::new(),
        EventStep::Says { event, deed } => {
            let event = content.events.get(event.index());
            known(event.is_some_and(|event| usize::from(*deed) < event.deeds.len()))
        }
        EventStep::Counts { counter, value } => {
            let mut names = known(counter.index() < unfolding.counters.len());
            names.push(Named::Points(*value));
            names
        }
        EventStep::Goals { side, set } => {
            known(usize::from(side.0) < unfolding.goals.len() && *set <= content.goals.sets)
        }
        EventStep::Awaits { figure, .. } => known(unfolding.awaits(*figure)),
        EventStep::Lies { kind, hex, .. } => {
            let mut names = known(state.items.len() < usize::from(u16::MAX));
            names.extend([Named::Source(Source::Item(*kind)), Named::Hex(*hex)]);
            names
        }
        EventStep::Turns { hexes, terrain } => {
            let mut names = known(terrain.index() < content.terrains.len());
            names.extend(hexes.iter().copied().map(Named::Hex));
            names
        }
        EventStep::Orders { figure, order } => {
            let mut names = known(order.is_none_or(|order| content.is_order(order)));
            names.push(Named::Figure(*figure));
            names
        }
        EventStep::Leads { to } => known(to.index() < content.successors.len()),
        EventStep::Rises { kind, hex, .. } => {
            let is_feature = content.kinds.get(kind.index()).is_some_and(|kind| kind.kind == Kind::Feature);
            let mut names = known(is_feature && state.figures.len() < usize::from(MOST_FIGURES));
            names.push(Named::Hex(*hex));
            names
        }
    }
}
