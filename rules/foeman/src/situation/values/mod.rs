//! Modified values with named terms, which explain every number that a roll is compared with.

mod damage;

use crate::catalogs::Lie;
use crate::catalogs::effects::{Quantity, Status};
use crate::constants::{
    BURIED_PENALTY, CORNERED_MA, ENTANGLED_DX, HASTED_FACTOR, LEAST_CASTING_COST, LEAST_ST, MOST_MA, OWN_READY_BONUS,
    SHOCK_PENALTY, SLOWED_DIVISOR, STUCK_PENALTY,
};
use crate::ids::{FigureId, ItemId};
use crate::notation::expression::Attribute;
use crate::rolls::{Addition, Reason, Sum, Total};
use crate::situation::applying::{Depth, Versus};
use crate::situation::changes::{Change, Changes};
use crate::situation::{Situation, load, statuses};
use crate::state::records::LastStep;
use crate::state::{ItemState, Whereabouts};
use foeman_engine::ruleset::SideId;

pub use damage::{DamageChanges, basic_dice_limit, damage, dice_limit, weapon_range};

/// A value with the changes by effects: the base, then effects in the order of evaluation, stacked, and limited to the
/// minimum of the value.
pub fn changed<A: Addition>(now: Situation<'_>, what: Quantity, figure: FigureId, versus: Versus, base: A) -> A {
    changed_to(now, what, figure, (versus, Depth::FULL), base)
}

#[inline]
fn changed_to<A: Addition>(now: Situation<'_>, what: Quantity, figure: FigureId, at: (Versus, Depth), base: A) -> A {
    if Changes::none_of(now, what) {
        return base;
    }
    if Changes::none_for(now, what, figure, at.0) {
        debug_assert!(Changes::of(now, what, figure, at).is_empty(), "an effect was overlooked");
        return base;
    }
    really_changed(now, what, figure, at, base)
}

fn really_changed<A: Addition>(
    now: Situation<'_>,
    what: Quantity,
    figure: FigureId,
    at: (Versus, Depth),
    base: A,
) -> A {
    let least = match what {
        // Effects that weaken a figure never make it faint or die (an assumption).
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
    Changes::of(now, what, figure, at).add_to(&mut sum);
    if let Some(least) = least {
        let total = sum.total();
        sum.add(Reason::Least, least.saturating_sub(total).max(0));
    }
    sum
}

/// modST: basic ST less harm, and effects (`F8.2`).
pub fn mod_st<A: Addition>(now: Situation<'_>, figure: FigureId) -> A {
    changed(now, Quantity::St, figure, Versus::NOBODY, st_left(now, figure))
}

/// modST without effects that depend on the places of others; it decides which figures are active.
#[inline]
pub fn firm_st(now: Situation<'_>, figure: FigureId) -> i32 {
    let own = now.figure(figure);
    if Changes::none_of(now, Quantity::St) {
        return now.kind(figure).st - own.physical - own.exhaustion;
    }
    changed_to(now, Quantity::St, figure, (Versus::NOBODY, Depth::FIRM), st_left::<Total>(now, figure)).total()
}

fn st_left<A: Addition>(now: Situation<'_>, figure: FigureId) -> A {
    let own = now.figure(figure);
    A::of(Reason::Strength, now.kind(figure).st)
        .and(Reason::Wounds, -own.physical)
        .and(Reason::Exhaustion, -own.exhaustion)
}

/// modDX of a figure without a particular action (`F1.1`).
pub fn mod_dx<A: Addition>(now: Situation<'_>, figure: FigureId) -> A {
    mod_dx_against(now, figure, Versus::NOBODY)
}

/// modDX of a figure against an opponent.
pub fn mod_dx_against<A: Addition>(now: Situation<'_>, figure: FigureId, versus: Versus) -> A {
    let own = now.figure(figure);
    let basic = A::of(Reason::Dexterity, now.kind(figure).dx)
        .and(Reason::Shock, SHOCK_PENALTY * i32::from(own.shocks))
        .and(Reason::Unsteady, -i32::from(own.unsteady));
    let mut sum = changed(now, Quantity::Dx, figure, versus, basic);
    if statuses::has(now, figure, Status::Entangled) {
        sum.add(Reason::Status(Status::Entangled), ENTANGLED_DX);
    }
    sum
}

/// modIQ (`F1.1`).
pub fn mod_iq<A: Addition>(now: Situation<'_>, figure: FigureId) -> A {
    let basic = A::of(Reason::Intelligence, now.kind(figure).iq).and(Reason::Exerted, -now.figure(figure).iq_spent);
    changed(now, Quantity::Iq, figure, Versus::NOBODY, basic)
}

/// MA before the events of the round: basic MA, effects, the load if the scenario counts it, then halved if slowed or
/// doubled if hasted; both cancel each other out.
pub fn full_ma<A: Addition>(now: Situation<'_>, figure: FigureId) -> A {
    let basic = A::of(Reason::Movement, i32::from(now.kind(figure).ma));
    let mut sum = changed(now, Quantity::Ma, figure, Versus::NOBODY, basic);
    if now.content.rules.encumbrance {
        let slower = i32::try_from(load::load(now, figure).slower).unwrap_or(i32::MAX);
        let slower = slower.min(sum.total().max(0));
        sum.add(Reason::Encumbered, -slower);
    }
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
        Total::of(Reason::OfKind, i32::try_from(basic).unwrap_or(i32::MAX)),
    );
    sum.total().unsigned_abs()
}

/// The sight range of a figure, in hexes; `None` if the scenario sets no limit.
pub fn sight(now: Situation<'_>, figure: FigureId) -> Option<u32> {
    let limit = i32::from(now.content.rules.sight?);
    let sum = changed(now, Quantity::Sight, figure, Versus::NOBODY, Total::of(Reason::OfScenario, limit));
    Some(sum.total().unsigned_abs())
}

/// The limit of a saving roll against an effect: the modified attribute, with bonuses to resist (`F1.3`).
pub fn resistance(now: Situation<'_>, figure: FigureId, attribute: Attribute, versus: Versus) -> Sum {
    let base = attribute_of(now, figure, attribute);
    changed(now, Quantity::Resist, figure, versus, base)
}

/// The modified value of an attribute, as used in effects and saving rolls (`F1.1`).
pub fn attribute_of(now: Situation<'_>, figure: FigureId, attribute: Attribute) -> Sum {
    match attribute {
        Attribute::St => mod_st(now, figure),
        Attribute::Dx => mod_dx(now, figure),
        Attribute::Iq => mod_iq(now, figure),
        Attribute::Ma => full_ma(now, figure),
        Attribute::Size => Sum::of(Reason::OfKind, size(now, figure) as i32),
    }
}

/// The limit of a saving roll at close quarters or in the hexes of others: modDX plus half the difference between the
/// figure's modST and the ST of the others, rounded up (`F4.7`, `F4.11`).
pub fn struggle_dx(now: Situation<'_>, figure: FigureId, others_st: i32, why: Reason) -> Sum {
    let half = (now.mod_st(figure).saturating_sub(others_st).saturating_add(1)).div_euclid(2);
    mod_dx::<Sum>(now, figure).and(why, half)
}

/// The modifiers of a side's initiative die (`F3.2`).
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

/// modDX for making an item ready: the figure's own gear is easier to get than an item on the ground (`F6.7`).
pub fn ready_dx(now: Situation<'_>, figure: FigureId, item: ItemId) -> Sum {
    let own = now.item(item).place().map_or(0, |_| OWN_READY_BONUS);
    let (why, stuck) = fast(now.item(item));
    mod_dx::<Sum>(now, figure).and(Reason::OwnGear, own).and(why, stuck)
}

/// The modifier for picking up a buried or stuck item (an assumption).
fn fast(item: &ItemState) -> (Reason, i32) {
    match (item.at, item.lie) {
        (Whereabouts::Lying { .. }, Lie::Buried) => (Reason::Buried, BURIED_PENALTY),
        (Whereabouts::Lying { .. }, Lie::Stuck) => (Reason::Stuck, STUCK_PENALTY),
        _ => (Reason::Stuck, 0),
    }
}

/// modDX for using an item in the figure's gear: the same as for making it ready (an assumption about `F10.8`).
pub fn use_dx(now: Situation<'_>, figure: FigureId) -> Sum {
    mod_dx::<Sum>(now, figure).and(Reason::UsedGear, OWN_READY_BONUS)
}

/// MA of a figure for this round at the start of its move (`F4.5`), with the changes of this round.
pub fn mod_ma(now: Situation<'_>, figure: FigureId, engaged_by: &[FigureId]) -> u8 {
    let round = now.figure(figure).manoeuvres;
    let full = now.full_ma(figure).clamp(0, i32::from(MOST_MA)) as u8;
    let ma = full.saturating_add(round.ma_won).saturating_sub(round.ma_lost);
    if !engaged_by.is_empty() && now.figure(figure).heading.last == LastStep::Backward {
        ma.min(CORNERED_MA)
    } else {
        ma
    }
}
