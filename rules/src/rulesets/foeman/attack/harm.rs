//! What a hit does (`F7.4` to `F8.3`).

use crate::ruleset::Emit;
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::attack::damage;
use crate::rulesets::foeman::attack::{Blow, Order};
use crate::rulesets::foeman::constants::{DIE, FALL_AT};
use crate::rulesets::foeman::instruction::{FigureEvent, Harm, Instruction, ManoeuvreEvent};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::protection::{self, Guard};
use crate::rulesets::foeman::situation::relation::{self, Relation};

/// Rolls the damage of a hit that was rolled with these dice, and what stops it.
pub(super) fn plan(blow: &Blow, hit: &[u8], out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, mode, .. } = blow.order;
    let weapon = out.content().weapon(blow.weapon);
    let rolled = out.roll("damage", u32::from(figure.0), usize::from(blow.damage_dice), DIE);
    let kept = damage::keep(rolled, blow.limit);
    let mut dice = kept.clone();
    if weapon.has_bonus(Situation::of(out).kind(figure).class) {
        damage::add_adventurer_bonus(&mut dice, hit);
    }
    damage::modify(&mut dice, &weapon.damage.mods);

    let in_the_way = protection::in_the_way(Situation::of(out), target, figure, mode);
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
    let done = damage::apply(&dice, &mut pools, Situation::of(out).mod_st(target), weapon.skill);
    for (guard, (before, left)) in guards.iter_mut().zip(before.into_iter().zip(pools)) {
        guard.stopped = before - left;
    }
    let points = done.physical + done.exhaustion;
    let harm = Harm {
        kept,
        dice,
        guards,
        physical: done.physical,
        exhaustion: done.exhaustion,
        shocks: damage::shocks(points),
        falls: points >= FALL_AT,
    };
    out.push(Instruction::Figure(target, FigureEvent::Harmed(harm)));
    if points > 0 && relation::between(Situation::of(out), figure, target) != Relation::Far {
        out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(ManoeuvreEvent::DidDamage { target })));
    }
}
