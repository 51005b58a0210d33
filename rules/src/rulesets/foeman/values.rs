//! Modified values with named terms: every number a roll is compared with can be explained.

use super::constants::{
    AIM_LIMIT, CORNERED_MA, COVER_PENALTY, FIRE_HEXES_PER_POINT, HURL_HEXES_PER_POINT, OWN_READY_BONUS,
    POINT_BLANK_HEXES, PRONE_BONUS, REAR_BONUS, SHOCK_PENALTY, SIDE_BONUS, WEAKNESS_PER_POINT,
};
use super::content::{Content, FigureId, ItemId};
use super::gear::{Mode, Weapon};
use super::records::{LastStep, Posture};
use super::shape::{self, Position};
use super::state::{Action, ActionKind, Carrying, FigureState, State};
use super::{attack, limits, weapons};

/// Why a value is what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Basic DX.
    Dexterity,
    /// Harm of the round before.
    Shock,
    /// A hasty pivot.
    Unsteady,
    /// Too little ST for the weapon.
    Weakness,
    /// The target is attacked from its side.
    FromSide,
    /// The target is attacked from behind.
    FromBehind,
    /// The target lies.
    TargetProne,
    /// Aimed at the target in earlier rounds.
    Aimed,
    /// The target is far away.
    Range,
    /// One's own shield is held before the body.
    Covering,
    /// Readying one's own gear.
    OwnGear,
}

impl Reason {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dexterity => "DX",
            Self::Shock => "shock",
            Self::Unsteady => "hasty turn",
            Self::Weakness => "too weak for it",
            Self::FromSide => "from the side",
            Self::FromBehind => "from behind",
            Self::TargetProne => "target lies",
            Self::Aimed => "aimed",
            Self::Range => "range",
            Self::Covering => "behind the shield",
            Self::OwnGear => "own gear",
        }
    }

    /// The rule it comes from.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Dexterity => "F1.1",
            Self::Shock => "F8.6",
            Self::Unsteady => "F4.6",
            Self::Weakness | Self::FromSide | Self::FromBehind | Self::TargetProne | Self::Range => "F7.1",
            Self::Aimed => "F6.5",
            Self::Covering => "F8.4",
            Self::OwnGear => "F6.7",
        }
    }
}

/// The most terms a sum has: each reason at most once.
const MOST_TERMS: usize = 11;

/// A sum with the reasons for its terms.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    terms: [(Reason, i32); MOST_TERMS],
    count: usize,
}

impl Sum {
    fn of(reason: Reason, value: i32) -> Self {
        Self { terms: [(reason, value); MOST_TERMS], count: 1 }
    }

    /// The sum with one more term, unless that is 0.
    #[must_use]
    fn and(mut self, reason: Reason, value: i32) -> Self {
        if value != 0 {
            self.terms[self.count] = (reason, value);
            self.count += 1;
        }
        self
    }

    /// Its terms, the basic value first.
    pub fn terms(&self) -> &[(Reason, i32)] {
        &self.terms[..self.count]
    }

    /// What it comes to.
    pub fn total(&self) -> i32 {
        self.terms().iter().map(|&(_, value)| value).sum()
    }
}

/// modDX of a figure that does nothing in particular (`F1.1`).
pub fn mod_dx(content: &Content, state: &State, figure: FigureId) -> Sum {
    let own = state.figure(figure);
    Sum::of(Reason::Dexterity, content.figure(figure).dx)
        .and(Reason::Shock, SHOCK_PENALTY * i32::from(own.shocks))
        .and(Reason::Unsteady, -i32::from(own.unsteady))
}

/// modDX for making an item ready: one's own gear is easier to find than what lies on the ground (`F6.7`).
pub fn ready_dx(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Sum {
    let own = state.item(item).place().map_or(0, |_| OWN_READY_BONUS);
    mod_dx(content, state, figure).and(Reason::OwnGear, own)
}

/// Adjusted DX of an attack (`F7.1`).
pub fn attack_dx(content: &Content, state: &State, figure: FigureId, target: FigureId, weapon: &Weapon) -> Sum {
    let missing = (weapon.requires_st - content.figure(figure).st).max(0);
    let (reason, bonus) = bearing_bonus(content, state, figure, target);
    let far = range_penalty(weapon.mode, attack::distance(content, state, figure, target));
    mod_dx(content, state, figure)
        .and(Reason::Covering, covering_penalty(content, state, figure))
        .and(Reason::Range, far)
        .and(Reason::Weakness, -WEAKNESS_PER_POINT * missing)
        .and(reason, bonus)
        .and(Reason::TargetProne, prone_bonus(state, target))
        .and(Reason::Aimed, aim_bonus(state.figure(figure), target, state.round))
}

/// modDX that decides who is asked and who acts first (`F6.2`): with the facing bonus against the target of the option,
/// or while none is chosen against the adjacent opponent that gives the best (`F6.8`).
pub fn order_dx(content: &Content, state: &State, figure: FigureId, option: Option<Action>) -> i32 {
    let against = |target| match shape::adjacent(content, state, figure, target) {
        true => bearing_bonus(content, state, figure, target).1,
        false => 0,
    };
    let bonus = match option {
        Some(Action::Attack { target, .. }) => Some(bearing_bonus(content, state, figure, target).1),
        Some(action) => action.target().filter(|&target| state.is_active(content, target)).map(against),
        None => state.opponents(content, figure).map(against).max(),
    };
    mod_dx(content, state, figure).total() + bonus.unwrap_or(0)
}

fn bearing_bonus(content: &Content, state: &State, figure: FigureId, target: FigureId) -> (Reason, i32) {
    match shape::bearing(content, state, target, figure).position {
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

fn covering_penalty(content: &Content, state: &State, figure: FigureId) -> i32 {
    let covers = |item: ItemId| {
        content.item(item).shields
            && state.item(item).carrying == Carrying::Cover
            && weapons::is_ready(content, state, figure, item)
    };
    if content.gear(figure).any(covers) { COVER_PENALTY } else { 0 }
}

fn prone_bonus(state: &State, target: FigureId) -> i32 {
    if state.figure(target).posture == Posture::Prone { PRONE_BONUS } else { 0 }
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

/// MA of a figure for this round, when its move begins (`F4.5`).
pub fn mod_ma(content: &Content, state: &State, figure: FigureId, engaged_by: &[FigureId]) -> u8 {
    let ma = content.figure(figure).ma;
    if !engaged_by.is_empty() && state.figure(figure).heading.last == LastStep::Backward {
        ma.min(CORNERED_MA)
    } else {
        ma
    }
}
