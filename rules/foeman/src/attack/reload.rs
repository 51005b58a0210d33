//! Loading missile weapons (`F10.5`).

use crate::Foeman;
use crate::constants::{DIE, FREE_LOADING_DICE};
use crate::content::items::Missile;
use crate::ids::{FigureId, ItemId};
use crate::instruction::{FigureEvent, Instruction, ItemEvent};
use crate::rolls::success;
use crate::situation::Situation;
use crate::situation::weapons;
use foeman_engine::display::Odds;
use foeman_engine::ruleset::Emit;

/// The progress of loading a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loading {
    /// The sum of the attempts so far, which is not enough yet.
    Begun(u16),
    /// It is loaded, and the next loading begins at 0.
    Loaded,
}

/// A weapon, its ammunition, and the total required to load it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The weapon.
    pub weapon: ItemId,
    /// The ammunition.
    pub ammo: ItemId,
    /// The total required, in points.
    pub required: u16,
}

/// Returns the result of an attempt that rolled `total`, if the earlier attempts add up to `begun`.
pub fn attempt(begun: u16, total: u16, required: u16) -> Loading {
    let sum = begun.saturating_add(total);
    if sum >= required { Loading::Loaded } else { Loading::Begun(sum) }
}

/// The weapon that a figure could load with this ammunition as a free alteration, whether or not it has tried this
/// round.
pub fn freely(now: Situation<'_>, figure: FigureId, ammo: ItemId) -> Option<Load> {
    unloaded(now, figure, ammo).filter(|(_, missile)| !missile.takes_readying()).map(|found| load(ammo, found))
}

/// The weapon that a figure could load with this ammunition by the Ready option now.
pub fn by_readying(now: Situation<'_>, figure: FigureId, ammo: ItemId) -> Option<Load> {
    unloaded(now, figure, ammo).filter(|(_, missile)| missile.takes_readying()).map(|found| load(ammo, found))
}

fn load(ammo: ItemId, (weapon, missile): (ItemId, &Missile)) -> Load {
    Load { weapon, ammo, required: missile.reload.required() }
}

/// The exact chance that an attempt with this many dice loads the weapon.
pub fn chance(now: Situation<'_>, load: Load, dice: u8) -> Odds {
    let left = load.required.saturating_sub(now.item(load.ammo).loading);
    success::chance_to_reach(dice, i32::from(left))
}

/// The exact chance that a free attempt with this ammunition loads a weapon; `None` if no roll is needed.
pub(crate) fn chance_freely(now: Situation<'_>, figure: FigureId, ammo: ItemId) -> Option<Odds> {
    freely(now, figure, ammo).filter(|load| load.required > 0).map(|load| chance(now, load, FREE_LOADING_DICE))
}

/// Loads a weapon as a free alteration, or tries to.
pub(crate) fn try_freely(figure: FigureId, load: Load, out: &mut Emit<'_, Foeman>) {
    if load.required == 0 {
        out.push(Instruction::Item(load.weapon, ItemEvent::Loaded { ammo: load.ammo, freely: true }));
    } else {
        plan((figure, load), FREE_LOADING_DICE, true, out);
    }
}

/// Makes an attempt to load a weapon by the Ready option.
pub(crate) fn by_option(figure: FigureId, load: Load, dice: u8, out: &mut Emit<'_, Foeman>) {
    plan((figure, load), dice, false, out);
}

/// Adds the roll of an attempt to the earlier ones.
fn plan((figure, load): (FigureId, Load), dice: u8, freely: bool, out: &mut Emit<'_, Foeman>) {
    let Load { weapon, ammo, required } = load;
    let begun = out.state().item(ammo).loading;
    let dice = out.roll("load", u32::from(figure.0), usize::from(dice), DIE);
    let total = success::total(&dice) as u16;
    let loading = attempt(begun, total, required);
    let sum = begun.saturating_add(total);
    out.push(Instruction::Figure(figure, FigureEvent::Loading { weapon, ammo, dice, sum, required, freely }));
    if loading == Loading::Loaded {
        // The event of the attempt already covers it.
        out.push(Instruction::Item(weapon, ItemEvent::Loaded { ammo, freely: false }));
    }
}

/// The ready, unloaded weapon for this ammunition, if there is a piece left that is not loaded in another weapon.
fn unloaded<'a>(now: Situation<'a>, figure: FigureId, ammo: ItemId) -> Option<(ItemId, &'a Missile)> {
    now.item(ammo).place()?;
    let loaded = now.gear(figure).filter(|&weapon| now.item(weapon).loaded == Some(ammo)).count();
    if loaded >= usize::from(now.item(ammo).count) {
        return None;
    }
    now.gear(figure).find_map(|weapon| {
        let missile = now.item_kind(weapon).missile()?;
        let fits = missile.ammo == now.item(ammo).kind && now.item(weapon).loaded.is_none();
        (fits && weapons::is_ready(now, figure, weapon)).then_some((weapon, missile))
    })
}
