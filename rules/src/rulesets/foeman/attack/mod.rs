//! Attacks: strikes, jabs, and what is hurled and fired (`F7`, `F8`).

pub mod damage;
mod harm;
mod reach;

use crate::ruleset::Emit;
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::catalogs::{DiceLimit, PlayerClass};
use crate::rulesets::foeman::constants::CHARGE_POLE_DICE;
use crate::rulesets::foeman::content::items::{ArmId, Mode, Weapon, WeaponId};
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::instruction::{FigureEvent, Instruction, ItemEvent};
use crate::rulesets::foeman::rolls::success::{self, AutomaticMiss, Success};
use crate::rulesets::foeman::rolls::{Check, Sum};
use crate::rulesets::foeman::situation::protection::{self, Response};
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::situation::{Situation, values};
use crate::told::Odds;

pub use crate::rulesets::foeman::body::sight::distance;
pub use reach::{check, reaches};

/// Nothing grants rerolls of the hit dice yet (`F7.5`).
const NO_REROLLS: u8 = 0;

/// Who attacks whom, how and with how many dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The attacker.
    pub figure: FigureId,
    /// The target.
    pub target: FigureId,
    /// How.
    pub mode: Mode,
    /// With which of the weapons that are ready for that.
    pub attack: u8,
    /// The dice chosen.
    pub dice: u8,
}

/// An attack with everything that decides it.
#[derive(Clone, Debug)]
pub struct Attack<'a> {
    /// Which way to attack it is.
    pub arm: ArmId,
    /// What with.
    pub weapon: &'a Weapon,
    /// Adjusted DX: what the total must not exceed.
    pub needed: Sum,
    /// What the target does against it.
    pub response: Option<Response>,
    /// Dice rolled to hit: those chosen, and one more against a defence or a dodge (`F7.3`).
    pub hit_dice: u8,
    /// Whether a high total misses whatever the DX.
    pub miss: AutomaticMiss,
    /// Damage dice rolled on a hit (`F7.4`).
    pub damage_dice: u8,
    /// How many of them count.
    pub limit: u8,
    /// The most damage dice that count for the attacker, whatever it rolls (`F7.5`).
    most: u8,
    /// More damage dice than the weapon has: those of a pole weapon in a charge (`F4.9`).
    more_dice: u8,
}

impl<'a> Attack<'a> {
    /// An attack as things stand; nothing when there is no such weapon.
    pub fn new(now: Situation<'a>, order: Order) -> Option<Self> {
        let Order { figure, target, mode, attack, dice } = order;
        let arm = weapons::nth(now, figure, mode, attack)?;
        Some(Self::with(now, (figure, target), arm, dice))
    }

    /// An attack of one figure on another with an arm, as things stand.
    pub fn with(now: Situation<'_>, (figure, target): (FigureId, FigureId), arm: Arm<'a>, dice: u8) -> Self {
        let (own, mode) = (now.kind(figure), arm.weapon.mode);
        let limited = own.class == PlayerClass::Adv || now.content.rules.damage_dice_limit == DiceLimit::All;
        let charges = now.figure(figure).manoeuvres.charges && weapons::is_pole(now, figure, arm);
        let all = Self {
            arm: arm.id(),
            weapon: arm.weapon,
            needed: values::attack_dx(now, figure, target, arm.weapon),
            response: protection::response(now, target, figure, mode),
            hit_dice: 0,
            miss: success::repeats(now.figure(figure), mode.option()),
            damage_dice: 0,
            limit: 0,
            most: if limited { damage::dice_limit(own.st, NO_REROLLS) } else { u8::MAX },
            more_dice: if charges { CHARGE_POLE_DICE } else { 0 },
        };
        all.rolled_with(dice)
    }

    /// The same attack with another number of dice.
    #[must_use]
    pub fn rolled_with(self, dice: u8) -> Self {
        let damage_dice = damage::rolled(&self.weapon.damage, dice).saturating_add(self.more_dice);
        let hit_dice = dice + u8::from(self.response.is_some());
        Self { hit_dice, damage_dice, limit: damage_dice.min(self.most), ..self }
    }

    /// The exact chance to hit.
    pub fn chance(&self) -> Odds {
        success::chance(self.hit_dice, self.needed.total(), self.miss)
    }
}

/// Carries out an attack.
pub(super) fn plan(order: Order, out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, mode, .. } = order;
    let now = Situation::of(out);
    let Some(attack) = Attack::new(now, order) else { return };
    let Attack { arm, needed, response, hit_dice, miss, damage_dice, limit, .. } = attack;
    let weapon = weapons::of_content(now, figure, arm);
    let blow = Blow { order, weapon, damage_dice, limit };
    let check = Check::roll(out, "hit", figure, hit_dice, needed, miss);
    let (success, dice) = (check.success, check.dice.clone());
    let fumbles = out.content().rules.drop_on_fumble
        && miss == AutomaticMiss::Threatens
        && success::drops(hit_dice, success::total(&dice));
    out.push(Instruction::Figure(figure, FigureEvent::Attacked { target, mode, arm, response, check }));
    if success == Success::Made && damage_dice > 0 {
        harm::plan(&blow, &dice, out);
    }
    if let Some(item) = arm.item {
        plan_spending(order, item, fumbles, out);
    }
}

/// An attack that hit.
struct Blow {
    order: Order,
    weapon: WeaponId,
    damage_dice: u8,
    limit: u8,
}

/// What becomes of the weapon: missiles are used up, what was hurled lies at its target, and a fumble drops it where the
/// attacker is (`F7.2`).
fn plan_spending(order: Order, item: ItemId, fumbles: bool, out: &mut Emit<'_, Foeman>) {
    let (state, head) = (out.state(), out.state().figure(order.figure).hex);
    let fired = state.item(item).loaded.filter(|_| order.mode == Mode::Fire);
    let spends = |out: &mut Emit<'_, Foeman>, item: ItemId| {
        let left = out.state().item(item).count.saturating_sub(1);
        out.push(Instruction::Item(item, ItemEvent::Spent { left }));
    };
    if let Some(ammo) = fired {
        out.push(Instruction::Item(item, ItemEvent::Unloaded));
        spends(out, ammo);
    }
    let counted = Situation::of(out).item_kind(item).counted;
    match order.mode {
        Mode::Hurl if counted => spends(out, item),
        Mode::Hurl => {
            let hex = if fumbles { head } else { out.state().figure(order.target).hex };
            out.push(Instruction::Item(item, ItemEvent::Left { hex }));
        }
        Mode::Strike | Mode::Jab | Mode::Fire if fumbles => {
            out.push(Instruction::Item(item, ItemEvent::Left { hex: head }));
        }
        Mode::Strike | Mode::Jab | Mode::Fire => {}
    }
}
