//! Log lines about edits by a game master.

use super::{cell, event, facing_name, harmed, line, side_name};
use crate::ids::{FigureId, ItemId};
use crate::instruction::{Mastered, Newcomer};
use crate::situation::Situation;
use foeman_engine::display::{Line, LineKind};
use foeman_engine::ruleset::SideId;

/// Reports an edit of a figure.
pub(super) fn tell(now: Situation<'_>, figure: FigureId, done: &Mastered) -> Line {
    let name = now.name(figure);
    let text = match *done {
        Mastered::Put { hex, facing } => {
            format!("moves {name} to {}, facing {}", cell(now, hex), facing_name(now, figure, facing))
        }
        Mastered::Mended { physical, exhaustion: 0 } => format!("heals {name} of {physical} damage"),
        Mastered::Mended { physical, exhaustion } => {
            format!("heals {name} of {physical} damage and {exhaustion} exhaustion")
        }
        Mastered::Wounded { physical } => format!("wounds {name}: {physical} damage"),
        Mastered::Given { kind } => format!("gives {name}: {}", now.content.item(kind).title),
    };
    let told = event(figure, format!("The game master {text}"));
    match *done {
        Mastered::Wounded { physical } => {
            let after = now.mod_st(figure) - physical;
            harmed(figure, after, told)
        }
        _ => told,
    }
}

/// Reports a figure added to the battle.
pub(super) fn tell_joined(now: Situation<'_>, side: SideId, comes: &Newcomer) -> Line {
    let (kind, place, side) = (&now.content.kind(comes.kind).name, cell(now, comes.hex), side_name(now, side));
    let text = format!("The game master adds {kind} {} at {place} for {side}", comes.nth);
    line(LineKind::Event, text)
}

/// Reports an item taken from its owner.
pub(super) fn tell_removed(now: Situation<'_>, item: ItemId) -> Line {
    let title = &now.item_kind(item).title;
    match now.item(item).owner {
        Some(owner) => event(owner, format!("The game master takes away from {}: {title}", now.name(owner))),
        None => line(LineKind::Event, format!("The game master removes the {title}")),
    }
}
