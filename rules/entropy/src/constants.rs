//! Every number of the rules, named once, each with the rule it comes from or fills.

use super::milli::Milli;

/// The most any level can be; the least is 0 (`E1`).
pub const HIGHEST_LEVEL: Milli = Milli::whole(250);

/// The most a current statistic can be; the least is 0 (`E2`, filled in).
pub const HIGHEST_STATISTIC: i32 = 25;

/// Every full distance of this much from the natural level shifts the statistics by 1 (`E2`).
pub const BAND: Milli = Milli::whole(10);

/// Damage capacity gained for each point of endurance gained (`E2`, filled in).
pub const CAPACITY_PER_ENDURANCE: i32 = 1;

/// Mental statistics count one tenth in regeneration and in efficiencies (`E3`, `E8`).
pub const MENTAL_DIVISOR: Milli = Milli::whole(10);

/// Sides of the die that decides whether a strike hits (`E6`).
pub const STRIKE_DIE: u8 = 20;

/// A strike hits when die and difference of agilities come to at least this (`E6`).
pub const STRIKE_AT: i32 = 10;

/// The efficiency of the armour of somebody who wears none (`E8`, filled in).
pub const BARE_EFFICIENCY: Milli = Milli::ZERO;

/// Weapon and defender must be at most this far apart for physical damage (`E10`).
pub const DAMAGE_REACH: Milli = Milli::whole(25);

/// Added to the distance that divides (`E10`).
pub const DISTANCE_OFFSET: Milli = Milli::whole(1);
