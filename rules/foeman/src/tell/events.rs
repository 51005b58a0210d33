//! Log lines about events and arrivals.

use super::{cell, event as about, line};
use crate::content::OF_NOBODY;
use crate::content::events::Does;
use crate::ids::FigureId;
use crate::instruction::{EventStep, Passage};
use crate::situation::Situation;
use crate::state::Order;
use foeman_engine::display::{Line, LineKind};

/// Reports a step of an event; `None` for bookkeeping.
pub(super) fn tell(now: Situation<'_>, step: &EventStep) -> Option<Line> {
    let text = match step {
        EventStep::Happens { at } => {
            let due = now.state.unfolding.due.get(usize::from(*at))?;
            let title = &now.content.events.get(due.event.index())?.title;
            let headline = Line { is_scripted: true, ..line(LineKind::Event, title.clone()) };
            return (!title.is_empty()).then_some(headline);
        }
        EventStep::Stops => "Events have set each other off too often".to_owned(),
        EventStep::Says { event, deed } => {
            let deed = now.content.events.get(event.index())?.deeds.get(usize::from(*deed))?;
            return said(now, &deed.does);
        }
        EventStep::Counts { counter, value } => {
            let (id, _) = now.content.counters.get(counter.index())?;
            return Some(line(LineKind::Detail, format!("Counter {id}: {value}")));
        }
        EventStep::Goals { side, .. } => {
            format!("{} have other goals now", now.content.sides.get(usize::from(side.0))?.name)
        }
        EventStep::Awaits { figure, round } => {
            let text = format!("{} will arrive in round {round}", now.name(*figure));
            return Some(Line { kind: LineKind::Detail, ..about(*figure, text) });
        }
        EventStep::Lies { kind, hex, count: 1 } => {
            format!("{} appears at {}", now.content.item(*kind).title, cell(now, *hex))
        }
        EventStep::Lies { kind, hex, count } => {
            format!("{count} {} appear at {}", now.content.item(*kind).title, cell(now, *hex))
        }
        EventStep::Rises { kind, hex, .. } => {
            format!("{} appears at {}", now.content.kind(*kind).name, cell(now, *hex))
        }
        EventStep::Turns { hexes, terrain } => {
            let title = now.content.land.ground.terrains.get(terrain.index()).map_or("", |terrain| &terrain.title);
            match hexes.as_slice() {
                [hex] => format!("{} is now {title}", cell(now, *hex)),
                hexes => format!("{} hexes are now {title}", hexes.len()),
            }
        }
        EventStep::Orders { figure, order } => return Some(ordered(now, *figure, *order)),
        EventStep::Leads { to } => {
            let next = now.content.successors.get(to.index())?;
            return Some(line(LineKind::Detail, format!("Next scenario: {next}")));
        }
        EventStep::Due(_) | EventStep::Lapses { .. } | EventStep::Holds { .. } | EventStep::Over => return None,
    };
    Some(line(LineKind::Event, text))
}

/// Reports an order.
fn ordered(now: Situation<'_>, figure: FigureId, order: Option<Order>) -> Line {
    let name = now.name(figure);
    let text = match order {
        Some(Order::Go { event, deed }) => {
            let hexes = now.content.destination(event, deed);
            let nearest = hexes.and_then(|hexes| {
                let from = now.figure(figure).hex;
                hexes.iter().min_by_key(|hex| (from.distance(**hex), **hex))
            });
            let to = nearest.map(|hex| format!(" to {}", cell(now, *hex))).unwrap_or_default();
            format!("{name} is ordered{to}")
        }
        Some(Order::Hold { post }) => format!("{name} is ordered to hold {}", cell(now, post)),
        Some(Order::Hunt) => format!("{name} is ordered to hunt the enemy"),
        None => format!("{name} has no more orders"),
    };
    about(figure, text)
}

fn said(now: Situation<'_>, does: &Does) -> Option<Line> {
    let Does::Say { text, speaker, side, hex } = does else { return None };
    if let Some(speaker) = speaker {
        return Some(about(*speaker, format!("{}: \"{text}\"", now.name(*speaker))));
    }
    let by = side.and_then(|side| now.content.sides.get(usize::from(side.0)));
    let text = match (by, hex) {
        (Some(side), _) => format!("{}: \"{text}\"", side.name),
        (None, Some(hex)) => format!("{text} ({})", cell(now, *hex)),
        (None, None) => text.clone(),
    };
    Some(line(LineKind::Event, text))
}

/// Reports an arrival or a departure.
pub(super) fn tell_passage(now: Situation<'_>, figure: FigureId, passage: Passage) -> Option<Line> {
    let name = now.name(figure);
    let text = match passage {
        Passage::Arrives { hex, .. } => format!("{name} arrives at {}", cell(now, hex)),
        Passage::Departs if now.figure(figure).gone => return None,
        Passage::Departs if now.side(figure) == OF_NOBODY => format!("{name} vanishes"),
        Passage::Departs => format!("{name} leaves the battle"),
    };
    Some(about(figure, text))
}
