//! Attacks: strikes, jabs, and what is hurled and fired (`F7`, `F8`).

mod harm;
mod reach;

use crate::rulesets::foeman::catalogs::{DiceLimit, PlayerClass, Quality, Skill};

use super::constants::DIE;
use super::content::{Content, FigureId, ItemId};
use super::gear::{Mode, Weapon};
use super::hit::{self, AutomaticMiss, Success};
use super::instruction::Instruction;
use super::protection::{self, Response};
use super::state::State;
use super::values::{self, Sum};
use super::weapons::{self, Arm};
use super::{Foeman, damage};
use crate::ruleset::Emit;
use crate::told::Odds;

pub use reach::{check, distance, reaches};

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
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// The item it is made with; nothing for a part of the body.
    pub item: Option<ItemId>,
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
}

impl<'a> Attack<'a> {
    /// An attack as things stand; nothing when there is no such weapon.
    pub fn new(content: &'a Content, state: &State, order: Order) -> Option<Self> {
        let Order { figure, target, mode, attack, dice } = order;
        let arm = weapons::nth(content, state, figure, mode, attack)?;
        Some(Self::with(content, state, (figure, target), arm, dice))
    }

    /// An attack of one figure on another with an arm, as things stand.
    pub fn with(
        content: &Content,
        state: &State,
        (figure, target): (FigureId, FigureId),
        arm: Arm<'a>,
        dice: u8,
    ) -> Self {
        let (own, mode) = (content.figure(figure), arm.weapon.mode);
        let limited = own.class == PlayerClass::Adv || content.rules.damage_dice_limit == DiceLimit::All;
        let all = Self {
            item: arm.item,
            weapon: arm.weapon,
            needed: values::attack_dx(content, state, figure, target, arm.weapon),
            response: protection::response(content, state, target, figure, mode),
            hit_dice: 0,
            miss: hit::repeats(state.figure(figure), mode.option()),
            damage_dice: 0,
            limit: 0,
            most: if limited { damage::dice_limit(own.st, NO_REROLLS) } else { u8::MAX },
        };
        all.rolled_with(dice)
    }

    /// The same attack with another number of dice.
    #[must_use]
    pub fn rolled_with(self, dice: u8) -> Self {
        let damage_dice = damage::rolled(&self.weapon.damage, dice);
        let hit_dice = dice + u8::from(self.response.is_some());
        Self { hit_dice, damage_dice, limit: damage_dice.min(self.most), ..self }
    }

    /// The exact chance to hit.
    pub fn chance(&self) -> Odds {
        hit::chance(self.hit_dice, self.needed.total(), self.miss)
    }

    /// Whether the adventurer bonus can come into it (`F7.8`).
    pub fn has_bonus(&self, class: PlayerClass) -> bool {
        class == PlayerClass::Adv && self.weapon.quality == Quality::Ordinary && self.weapon.skill == Skill::Skilled
    }

    /// Whether a roll drops the weapon, by the house rule for it (`F7.2`).
    fn fumbles(&self, rolled: &[u8]) -> bool {
        self.miss == AutomaticMiss::Threatens && hit::drops(rolled.len() as u8, hit::total(rolled))
    }
}

/// Carries out an attack.
pub(super) fn plan(order: Order, out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, mode, attack: number, .. } = order;
    let content = out.content();
    let Some(attack) = Attack::new(content, out.state(), order) else { return };
    let rolled = out.roll("hit", u32::from(figure.0), usize::from(attack.hit_dice), DIE);
    let success = hit::judge(&rolled, attack.needed.total(), attack.miss);
    out.push(Instruction::Attacked { figure, mode, target, attack: number, rolled: rolled.clone(), success });
    if success == Success::Made && attack.damage_dice > 0 {
        harm::plan(order, &attack, &rolled, out);
    }
    plan_spending(order, &attack, &rolled, out);
}

/// What becomes of the weapon: missiles are used up, what was hurled lies at its target, and a fumble drops it.
fn plan_spending(order: Order, attack: &Attack<'_>, rolled: &[u8], out: &mut Emit<'_, Foeman>) {
    let Some(item) = attack.item else { return };
    let content = out.content();
    let head = |state: &State, figure: FigureId| state.figure(figure).hex;
    match order.mode {
        Mode::Fire => {
            let Some(ammo) = out.state().item(item).loaded else { return };
            let left = out.state().item(ammo).count.saturating_sub(1);
            out.push(Instruction::Spent { item: ammo, left, from: Some(item) });
        }
        Mode::Hurl if content.item(item).counted => {
            let left = out.state().item(item).count.saturating_sub(1);
            out.push(Instruction::Spent { item, left, from: None });
            return;
        }
        Mode::Hurl => {
            let hex = head(out.state(), order.target);
            out.push(Instruction::Left { item, hex });
            return;
        }
        Mode::Strike | Mode::Jab => {}
    }
    if content.rules.drop_on_fumble && attack.fumbles(rolled) {
        let hex = head(out.state(), order.figure);
        out.push(Instruction::Left { item, hex });
    }
}
