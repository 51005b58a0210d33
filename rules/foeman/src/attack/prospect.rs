//! Exact odds of an attack: expected harm and chance to fell, computed over all possible rolls with the functions that
//! `harm` uses in battle.

use super::harm::Blow;
use super::{Attack, Order, damage};
use crate::constants::FALL_AT;
use crate::harm;
use crate::rolls::odds;
use crate::rolls::success::{self, AutomaticMiss};
use crate::situation::{Situation, weapons};
use crate::state::Condition;
use foeman_engine::prospect::Fraction;

const FACES: u128 = 6;

/// The expected harm of an attack and the chances of its consequences, misses included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consequences {
    /// Points of harm, wounds and exhaustion together.
    pub harm: Fraction,
    /// The chance that the target is unconscious or dead afterwards.
    pub fells: Fraction,
    /// The chance that the target is thrown down or felled (`F8.6`).
    pub throws: Fraction,
}

/// The consequences of an attack in the current situation if no hit dice are rerolled. Additional effects of a hit are
/// left out.
pub fn consequences(now: Situation<'_>, order: Order) -> Option<Consequences> {
    let attack = Attack::new(now, order)?;
    let blow = Blow::new(order, weapons::of_content(now, order.figure, attack.arm), &attack);
    let (hits, fallen) = (hits(&attack, blow.has_bonus(now)), fallen(&blow));
    let ((guards, guarded), (saves, saved)) = (guards(now, &blow), saves(now, &blow, order));
    let all = u128::from(odds::cases(attack.hit_dice)) * u128::from(odds::cases(blow.damage_dice)) * guarded * saved;
    let left = now.mod_st(order.target);
    let (mut harm, mut fells, mut throws) = (0, 0, 0);
    for &(lowest, hit) in &hits {
        for (kept, ways) in &fallen {
            let (dice, _) = blow.changed(now, kept, &[lowest]);
            for (pools, open) in &guards {
                for &(is_saved, cases) in &saves {
                    let done = damage::apply(&dice, &mut pools.clone(), left, blow.dealing(now, is_saved));
                    let points = done.physical + done.exhaustion;
                    let cases = hit * ways * open * cases;
                    let felled = Condition::at(left - points) != Condition::Active;
                    harm += cases * u128::from(points.max(0).unsigned_abs());
                    fells += if felled { cases } else { 0 };
                    throws += if felled || points >= FALL_AT { cases } else { 0 };
                }
            }
        }
    }
    Some(Consequences {
        harm: Fraction::new(harm, all),
        fells: Fraction::new(fells, all),
        throws: Fraction::new(throws, all),
    })
}

/// The number of rolls that hit, grouped by the lowest hit die if that matters.
fn hits(attack: &Attack<'_>, by_lowest: bool) -> Vec<(u8, u128)> {
    let mut hits = [0u128; FACES as usize + 1];
    odds::each_fall(attack.hit_dice, &mut |dice, ways| {
        if success::judge(dice, attack.needed.total(), attack.miss).is_success() {
            let lowest = if by_lowest { dice.last().copied().unwrap_or(1) } else { 1 };
            hits[usize::from(lowest)] += u128::from(ways);
        }
    });
    (0u8..).zip(hits).filter(|&(_, ways)| ways > 0).collect()
}

/// The values of the damage dice that count, with the number of rolls for each; empty if no damage dice are rolled.
fn fallen(blow: &Blow) -> Vec<(Vec<u8>, u128)> {
    let mut fallen: Vec<(Vec<u8>, u128)> = Vec::new();
    if blow.damage_dice == 0 {
        return fallen;
    }
    odds::each_fall(blow.damage_dice, &mut |dice, ways| {
        let kept = damage::keep(dice.to_vec(), blow.limit);
        match fallen.iter_mut().find(|(other, _)| *other == kept) {
            Some((_, all)) => *all += u128::from(ways),
            None => fallen.push((kept, u128::from(ways))),
        }
    });
    fallen
}

/// The protection pools for each combination of interposing items, with the number of cases for each and the total.
fn guards(now: Situation<'_>, blow: &Blow) -> (Vec<(Vec<i32>, u128)>, u128) {
    let mut all = vec![(Vec::new(), 1)];
    let mut of = 1;
    for (_, stops) in blow.guarded(now).stops {
        let (body, rating) = (i32::from(stops.protection), u128::from(stops.rating).min(FACES));
        let more = |(pools, ways): &(Vec<i32>, u128)| {
            let with = |pool: i32| pools.iter().copied().chain([pool]).collect::<Vec<i32>>();
            match stops.rating {
                0 => vec![(with(body), *ways)],
                _ => vec![(with(body + i32::from(stops.block)), ways * rating), (with(body), ways * (FACES - rating))],
            }
        };
        all = all.iter().flat_map(more).filter(|(_, ways)| *ways > 0).collect();
        of *= if stops.rating > 0 { FACES } else { 1 };
    }
    (all, of)
}

/// Whether the target makes the saving roll that the attack allows, with the number of cases for each and the total.
fn saves(now: Situation<'_>, blow: &Blow, order: Order) -> (Vec<(bool, u128)>, u128) {
    let Some((dice, needed)) = harm::save(now, (order.figure, order.target), blow.bypass.physical) else {
        return (vec![(false, 1)], 1);
    };
    let chance = success::chance(dice, needed.total(), AutomaticMiss::Threatens);
    let (made, of) = (u128::from(chance.wins), u128::from(chance.of));
    (vec![(true, made), (false, of - made)], of)
}
