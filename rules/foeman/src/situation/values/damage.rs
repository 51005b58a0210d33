//! Damage changes and weapon ranges, with effects (`F8`).

use super::changed;
use crate::catalogs::effects::{Die, Quantity};
use crate::constants::{DAMAGE_DICE_LIMIT, ST_PER_DAMAGE_DIE};
use crate::ids::FigureId;
use crate::notation::{DieRole, StatMod};
use crate::rolls::{Addition, Reason, Sum, Total};
use crate::situation::Situation;
use crate::situation::applying::{Depth, Versus};
use crate::situation::changes::{Change, Changes};
use crate::situation::weapons::Arm;

/// The changes of damage dice by effects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DamageChanges {
    /// As changes of a damage stat: of the top, cup and low die (`F7.7`).
    pub mods: Vec<StatMod>,
    /// The sources, each once.
    pub why: Sum,
}

/// The changes of an attack's damage dice by effects.
pub fn damage(now: Situation<'_>, figure: FigureId, versus: Versus) -> DamageChanges {
    let mut all = DamageChanges::default();
    if Changes::none_of(now, Quantity::Damage) {
        return all;
    }
    for (role, die) in [(DieRole::Top, Die::Top), (DieRole::Cup, Die::Cup), (DieRole::Low, Die::Low)] {
        let mut sum = Sum::default();
        let mut changes = Changes::default();
        changes.find(now, Change { what: Quantity::Damage, die: Some(die) }, figure, versus, Depth::FULL);
        changes.add_to(&mut sum);
        for term in sum.terms() {
            let add = term.value.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8;
            all.mods.push(StatMod { role, add, under: None });
            if !all.why.terms().contains(term) {
                all.why.add(term.why, term.value);
            }
        }
    }
    all
}

/// The number of damage dice of an attack that count because of ST, with effects (`F7.5`).
pub fn dice_limit(now: Situation<'_>, figure: FigureId, versus: Versus) -> u8 {
    let basic = i32::from(basic_dice_limit(now.kind(figure).st));
    let sum = changed(now, Quantity::DiceLimit, figure, versus, Total::of(Reason::Strength, basic));
    sum.total().clamp(0, i32::from(u8::MAX)) as u8
}

/// The most damage dice that count because of basic ST: one for each portion of ST begun, up to a limit (`F7.5`).
pub fn basic_dice_limit(basic_st: i32) -> u8 {
    let portions = basic_st.max(0).unsigned_abs().div_ceil(u32::from(ST_PER_DAMAGE_DIE));
    portions.min(u32::from(DAMAGE_DICE_LIMIT)) as u8
}

/// The range of a weapon against a target, in hexes, with effects.
pub fn weapon_range(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> u32 {
    if Changes::none_of(now, Quantity::Range) {
        return arm.weapon.range;
    }
    let versus = Versus { arm: Some(arm.id()), ..Versus::other(target) };
    let base = Total::of(Reason::OfUse, i32::try_from(arm.weapon.range).unwrap_or(i32::MAX));
    changed(now, Quantity::Range, figure, versus, base).total().unsigned_abs()
}
