//! Encumbrance: the load of a figure, and the MA it costs (`F1.7`).
//!
//! The notes mention item sizes in "Drag encumbrance calculations" without a formula, so this one is an assumption.

use crate::constants::{FREE_LOAD_PER_ST, LOAD_STEP_PER_ST};
use crate::ids::FigureId;
use crate::situation::Situation;

/// The load of a figure, in hundredths of a human.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The total size of its gear.
    pub carried: u64,
    /// The load without a penalty.
    pub free: u64,
    /// The penalty to MA in a scenario that counts encumbrance, in MP.
    pub slower: u32,
}

/// The current load of a figure.
pub fn load(now: Situation<'_>, figure: FigureId) -> Load {
    let carried = now.gear(figure).filter(|&item| now.item(item).place().is_some());
    let sizes = carried.map(|item| u64::from(now.item_kind(item).size) * u64::from(now.item(item).count));
    of_size(sizes.sum(), now.kind(figure).st)
}

/// The load for a total size in hundredths of a human, and basic ST.
pub fn of_size(carried: u64, st: i32) -> Load {
    let st = u64::from(st.max(1).unsigned_abs());
    let free = FREE_LOAD_PER_ST * st;
    let steps = carried.saturating_sub(free).div_ceil(LOAD_STEP_PER_ST * st);
    Load { carried, free, slower: u32::try_from(steps).unwrap_or(u32::MAX) }
}
