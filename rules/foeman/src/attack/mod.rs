//! Attacks: strikes, jabs, hurled weapons and missiles (`F7`, `F8`).
//!
//! An attack is rolled to hit ([`rolling`]), with dice that may be rerolled. A hit then does its damage (`harm`), the
//! weapon and missile are used up or dropped (`aftermath`), and the move or segment that the attack was part of
//! continues.

mod aftermath;
pub mod damage;
pub mod double;
pub(super) mod harm;
pub mod proficiency;
pub mod prospect;
mod reach;
pub mod reload;
pub mod rolling;

use crate::catalogs::{AdventurerBonus, DiceLimit, PlayerClass, Quality, Skill};
use crate::constants::CHARGE_POLE_DICE;
use crate::content::items::{ArmId, Weapon};
use crate::ids::{FigureId, ItemId};
use crate::notation::Bypass;
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Addition, Sum};
use crate::situation::applying::Versus;
use crate::situation::protection::{self, Response};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, hits, values};
use foeman_engine::display::Odds;
use foeman_schema::catalogs::control::Control;

pub use crate::option::{Manner, Order};
pub use crate::situation::sight::distance;
pub use reach::{check, reaches};
pub(super) use rolling::{act, hit_with, plan};

/// An attack with all values that decide its result. With [`Sum`], adjusted DX has terms; with
/// [`Total`](crate::rolls::Total), it does not.
#[derive(Clone, Debug)]
pub struct Attack<'a, A = Sum> {
    /// The item and usage it is made with.
    pub arm: ArmId,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// The missile that is fired.
    pub ammo: Option<ItemId>,
    /// Adjusted DX: what the total must not exceed.
    pub needed: A,
    /// The target's response to it: a defence or a dodge.
    pub response: Option<Response>,
    /// Which protection it ignores (`F8.5`).
    pub bypass: Bypass,
    /// Dice rolled to hit: those chosen, and one more against a defence or a dodge (`F7.3`).
    pub hit_dice: u8,
    /// Whether a high total misses regardless of DX.
    pub miss: AutomaticMiss,
    /// Damage dice rolled on a hit (`F7.4`).
    pub damage_dice: u8,
    /// How many of the damage dice count.
    pub limit: u8,
    /// The most damage dice the attacker has chosen to roll (`F7.5`).
    restrained: u8,
    /// The most damage dice that count for the attacker, regardless of how many it rolls (`F7.5`).
    most: u8,
    /// Damage dice in addition to the weapon's, for a pole weapon in a charge (`F4.9`).
    more_dice: u8,
}

/// The dice of an attack.
struct Dice {
    to_hit: u8,
    damage: u8,
    limit: u8,
}

impl<'a> Attack<'a> {
    /// The attack that an order describes in the current situation; `None` if the weapon does not exist.
    pub fn new(now: Situation<'a>, order: Order) -> Option<Self> {
        Self::ordered(now, order)
    }

    /// An ordinary attack of one figure on another in the current situation.
    pub fn with(now: Situation<'_>, pair: (FigureId, FigureId), arm: Arm<'a>, dice: u8) -> Self {
        Self::ordinary(now, pair, arm, dice)
    }
}

impl<'a, A: Addition> Attack<'a, A> {
    /// [`Attack::new`], with or without the terms of adjusted DX.
    pub(crate) fn ordered(now: Situation<'a>, order: Order) -> Option<Self> {
        let arm = weapons::ordered(now, order)?;
        let mut attack = Self::ordinary(now, (order.figure, order.target), arm, order.dice);
        attack.needed = hits::doubled(attack.needed, order.manner);
        attack.miss = now.figure(order.figure).repeats(order.option());
        Some(attack)
    }

    /// [`Attack::with`], with or without the terms of adjusted DX.
    pub(crate) fn ordinary(now: Situation<'_>, (figure, target): (FigureId, FigureId), arm: Arm<'a>, dice: u8) -> Self {
        let (own, mode) = (now.kind(figure), arm.weapon.mode);
        let limited = own.class == PlayerClass::Adv || now.content.rules.damage_dice_limit == DiceLimit::All;
        let ammo = arm.item.and_then(|item| now.item(item).loaded).filter(|_| arm.weapon.missile.is_some());
        let bypass = match ammo {
            Some(ammo) => arm.weapon.bypass.or(now.item_kind(ammo).bypass),
            None => arm.weapon.bypass,
        };
        let versus = Versus { arm: Some(arm.id()), ..Versus::other(target) };
        let charges = now.figure(figure).manoeuvres.charges && weapons::is_pole(now, figure, arm);
        let all = Self {
            arm: arm.id(),
            weapon: arm.weapon,
            ammo,
            needed: hits::attack_dx(now, figure, target, arm),
            response: protection::response(now, target, figure, mode).filter(|response| response.helps(bypass)),
            bypass,
            hit_dice: 0,
            miss: now.figure(figure).repeats(mode.option()),
            damage_dice: 0,
            limit: 0,
            restrained: now.figure(figure).restrained.unwrap_or(u8::MAX),
            most: if limited { values::dice_limit(now, figure, versus) } else { u8::MAX },
            more_dice: if charges { CHARGE_POLE_DICE } else { 0 },
        };
        all.rolled_with(dice)
    }

    /// The same attack with another number of dice.
    #[must_use]
    pub fn rolled_with(self, dice: u8) -> Self {
        let Dice { to_hit, damage, limit } = self.dice(dice);
        Self { hit_dice: to_hit, damage_dice: damage, limit, ..self }
    }

    fn dice(&self, dice: u8) -> Dice {
        let damage = damage::rolled(&self.weapon.damage, dice).saturating_add(self.more_dice).min(self.restrained);
        Dice { to_hit: dice + u8::from(self.response.is_some()), damage, limit: damage.min(self.most) }
    }

    /// The damage dice of the same attack with another number of dice, how many of them count, and its chance to hit.
    pub(crate) fn outlook(&self, dice: u8) -> ((u8, u8), Odds) {
        let Dice { to_hit, damage, limit } = self.dice(dice);
        ((damage, limit), success::chance(to_hit, self.needed.total(), self.miss))
    }

    /// The same attack after this many reroll stages, each of which lets one more damage die count (`F7.5`).
    #[must_use]
    pub fn after_stages(self, stages: u8) -> Self {
        let limit = self.damage_dice.min(self.most.saturating_add(stages));
        Self { limit, ..self }
    }

    /// The exact chance to hit with the first roll.
    pub fn chance(&self) -> Odds {
        success::chance(self.hit_dice, self.needed.total(), self.miss)
    }
}

/// Whether a weapon counts as skilled under the scenario's options (`F7.11`).
pub fn skill(now: Situation<'_>, weapon: &Weapon) -> Skill {
    let crude_bow = weapon.missile.is_some() && now.content.rules.skilled_crude_bows;
    if crude_bow { Skill::Skilled } else { weapon.skill }
}

/// Whether a figure can get the adventurer bonus with a weapon and its missile: both must be ordinary, and the weapon
/// skilled (`F7.8`).
pub fn has_bonus(now: Situation<'_>, figure: FigureId, weapon: &Weapon, ammo: Option<ItemId>) -> bool {
    let decides = match now.content.rules.adventurer_bonus {
        AdventurerBonus::Adventurers => true,
        AdventurerBonus::People => now.content.side(now.side(figure)).control == Control::Human,
    };
    let ordinary = |quality| quality == Quality::Ordinary;
    decides
        && now.kind(figure).class == PlayerClass::Adv
        && skill(now, weapon) == Skill::Skilled
        && ordinary(weapon.quality)
        && ammo.is_none_or(|ammo| ordinary(now.item_kind(ammo).quality))
}
