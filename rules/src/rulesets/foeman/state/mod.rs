//! Everything that changes during a battle.

mod action;
mod item;

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

pub use action::{Action, ActionKind};
pub use item::{Alteration, Carrying, Grip, ItemState, Whereabouts};

use super::content::{Content, FigureId, ItemId};
use super::records::{DiceRecord, HaltRecord, Heading, Posture, SideSequence};
use super::shape::{self, Pose};
use crate::ruleset::{Outcome, Reason, SideId};

/// How a battle stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// What is going on in it.
    pub phase: Phase,
    /// The sides in scenario order.
    pub sides: Vec<SideState>,
    /// The figures by their numbers.
    pub figures: Vec<FigureState>,
    /// The items by their numbers.
    pub items: Vec<ItemState>,
    /// The side that moves now.
    pub mover: Option<Mover>,
    /// The figure that is asked for an option now.
    pub asked: Option<Asked>,
    /// How many figures have declared in this phase: the last sequence number given.
    pub declared: u16,
    /// How many figures have acted in this phase.
    pub acted: u16,
}

/// The phases of a round (`F3.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The round before is over.
    Between,
    /// Sides move, one after the other.
    Movement,
    /// Figures act, segment by segment.
    Action,
    /// The round limit was reached.
    Ended,
}

/// What changes about a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideState {
    /// Its modified initiative roll (`SidDie`).
    pub initiative: i32,
    /// Whether and when it moved (`SidSeq`).
    pub sequence: SideSequence,
}

/// The side that moves, and the figure it is moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mover {
    /// The side.
    pub side: SideId,
    /// Whether it may still let another side go first.
    pub duty: Duty,
    /// The figure that is taking its move.
    pub current: Option<Current>,
}

/// Whether a side may let another one move first (`F3.4`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// It may postpone.
    MayPostpone,
    /// It must move.
    MustMove,
}

/// The figure that is taking its move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Current {
    /// The figure.
    pub figure: FigureId,
    /// Opponents that engaged it when it was taken (`F4.4`).
    pub engaged_by: Vec<FigureId>,
    /// Whether it has used MP since it was taken.
    pub progress: Progress,
}

/// How far the current figure has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// It was taken and has done nothing yet.
    Fresh,
    /// It has used MP and may go on.
    OnTheWay,
    /// It may take no further step, but may still pivot.
    Stopped,
}

/// The figure that is asked for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The figure.
    pub figure: FigureId,
    /// For a watcher that is asked again: it supersedes only with more dice than these (`F6.4`).
    pub over: Option<u8>,
}

/// What changes about a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureState {
    /// Where its head is.
    pub hex: Hex,
    /// The way it faces.
    pub facing: Direction,
    /// Whether it lies or stands.
    pub posture: Posture,
    /// Physical damage taken.
    pub physical: i32,
    /// Exhaustion taken.
    pub exhaustion: i32,
    /// Shocks that count in this round (`F8.6`).
    pub shocks: u8,
    /// Shocks that count in the next round.
    pub shocks_to_come: u8,
    /// modDX lost for the rest of the round by a hasty pivot (`F4.6`).
    pub unsteady: u8,
    /// MA of this round, as known since its move began.
    pub ma: u8,
    /// MP used in this round.
    pub mp: u8,
    /// Steps made in this round (`FigStp`).
    pub steps: u8,
    /// Whether it pivoted in this round.
    pub pivoted: bool,
    /// Its halt record.
    pub halt: HaltRecord,
    /// Its direction record.
    pub heading: Heading,
    /// Its dice record.
    pub dice: DiceRecord,
    /// Its place in the order of declaring or acting; 0 for none (`FigSeq`).
    pub sequence: u16,
    /// As a watcher it was asked again in this segment.
    pub asked_again: bool,
    /// The option chosen this round (`FigDo`).
    pub option: Option<Action>,
    /// The kind of option carried out last round (`FigDid`).
    pub did: Option<ActionKind>,
    /// What it aims at (`FigOn`, `FigSnc`).
    pub aim: Option<Aim>,
}

/// A credited aim (`F6.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// At whom.
    pub target: FigureId,
    /// Since which round.
    pub since: u32,
}

/// What is left of a figure (`F8.2`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// modST 0 or less.
    Dead,
    /// modST 1.
    Unconscious,
    /// modST 2 or more.
    Active,
}

impl FigureState {
    /// Where its head is and the way it faces.
    pub fn place(&self) -> Pose {
        Pose { head: self.hex, facing: self.facing }
    }
}

impl Condition {
    /// The condition at a modST.
    pub fn at(mod_st: i32) -> Self {
        match mod_st {
            ..=0 => Self::Dead,
            1 => Self::Unconscious,
            _ => Self::Active,
        }
    }
}

impl State {
    /// The state before anything has happened: everybody in place.
    pub fn new(content: &Content) -> Self {
        let figure = |figure: &super::content::Figure| FigureState {
            hex: figure.start.head,
            facing: figure.start.facing,
            posture: Posture::default(),
            physical: 0,
            exhaustion: 0,
            shocks: 0,
            shocks_to_come: 0,
            unsteady: 0,
            ma: figure.ma,
            mp: 0,
            steps: 0,
            pivoted: false,
            halt: HaltRecord::default(),
            heading: Heading::default(),
            dice: DiceRecord::default(),
            sequence: 0,
            asked_again: false,
            option: None,
            did: None,
            aim: None,
        };
        Self {
            round: 0,
            phase: Phase::Between,
            sides: vec![SideState::default(); content.sides.len()],
            figures: content.figures.iter().map(figure).collect(),
            items: ItemState::at_start(content),
            mover: None,
            asked: None,
            declared: 0,
            acted: 0,
        }
    }

    /// What changes about a figure.
    pub fn figure(&self, figure: FigureId) -> &FigureState {
        &self.figures[figure.index()]
    }

    /// What changes about an item.
    pub fn item(&self, item: ItemId) -> &ItemState {
        &self.items[item.index()]
    }

    /// What changes about an item, to be changed.
    pub fn item_mut(&mut self, item: ItemId) -> &mut ItemState {
        &mut self.items[item.index()]
    }

    /// What changes about a figure, to be changed.
    pub fn figure_mut(&mut self, figure: FigureId) -> &mut FigureState {
        &mut self.figures[figure.index()]
    }

    /// modST: basic ST less damage (`F8.2`).
    pub fn mod_st(&self, content: &Content, figure: FigureId) -> i32 {
        let harm = self.figure(figure);
        content.figure(figure).st - harm.physical - harm.exhaustion
    }

    /// Whether a figure takes part: neither unconscious nor dead.
    pub fn is_active(&self, content: &Content, figure: FigureId) -> bool {
        self.mod_st(content, figure) > 1
    }

    /// The figures that take part, by their numbers.
    pub fn active<'a>(&'a self, content: &'a Content) -> impl Iterator<Item = FigureId> + 'a {
        content.ids().filter(|&figure| self.is_active(content, figure))
    }

    /// The active figures of a side.
    pub fn active_of<'a>(&'a self, content: &'a Content, side: SideId) -> impl Iterator<Item = FigureId> + 'a {
        self.active(content).filter(move |&figure| content.figure(figure).side == side)
    }

    /// The active opponents of a figure.
    pub fn opponents<'a>(&'a self, content: &'a Content, figure: FigureId) -> impl Iterator<Item = FigureId> + 'a {
        self.active(content).filter(move |&other| content.opposed(figure, other))
    }

    /// Whether an active figure other than this one occupies any of these hexes; those that left play lie there without
    /// being in the way.
    pub fn is_taken(&self, content: &Content, figure: FigureId, hexes: &[Hex]) -> bool {
        let mut others = self.active(content).filter(|&other| other != figure);
        others.any(|other| shape::hexes(content, self, other).iter().any(|hex| hexes.contains(hex)))
    }

    /// The end of the battle, once at most one side has active figures or the round limit is reached.
    pub fn outcome(&self, content: &Content) -> Option<Outcome> {
        let mut standing = self.active(content).map(|figure| content.figure(figure).side);
        let Some(side) = standing.next() else { return Some(Outcome::draw(Reason::NobodyLeft)) };
        if standing.all(|other| other == side) {
            return Some(Outcome::won(side, Reason::LastStanding));
        }
        (self.phase == Phase::Ended).then(|| Outcome::draw(Reason::RoundLimit))
    }
}
