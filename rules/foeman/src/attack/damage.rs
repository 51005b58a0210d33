//! Turns damage dice into harm, in the order of the rules (`F7.4` to `F8.2`).

use crate::catalogs::Skill;
use crate::constants::{ADVENTURER_BONUS, ORDINARY_DICE};
use crate::notation::bypass::Physical;
use crate::notation::{DamageDice, DamageStat, DieRole, StatMod};
use crate::situation::values;

/// The most damage dice that count for a player figure after this many reroll stages in the hit roll, each of which
/// raises the limit by one (`F7.5`).
pub fn dice_limit(basic_st: i32, reroll_stages: u8) -> u8 {
    values::basic_dice_limit(basic_st).saturating_add(reroll_stages)
}

/// The number of damage dice that an attack with this many hit dice rolls, before any limit (`F7.4`).
///
/// A fixed number counts in full from an ordinary roll on, and loses one die for each hit die below that. Otherwise
/// choosing one hit die, a near-certain hit, would do as much damage as choosing three.
pub fn rolled(damage: &DamageStat, hit_dice: u8) -> u8 {
    let short = match damage.dice {
        DamageDice::Fixed(_) => ORDINARY_DICE.saturating_sub(hit_dice),
        DamageDice::HitLess(_) => 0,
    };
    damage.damage_dice(hit_dice).saturating_sub(short)
}

/// Sorts damage dice from high to low and keeps the highest `limit` of them (`F7.5`, `F7.6`).
pub fn keep(mut rolled: Vec<u8>, limit: u8) -> Vec<u8> {
    rolled.sort_unstable_by(|a, b| b.cmp(a));
    rolled.truncate(usize::from(limit));
    rolled
}

/// The role of a die in a sorted roll of `count` dice (`F7.6`).
pub fn role(position: usize, count: usize) -> DieRole {
    match position {
        0 => DieRole::Top,
        _ if position + 1 == count => DieRole::Low,
        _ => DieRole::Cup,
    }
}

/// Adds the adventurer bonus: to the second die when it is at most the lowest hit die that is not zero (`F7.8`).
pub fn add_adventurer_bonus(dice: &mut [u8], hit: &[u8]) {
    let lowest = hit.iter().copied().filter(|&die| die > 0).min();
    if let (Some(second), Some(lowest)) = (dice.get_mut(1), lowest)
        && *second <= lowest
    {
        *second += ADVENTURER_BONUS;
    }
}

/// Applies the changes of a damage stat to sorted dice; none goes below 0, and they are not sorted again (`F7.7`).
pub fn modify(dice: &mut [u8], mods: &[StatMod]) {
    let count = dice.len();
    for change in mods {
        for (position, die) in dice.iter_mut().enumerate() {
            if role(position, count) == change.role && change.under.is_none_or(|under| *die < under) {
                *die = die.saturating_add_signed(change.add);
            }
        }
    }
}

/// The harm done by one attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Harm {
    /// Wounds.
    pub physical: i32,
    /// Exhaustion.
    pub exhaustion: i32,
}

/// How the dice of an attack do harm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dealing {
    /// Whether all dice but Top cause only exhaustion (`F8.1`).
    pub skill: Skill,
    /// Which die counts as Top.
    pub top: TopDie,
    /// Which kind of harm is left out (`F8.5`).
    pub harm: Physical,
}

/// Which die counts as Top when harm is applied (`F8.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TopDie {
    /// The first, which is the highest.
    #[default]
    First,
    /// The first that does harm: an option of the scenario.
    FirstThatHarms,
}

/// Applies dice one by one to a target with this modST (`F8.1`, `F8.2`).
///
/// `pools` are the protection points that absorb damage, in the order in which they are used up; on return they hold
/// the points that remain (`F8.3`). The remaining dice are discarded as soon as one leaves the target unconscious or
/// dead.
pub fn apply(dice: &[u8], pools: &mut [i32], mod_st: i32, dealing: Dealing) -> Harm {
    let mut harm = Harm::default();
    // Positions are counted from the Top die.
    let mut position = 0;
    for &die in dice {
        let left = mod_st - harm.physical - harm.exhaustion;
        if left <= 1 {
            break;
        }
        let mut points = i32::from(die);
        for pool in &mut *pools {
            let stopped = points.min(*pool);
            points -= stopped;
            *pool -= stopped;
        }
        if position == 0 && points == 0 && dealing.top == TopDie::FirstThatHarms {
            continue;
        }
        let tires = match dealing.skill {
            Skill::Skilled => position == 1,
            Skill::Unskilled => position >= 1,
        };
        position += 1;
        match dealing.harm {
            Physical::NoDamage => {}
            Physical::NoExhaustion if tires => {}
            Physical::NoPhysical if !tires => {}
            _ if tires => harm.exhaustion += points.min(left - 1),
            _ => harm.physical += points,
        }
    }
    harm
}
