//! Events of manoeuvres: forced retreats, special moves, passing through and close quarters (`F4.7` to `F4.13`), and
//! Fleetness (`F7.10`).

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::ids::{FigureId, ItemId, TalentId};
use crate::rolls::Check;
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{Action, Progress, Question, State};

/// A manoeuvre of a figure other than a plain step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ManoeuvreEvent {
    /// It did damage to an adjacent opponent (`FigObj` with `+`).
    DidDamage {
        /// The opponent.
        target: FigureId,
    },
    /// It may force an opponent to retreat (`F4.8`).
    MayForceRetreat {
        /// The opponent.
        target: FigureId,
    },
    /// It forces an opponent to retreat.
    ForcesRetreat {
        /// The opponent.
        target: FigureId,
    },
    /// It may follow the opponent it forced to retreat.
    MayFollowUp {
        /// The hex its head would enter.
        to: Hex,
    },
    /// It declines the manoeuvre it was offered.
    Refrains,
    /// It was displaced, without using MP.
    Displaced {
        /// The new hex of its head.
        to: Hex,
        /// The new facing.
        facing: Direction,
        /// The reason.
        why: Displacement,
    },
    /// It must make a saving roll or fall.
    Pressed {
        /// The figure that caused this.
        by: FigureId,
        /// The saving roll.
        check: Box<Check>,
        /// Whether it falls.
        falls: bool,
    },
    /// It leaves the hex of other figures, or tries to (`F4.7`).
    LeavesHex {
        /// The figures in the hex.
        of: Vec<FigureId>,
        /// The saving roll.
        check: Box<Check>,
        /// The MA lost for this round, in MP.
        ma_lost: u8,
    },
    /// It tries to break away from close quarters (`F4.11`).
    BreaksLoose {
        /// The opponents.
        from: Vec<FigureId>,
        /// The saving roll.
        check: Box<Check>,
    },
    /// It charges an opponent (`F4.9`).
    Charges {
        /// The target.
        target: FigureId,
    },
    /// It makes a shield rush against an opponent (`F4.10`).
    RushesShield {
        /// The target.
        target: FigureId,
        /// The shield.
        shield: ItemId,
        /// The hit roll.
        check: Box<Check>,
    },
    /// It tries to push an opponent out of its hex (`F4.10`).
    PushesBack {
        /// The target.
        target: FigureId,
        /// The roll.
        check: Box<Check>,
    },
    /// It tries to grapple an opponent (`F4.11`).
    Grapples {
        /// The target.
        target: FigureId,
        /// The saving roll.
        check: Box<Check>,
    },
    /// It has acted during movement (`F6.9`).
    HasActed {
        /// The option that this counts as.
        action: Action,
        /// The number of dice.
        dice: u8,
    },
    /// It tries to gain speed for a round (`F7.10`).
    Hurries {
        /// The talent.
        talent: TalentId,
        /// The saving roll.
        check: Box<Check>,
        /// The MA gained for this round, in MP.
        ma_won: u8,
        /// The exhaustion of the attempt.
        exhaustion: i32,
    },
    /// It lies down, kneels or gets up.
    TakesPosture {
        /// The new posture.
        to: Posture,
        /// MP paid.
        paid: u8,
    },
}

/// The reason why a figure was displaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Displacement {
    /// It was forced to retreat (`F4.8`).
    Retreats,
    /// It followed the opponent it forced to retreat (`F4.8`).
    FollowsUp,
    /// It was pushed back in a move (`F4.10`).
    PushedBack,
    /// It takes over the hex from which it pushed an opponent (`F4.10`).
    TakesHex,
    /// It was not allowed to stay where it ended its move, and was put back (`F4.12`).
    PutBack,
}

impl ManoeuvreEvent {
    pub(super) fn apply(&self, state: &mut State, figure: FigureId) {
        match self {
            Self::DidDamage { target } => state.figure_mut(figure).manoeuvres.harmed = Some(*target),
            Self::MayForceRetreat { target } => {
                state.retreats = figure.0.saturating_add(1);
                state.asked = Some(Question::Retreat { figure, target: *target });
            }
            Self::ForcesRetreat { .. } => {
                state.asked = None;
                state.figure_mut(figure).manoeuvres.has_forced = true;
            }
            Self::MayFollowUp { to } => state.asked = Some(Question::FollowUp { figure, to: *to }),
            Self::Refrains => state.asked = None,
            Self::Displaced { to, facing, why } => displace(state, figure, Pose { head: *to, facing: *facing }, *why),
            Self::Pressed { falls, .. } => {
                if *falls {
                    state.figure_mut(figure).posture = Posture::Prone;
                }
            }
            Self::LeavesHex { ma_lost, .. } => {
                let own = state.figure_mut(figure);
                own.ma = own.ma.saturating_sub(*ma_lost);
                own.manoeuvres.ma_lost = own.manoeuvres.ma_lost.saturating_add(*ma_lost);
            }
            Self::Charges { .. } => state.figure_mut(figure).manoeuvres.charges = true,
            Self::BreaksLoose { .. } | Self::RushesShield { .. } | Self::PushesBack { .. } => {}
            Self::Grapples { target, check } => {
                if check.is_success() {
                    for one in [figure, *target] {
                        state.figure_mut(one).manoeuvres.grapples = true;
                    }
                    arrive(state);
                }
            }
            Self::HasActed { action, dice } => {
                let own = state.figure_mut(figure);
                own.option = Some(*action);
                own.dice = DiceRecord::Acted(*dice);
                own.aim = None;
            }
            Self::Hurries { ma_won, exhaustion, .. } => {
                let own = state.figure_mut(figure);
                own.ma = own.ma.saturating_add(*ma_won);
                own.manoeuvres.ma_won = own.manoeuvres.ma_won.saturating_add(*ma_won);
                own.manoeuvres.has_hurried = true;
                own.exhaustion = own.exhaustion.saturating_add(*exhaustion);
            }
            Self::TakesPosture { to, paid } => {
                state.figure_mut(figure).posture = *to;
                spend(state, figure, *paid);
            }
        }
    }
}

fn displace(state: &mut State, figure: FigureId, to: Pose, why: Displacement) {
    let own = state.figure_mut(figure);
    own.hex = to.head;
    own.facing = to.facing;
    match why {
        Displacement::Retreats => own.manoeuvres.has_retreated = true,
        Displacement::FollowsUp => state.asked = None,
        Displacement::PushedBack => own.halt = own.halt.moved_by_others(),
        Displacement::TakesHex => arrive(state),
        Displacement::PutBack => {
            if let Some(origin) = state.current().and_then(|current| current.origin) {
                state.figure_mut(figure).manoeuvres.grapples = origin.grappled;
            }
            arrive(state);
        }
    }
}

/// The moving figure is no longer passing through the hexes of others.
fn arrive(state: &mut State) {
    if let Some(current) = state.mover.as_mut().and_then(|mover| mover.current.as_mut()) {
        current.origin = None;
    }
}

/// Charges MP to a moving figure.
pub(super) fn spend(state: &mut State, figure: FigureId, mp: u8) {
    let own = state.figure_mut(figure);
    own.mp = own.mp.saturating_add(mp);
    own.halt = HaltRecord::Moving;
    if let Some(current) = state.mover.as_mut().and_then(|mover| mover.current.as_mut()) {
        current.progress = Progress::OnTheWay;
    }
}
