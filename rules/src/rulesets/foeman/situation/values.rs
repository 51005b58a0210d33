//! Modified values with named terms: every number a roll is compared with can be explained.

use crate::ruleset::SideId;
use crate::rulesets::foeman::body::shape::{self, Position};
use crate::rulesets::foeman::body::sight;
use crate::rulesets::foeman::catalogs::Lie;
use crate::rulesets::foeman::constants::{
    AIM_LIMIT, BURIED_PENALTY, CORNERED_MA, COVER_PENALTY, DOUBLE_PENALTY, FIRE_HEXES_PER_POINT, HURL_HEXES_PER_POINT,
    OWN_READY_BONUS, POINT_BLANK_HEXES, PRONE_BONUS, REAR_BONUS, SHOCK_PENALTY, SIDE_BONUS, STUCK_PENALTY,
    WEAKNESS_PER_POINT,
};
use crate::rulesets::foeman::content::items::{Mode, Weapon};
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::option::{Manner, Order};
use crate::rulesets::foeman::rolls::{Reason, Sum};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::{height, limits, weapons};
use crate::rulesets::foeman::state::records::{LastStep, Posture};
use crate::rulesets::foeman::state::{Action, ActionKind, Carrying, FigureState, ItemState, Whereabouts};

/// modDX of a figure that does nothing in particular (`F1.1`).
pub fn mod_dx(now: Situation<'_>, figure: FigureId) -> Sum {
    let own = now.figure(figure);
    Sum::of(Reason::Dexterity, now.kind(figure).dx)
        .and(Reason::Shock, SHOCK_PENALTY * i32::from(own.shocks))
        .and(Reason::Unsteady, -i32::from(own.unsteady))
}

/// modIQ (`F1.1`).
pub fn mod_iq(now: Situation<'_>, figure: FigureId) -> Sum {
    Sum::of(Reason::Intelligence, now.kind(figure).iq).and(Reason::Exerted, -now.figure(figure).iq_spent)
}

/// modST with its terms (`F8.2`).
pub fn mod_st(now: Situation<'_>, figure: FigureId) -> Sum {
    let own = now.figure(figure);
    Sum::of(Reason::Strength, now.kind(figure).st)
        .and(Reason::Wounds, -own.physical)
        .and(Reason::Exhaustion, -own.exhaustion)
}

/// What a saving roll at close quarters or in others' hexes must not exceed: modDX, and half of what modST is more than
/// that of the others, rounded up (`F4.7`, `F4.11`).
pub fn struggle_dx(now: Situation<'_>, figure: FigureId, others_st: i32) -> Sum {
    let half = (now.mod_st(figure).saturating_sub(others_st).saturating_add(1)).div_euclid(2);
    mod_dx(now, figure).and(Reason::StrengthAgainst, half)
}

/// What is added to the initiative die of a side (`F3.2`).
pub fn initiative(now: Situation<'_>, side: SideId) -> Sum {
    Sum::default().and(Reason::OfSide, now.content.side(side).initiative)
}

/// modDX for making an item ready: one's own gear is easier to find than what lies on the ground (`F6.7`).
pub fn ready_dx(now: Situation<'_>, figure: FigureId, item: ItemId) -> Sum {
    let own = now.item(item).place().map_or(0, |_| OWN_READY_BONUS);
    let (why, stuck) = fast(now.item(item));
    mod_dx(now, figure).and(Reason::OwnGear, own).and(why, stuck)
}

/// What it takes to get hold of what lies on the ground, by how it lies there (a fill).
fn fast(item: &ItemState) -> (Reason, i32) {
    match (item.at, item.lie) {
        (Whereabouts::Lying { .. }, Lie::Buried) => (Reason::Buried, BURIED_PENALTY),
        (Whereabouts::Lying { .. }, Lie::Stuck) => (Reason::Stuck, STUCK_PENALTY),
        _ => (Reason::Stuck, 0),
    }
}

/// Adjusted DX of an attack (`F7.1`).
pub fn attack_dx(now: Situation<'_>, figure: FigureId, target: FigureId, weapon: &Weapon) -> Sum {
    let far = range_penalty(weapon.mode, sight::distance(now, figure, target));
    facing_dx(now, figure, target, Some(weapon))
        .and(Reason::Range, far)
        .and(Reason::Aimed, aim_bonus(now.figure(figure), target, now.state.round))
}

/// Adjusted DX of an attack that may be one of two in one action (`F5`).
pub fn doubled(needed: Sum, manner: Manner) -> Sum {
    needed.and(Reason::Double, if manner.is_double() { DOUBLE_PENALTY } else { 0 })
}

/// modDX with a weapon against a target as both lie to each other.
fn facing_dx(now: Situation<'_>, figure: FigureId, target: FigureId, weapon: Option<&Weapon>) -> Sum {
    let (reason, bonus) = bearing_bonus(now, figure, target);
    mod_dx(now, figure)
        .and(Reason::Covering, covering_penalty(now, figure))
        .and(Reason::Weakness, weapon.map_or(0, |weapon| weakness(now, figure, weapon)))
        .and(reason, bonus)
        .and(Reason::HigherGround, weapon.map_or(0, |weapon| height::bonus(now, figure, target, weapon.mode)))
        .and(Reason::TargetProne, prone_bonus(now, target))
}

fn weakness(now: Situation<'_>, figure: FigureId, weapon: &Weapon) -> i32 {
    let hinders = now.content.rules.heavy_weapons_hinder;
    let missing = (weapon.requires_st - now.kind(figure).st).max(0);
    if hinders { -WEAKNESS_PER_POINT * missing } else { 0 }
}

/// modDX that decides who is asked and who acts first (`F6.2`): with all that the target of the option gives, or while
/// none is chosen against the adjacent opponent that gives the most (`F6.8`). Who left play gives nothing.
pub fn order_dx(now: Situation<'_>, figure: FigureId, option: Option<Action>) -> i32 {
    let adjacent = |&target: &FigureId| now.is_active(target) && shape::adjacent(now, figure, target);
    let against = |target| facing_dx(now, figure, target, None).total();
    let facing = match option {
        Some(action @ Action::Attack { .. }) => {
            Order::of(figure, action).filter(|order| now.is_active(order.target)).map(|order| {
                let arm = weapons::ordered(now, order);
                let needed = facing_dx(now, figure, order.target, arm.map(|arm| arm.weapon));
                doubled(needed, order.manner).total()
            })
        }
        Some(action) => action.target().filter(adjacent).map(against),
        None => now.opponents(figure).filter(adjacent).map(against).max(),
    };
    facing.unwrap_or_else(|| mod_dx(now, figure).total())
}

/// What lying to a target as it does gives an attacker, and why (`F7.1`).
pub fn bearing_bonus(now: Situation<'_>, figure: FigureId, target: FigureId) -> (Reason, i32) {
    match shape::bearing(now, target, figure).position {
        Position::Front => (Reason::FromSide, 0),
        Position::Side => (Reason::FromSide, SIDE_BONUS),
        Position::Rear => (Reason::FromBehind, REAR_BONUS),
    }
}

/// What the distance to the target in hexes takes from an attack (`F7.1`).
pub fn range_penalty(mode: Mode, distance: u32) -> i32 {
    let portions = match mode {
        Mode::Strike | Mode::Jab => 0,
        Mode::Hurl => distance.div_ceil(HURL_HEXES_PER_POINT),
        Mode::Fire => distance.saturating_sub(POINT_BLANK_HEXES).div_ceil(FIRE_HEXES_PER_POINT),
    };
    -(portions as i32)
}

fn covering_penalty(now: Situation<'_>, figure: FigureId) -> i32 {
    if !now.content.rules.cover_hinders {
        return 0;
    }
    let covers = |item: ItemId| {
        now.item_kind(item).shields
            && now.item(item).carrying == Carrying::Cover
            && weapons::is_ready(now, figure, item)
    };
    if now.gear(figure).any(covers) { COVER_PENALTY } else { 0 }
}

fn prone_bonus(now: Situation<'_>, target: FigureId) -> i32 {
    if now.figure(target).posture == Posture::Prone { PRONE_BONUS } else { 0 }
}

/// What aiming gives a figure that attacks a target now: the rounds since it was credited, up to a limit, unless it has
/// used more MP than Watch allows (`F6.5`).
pub fn aim_bonus(figure: &FigureState, target: FigureId, round: u32) -> i32 {
    match figure.aim {
        Some(aim) if aim.target == target && limits::allows(ActionKind::Watch, figure.ma, figure.mp) => {
            round.saturating_sub(aim.since).min(AIM_LIMIT) as i32
        }
        _ => 0,
    }
}

/// MA of a figure for this round, when its move begins (`F4.5`), with what this round has changed about it.
pub fn mod_ma(now: Situation<'_>, figure: FigureId, engaged_by: &[FigureId]) -> u8 {
    let round = now.figure(figure).manoeuvres;
    let ma = now.kind(figure).ma.saturating_add(round.ma_won).saturating_sub(round.ma_lost);
    if !engaged_by.is_empty() && now.figure(figure).heading.last == LastStep::Backward {
        ma.min(CORNERED_MA)
    } else {
        ma
    }
}
