//! Named constants for all numbers that the sources leave open.
//!
//! The source notes define some mechanisms exactly and say nothing about others. Every number that fills a gap is in
//! this file, with the rule it belongs to. Entries marked "assumed" have no basis in the sources.

use crate::notation::DamageDice;

/// Sides of the dice for hits, damage and saving rolls (`F1.2`).
pub const DIE: u8 = 6;

/// A success roll fails automatically if its total is at least this many times its dice (`F1.9`, `F7.2`).
pub const AUTOMATIC_MISS_PER_DIE: i32 = 4;

/// A total that exceeds the lowest automatic miss by more than this drops the weapon (`F7.2`).
pub const DROP_MARGIN: i32 = 1;

/// Sides of the initiative die (`F3.2`).
pub const INITIATIVE_DIE: u8 = 6;

/// The maximum count of consecutive linear steps (`F4.2`).
pub const LINEAR_LIMIT: u8 = 18;

/// Added to the direction record's digit for a figure that pivoted (`F4.2`).
pub const PIVOTED: i32 = 20;

/// An opponent engages a figure of at most this many times its own size (`F4.4`).
pub const ENGAGED_SIZE_FACTOR: u32 = 2;

/// The most opponents whose sizes add up when they engage a larger figure (`F4.4`).
pub const ENGAGING_TOGETHER: usize = 2;

/// MA of an engaged figure whose last step was backward (`F4.5`).
pub const CORNERED_MA: u8 = 1;

/// The divisor of MA for a disengage that does not take all MP, rounded up (assumed for `F4.5`): the figure can still
/// choose Strike or Defend.
pub const DISENGAGE_DIVISOR: u8 = 2;

/// MP lost by leaving the hex of another figure (`F4.7`).
pub const LEAVING_MA: u8 = 1;

/// Dice of the saving rolls in the hexes of other figures and at close quarters (`F4.7`, `F4.11`).
pub const STRUGGLE_DICE: u8 = 4;

/// Consecutive linear steps required for a charge (`F4.9`).
pub const CHARGE_STEPS: u8 = 3;

/// Extra damage dice of a pole weapon in a charge (`F4.9`).
pub const CHARGE_POLE_DICE: u8 = 1;

/// Dice of the saving roll against falling (`F4.8`, `F4.10`).
pub const PRESSED_DICE: u8 = 3;

/// Dice of that roll against the shield of a larger figure (`F4.10`).
pub const PRESSED_DICE_LARGER: u8 = 4;

/// A figure can grapple if it has taken fewer steps than this (`F4.11`).
pub const GRAPPLE_STEPS: u8 = 4;

/// Dice of the saving roll for extra MA (`F7.10`).
pub const FLEETNESS_DICE: u8 = 4;

/// Extra MA from the automatic talent Fleetness, in MP (`F7.10`).
pub const FLEETNESS_GAIN: &str = "1D/3";

/// Exhaustion from a failed attempt with the automatic talent Fleetness (`F7.10`).
pub const FLEETNESS_COST: u8 = 1;

/// The divisor of MA for getting up by one posture, to or from the knees, rounded up (assumed for `F1.6`).
pub const KNEEL_UP_DIVISOR: u8 = 4;

/// MP for lying down or kneeling (assumed for `F1.6`).
pub const LIE_DOWN_MP: u8 = 1;

/// Extra MP for each level that a step goes up (assumed).
pub const CLIMB_MP: u8 = 1;

/// The maximum number of levels that a step can go up (assumed).
pub const STEEPEST_CLIMB: u8 = 2;

/// The divisor of MA for standing up, rounded up (`F1.6`, `F4.1`): the figure can still choose Strike.
pub const STAND_UP_DIVISOR: u8 = 2;

/// Dice of the saving roll for a restricted pivot of an engaged figure (`F4.6`).
pub const PIVOT_DICE_ENGAGED: u8 = 4;

/// Dice of that roll for an overmatched figure, if the scenario distinguishes these (`F4.6`).
pub const PIVOT_DICE_OVERMATCHED: u8 = 5;

/// Dice of the saving roll for a restricted pivot otherwise (`F4.6`).
pub const PIVOT_DICE: u8 = 3;

/// A pivot roll that exceeds modDX by more than this incurs the larger penalty (`F4.6`).
pub const PIVOT_MARGIN: i32 = 2;

/// The most dice a figure may choose to roll (`F6.1`).
pub const MOST_DICE: u8 = 9;

/// The maximum harm of one attack; the rules have no use for more.
pub const MOST_POINTS: i32 = 9999;

/// The maximum absolute value of any quantity, whatever effects change it.
pub const MOST_VALUE: i32 = 1_000_000;

/// The dice of an ordinary attack (`F7.1`).
pub const ORDINARY_DICE: u8 = 3;

/// The number of dice that a choice of Watch counts as (`F6.3`).
pub const WATCH_DICE: u8 = 1;

/// The number of dice that a contested choice of Move, Defend or Dodge counts as (`F6.3`).
pub const CONTESTED_DICE: u8 = 9;

/// The maximum bonus from aiming (`F6.5`).
pub const AIM_LIMIT: u32 = 2;

/// Added to modDX for readying the figure's own gear (`F6.7`).
pub const OWN_READY_BONUS: i32 = 4;

/// The fewest dice for making an item ready, unless the scenario allows any number (`F6.7`).
pub const LEAST_READY_DICE: u8 = 3;

/// The most dice for making an item ready, unless the scenario allows any number (`F6.7`).
pub const MOST_READY_DICE: u8 = 5;

/// Dice of each attempt to load a weapon as a free alteration (assumed for `F10.5`).
pub const FREE_LOADING_DICE: u8 = 3;

/// The total required to load a weapon as a free alteration, unless its item sets one (assumed for `F10.5`).
pub const FREE_LOADING_TOTAL: u16 = 8;

/// The load for each point of basic ST that does not slow a figure down, in hundredths of a human (assumed for `F1.7`).
pub const FREE_LOAD_PER_ST: u64 = 4;

/// The further load for each point of basic ST that costs 1 MP of MA for each portion begun, in hundredths of a human
/// (assumed for `F1.7`).
pub const LOAD_STEP_PER_ST: u64 = 2;

/// Added to modDX for readying a buried item (assumed).
pub const BURIED_PENALTY: i32 = -4;

/// Added to modDX for readying an item that is stuck in something (assumed).
pub const STUCK_PENALTY: i32 = -2;

/// Added to modDX for a strike or jab at an adjacent target on lower ground (assumed).
pub const HIGHER_GROUND_BONUS: i32 = 1;

/// Score in action codes for an action without a roll: success by 0 (`A7`).
pub const AUTOMATIC_SCORE: u16 = 1;

/// Added to modDX for an attack from the target's side (`F7.1`).
pub const SIDE_BONUS: i32 = 2;

/// Added to modDX for an attack from the target's rear (`F7.1`).
pub const REAR_BONUS: i32 = 4;

/// Added to modDX for an attack on a prone target (`F7.1`).
pub const PRONE_BONUS: i32 = 4;

/// A hurled weapon loses a point of modDX for each portion of this many hexes begun (`F7.1`).
pub const HURL_HEXES_PER_POINT: u32 = 1;

/// The range in hexes within which missiles have no penalty (`F7.1`).
pub const POINT_BLANK_HEXES: u32 = 4;

/// A missile loses a point of modDX for each portion of this many further hexes begun (`F7.1`).
pub const FIRE_HEXES_PER_POINT: u32 = 4;

/// The distance of a jab's target, in hexes (`F5`).
pub const JAB_DISTANCE: u32 = 2;

/// Added to modDX of attacks by a figure that covers itself with its shield (`F10.6`).
pub const COVER_PENALTY: i32 = -2;

/// modDX lost for each point of ST below the requirement of the weapon (`F7.1`).
pub const WEAKNESS_PER_POINT: i32 = 1;

/// One damage die counts for each portion of this much basic ST begun (`F7.5`).
pub const ST_PER_DAMAGE_DIE: u8 = 4;

/// The most damage dice that count because of ST (`F7.5`).
pub const DAMAGE_DICE_LIMIT: u8 = 6;

/// The adventurer bonus on the second die (`F7.8`).
pub const ADVENTURER_BONUS: u8 = 2;

/// Added to modDX of each of two attacks in one action (`F5`).
pub const DOUBLE_PENALTY: i32 = -2;

/// The IQ level for Weapon Proficiency with weapons that name no talent (`F7.9`).
pub const PROFICIENCY_LEVEL: i32 = 6;

/// Damage dice of the item Unarmed (`F1.8`, `F7.11`).
pub const UNARMED_DAMAGE: DamageDice = DamageDice::HitLess(2);

/// The title of the item Unarmed.
pub const UNARMED_TITLE: &str = "bare hands";

/// Rating that the Defend option gives to the defending item (`F8.4`).
pub const DEFEND_RATING: u8 = 3;

/// Block that the Defend option gives to a weapon without its own (`F8.4`).
pub const DEFEND_WEAPON_BLOCK: u8 = 2;

/// More than this many points from one attack cause shock (`F8.6`).
pub const SHOCK_OVER: i32 = 4;

/// Added to modDX in the round after a shock (`F8.6`).
pub const SHOCK_PENALTY: i32 = -2;

/// This many points from one attack throw a figure to the ground (`F8.6`).
pub const FALL_AT: i32 = 8;

/// Added to DX of an entangled figure (assumed).
pub const ENTANGLED_DX: i32 = -2;

/// Added to adjusted DX of attacks by a blinded figure on an adjacent target (assumed).
pub const BLINDED_DX: i32 = -4;

/// Added to adjusted DX of attacks on an invisible figure by an adjacent attacker (assumed).
pub const INVISIBLE_DX: i32 = -4;

/// The divisor of the MA that a slowed figure loses, rounded down (assumed).
pub const SLOWED_DIVISOR: i32 = 2;

/// The factor by which the MA of a hasted figure is multiplied (assumed).
pub const HASTED_FACTOR: i32 = 2;

/// The maximum MA through effects, in MP.
pub const MOST_MA: u8 = 200;

/// The lowest ST through effects; only harm reduces it further (assumed).
pub const LEAST_ST: i32 = 1;

/// The lowest cost of a spell through effects, in ST, unless it is free (assumed).
pub const LEAST_CASTING_COST: i32 = 1;

/// Twice the mean of a die: the value of dice in amounts that are evaluated without a roll (assumed).
pub const MEAN_OF_TWO_DICE: i32 = 7;

/// MP for a step of a flying figure, on any ground (assumed).
pub const FLYING_COST: u8 = 1;

/// The maximum length of a chain of effects that trigger each other (assumed).
pub const LONGEST_CHAIN: u8 = 4;

/// The maximum distance that an effect can move a figure, in hexes (assumed).
pub const MOST_MOVED: u8 = 30;

/// The maximum number of figures in a battle, after which effects create no more (assumed).
pub const MOST_FIGURES: u16 = 400;

/// Exhaustion from a failed casting, unless the spell costs less (assumed).
pub const FAILED_CASTING_COST: i32 = 1;

/// The maximum distance from the caster of a hex chosen for a spell (assumed: it keeps the list of choices finite on
/// maps of any size).
pub const FARTHEST_PLACE: u32 = 100;
