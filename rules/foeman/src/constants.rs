//! Every number the sources leave open, named once.
//!
//! The source notes define some mechanisms to the last digit and are silent on others; what is filled in stands here
//! and nowhere else, each with the rule it fills.

use crate::notation::DamageDice;

/// Sides of the dice for hits, damage and saving rolls (`F1.2`).
pub const DIE: u8 = 6;

/// Every success roll fails at a total of this many times its dice (`F1.9`, `F7.2`).
pub const AUTOMATIC_MISS_PER_DIE: i32 = 4;

/// A total of more than this above the least automatic miss drops the weapon (`F7.2`).
pub const DROP_MARGIN: i32 = 1;

/// Sides of the initiative die (`F3.2`).
pub const INITIATIVE_DIE: u8 = 6;

/// The most consecutive linear steps that are counted (`F4.2`).
pub const LINEAR_LIMIT: u8 = 18;

/// Added to the direction record's digit for a figure that pivoted (`F4.2`).
pub const PIVOTED: i32 = 20;

/// An opponent engages a figure of at most this many times its own size (`F4.4`).
pub const ENGAGED_SIZE_FACTOR: u32 = 2;

/// At most this many opponents add up their sizes to engage a bigger figure (`F4.4`).
pub const ENGAGING_TOGETHER: usize = 2;

/// MA of an engaged figure whose last step was backward (`F4.5`).
pub const CORNERED_MA: u8 = 1;

/// Where breaking away from opponents does not take all MP, it costs MA divided by this, rounded up (a fill of `F4.5`): as
/// much as still allows a Strike or a Defend.
pub const DISENGAGE_DIVISOR: u8 = 2;

/// MA lost by leaving the hex of another figure, in MP (`F4.7`).
pub const LEAVING_MA: u8 = 1;

/// Dice of the saving rolls in others' hexes and at close quarters (`F4.7`, `F4.11`).
pub const STRUGGLE_DICE: u8 = 4;

/// Consecutive linear steps that a charge takes (`F4.9`).
pub const CHARGE_STEPS: u8 = 3;

/// More damage dice of a pole weapon in a charge (`F4.9`).
pub const CHARGE_POLE_DICE: u8 = 1;

/// Dice of the saving roll against falling (`F4.8`, `F4.10`).
pub const PRESSED_DICE: u8 = 3;

/// Dice of that roll against the shield of somebody larger (`F4.10`).
pub const PRESSED_DICE_LARGER: u8 = 4;

/// Close quarters are sought with fewer steps than this (`F4.11`).
pub const GRAPPLE_STEPS: u8 = 4;

/// Dice of the saving roll for more MA (`F7.10`).
pub const FLEETNESS_DICE: u8 = 4;

/// What Fleetness that nobody had to learn adds to MA, in MP (`F7.10`).
pub const FLEETNESS_GAIN: &str = "1D/3";

/// Exhaustion of a failed attempt at Fleetness that nobody had to learn (`F7.10`).
pub const FLEETNESS_COST: u8 = 1;

/// Getting up by one posture, to the knees or from them, costs MA divided by this, rounded up (a fill of `F1.6`).
pub const KNEEL_UP_DIVISOR: u8 = 4;

/// MP for lying down or kneeling (a fill of `F1.6`).
pub const LIE_DOWN_MP: u8 = 1;

/// MP for each level that a step leads up, over and above what the ground costs (a fill).
pub const CLIMB_MP: u8 = 1;

/// A step leads up by at most this many levels (a fill).
pub const STEEPEST_CLIMB: u8 = 2;

/// Standing up costs MA divided by this, rounded up (`F1.6`, `F4.1`): as much as still allows a Strike.
pub const STAND_UP_DIVISOR: u8 = 2;

/// Dice of the saving roll of a restricted pivot when the figure is engaged (`F4.6`).
pub const PIVOT_DICE_ENGAGED: u8 = 4;

/// Dice of that roll against an overmatch, where a scenario has it so (`F4.6`).
pub const PIVOT_DICE_OVERMATCHED: u8 = 5;

/// Dice of the saving roll of a restricted pivot otherwise (`F4.6`).
pub const PIVOT_DICE: u8 = 3;

/// A pivot roll that exceeds modDX by more than this costs the larger penalty (`F4.6`).
pub const PIVOT_MARGIN: i32 = 2;

/// The most dice a figure may choose to roll (`F6.1`).
pub const MOST_DICE: u8 = 9;

/// No attack does more harm than this; more is no harm that the rules know.
pub const MOST_POINTS: i32 = 9999;

/// No value is farther from 0 than this, however many effects change it.
pub const MOST_VALUE: i32 = 1_000_000;

/// The dice of an ordinary attack (`F7.1`).
pub const ORDINARY_DICE: u8 = 3;

/// Dice a choice of Watch counts as (`F6.3`).
pub const WATCH_DICE: u8 = 1;

/// Dice a contested choice of Move, Defend or Dodge counts as (`F6.3`).
pub const CONTESTED_DICE: u8 = 9;

/// The most that aiming adds (`F6.5`).
pub const AIM_LIMIT: u32 = 2;

/// Added to modDX for readying one's own gear (`F6.7`).
pub const OWN_READY_BONUS: i32 = 4;

/// The fewest dice that make an item ready, where the scenario does not allow any number (`F6.7`).
pub const LEAST_READY_DICE: u8 = 3;

/// The most dice that make an item ready, where the scenario does not allow any number (`F6.7`).
pub const MOST_READY_DICE: u8 = 5;

/// Dice of each attempt to load a weapon as a free alteration (a fill of `F10.5`).
pub const FREE_LOADING_DICE: u8 = 3;

/// What the attempts to load a weapon as a free alteration must add up to where its item does not say (a fill of `F10.5`).
pub const FREE_LOADING_TOTAL: u16 = 8;

/// A figure carries this much for each point of basic ST without being slower, in hundredths of a human (a fill of `F1.7`).
pub const FREE_LOAD_PER_ST: u64 = 4;

/// Each further portion of this much for each point of basic ST that has begun takes 1 MP of MA, in hundredths of a human
/// (a fill of `F1.7`).
pub const LOAD_STEP_PER_ST: u64 = 2;

/// Added to modDX for digging out and making ready what lies under the ground (a fill).
pub const BURIED_PENALTY: i32 = -4;

/// Added to modDX for pulling out and making ready what is stuck in something (a fill).
pub const STUCK_PENALTY: i32 = -2;

/// Added to modDX of a blow or a jab at somebody who is on lower ground beside the attacker (a fill).
pub const HIGHER_GROUND_BONUS: i32 = 1;

/// Score in action codes of an action that needs no roll: it succeeds, with nothing to spare (`A7`).
pub const AUTOMATIC_SCORE: u16 = 1;

/// Added to modDX for an attack from the target's side (`F7.1`).
pub const SIDE_BONUS: i32 = 2;

/// Added to modDX for an attack from the target's rear (`F7.1`).
pub const REAR_BONUS: i32 = 4;

/// Added to modDX for an attack on a lying target (`F7.1`).
pub const PRONE_BONUS: i32 = 4;

/// A hurled weapon loses a point of modDX for each started portion of this many hexes (`F7.1`).
pub const HURL_HEXES_PER_POINT: u32 = 1;

/// A missile loses nothing over the first hexes (`F7.1`).
pub const POINT_BLANK_HEXES: u32 = 4;

/// A missile loses a point of modDX for each started portion of this many hexes beyond those (`F7.1`).
pub const FIRE_HEXES_PER_POINT: u32 = 4;

/// Hexes between a figure and whom it jabs at, its own not counted (`F5`).
pub const JAB_DISTANCE: u32 = 2;

/// modDX of the attacks of a figure that covers itself with its shield (`F10.6`).
pub const COVER_PENALTY: i32 = -2;

/// modDX lost for each point of ST the user lacks for a weapon (`F7.1`).
pub const WEAKNESS_PER_POINT: i32 = 1;

/// One damage die counts for each started portion of this much basic ST (`F7.5`).
pub const ST_PER_DAMAGE_DIE: u8 = 4;

/// The most damage dice that ST gives (`F7.5`).
pub const DAMAGE_DICE_LIMIT: u8 = 6;

/// The adventurer bonus on the second die (`F7.8`).
pub const ADVENTURER_BONUS: u8 = 2;

/// modDX of each of two attacks in one action (`F5`).
pub const DOUBLE_PENALTY: i32 = -2;

/// The IQ level of weapons that name no talent, for Weapon Proficiency (`F7.9`).
pub const PROFICIENCY_LEVEL: i32 = 6;

/// Damage dice of the item Unarmed (`F1.8`, `F7.11`).
pub const UNARMED_DAMAGE: DamageDice = DamageDice::HitLess(2);

/// What the item Unarmed is called.
pub const UNARMED_TITLE: &str = "bare hands";

/// Rating that the Defend option gives to the defending item (`F8.4`).
pub const DEFEND_RATING: u8 = 3;

/// Block that the Defend option gives to a weapon without its own (`F8.4`).
pub const DEFEND_WEAPON_BLOCK: u8 = 2;

/// More than this many points from one attack shock (`F8.6`).
pub const SHOCK_OVER: i32 = 4;

/// modDX in the round after a shock (`F8.6`).
pub const SHOCK_PENALTY: i32 = -2;

/// This many points from one attack throw a figure down (`F8.6`).
pub const FALL_AT: i32 = 8;

/// DX of a figure that is entangled (a fill).
pub const ENTANGLED_DX: i32 = -2;

/// Adjusted DX of attacks by a figure that is blinded, on who is adjacent (a fill).
pub const BLINDED_DX: i32 = -4;

/// Adjusted DX of attacks on a figure that is invisible, by who is adjacent (a fill).
pub const INVISIBLE_DX: i32 = -4;

/// A figure that is slowed loses its MA divided by this, rounded down (a fill).
pub const SLOWED_DIVISOR: i32 = 2;

/// A figure that is hasted has its MA as often as this (a fill).
pub const HASTED_FACTOR: i32 = 2;

/// The most MA that effects give, in MP.
pub const MOST_MA: u8 = 200;

/// Effects on ST leave at least this much of what harm has left (a fill).
pub const LEAST_ST: i32 = 1;

/// Effects leave a spell that costs something at least this cost, in ST (a fill).
pub const LEAST_CASTING_COST: i32 = 1;

/// Twice the mean of a die: what dice count as where nothing begins with which they could be rolled (a fill).
pub const MEAN_OF_TWO_DICE: i32 = 7;

/// MP of a step of a figure that flies, whatever the ground (a fill).
pub const FLYING_COST: u8 = 1;

/// Effects that bring about others do so at most this many times in a row (a fill).
pub const LONGEST_CHAIN: u8 = 4;

/// The most hexes that somebody is moved by an effect (a fill).
pub const MOST_MOVED: u8 = 30;

/// No more figures than these are made in a battle (a fill).
pub const MOST_FIGURES: u16 = 400;

/// Exhaustion of a casting that fails, where the spell costs that much (a fill).
pub const FAILED_CASTING_COST: i32 = 1;

/// No hex farther from a caster than this is chosen for a spell to take place in (a fill: on a map of any size the
/// choice can be listed).
pub const FARTHEST_PLACE: u32 = 100;
