//! The formulas of the rules, each a pure function of plain amounts.

use super::catalogs::{DamageRule, Statistics};
use super::constants::{
    BAND, CAPACITY_PER_ENDURANCE, DAMAGE_REACH, DISTANCE_OFFSET, HIGHEST_LEVEL, HIGHEST_STATISTIC, MENTAL_DIVISOR,
    STRIKE_AT, STRIKE_DIE,
};
use super::milli::Milli;
use foeman_engine::display::Odds;

/// Current statistics, 0..=25 (`CpStr`, `CmAgl` and so on).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Current {
    /// Strength.
    pub str: i32,
    /// Agility.
    pub agl: i32,
    /// Endurance.
    pub end: i32,
}

/// The levels an object can hold, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// The lower threshold.
    pub lower: Milli,
    /// The upper threshold.
    pub upper: Milli,
}

/// Returns the number of full bands a level is above its natural one; negative below it (`E2`).
pub fn bands(level: Milli, natural: Milli) -> i32 {
    ((level - natural).0 / BAND.0) as i32
}

/// Returns physical statistics at a number of bands above the natural level: weaker, faster, frailer (`E2`).
pub fn physical(natural: Statistics, bands: i32) -> Current {
    shifted(natural, [-bands, bands, -bands])
}

/// Returns mental statistics at a number of bands above the natural level: stronger, faster, less resistant (`E2`).
pub fn mental(natural: Statistics, bands: i32) -> Current {
    shifted(natural, [bands, bands, -bands])
}

/// Returns the damage capacity, adjusted from the natural to the current endurance (`E2`).
pub fn capacity(natural: Milli, natural_endurance: u8, endurance: i32) -> Milli {
    natural + Milli::whole((endurance - i32::from(natural_endurance)) * CAPACITY_PER_ENDURANCE)
}

/// Returns the thresholds of a body, within 0..=250 (`E3`; the limit is filled in, so that no flow is lost at it).
pub fn thresholds(natural: Milli, up: Milli, down: Milli) -> Thresholds {
    Thresholds { lower: (natural - down).max(Milli::ZERO), upper: (natural + up).min(HIGHEST_LEVEL) }
}

/// Returns how far the level of a body returns towards its natural one in a round (`E3`).
pub fn body_regeneration(mental_agility: i32) -> Milli {
    Milli::whole(mental_agility).over(MENTAL_DIVISOR)
}

/// Returns a level after one step of regeneration: closer to the natural one, never past it (`E4`).
pub fn regenerated(level: Milli, natural: Milli, regeneration: Milli) -> Milli {
    if level > natural { (level - regeneration).max(natural) } else { (level + regeneration).min(natural) }
}

/// Returns how far a body can change its own level in one action: regeneration times acceleration (`E5`).
pub fn induced(mental_agility: i32) -> Milli {
    body_regeneration(mental_agility).times(Milli::whole(mental_agility))
}

/// Returns a level after its body has changed it by `change`, limited by the threshold (`E5`).
pub fn moved(level: Milli, change: Milli, thresholds: Thresholds) -> Milli {
    (level + change).clamp(thresholds.lower, thresholds.upper)
}

/// Returns the lowest roll that hits (`E6`); may be below 1 or above the die.
pub fn needed(attacker_agility: i32, defender_agility: i32) -> i32 {
    STRIKE_AT - attacker_agility + defender_agility
}

/// Returns the chance that a strike hits (`E6`).
pub fn strike_odds(needed: i32) -> Odds {
    let of = i32::from(STRIKE_DIE);
    Odds { wins: (of + 1 - needed).clamp(0, of) as u64, of: of as u64 }
}

/// Returns the direction in which the attacker's levels change, -1, 0 or 1; the defender's change in the opposite
/// direction (`E7`).
pub fn direction(weapon: Milli, defender: Milli) -> i32 {
    (defender - weapon).0.signum() as i32
}

/// Returns the amount of a flow, at least 0 (`E8`).
pub fn flow(weapon_flow: Milli, attacker_mental_strength: i32, defender_mental_endurance: i32) -> Milli {
    (weapon_flow + Milli::whole(attacker_mental_strength - defender_mental_endurance)).max(Milli::ZERO)
}

/// Returns the factor of a flow: the object's own efficiency plus a tenth of a mental statistic (`E8`).
///
/// The attacker adds mental agility to the weapon's efficiency, the defender mental endurance to the armour's.
pub fn efficiency(object: Milli, mental: i32) -> Milli {
    object + Milli::whole(mental).over(MENTAL_DIVISOR)
}

/// Splits a change into the part that an object takes, and the overflow to the next one in the chain (`E9`).
///
/// Both have the sign of the change and add up to it.
pub fn pour(change: Milli, level: Milli, thresholds: Thresholds) -> (Milli, Milli) {
    let taken = if change > Milli::ZERO {
        change.min((thresholds.upper - level).max(Milli::ZERO))
    } else {
        change.max((thresholds.lower - level).min(Milli::ZERO))
    };
    (taken, change - taken)
}

/// Returns the distance between the levels of weapon and defender (`E10`).
pub fn distance(weapon: Milli, defender: Milli) -> Milli {
    (weapon - defender).size()
}

/// Returns the physical damage of a hit, at least 0; `None` if the levels of weapon and defender are too far apart
/// (`E10`).
///
/// `blow` is weapon plus strength, `guard` is armour plus endurance.
pub fn damage(rule: DamageRule, blow: Milli, guard: Milli, distance: Milli) -> Option<Milli> {
    if distance > DAMAGE_REACH {
        return None;
    }
    let divisor = distance + DISTANCE_OFFSET;
    let damage = match rule {
        DamageRule::Plain => blow - guard.over(divisor),
        DamageRule::Banded => (blow - guard).over(divisor),
    };
    Some(damage.max(Milli::ZERO))
}

fn shifted(natural: Statistics, by: [i32; 3]) -> Current {
    let shift = |statistic: u8, by: i32| (i32::from(statistic) + by).clamp(0, HIGHEST_STATISTIC);
    Current { str: shift(natural.str, by[0]), agl: shift(natural.agl, by[1]), end: shift(natural.end, by[2]) }
}
