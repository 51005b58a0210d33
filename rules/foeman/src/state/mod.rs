//! Everything that changes during a battle: who is there, what they have, what is in force, and who is asked what.

mod attack;
mod effect;
mod figure;
mod fits;
mod goals;
mod item;
mod manoeuvres;
mod question;
pub mod records;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use crate::catalogs::effects::ActionKind;
pub use crate::option::{Action, Manner};
pub use attack::{Timing, Underway};
pub use effect::{EffectState, Source, Stage};
pub use figure::{Aim, Condition, FigureState};
pub use goals::Fate;
pub use item::{Alteration, Carrying, Grip, ItemState, Whereabouts};
pub use manoeuvres::Manoeuvres;
pub use question::{Asked, Place, Placing, Question};

use self::records::SideSequence;
pub(crate) use fits::misfit;

use crate::body::shape::Pose;
use crate::content::Content;
use crate::ids::{FigureId, ItemId};
use foeman_engine::ruleset::SideId;

/// How a battle stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct State {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// What is going on in it.
    pub phase: Phase,
    /// The sides in scenario order.
    pub sides: Vec<SideState>,
    /// The figures by their numbers; none is ever taken out.
    pub figures: Vec<FigureState>,
    /// The items by their numbers; none is ever taken out.
    pub items: Vec<ItemState>,
    /// The effects in force, by age.
    pub effects: Vec<EffectState>,
    /// For how many rounds each zone is held that somebody is to hold.
    pub held: Vec<u32>,
    /// The side that moves now.
    pub mover: Option<Mover>,
    /// What somebody is asked in the middle of something else, or in the action phase.
    pub asked: Option<Question>,
    /// Hexes that are still to be chosen, in the order in which they are.
    pub places: Vec<Place>,
    /// Effects in force before this position have been gone through in effect continuation.
    pub continued: u16,
    /// The attack that this question is about.
    pub attack: Option<Box<Underway>>,
    /// Figures before this number have had their chance to force a retreat (`F4.8`).
    pub retreats: u16,
    /// How many figures have declared in this phase: the last sequence number given.
    pub declared: u16,
    /// How many figures have acted in this phase.
    pub acted: u16,
}

/// The phases of a round (`F3.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The round before is over.
    Between,
    /// Figures force others to retreat (`F4.8`).
    Retreats,
    /// Sides move, one after the other.
    Movement,
    /// Spells are kept up or not.
    Continuation,
    /// Figures act, segment by segment.
    Action,
    /// The round limit was reached.
    Ended,
}

/// What changes about a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideState {
    /// Its modified initiative roll (`SidDie`).
    pub initiative: i32,
    /// Whether and when it moved (`SidSeq`).
    pub sequence: SideSequence,
    /// Whether the battle is decided for it.
    pub fate: Fate,
}

/// The side that moves, and the figure it is moving.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Current {
    /// The figure.
    pub figure: FigureId,
    /// Opponents that engaged it when it was taken (`F4.4`).
    pub engaged_by: Vec<FigureId>,
    /// Whether it has used MP since it was taken.
    pub progress: Progress,
    /// What it goes back to if it may not stay, while it passes through others' hexes (`F4.7`).
    pub origin: Option<Origin>,
}

/// How a figure stood before it went through others' hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// Where.
    pub pose: Pose,
    /// Whether it was at close quarters there.
    pub grappled: bool,
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

impl State {
    /// The state in which the battle begins: as it is resumed, or with everybody in place with what they carry.
    pub fn new(content: &Content) -> Self {
        match &content.resumed {
            Some(resumed) => Self::clone(resumed),
            None => Self::at_start(content),
        }
    }

    /// The state before anything has happened: everybody in place with what they carry.
    fn at_start(content: &Content) -> Self {
        let mut state = Self {
            round: 0,
            phase: Phase::Between,
            sides: vec![SideState::default(); content.sides.len()],
            figures: Vec::with_capacity(content.start.len()),
            items: Vec::new(),
            effects: Vec::new(),
            held: vec![0; content.goals.holds.len()],
            mover: None,
            asked: None,
            places: Vec::new(),
            continued: 0,
            attack: None,
            retreats: 0,
            declared: 0,
            acted: 0,
        };
        for start in &content.start {
            let owner = FigureId(state.figures.len() as u16);
            let first = state.items.len();
            state.items.extend(start.gear.iter().map(|gear| ItemState::at_start(owner, *gear)));
            let gear: Arc<[ItemId]> = (first..state.items.len()).map(|item| ItemId(item as u16)).collect();
            item::load_at_start(content, &mut state.items, &gear);
            let kind = content.kind(start.kind);
            let figure = FigureState::new(start.kind, start.side, start.pose, kind.ma);
            let [physical, exhaustion] = [start.harm.physical, start.harm.exhaustion].map(i32::from);
            // Exhaustion never takes modST below 1 (`F8.2`).
            let exhaustion = exhaustion.min((kind.st - physical - 1).max(0));
            let harmed = FigureState { physical, exhaustion, ..figure };
            state.figures.push(FigureState { gear, posture: kind.posture, ..harmed });
        }
        state.items.extend(content.lying.iter().map(|item| ItemState::on_the_ground(*item)));
        state
    }

    /// What changes about a figure.
    pub fn figure(&self, figure: FigureId) -> &FigureState {
        &self.figures[figure.index()]
    }

    /// What changes about a figure, to be changed.
    pub fn figure_mut(&mut self, figure: FigureId) -> &mut FigureState {
        &mut self.figures[figure.index()]
    }

    /// What changes about an item.
    pub fn item(&self, item: ItemId) -> &ItemState {
        &self.items[item.index()]
    }

    /// What changes about an item, to be changed.
    pub fn item_mut(&mut self, item: ItemId) -> &mut ItemState {
        &mut self.items[item.index()]
    }

    /// The figure that is taking its move.
    pub fn current(&self) -> Option<&Current> {
        self.mover.as_ref()?.current.as_ref()
    }

    /// What somebody is asked now.
    pub fn question(&self) -> Option<Question> {
        let moving = |mover: &Mover| Question::Move {
            side: mover.side,
            figure: mover.current.as_ref().map(|current| current.figure),
        };
        let placing = self.places.first().map(|&place| Question::Place(place));
        placing.or(self.asked).or_else(|| self.mover.as_ref().map(moving))
    }

    /// The figure that is asked for an option.
    pub fn asked_for_option(&self) -> Option<Asked> {
        match self.asked {
            Some(Question::Option(asked)) => Some(asked),
            _ => None,
        }
    }

    /// Gives an item to a figure, or to nobody.
    pub(crate) fn give(&mut self, item: ItemId, owner: Option<FigureId>) {
        if let Some(before) = std::mem::replace(&mut self.item_mut(item).owner, owner) {
            let own = self.figure_mut(before);
            own.gear = own.gear.iter().copied().filter(|&other| other != item).collect();
        }
        if let Some(owner) = owner {
            let own = self.figure_mut(owner);
            own.gear = own.gear.iter().copied().chain([item]).collect();
        }
    }
}
