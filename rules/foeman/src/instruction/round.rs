//! Events that concern all figures: rounds, phases and segments.

use serde::{Deserialize, Serialize};

use super::item::{allow_alterations, revert_grips};
use crate::content::Content;
use crate::ids::FigureId;
use crate::situation::{Situation, counting};
use crate::state::records::{HaltRecord, Heading, SideSequence};
use crate::state::{ActionKind, FigureState, Phase, State};
use foeman_engine::ruleset::Stretch;

/// An event that concerns all figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundEvent {
    /// A round begins.
    Begins {
        /// Its number.
        round: u32,
    },
    /// Forced retreats are over; the count of damage and its targets starts again (`F8.7`).
    RetreatsEnd,
    /// Every unmoved side has postponed, so the marks are cleared (`F3.4`).
    PostponedCleared,
    /// Movement is over, and spell continuation begins (`F3.1`, `F11.1`).
    ContinuationBegins,
    /// The action phase begins.
    ActionBegins,
    /// A segment is over; figures that have not acted choose again (`F6.1`).
    SegmentEnds,
    /// The round is over.
    Ends {
        /// The continuation.
        next: Next,
    },
}

/// The continuation after a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Another round.
    Round,
    /// The round limit is reached.
    Limit,
}

impl RoundEvent {
    /// The stretch of the battle that ends with this event (`F1.4`). A phase ends when the next begins.
    pub fn ends(&self) -> Option<Stretch> {
        match self {
            Self::SegmentEnds => Some(Stretch::Segment),
            Self::RetreatsEnd | Self::ContinuationBegins | Self::ActionBegins | Self::Ends { .. } => {
                Some(Stretch::Phase)
            }
            Self::Begins { .. } | Self::PostponedCleared => None,
        }
    }

    pub(super) fn apply(&self, content: &Content, state: &mut State) {
        match self {
            Self::Begins { round } => begin_round(content, state, *round),
            Self::RetreatsEnd => {
                state.phase = Phase::Movement;
                state.figures.change(|_, figure| {
                    figure.origin = figure.pose();
                    figure.manoeuvres.damage = 0;
                    figure.manoeuvres.harmed = None;
                });
            }
            Self::PostponedCleared => {
                for side in state.sides.iter_mut().filter(|side| side.sequence == SideSequence::Postponed) {
                    side.sequence = SideSequence::MayMove;
                }
            }
            Self::ContinuationBegins => {
                state.phase = Phase::Continuation;
                state.continued = 0;
            }
            Self::ActionBegins => begin_action(state),
            Self::SegmentEnds => {
                state.figures.change(|_, figure| {
                    figure.dice = figure.dice.asked_anew();
                    figure.asked_again = false;
                });
                for figure in 0..state.figures.len() {
                    if !state.figures[figure].dice.has_acted() {
                        revert_grips(state, FigureId(figure as u16));
                    }
                }
            }
            Self::Ends { next } => {
                state.figures.change(|_, figure| figure.shocks = 0);
                for figure in 0..state.figures.len() {
                    revert_grips(state, FigureId(figure as u16));
                }
                state.phase = match next {
                    Next::Round => Phase::Between,
                    Next::Limit => Phase::Ended,
                };
            }
        }
    }
}

fn begin_round(content: &Content, state: &mut State, round: u32) {
    let now = Situation::new(content, state);
    let did = |figure: &FigureState| figure.option.map(|action| counting::kind(now, action));
    let did: Vec<Option<ActionKind>> = state.figures.iter().map(did).collect();
    state.round = round;
    state.phase = Phase::Retreats;
    state.retreats = 0;
    for side in &mut state.sides {
        side.sequence = SideSequence::MayMove;
    }
    for figure in 0..state.figures.len() {
        allow_alterations(state, FigureId(figure as u16));
    }
    for item in state.items.iter_mut() {
        item.attempt = 0;
    }
    state.figures.change(|id, figure| {
        figure.did = did[id.index()];
        figure.option = None;
        figure.dice = figure.dice.at_round_start();
        figure.shocks = std::mem::take(&mut figure.shocks_to_come);
        figure.unsteady = 0;
        figure.mp = 0;
        figure.steps = 0;
        figure.pivoted = false;
        figure.halt = HaltRecord::Unmoved;
        figure.asked_again = false;
        figure.manoeuvres.begin_round();
    });
}

fn begin_action(state: &mut State) {
    state.phase = Phase::Action;
    state.declared = 0;
    state.acted = 0;
    state.figures.change(|_, figure| {
        if figure.steps == 0 {
            figure.heading = Heading::unmoved(figure.pivoted);
        }
        figure.dice = figure.dice.asked_anew();
        figure.sequence = 0;
    });
}
