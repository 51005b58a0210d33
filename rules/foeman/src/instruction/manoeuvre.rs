//! What figures do beyond plain steps: forced retreats, special moves, passing through and close quarters (`F4.7` to
//! `F4.13`), and Fleetness (`F7.10`).

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::ids::{FigureId, ItemId, TalentId};
use crate::rolls::Check;
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{Action, Progress, Question, State};

/// What figures do beyond plain steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ManoeuvreEvent {
    /// It did damage to an adjacent opponent (`FigObj` with `+`).
    DidDamage {
        /// To whom.
        target: FigureId,
    },
    /// It may force an opponent to retreat (`F4.8`).
    MayForceRetreat {
        /// Whom.
        target: FigureId,
    },
    /// It forces an opponent to retreat.
    ForcesRetreat {
        /// Whom.
        target: FigureId,
    },
    /// It may go after whom it forced to retreat.
    MayFollowUp {
        /// The hex its head would go to.
        to: Hex,
    },
    /// It does not do what it was asked for.
    Refrains,
    /// It is somewhere else now, without having used MP.
    Displaced {
        /// The hex of its head.
        to: Hex,
        /// Its facing.
        facing: Direction,
        /// Why.
        why: Displacement,
    },
    /// It is pressed hard and falls unless a saving roll is made.
    Pressed {
        /// By whom.
        by: FigureId,
        /// The saving roll.
        check: Check,
        /// Whether it falls.
        falls: bool,
    },
    /// It leaves the hex of other figures, or tries to (`F4.7`).
    LeavesHex {
        /// Whose hex.
        of: Vec<FigureId>,
        /// The saving roll.
        check: Check,
        /// What that takes from its MA of this round, in MP.
        ma_lost: u8,
    },
    /// It tries to get away from close quarters (`F4.11`).
    BreaksLoose {
        /// From whom.
        from: Vec<FigureId>,
        /// The saving roll.
        check: Check,
    },
    /// It charges an opponent (`F4.9`).
    Charges {
        /// Whom.
        target: FigureId,
    },
    /// It runs its shield against an opponent (`F4.10`).
    RushesShield {
        /// Whom.
        target: FigureId,
        /// The shield.
        shield: ItemId,
        /// The hit roll.
        check: Check,
    },
    /// It tries to push an opponent out of its hex (`F4.10`).
    PushesBack {
        /// Whom.
        target: FigureId,
        /// The roll.
        check: Check,
    },
    /// It tries to come to close quarters with an opponent (`F4.11`).
    Grapples {
        /// With whom.
        target: FigureId,
        /// The saving roll.
        check: Check,
    },
    /// It has acted during movement (`F6.9`).
    HasActed {
        /// The option that this counts as.
        action: Action,
        /// The dice it was done with.
        dice: u8,
    },
    /// It tries to be faster for a round (`F7.10`).
    Hurries {
        /// By which talent.
        talent: TalentId,
        /// The saving roll.
        check: Check,
        /// What its MA of this round is more, in MP.
        ma_won: u8,
        /// What the attempt takes, as exhaustion.
        exhaustion: i32,
    },
    /// It lies down, kneels or gets up.
    TakesPosture {
        /// Its posture now.
        to: Posture,
        /// MP paid.
        paid: u8,
    },
}

/// Why a figure is somewhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Displacement {
    /// It was forced to retreat (`F4.8`).
    Retreats,
    /// It went after whom it forced to retreat (`F4.8`).
    FollowsUp,
    /// It was pushed back in a move (`F4.10`).
    PushedBack,
    /// It has the hex to itself from which it pushed somebody (`F4.10`).
    TakesHex,
    /// It may not be where it got to, and is back where it came from (`F4.12`).
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

/// The figure that is taking its move is not on its way through others any more.
fn arrive(state: &mut State) {
    if let Some(current) = state.mover.as_mut().and_then(|mover| mover.current.as_mut()) {
        current.origin = None;
    }
}

/// A figure that is moving pays MP.
pub(super) fn spend(state: &mut State, figure: FigureId, mp: u8) {
    let own = state.figure_mut(figure);
    own.mp = own.mp.saturating_add(mp);
    own.halt = HaltRecord::Moving;
    if let Some(current) = state.mover.as_mut().and_then(|mover| mover.current.as_mut()) {
        current.progress = Progress::OnTheWay;
    }
}
