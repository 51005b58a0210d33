//! Loading missile weapons (`F10.5`).

use crate::rulesets::foeman::content::items::Missile;
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::weapons;

/// How far the loading of a weapon has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
pub fn freely(now: Situation<'_>, figure: FigureId, ammo: ItemId) -> Option<ItemId> {
    unloaded(now, figure, ammo).filter(|(_, missile)| !missile.takes_readying()).map(|(weapon, _)| weapon)
}

/// The weapon that a figure could load with this ammunition by the Ready option now, and the total that takes.
pub fn by_readying(now: Situation<'_>, figure: FigureId, ammo: ItemId) -> Option<(ItemId, u16)> {
    let (weapon, missile) = unloaded(now, figure, ammo)?;
    missile.takes_readying().then_some((weapon, missile.reload.total))
}

/// The ready weapon without a missile that fires this ammunition, of which a piece must be left that no other weapon is
/// loaded with.
fn unloaded<'a>(now: Situation<'a>, figure: FigureId, ammo: ItemId) -> Option<(ItemId, &'a Missile)> {
    now.item(ammo).place()?;
    let loaded = now.gear(figure).filter(|&weapon| now.item(weapon).loaded == Some(ammo)).count();
    if loaded >= usize::from(now.item(ammo).count) {
        return None;
    }
    now.gear(figure).find_map(|weapon| {
        let missile = now.item_kind(weapon).missile()?;
        let fits = missile.ammo == now.item(ammo).kind && now.item(weapon).loaded.is_none();
        let serves = !now.kind(figure).organic && weapons::is_ready(now, figure, weapon);
        (fits && serves).then_some((weapon, missile))
    })
}
