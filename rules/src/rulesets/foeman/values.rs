//! Modified values with named terms: every number a roll is compared with can be explained.

use super::constants::{
    AIM_LIMIT, CORNERED_MA, OWN_READY_BONUS, PRONE_BONUS, REAR_BONUS, SHOCK_PENALTY, SIDE_BONUS, WEAKNESS_PER_POINT,
};
use super::content::{Content, FigureId, Weapon};
use super::limits;
use super::records::{LastStep, Posture};
use super::shape::{self, Position};
use super::state::{Action, ActionKind, FigureState, State};

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
            Self::OwnGear => "own gear",
        }
    }

    /// The rule it comes from.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Dexterity => "F1.1",
            Self::Shock => "F8.6",
            Self::Unsteady => "F4.6",
            Self::Weakness | Self::FromSide | Self::FromBehind | Self::TargetProne => "F7.1",
            Self::Aimed => "F6.5",
            Self::OwnGear => "F6.7",
        }
    }
}

/// A sum with the reasons for its terms.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    terms: [(Reason, i32); 8],
    count: usize,
}

impl Sum {
    fn of(reason: Reason, value: i32) -> Self {
        Self { terms: [(reason, value); 8], count: 1 }
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

/// modDX for making one's own gear ready (`F6.7`).
pub fn ready_dx(content: &Content, state: &State, figure: FigureId) -> Sum {
    mod_dx(content, state, figure).and(Reason::OwnGear, OWN_READY_BONUS)
}

/// Adjusted DX of a strike (`F7.1`).
pub fn strike_dx(content: &Content, state: &State, figure: FigureId, target: FigureId, weapon: &Weapon) -> Sum {
    let missing = (weapon.requires_st - content.figure(figure).st).max(0);
    let (reason, bonus) = facing_bonus(content, state, figure, target);
    mod_dx(content, state, figure)
        .and(Reason::Weakness, -WEAKNESS_PER_POINT * missing)
        .and(reason, bonus)
        .and(Reason::TargetProne, prone_bonus(state, target))
        .and(Reason::Aimed, aim_bonus(state.figure(figure), target, state.round))
}

/// modDX that decides who is asked and who acts first (`F6.2`): with the facing bonus against the target of the option,
/// or while none is chosen against the adjacent opponent that gives the best (`F6.8`).
pub fn order_dx(content: &Content, state: &State, figure: FigureId, option: Option<Action>) -> i32 {
    let against = |target| facing_bonus(content, state, figure, target).1;
    let bonus = match option {
        Some(action) => action.target().filter(|&target| state.is_active(content, target)).map(against),
        None => state.opponents(content, figure).map(against).max(),
    };
    mod_dx(content, state, figure).total() + bonus.unwrap_or(0)
}

fn facing_bonus(content: &Content, state: &State, figure: FigureId, target: FigureId) -> (Reason, i32) {
    if !shape::adjacent(content, state, figure, target) {
        return (Reason::FromSide, 0);
    }
    match shape::bearing(content, state, target, figure).position {
        Position::Front => (Reason::FromSide, 0),
        Position::Side => (Reason::FromSide, SIDE_BONUS),
        Position::Rear => (Reason::FromBehind, REAR_BONUS),
    }
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
