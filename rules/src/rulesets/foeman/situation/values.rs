//! Modified values with named terms: every number a roll is compared with can be explained.

use crate::ruleset::SideId;
use crate::rulesets::foeman::body::shape::{self, Position};
use crate::rulesets::foeman::body::sight;
use crate::rulesets::foeman::catalogs::Lie;
use crate::rulesets::foeman::catalogs::effects::{Die, Quantity, Status};
use crate::rulesets::foeman::constants::{
    AIM_LIMIT, BLINDED_DX, BURIED_PENALTY, CORNERED_MA, COVER_PENALTY, DAMAGE_DICE_LIMIT, DOUBLE_PENALTY, ENTANGLED_DX,
    FIRE_HEXES_PER_POINT, HASTED_FACTOR, HURL_HEXES_PER_POINT, INVISIBLE_DX, LEAST_CASTING_COST, LEAST_ST, MOST_MA,
    OWN_READY_BONUS, POINT_BLANK_HEXES, PRONE_BONUS, REAR_BONUS, SHOCK_PENALTY, SIDE_BONUS, SLOWED_DIVISOR,
    ST_PER_DAMAGE_DIE, STUCK_PENALTY, WEAKNESS_PER_POINT,
};
use crate::rulesets::foeman::content::items::{Mode, Weapon};
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::notation::expression::Attribute;
use crate::rulesets::foeman::notation::{DieRole, StatMod};
use crate::rulesets::foeman::option::{Manner, Order};
use crate::rulesets::foeman::rolls::{Reason, Sum};
use crate::rulesets::foeman::situation::applying::{Depth, Versus};
use crate::rulesets::foeman::situation::changes::{Change, Changes};
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::situation::{Situation, height, limits, shadows, statuses};
use crate::rulesets::foeman::state::records::{LastStep, Posture};
use crate::rulesets::foeman::state::{Action, ActionKind, Carrying, FigureState, ItemState, Source, Whereabouts};

/// A value with what effects make of it: the base, then effects in the order in which they are counted, as they stack,
/// and never less than the value can be.
pub fn changed(now: Situation<'_>, what: Quantity, figure: FigureId, versus: Versus, base: Sum) -> Sum {
    changed_to(now, what, figure, (versus, Depth::FULL), base)
}

fn changed_to(
    now: Situation<'_>,
    what: Quantity,
    figure: FigureId,
    (versus, depth): (Versus, Depth),
    base: Sum,
) -> Sum {
    if Changes::none_of(now, what) {
        return base;
    }
    let least = match what {
        // Weakness alone makes nobody faint or die (a fill).
        Quantity::St => Some(base.total().min(LEAST_ST)),
        Quantity::Size => Some(1),
        Quantity::Ma
        | Quantity::DiceLimit
        | Quantity::Protection
        | Quantity::Hide
        | Quantity::Range
        | Quantity::Sight => Some(0),
        Quantity::CastingCost => Some(base.total().min(LEAST_CASTING_COST)),
        Quantity::Dx | Quantity::Iq | Quantity::Initiative | Quantity::ToHit | Quantity::Damage | Quantity::Resist => {
            None
        }
    };
    let mut sum = base;
    let mut changes = Changes::default();
    changes.find(now, Change { what, die: None }, figure, versus, depth);
    changes.add_to(&mut sum);
    if let Some(least) = least {
        let total = sum.total();
        sum.add(Reason::Least, least.saturating_sub(total).max(0));
    }
    sum
}

/// modST: basic ST less harm, and effects (`F8.2`).
pub fn mod_st(now: Situation<'_>, figure: FigureId) -> Sum {
    changed(now, Quantity::St, figure, Versus::NOBODY, st_left(now, figure))
}

/// modST as far as it does not depend on where others are: what decides who takes part.
pub fn firm_st(now: Situation<'_>, figure: FigureId) -> i32 {
    let own = now.figure(figure);
    if Changes::none_of(now, Quantity::St) {
        return now.kind(figure).st - own.physical - own.exhaustion;
    }
    changed_to(now, Quantity::St, figure, (Versus::NOBODY, Depth::FIRM), st_left(now, figure)).total()
}

fn st_left(now: Situation<'_>, figure: FigureId) -> Sum {
    let own = now.figure(figure);
    Sum::of(Reason::Strength, now.kind(figure).st)
        .and(Reason::Wounds, -own.physical)
        .and(Reason::Exhaustion, -own.exhaustion)
}

/// modDX of a figure that does nothing in particular (`F1.1`).
pub fn mod_dx(now: Situation<'_>, figure: FigureId) -> Sum {
    mod_dx_against(now, figure, Versus::NOBODY)
}

/// modDX of a figure against another one.
pub fn mod_dx_against(now: Situation<'_>, figure: FigureId, versus: Versus) -> Sum {
    let own = now.figure(figure);
    let basic = Sum::of(Reason::Dexterity, now.kind(figure).dx)
        .and(Reason::Shock, SHOCK_PENALTY * i32::from(own.shocks))
        .and(Reason::Unsteady, -i32::from(own.unsteady));
    let mut sum = changed(now, Quantity::Dx, figure, versus, basic);
    if statuses::has(now, figure, Status::Entangled) {
        sum.add(Reason::Status(Status::Entangled), ENTANGLED_DX);
    }
    sum
}

/// modIQ (`F1.1`).
pub fn mod_iq(now: Situation<'_>, figure: FigureId) -> Sum {
    let basic = Sum::of(Reason::Intelligence, now.kind(figure).iq).and(Reason::Exerted, -now.figure(figure).iq_spent);
    changed(now, Quantity::Iq, figure, Versus::NOBODY, basic)
}

/// MA before anything that happens in the round: basic MA, effects, then half or twice of it for who is slowed or
/// hasted; both cancel each other out.
pub fn full_ma(now: Situation<'_>, figure: FigureId) -> Sum {
    let basic = Sum::of(Reason::Movement, i32::from(now.kind(figure).ma));
    let mut sum = changed(now, Quantity::Ma, figure, Versus::NOBODY, basic);
    let before = sum.total();
    match (statuses::has(now, figure, Status::Slowed), statuses::has(now, figure, Status::Hasted)) {
        (true, false) => sum.add(Reason::Status(Status::Slowed), -(before / SLOWED_DIVISOR)),
        (false, true) => sum.add(Reason::Status(Status::Hasted), before.saturating_mul(HASTED_FACTOR - 1)),
        _ => {}
    }
    sum
}

/// Size in hundredths of a human (`F1.7`).
pub fn size(now: Situation<'_>, figure: FigureId) -> u32 {
    let basic = now.kind(figure).size;
    if Changes::none_of(now, Quantity::Size) {
        return basic;
    }
    let sum = changed_to(
        now,
        Quantity::Size,
        figure,
        (Versus::NOBODY, Depth::FIRM),
        Sum::of(Reason::OfKind, i32::try_from(basic).unwrap_or(i32::MAX)),
    );
    sum.total().unsigned_abs()
}

/// How far a figure sees, in hexes; as far as the ground lets it without a limit of the scenario.
pub fn sight(now: Situation<'_>, figure: FigureId) -> Option<u32> {
    let limit = i32::from(now.content.rules.sight?);
    let sum = changed(now, Quantity::Sight, figure, Versus::NOBODY, Sum::of(Reason::OfScenario, limit));
    Some(sum.total().unsigned_abs())
}

/// What the total of a saving roll against something must not exceed: the modified attribute, and what helps to resist
/// (`F1.3`).
pub fn resistance(now: Situation<'_>, figure: FigureId, attribute: Attribute, versus: Versus) -> Sum {
    let base = attribute_of(now, figure, attribute);
    changed(now, Quantity::Resist, figure, versus, base)
}

/// The modified value of an attribute as effects and saving rolls name it (`F1.1`).
pub fn attribute_of(now: Situation<'_>, figure: FigureId, attribute: Attribute) -> Sum {
    match attribute {
        Attribute::St => mod_st(now, figure),
        Attribute::Dx => mod_dx(now, figure),
        Attribute::Iq => mod_iq(now, figure),
        Attribute::Ma => full_ma(now, figure),
        Attribute::Size => Sum::of(Reason::OfKind, size(now, figure) as i32),
    }
}

/// What effects do to damage dice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DamageChanges {
    /// As changes of a damage stat: on the top, cup and low die (`F7.7`).
    pub mods: Vec<StatMod>,
    /// What they come from, each once.
    pub why: Sum,
}

/// What effects do to the damage dice of an attack.
pub fn damage(now: Situation<'_>, figure: FigureId, versus: Versus) -> DamageChanges {
    let mut all = DamageChanges::default();
    if Changes::none_of(now, Quantity::Damage) {
        return all;
    }
    for (role, die) in [(DieRole::Top, Die::Top), (DieRole::Cup, Die::Cup), (DieRole::Low, Die::Low)] {
        let mut sum = Sum::default();
        let mut changes = Changes::default();
        changes.find(now, Change { what: Quantity::Damage, die: Some(die) }, figure, versus, Depth::FULL);
        changes.add_to(&mut sum);
        for term in sum.terms() {
            let add = term.value.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8;
            all.mods.push(StatMod { role, add, under: None });
            if !all.why.terms().contains(term) {
                all.why.add(term.why, term.value);
            }
        }
    }
    all
}

/// How many damage dice of an attack count by ST, with effects (`F7.5`).
pub fn dice_limit(now: Situation<'_>, figure: FigureId, versus: Versus) -> u8 {
    let basic = i32::from(basic_dice_limit(now.kind(figure).st));
    let sum = changed(now, Quantity::DiceLimit, figure, versus, Sum::of(Reason::Strength, basic));
    sum.total().clamp(0, i32::from(u8::MAX)) as u8
}

/// The most damage dice that count by basic ST: one for each started portion, up to a limit (`F7.5`).
pub fn basic_dice_limit(basic_st: i32) -> u8 {
    let portions = basic_st.max(0).unsigned_abs().div_ceil(u32::from(ST_PER_DAMAGE_DIE));
    portions.min(u32::from(DAMAGE_DICE_LIMIT)) as u8
}

/// How far an attack with an arm reaches, in hexes, with effects.
pub fn weapon_range(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> u32 {
    if Changes::none_of(now, Quantity::Range) {
        return arm.weapon.range;
    }
    let versus = Versus { arm: Some(arm.id()), ..Versus::other(target) };
    let base = Sum::of(Reason::OfUse, i32::try_from(arm.weapon.range).unwrap_or(i32::MAX));
    changed(now, Quantity::Range, figure, versus, base).total().unsigned_abs()
}

/// What a saving roll at close quarters or in others' hexes must not exceed: modDX, and half of what modST is more than
/// that of the others, rounded up (`F4.7`, `F4.11`).
pub fn struggle_dx(now: Situation<'_>, figure: FigureId, others_st: i32, why: Reason) -> Sum {
    let half = (now.mod_st(figure).saturating_sub(others_st).saturating_add(1)).div_euclid(2);
    mod_dx(now, figure).and(why, half)
}

/// What is added to the initiative die of a side (`F3.2`).
pub fn initiative(now: Situation<'_>, side: SideId) -> Sum {
    let mut sum = Sum::default().and(Reason::OfSide, now.content.side(side).initiative);
    let mut changes = Changes::default();
    for figure in now.active_of(side) {
        let what = Change { what: Quantity::Initiative, die: None };
        changes.find(now, what, figure, Versus::NOBODY, Depth::FULL);
    }
    changes.add_to(&mut sum);
    sum
}

/// modDX for making an item ready: one's own gear is easier to find than what lies on the ground (`F6.7`).
pub fn ready_dx(now: Situation<'_>, figure: FigureId, item: ItemId) -> Sum {
    let own = now.item(item).place().map_or(0, |_| OWN_READY_BONUS);
    let (why, stuck) = fast(now.item(item));
    mod_dx(now, figure).and(Reason::OwnGear, own).and(why, stuck)
}

/// modDX for using an item that is carried: as for making it ready (a fill of `F10.8`).
pub fn use_dx(now: Situation<'_>, figure: FigureId) -> Sum {
    mod_dx(now, figure).and(Reason::UsedGear, OWN_READY_BONUS)
}

/// What it takes to get hold of what lies on the ground, by how it lies there (a fill).
fn fast(item: &ItemState) -> (Reason, i32) {
    match (item.at, item.lie) {
        (Whereabouts::Lying { .. }, Lie::Buried) => (Reason::Buried, BURIED_PENALTY),
        (Whereabouts::Lying { .. }, Lie::Stuck) => (Reason::Stuck, STUCK_PENALTY),
        _ => (Reason::Stuck, 0),
    }
}

/// Adjusted DX of an attack with an arm (`F7.1`).
pub fn attack_dx(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> Sum {
    let versus = Versus { arm: Some(arm.id()), ..Versus::other(target) };
    let far = range_penalty(arm.weapon.mode, sight::distance(now, figure, target));
    let basic = facing_dx(now, figure, versus, Some(arm.weapon))
        .and(Reason::Range, far)
        .and(Reason::Aimed, aim_bonus(now.figure(figure), target, now.state.round));
    to_hit(now, figure, versus, basic)
}

/// Adjusted DX of a spell that flies at a target: as of any missile, but that no weapon is in the way (`F7.1`).
pub fn spell_dx(now: Situation<'_>, figure: FigureId, target: FigureId) -> Sum {
    let versus = Versus::other(target);
    let (reason, bonus) = bearing_bonus(now, figure, target);
    let far = range_penalty(Mode::Fire, sight::distance(now, figure, target));
    let basic = mod_dx_against(now, figure, versus)
        .and(Reason::Range, far)
        .and(reason, bonus)
        .and(Reason::TargetProne, prone_bonus(now, target))
        .and(Reason::Aimed, aim_bonus(now.figure(figure), target, now.state.round));
    to_hit(now, figure, versus, basic)
}

/// What an attack needs with all that makes it easier or harder to hit: effects, shadows on the way, not seeing.
pub fn to_hit(now: Situation<'_>, figure: FigureId, versus: Versus, basic: Sum) -> Sum {
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
pub fn doubled(needed: Sum, manner: Manner) -> Sum {
    needed.and(Reason::Double, if manner.is_double() { DOUBLE_PENALTY } else { 0 })
}

/// modDX with a weapon against a target as both lie to each other; without a target, modDX.
fn facing_dx(now: Situation<'_>, figure: FigureId, versus: Versus, weapon: Option<&Weapon>) -> Sum {
    let sum = mod_dx_against(now, figure, versus).and(Reason::Covering, covering_penalty(now, figure));
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

/// modDX that decides who is asked and who acts first (`F6.2`): with all that the target of the option gives, or while
/// none is chosen against the adjacent opponent that gives the most (`F6.8`). Who left play gives nothing.
pub fn order_dx(now: Situation<'_>, figure: FigureId, option: Option<Action>) -> i32 {
    let adjacent = |&target: &FigureId| now.is_active(target) && shape::adjacent(now, figure, target);
    let against = |target| facing_dx(now, figure, Versus::other(target), None).total();
    let facing = match option {
        Some(action @ Action::Attack { .. }) => {
            Order::of(figure, action).filter(|order| now.is_active(order.target)).map(|order| {
                let arm = weapons::ordered(now, order);
                let versus = Versus { arm: arm.map(Arm::id), ..Versus::other(order.target) };
                let needed = facing_dx(now, figure, versus, arm.map(|arm| arm.weapon));
                doubled(needed, order.manner).total()
            })
        }
        Some(action) => action.target().filter(adjacent).map(against),
        None => now.opponents(figure).filter(adjacent).map(against).max(),
    };
    facing.unwrap_or_else(|| facing_dx(now, figure, Versus::NOBODY, None).total())
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
    let full = full_ma(now, figure).total().clamp(0, i32::from(MOST_MA)) as u8;
    let ma = full.saturating_add(round.ma_won).saturating_sub(round.ma_lost);
    if !engaged_by.is_empty() && now.figure(figure).heading.last == LastStep::Backward {
        ma.min(CORNERED_MA)
    } else {
        ma
    }
}
