//! Loading missile weapons (`F10.5`).

use serde::{Deserialize, Serialize};

use super::content::{Content, FigureId, ItemId};
use super::gear::Missile;
use super::state::State;
use super::weapons;

/// How far the loading of a weapon has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loading {
    /// The attempts add up to this much, which is not enough yet.
    Begun(u16),
    /// It is loaded, and the next loading begins at 0.
    Loaded,
}

/// What an attempt comes to that rolled `total`, `begun` being the sum of those before it.
pub fn attempt(begun: u16, total: u16, required: u16) -> Loading {
    let sum = begun.saturating_add(total);
    if sum >= required { Loading::Loaded } else { Loading::Begun(sum) }
}

/// The weapon that a figure could lay this ammunition into as a free alteration now.
pub fn freely(content: &Content, state: &State, figure: FigureId, ammo: ItemId) -> Option<ItemId> {
    unloaded(content, state, figure, ammo).filter(|(_, missile)| !missile.takes_readying()).map(|(weapon, _)| weapon)
}

/// The weapon that a figure could load with this ammunition by the Ready option now, and the total that takes.
pub fn by_readying(content: &Content, state: &State, figure: FigureId, ammo: ItemId) -> Option<(ItemId, u16)> {
    let (weapon, missile) = unloaded(content, state, figure, ammo)?;
    missile.takes_readying().then_some((weapon, missile.reload.total))
}

/// The ready weapon without a missile that fires this ammunition, of which a piece must be left.
fn unloaded<'a>(content: &'a Content, state: &State, figure: FigureId, ammo: ItemId) -> Option<(ItemId, &'a Missile)> {
    state.item(ammo).place()?;
    content.gear(figure).find_map(|weapon| {
        let missile = content.item(weapon).missile()?;
        let fits = missile.ammo == content.item(ammo).record && state.item(weapon).loaded.is_none();
        (fits && weapons::is_ready(content, state, figure, weapon)).then_some((weapon, missile))
    })
}
