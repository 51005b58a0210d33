//! What a figure carries, and how much slower that makes it (`F1.7`).
//!
//! The notes count the sizes of items in "Drag encumbrance calculations" and give no formula, so this one is a fill.

use crate::constants::{FREE_LOAD_PER_ST, LOAD_STEP_PER_ST};
use crate::ids::FigureId;
use crate::situation::Situation;

/// What a figure carries, in hundredths of a human.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The sizes of all that it holds, wears and has about it.
    pub carried: u64,
    /// So much of it does not make it slower.
    pub free: u64,
    /// What a scenario that counts encumbrance takes from its MA, in MP.
    pub slower: u32,
}

/// What a figure carries now.
pub fn load(now: Situation<'_>, figure: FigureId) -> Load {
    let carried = now.gear(figure).filter(|&item| now.item(item).place().is_some());
    let sizes = carried.map(|item| u64::from(now.item_kind(item).size) * u64::from(now.item(item).count));
    of_size(sizes.sum(), now.kind(figure).st)
}

/// The same for a total size in hundredths of a human, and basic ST.
pub fn of_size(carried: u64, st: i32) -> Load {
    let st = u64::from(st.max(1).unsigned_abs());
    let free = FREE_LOAD_PER_ST * st;
    let steps = carried.saturating_sub(free).div_ceil(LOAD_STEP_PER_ST * st);
    Load { carried, free, slower: u32::try_from(steps).unwrap_or(u32::MAX) }
}
