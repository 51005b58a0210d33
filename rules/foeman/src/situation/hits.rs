//! The limit of hit rolls, and the order in which figures act (`F6.2`, `F7.1`).

use crate::body::shape::Position;
use crate::catalogs::effects::{Quantity, Status};
use crate::constants::{
    AIM_LIMIT, BLINDED_DX, COVER_PENALTY, DOUBLE_PENALTY, FIRE_HEXES_PER_POINT, HURL_HEXES_PER_POINT, INVISIBLE_DX,
    POINT_BLANK_HEXES, PRONE_BONUS, REAR_BONUS, SIDE_BONUS, WEAKNESS_PER_POINT,
};
use crate::content::items::Weapon;
use crate::ids::{FigureId, ItemId, Source};
use crate::option::{Manner, Mode, Order};
use crate::rolls::{Addition, Reason, Sum, Total};
use crate::situation::applying::Versus;
use crate::situation::values::{changed, mod_dx_against};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint, height, limits, shadows, sight, statuses};
use crate::state::records::Posture;
use crate::state::{Action, ActionKind, Carrying, FigureState};

/// Adjusted DX of an attack with a weapon (`F7.1`).
pub fn attack_dx<A: Addition>(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> A {
    let versus = Versus { arm: Some(arm.id()), ..Versus::other(target) };
    let mode = arm.weapon.mode;
    // Only missiles and thrown weapons need the distance, which takes a line of sight.
    let far = if mode.flies() { range_penalty(mode, sight::distance(now, figure, target)) } else { 0 };
    let basic = facing_dx::<A>(now, figure, versus, Some(arm.weapon))
        .and(Reason::Range, far)
        .and(Reason::Aimed, aim_bonus(now.figure(figure), target, now.state.round));
    to_hit(now, figure, versus, basic)
}

/// Adjusted DX of a missile spell: as for any missile, but without penalties for shield and weapon (`F7.1`).
pub fn spell_dx(now: Situation<'_>, figure: FigureId, target: FigureId) -> Sum {
    let versus = Versus::other(target);
    let (reason, bonus) = bearing_bonus(now, figure, target);
    let far = range_penalty(Mode::Fire, sight::distance(now, figure, target));
    let basic = mod_dx_against::<Sum>(now, figure, versus)
        .and(Reason::Range, far)
        .and(reason, bonus)
        .and(Reason::TargetProne, prone_bonus(now, target))
        .and(Reason::Aimed, aim_bonus(now.figure(figure), target, now.state.round));
    to_hit(now, figure, versus, basic)
}

/// Adds everything that makes a target easier or harder to hit: effects, shadows on the line of sight, and blindness or
/// invisibility.
pub fn to_hit<A: Addition>(now: Situation<'_>, figure: FigureId, versus: Versus, basic: A) -> A {
    let mut sum = changed(now, Quantity::ToHit, figure, versus, basic);
    let Some(target) = versus.other else { return sum };
    for (shadow, by) in shadows::between(now, figure, target) {
        sum.add(Reason::Effect(Source::Kind(shadow)), by);
    }
    if statuses::has(now, figure, Status::Blinded) {
        sum.add(Reason::Status(Status::Blinded), BLINDED_DX);
    }
    if statuses::has(now, target, Status::Invisible) {
        sum.add(Reason::Status(Status::Invisible), INVISIBLE_DX);
    }
    sum
}

/// Adjusted DX of an attack that may be one of two in one action (`F5`).
pub fn doubled<A: Addition>(needed: A, manner: Manner) -> A {
    needed.and(Reason::Double, if manner.is_double() { DOUBLE_PENALTY } else { 0 })
}

/// modDX with a weapon against a target in their current bearing; without a target, modDX.
fn facing_dx<A: Addition>(now: Situation<'_>, figure: FigureId, versus: Versus, weapon: Option<&Weapon>) -> A {
    let sum = mod_dx_against::<A>(now, figure, versus).and(Reason::Covering, covering_penalty(now, figure));
    let Some(target) = versus.other else { return sum };
    let (reason, bonus) = bearing_bonus(now, figure, target);
    sum.and(Reason::Weakness, weapon.map_or(0, |weapon| weakness(now, figure, weapon)))
        .and(reason, bonus)
        .and(Reason::HigherGround, weapon.map_or(0, |weapon| height::bonus(now, figure, target, weapon.mode)))
        .and(Reason::TargetProne, prone_bonus(now, target))
}

fn weakness(now: Situation<'_>, figure: FigureId, weapon: &Weapon) -> i32 {
    let hinders = now.content.rules.heavy_weapons_hinder;
    let missing = (weapon.requires_st - now.kind(figure).st).max(0);
    if hinders { -WEAKNESS_PER_POINT * missing } else { 0 }
}

/// modDX for the order in which figures choose and act (`F6.2`): including the bonus against the option's target or,
/// while no option is chosen, against the adjacent opponent with the highest bonus (`F6.8`). Fallen figures give no
/// bonus.
pub fn order_dx(now: Situation<'_>, figure: FigureId, option: Option<Action>) -> i32 {
    let adjacent = |&target: &FigureId| now.is_active(target) && footprint::adjacent(now, figure, target);
    let against = |target| facing_dx::<Total>(now, figure, Versus::other(target), None).total();
    let facing = match option {
        Some(action @ Action::Attack { .. }) => {
            Order::of(figure, action).filter(|order| now.is_active(order.target)).map(|order| {
                let arm = weapons::ordered(now, order);
                let versus = Versus { arm: arm.map(Arm::id), ..Versus::other(order.target) };
                let needed: Total = facing_dx(now, figure, versus, arm.map(|arm| arm.weapon));
                doubled(needed, order.manner).total()
            })
        }
        Some(action) => action.target().filter(adjacent).map(against),
        None => now.adjacent_opponents(figure).map(against).max(),
    };
    facing.unwrap_or_else(|| facing_dx::<Total>(now, figure, Versus::NOBODY, None).total())
}

/// The bonus of an attacker for its bearing to the target, with the reason (`F7.1`).
pub fn bearing_bonus(now: Situation<'_>, figure: FigureId, target: FigureId) -> (Reason, i32) {
    match footprint::bearing(now, target, figure).position {
        Position::Front => (Reason::FromSide, 0),
        Position::Side => (Reason::FromSide, SIDE_BONUS),
        Position::Rear => (Reason::FromBehind, REAR_BONUS),
    }
}

/// The penalty of an attack for the distance to the target, in hexes (`F7.1`).
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
        now.item(item).carrying == Carrying::Cover
            && now.item_kind(item).shields
            && weapons::is_ready(now, figure, item)
    };
    if now.gear(figure).any(covers) { COVER_PENALTY } else { 0 }
}

fn prone_bonus(now: Situation<'_>, target: FigureId) -> i32 {
    if now.figure(target).posture == Posture::Prone { PRONE_BONUS } else { 0 }
}

/// The aim bonus of a figure against a target now: the rounds since it began to aim, up to a limit, unless it has used
/// more MP than Watch allows (`F6.5`).
pub fn aim_bonus(figure: &FigureState, target: FigureId, round: u32) -> i32 {
    match figure.aim {
        Some(aim) if aim.target == target && limits::allows(ActionKind::Watch, figure.ma, figure.mp) => {
            round.saturating_sub(aim.since).min(AIM_LIMIT) as i32
        }
        _ => 0,
    }
}
