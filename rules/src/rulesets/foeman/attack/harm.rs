//! What a hit does (`F7.4` to `F8.3`).

use super::{Attack, Order};
use crate::ruleset::Emit;
use crate::rulesets::foeman::constants::DIE;
use crate::rulesets::foeman::instruction::Instruction;
use crate::rulesets::foeman::protection::{self, Guard};
use crate::rulesets::foeman::{Foeman, damage};

/// Rolls the damage of a hit that was rolled with these dice, and what stops it.
pub(super) fn plan(order: Order, attack: &Attack<'_>, hit: &[u8], out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, mode, .. } = order;
    let content = out.content();
    let rolled = out.roll("damage", u32::from(figure.0), usize::from(attack.damage_dice), DIE);
    let kept = damage::keep(rolled, attack.limit);
    let mut dice = kept.clone();
    if attack.has_bonus(content.figure(figure).class) {
        damage::add_adventurer_bonus(&mut dice, hit);
    }
    damage::modify(&mut dice, &attack.weapon.damage.mods);

    let in_the_way = protection::in_the_way(content, out.state(), target, figure, mode);
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
    let harm = damage::apply(&dice, &mut pools, out.state().mod_st(content, target), attack.weapon.skill);
    for (guard, (before, left)) in guards.iter_mut().zip(before.into_iter().zip(pools)) {
        guard.stopped = before - left;
    }
    let (physical, exhaustion) = (harm.physical, harm.exhaustion);
    out.push(Instruction::Harmed { target, kept, dice, guards, physical, exhaustion });
}
