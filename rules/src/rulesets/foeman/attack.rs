//! Strikes (`F7`, `F8`).

use foeman_schema::catalogs::foeman::{DiceLimit, PlayerClass, Quality, Skill};

use super::constants::DIE;
use super::content::{Content, FigureId, Weapon};
use super::hit::{self, AutomaticMiss};
use super::instruction::Instruction;
use super::protection::{self, Guard};
use super::state::{ActionKind, State};
use super::values::{self, Sum};
use super::{Foeman, damage, weapons};
use crate::emit::Emit;
use crate::told::Odds;

/// Nothing grants rerolls of the hit dice yet (`F7.5`).
const NO_REROLLS: u8 = 0;

/// A strike with everything that decides it.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'a> {
    /// What with.
    pub weapon: &'a Weapon,
    /// Adjusted DX: what the total must not exceed.
    pub needed: Sum,
    /// Dice rolled to hit: those chosen, and one more against a defence (`F7.3`).
    pub hit_dice: u8,
    /// Whether a high total misses whatever the DX.
    pub miss: AutomaticMiss,
    /// Damage dice rolled on a hit (`F7.4`).
    pub damage_dice: u8,
    /// How many of them count.
    pub limit: u8,
}

impl<'a> Strike<'a> {
    /// A strike with `dice` dice and the ready weapon number `attack`, as things stand.
    pub fn new(content: &'a Content, state: &State, figure: FigureId, target: FigureId, attack: u8, dice: u8) -> Self {
        let weapon = &weapons::of(content, state, figure)[usize::from(attack)];
        let own = content.figure(figure);
        let damage_dice = weapon.damage.damage_dice(dice);
        let limited = own.class == PlayerClass::Adv || content.rules.damage_dice_limit == DiceLimit::All;
        let limit = if limited { damage::dice_limit(own.st, NO_REROLLS) } else { damage_dice };
        Self {
            weapon,
            needed: values::strike_dx(content, state, figure, target, weapon),
            hit_dice: dice + u8::from(protection::parries(content, state, target, figure)),
            miss: hit::repeats(state.figure(figure), ActionKind::Strike),
            damage_dice,
            limit: limit.min(damage_dice),
        }
    }

    /// The exact chance to hit.
    pub fn chance(&self) -> Odds {
        hit::chance(self.hit_dice, self.needed.total(), self.miss)
    }

    /// Whether the adventurer bonus can come into it (`F7.8`).
    pub fn has_bonus(&self, class: PlayerClass) -> bool {
        class == PlayerClass::Adv && self.weapon.quality == Quality::Ordinary && self.weapon.skill == Skill::Skilled
    }
}

/// Carries out a strike.
pub(super) fn plan_strike(figure: FigureId, target: FigureId, attack: u8, dice: u8, out: &mut Emit<'_, Foeman>) {
    let content = out.content();
    let strike = Strike::new(content, out.state(), figure, target, attack, dice);
    let rolled = out.roll("hit", u32::from(figure.0), usize::from(strike.hit_dice), DIE);
    let success = hit::judge(&rolled, strike.needed.total(), strike.miss);
    out.push(Instruction::Struck { figure, target, attack, rolled: rolled.clone(), success });
    if success.is_success() && strike.damage_dice > 0 {
        plan_damage(figure, target, &strike, &rolled, out);
    }
}

fn plan_damage(figure: FigureId, target: FigureId, strike: &Strike<'_>, hit: &[u8], out: &mut Emit<'_, Foeman>) {
    let content = out.content();
    let rolled = out.roll("damage", u32::from(figure.0), usize::from(strike.damage_dice), DIE);
    let kept = damage::keep(rolled, strike.limit);
    let mut dice = kept.clone();
    if strike.has_bonus(content.figure(figure).class) {
        damage::add_adventurer_bonus(&mut dice, hit);
    }
    damage::modify(&mut dice, &strike.weapon.damage.mods);

    let in_the_way = protection::in_the_way(content, out.state(), target, figure);
    let mut guards = Vec::with_capacity(in_the_way.len());
    let mut pools = Vec::with_capacity(in_the_way.len());
    for (source, stops) in in_the_way {
        let die = (stops.rating > 0).then(|| out.roll("interpose", u32::from(target.0), 1, DIE)[0]);
        let guard = Guard { source, rating: stops.rating, die, stopped: 0 };
        let block = if guard.interposed() { stops.block } else { 0 };
        pools.push(i32::from(stops.protection) + i32::from(block));
        guards.push(guard);
    }
    let before = pools.clone();
    let harm = damage::apply(&dice, &mut pools, out.state().mod_st(content, target), strike.weapon.skill);
    for (guard, (before, left)) in guards.iter_mut().zip(before.into_iter().zip(pools)) {
        guard.stopped = before - left;
    }
    let (physical, exhaustion) = (harm.physical, harm.exhaustion);
    out.push(Instruction::Harmed { target, kept, dice, guards, physical, exhaustion });
}
