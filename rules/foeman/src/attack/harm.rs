//! Applies the damage of a hit: damage dice, protection, saving rolls, shock (`F7.4` to `F8.6`).

use super::{Attack, Manner, damage, proficiency};
use crate::attack::Order;
use crate::attack::damage::{Dealing, TopDie};
use crate::constants::{DIE, FALL_AT};
use crate::content::items::{ArmId, WeaponId};
use crate::ids::ItemId;
use crate::instruction::{FigureEvent, Harm, Instruction, ManoeuvreEvent};
use crate::notation::Bypass;
use crate::notation::bypass::Physical;
use crate::rolls::success;
use crate::rolls::{Reason, Sum};
use crate::situation::applying::Versus;
use crate::situation::protection::{self, Guard, Guarded};
use crate::situation::relation::{self, Relation};
use crate::situation::{Situation, values};
use crate::{Foeman, harm};
use foeman_engine::ruleset::Emit;

/// An attack that is being rolled, with everything its damage depends on.
pub(super) struct Blow {
    order: Order,
    arm: ArmId,
    weapon: WeaponId,
    ammo: Option<ItemId>,
    pub(super) bypass: Bypass,
    hit_dice: u8,
    pub(super) damage_dice: u8,
    more_dice: u8,
    pub(super) limit: u8,
}

impl Blow {
    pub(super) fn new(order: Order, weapon: WeaponId, attack: &Attack<'_>) -> Self {
        let Attack { arm, ammo, bypass, hit_dice, damage_dice, more_dice, limit, .. } = *attack;
        Self { order, arm, weapon, ammo, bypass, hit_dice, damage_dice, more_dice, limit }
    }

    /// The damage dice that count, changed by what applies to a hit with these hit dice, and the reasons for the
    /// changes.
    pub(super) fn changed(&self, now: Situation<'_>, kept: &[u8], hit: &[u8]) -> (Vec<u8>, Sum) {
        let weapon = now.content.weapon(self.weapon);
        let mut dice = kept.to_vec();
        let mut changes = Sum::default();
        let mut change = |why: Reason, dice: &mut [u8], deed: &dyn Fn(&mut [u8])| {
            let before = success::total(dice);
            deed(dice);
            changes.add(why, success::total(dice) - before);
        };
        if self.has_bonus(now) {
            change(Reason::AdventurerBonus, &mut dice, &|dice| damage::add_adventurer_bonus(dice, hit));
        }
        if self.order.manner == Manner::Proficient {
            change(Reason::Proficient, &mut dice, &proficiency::raise_low);
        }
        for own in &weapon.damage.mods {
            change(Reason::OfWeapon, &mut dice, &|dice| damage::modify(dice, std::slice::from_ref(own)));
        }
        let versus = Versus { arm: Some(self.arm), ..Versus::other(self.order.target) };
        let changed = values::damage(now, self.order.figure, versus);
        damage::modify(&mut dice, &changed.mods);
        for term in changed.why.terms() {
            changes.add(term.why, term.value);
        }
        (dice, changes)
    }

    /// Whether the lowest hit die can raise its damage (`F7.8`).
    pub(super) fn has_bonus(&self, now: Situation<'_>) -> bool {
        super::has_bonus(now, self.order.figure, now.content.weapon(self.weapon), self.ammo)
    }

    /// How its dice do harm, depending on whether the target made its saving roll.
    pub(super) fn dealing(&self, now: Situation<'_>, saved: bool) -> Dealing {
        let top = if now.content.rules.first_harm_is_top { TopDie::FirstThatHarms } else { TopDie::First };
        let harm = if saved { Physical::NoDamage } else { self.bypass.physical };
        Dealing { skill: super::skill(now, now.content.weapon(self.weapon)), top, harm }
    }

    /// The protection of the target against it.
    pub(super) fn guarded(&self, now: Situation<'_>) -> Guarded {
        let Order { figure, target, mode, .. } = self.order;
        protection::against(now, target, figure, (mode, self.bypass), self.hit_dice)
    }
}

/// Rolls the damage of a hit with these hit dice, and applies the protection of the target.
pub(super) fn plan(blow: &Blow, hit: &[u8], out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, .. } = blow.order;
    if blow.damage_dice == 0 {
        return;
    }
    let rolled = out.roll("damage", u32::from(figure.0), usize::from(blow.damage_dice), DIE);
    let kept = damage::keep(rolled, blow.limit);
    let (dice, changes) = blow.changed(Situation::of(out), &kept, hit);

    let saved = harm::roll_save((figure, target), blow.bypass.physical, out);
    let now = Situation::of(out);
    let dealing = blow.dealing(now, saved);
    let guarded = blow.guarded(now);
    let bypassed = guarded.bypassed;
    let mut guards = Vec::with_capacity(guarded.stops.len());
    let mut pools = Vec::with_capacity(guarded.stops.len());
    for (source, stops) in guarded.stops {
        let die = (stops.rating > 0).then(|| out.die("interpose", u32::from(target.0), DIE));
        let guard = Guard { source, rating: stops.rating, die, stopped: 0 };
        let block = if guard.interposed() { stops.block } else { 0 };
        pools.push(i32::from(stops.protection) + i32::from(block));
        guards.push(guard);
    }
    let before = pools.clone();
    let done = damage::apply(&dice, &mut pools, Situation::of(out).mod_st(target), dealing);
    for (guard, (before, left)) in guards.iter_mut().zip(before.into_iter().zip(pools)) {
        guard.stopped = before - left;
    }
    let points = done.physical + done.exhaustion;
    let harm = Harm {
        kept,
        dice,
        more_dice: blow.more_dice,
        changes,
        guards,
        bypassed,
        physical: done.physical,
        exhaustion: done.exhaustion,
        shocks: harm::shocks(points),
        falls: points >= FALL_AT,
    };
    out.push(Instruction::Figure(target, FigureEvent::Harmed(Box::new(harm))));
    if points > 0 && relation::between(Situation::of(out), figure, target) != Relation::Far {
        out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(ManoeuvreEvent::DidDamage { target })));
    }
    harm::drop_held(target, out);
}
