//! The numbers of the rules, each with the rule that it is taken from or that it completes.

use super::milli::Milli;

/// The highest level; the lowest is 0 (`E1`).
pub const HIGHEST_LEVEL: Milli = Milli::whole(250);

/// The highest current statistic; the lowest is 0 (`E2`, filled in).
pub const HIGHEST_STATISTIC: i32 = 25;

/// Every full distance of this size from the natural level shifts the statistics by 1 (`E2`).
pub const BAND: Milli = Milli::whole(10);

/// Damage capacity gained for each point of endurance gained (`E2`, filled in).
pub const CAPACITY_PER_ENDURANCE: i32 = 1;

/// Mental statistics are divided by this in regeneration and in efficiencies (`E3`, `E8`).
pub const MENTAL_DIVISOR: Milli = Milli::whole(10);

/// Sides of the die that decides whether a strike hits (`E6`).
pub const STRIKE_DIE: u8 = 20;

/// A strike hits if die plus difference of agilities is at least this (`E6`).
pub const STRIKE_AT: i32 = 10;

/// The defence efficiency without armour (`E8`, filled in).
pub const BARE_EFFICIENCY: Milli = Milli::ZERO;

/// The largest distance between weapon and defender at which there is physical damage (`E10`).
pub const DAMAGE_REACH: Milli = Milli::whole(25);

/// Added to the distance before it divides (`E10`).
pub const DISTANCE_OFFSET: Milli = Milli::whole(1);
