//! What a hit does (`F7.4` to `F8.6`).

use super::{Attack, Manner, damage, proficiency};
use crate::ruleset::Emit;
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::attack::Order;
use crate::rulesets::foeman::attack::damage::{Dealing, TopDie};
use crate::rulesets::foeman::constants::{DIE, FALL_AT};
use crate::rulesets::foeman::content::items::{ArmId, WeaponId};
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::instruction::{AttackEvent, FigureEvent, Harm, Instruction, ManoeuvreEvent};
use crate::rulesets::foeman::notation::Bypass;
use crate::rulesets::foeman::notation::bypass::{MovedFirst, Physical};
use crate::rulesets::foeman::phases::fallen;
use crate::rulesets::foeman::rolls::success::{self, AutomaticMiss};
use crate::rulesets::foeman::rolls::{Check, Reason, Sum};
use crate::rulesets::foeman::situation::applying::Versus;
use crate::rulesets::foeman::situation::protection::{self, Guard};
use crate::rulesets::foeman::situation::relation::{self, Relation};
use crate::rulesets::foeman::situation::{Situation, values};
use crate::rulesets::foeman::state::records::SideSequence;

/// An attack that may hit.
pub(super) struct Blow {
    order: Order,
    arm: ArmId,
    weapon: WeaponId,
    ammo: Option<ItemId>,
    bypass: Bypass,
    hit_dice: u8,
    damage_dice: u8,
    more_dice: u8,
    limit: u8,
}

impl Blow {
    pub(super) fn new(order: Order, weapon: WeaponId, attack: &Attack<'_>) -> Self {
        let Attack { arm, ammo, bypass, hit_dice, damage_dice, more_dice, limit, .. } = *attack;
        Self { order, arm, weapon, ammo, bypass, hit_dice, damage_dice, more_dice, limit }
    }
}

/// Rolls the damage of a hit that was rolled with these dice, and what stops it.
pub(super) fn plan(blow: &Blow, hit: &[u8], out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, mode, .. } = blow.order;
    if blow.damage_dice == 0 {
        return;
    }
    let weapon = out.content().weapon(blow.weapon);
    let rolled = out.roll("damage", u32::from(figure.0), usize::from(blow.damage_dice), DIE);
    let kept = damage::keep(rolled, blow.limit);
    let mut dice = kept.clone();
    let mut changes = Sum::default();
    let mut change = |why: Reason, dice: &mut [u8], deed: &dyn Fn(&mut [u8])| {
        let before = success::total(dice);
        deed(dice);
        changes.add(why, success::total(dice) - before);
    };
    if super::has_bonus(Situation::of(out), figure, weapon, blow.ammo) {
        change(Reason::AdventurerBonus, &mut dice, &|dice| damage::add_adventurer_bonus(dice, hit));
    }
    if blow.order.manner == Manner::Proficient {
        change(Reason::Proficient, &mut dice, &proficiency::raise_low);
    }
    for own in &weapon.damage.mods {
        change(Reason::OfWeapon, &mut dice, &|dice| damage::modify(dice, std::slice::from_ref(own)));
    }
    let versus = Versus { arm: Some(blow.arm), ..Versus::other(target) };
    let changed = values::damage(Situation::of(out), figure, versus);
    damage::modify(&mut dice, &changed.mods);
    for term in changed.why.terms() {
        changes.add(term.why, term.value);
    }

    let saved = plan_save((figure, target), blow.bypass.physical, out);
    let now = Situation::of(out);
    let top = if now.content.rules.first_harm_is_top { TopDie::FirstThatHarms } else { TopDie::First };
    let harm = if saved { Physical::NoDamage } else { blow.bypass.physical };
    let dealing = Dealing { skill: super::skill(now, weapon), top, harm };
    let guarded = protection::against(now, target, figure, (mode, blow.bypass), blow.hit_dice);
    let bypassed = guarded.bypassed;
    let mut guards = Vec::with_capacity(guarded.stops.len());
    let mut pools = Vec::with_capacity(guarded.stops.len());
    for (source, stops) in guarded.stops {
        let die = (stops.rating > 0).then(|| out.roll("interpose", u32::from(target.0), 1, DIE)[0]);
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
        shocks: damage::shocks(points),
        falls: points >= FALL_AT,
    };
    out.push(Instruction::Figure(target, FigureEvent::Harmed(harm)));
    if points > 0 && relation::between(Situation::of(out), figure, target) != Relation::Far {
        out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(ManoeuvreEvent::DidDamage { target })));
    }
    fallen::plan(target, out);
}

/// Rolls the saving roll of a target that negates all harm, where the attack allows one, and says whether it was made
/// (`F8.5`).
pub(in crate::rulesets::foeman) fn plan_save(
    (figure, target): (FigureId, FigureId),
    harm: Physical,
    out: &mut Emit<'_, Foeman>,
) -> bool {
    let now = Situation::of(out);
    let needed = match harm {
        Physical::SavedBySt => values::mod_st(now, target),
        Physical::SavedByDx => values::mod_dx(now, target),
        Physical::SavedByIq => values::mod_iq(now, target),
        _ => return false,
    };
    let dice = Physical::saving_dice(moved_first(now, target, figure));
    let check = Check::roll(out, "save", target, dice, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    out.push(Instruction::Figure(target, FigureEvent::Attack(AttackEvent::Saved { check })));
    made
}

/// Whose side of two moved first in this round; what is nobody's never does.
fn moved_first(now: Situation<'_>, target: FigureId, attacker: FigureId) -> MovedFirst {
    let order = |figure| match now.state.sides.get(usize::from(now.side(figure).0)).map(|side| side.sequence) {
        Some(SideSequence::Moved(order)) => order,
        _ => u8::MAX,
    };
    if order(target) < order(attacker) { MovedFirst::Target } else { MovedFirst::Attacker }
}
