//! Carry limits: which items a figure may take (`F10.2`).

use crate::catalogs::Carry;
use crate::ids::{FigureId, ItemId};
use crate::situation::Situation;
use foeman_engine::ruleset::Refusal;

/// How a figure takes an item from the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// As a separate entry.
    Apart,
    /// By adding its pieces to an entry the figure has.
    Into(ItemId),
}

/// How a figure takes an item, or why it cannot carry it in addition to its gear.
pub fn check(now: Situation<'_>, figure: FigureId, item: ItemId) -> Result<Taking, Refusal> {
    let refuse = |message| Err(Refusal { rule: "F10.2", message });
    let (kind, own) = (now.item(item).kind, now.item_kind(item));
    if own.carry == Carry::Nobody {
        return refuse("no figure can carry that");
    }
    let mut carried = now.gear(figure).filter(|&other| now.item(other).place().is_some());
    if let Some(same) = carried.clone().find(|&other| now.item(other).kind == kind) {
        match own.carry {
            Carry::Accumulates if own.counted => return Ok(Taking::Into(same)),
            Carry::Accumulates | Carry::OneEach => return refuse("it carries one of these already"),
            Carry::OneOfClass | Carry::Many | Carry::Nobody | Carry::Unique => {}
        }
    }
    let excludes = |other: ItemId| {
        let other = now.item_kind(other);
        other.class == own.class && [other.carry, own.carry].contains(&Carry::OneOfClass)
    };
    if carried.any(excludes) { refuse("it carries an item of this class already") } else { Ok(Taking::Apart) }
}
