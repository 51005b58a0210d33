//! The state of a battle: figures, items, effects in force, and the pending question.

mod attack;
mod effect;
mod figure;
mod figures;
mod goals;
mod item;
mod items;
mod manoeuvres;
mod question;
mod recall;
pub mod records;
mod unfolding;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::catalogs::effects::ActionKind;
pub use crate::option::{Action, Manner};
pub use attack::{Timing, Underway};
pub use effect::{EffectState, Stage};
pub use figure::{Aim, Condition, FigureState};
pub(crate) use figures::MANY;
pub use figures::{Figures, Of};
pub use goals::Fate;
pub use item::{Alteration, Carrying, Grip, ItemState, Whereabouts};
pub use items::Items;
pub use manoeuvres::Manoeuvres;
pub use question::{Asked, Place, Placing, Question};
pub use recall::{Recall, Undeclared};
pub use unfolding::{Awaited, Due, Order, Unfolding};

use self::records::SideSequence;

use crate::body::shape::Pose;
use crate::ids::{FigureId, ItemId};
use foeman_engine::ruleset::SideId;

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct State {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// The phase of the round.
    pub phase: Phase,
    /// The sides in scenario order.
    pub sides: Vec<SideState>,
    /// The figures by number.
    pub figures: Figures,
    /// The items by number; items are never removed from the list.
    pub items: Items,
    /// The effects in force, by age.
    pub effects: Vec<EffectState>,
    /// The number of rounds for which each zone has been held.
    pub held: Vec<u32>,
    /// The side that is moving.
    pub mover: Option<Mover>,
    /// A pending question, except for those about movement and places.
    pub asked: Option<Question>,
    /// Hexes to be chosen, in this order.
    pub places: Vec<Place>,
    /// The position among the effects in force up to which renewals have been offered.
    pub continued: u16,
    /// The attack that the pending question is about.
    pub attack: Option<Box<Underway>>,
    /// Figures before this number have had their chance to force a retreat (`F4.8`).
    pub retreats: u16,
    /// The number of figures that have declared in this phase: the last sequence number used.
    pub declared: u16,
    /// The number of figures that have acted in this phase.
    pub acted: u16,
    /// The progress of events and arrivals.
    #[serde(default, skip_serializing_if = "Unfolding::is_empty")]
    pub unfolding: Unfolding,
    /// Derived values, which are not part of the state.
    #[serde(skip)]
    pub recall: Recall,
}

/// The phases of a round (`F3.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before a round.
    Between,
    /// Figures force others to retreat (`F4.8`).
    Retreats,
    /// Sides move, one after another.
    Movement,
    /// Casters decide which spells to keep up.
    Continuation,
    /// Figures act, segment by segment.
    Action,
    /// The round limit was reached.
    Ended,
}

/// The state of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideState {
    /// Its modified initiative roll (`SidDie`).
    pub initiative: i32,
    /// Whether and in which order it moved (`SidSeq`).
    pub sequence: SideSequence,
    /// Whether the battle has been decided for it.
    pub fate: Fate,
}

/// The moving side and figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Mover {
    /// The side.
    pub side: SideId,
    /// Whether it may still postpone.
    pub duty: Duty,
    /// The moving figure.
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

/// The moving figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Current {
    /// The figure.
    pub figure: FigureId,
    /// Opponents that engaged it when its move began (`F4.4`).
    pub engaged_by: Vec<FigureId>,
    /// Its progress in the move.
    pub progress: Progress,
    /// Where it is put back to if it cannot stay, while it passes through the hexes of others (`F4.7`).
    pub origin: Option<Origin>,
}

/// The place of a figure before it entered the hexes of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// Its pose.
    pub pose: Pose,
    /// Whether it was at close quarters there.
    pub grappled: bool,
}

/// The progress of the moving figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// It has done nothing yet.
    Fresh,
    /// It has used MP and may continue.
    OnTheWay,
    /// It may take no further steps, but may still pivot.
    Stopped,
}

impl State {
    /// Reads the JSON text of a state.
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        // Records and commands are read from values too: reading text directly would compile all types once more.
        Self::deserialize(&serde_json::from_str::<Value>(text)?)
    }

    /// Returns the state of a figure.
    pub fn figure(&self, figure: FigureId) -> &FigureState {
        &self.figures[figure.index()]
    }

    /// Returns the mutable state of a figure.
    pub fn figure_mut(&mut self, figure: FigureId) -> &mut FigureState {
        self.recall.forget();
        self.figures.get_mut(figure).expect("figures are never removed")
    }

    /// Returns the state of an item.
    pub fn item(&self, item: ItemId) -> &ItemState {
        &self.items[item.index()]
    }

    /// Returns the mutable state of an item.
    pub fn item_mut(&mut self, item: ItemId) -> &mut ItemState {
        self.recall.forget();
        &mut self.items[item.index()]
    }

    /// Returns the moving figure.
    pub fn current(&self) -> Option<&Current> {
        self.mover.as_ref()?.current.as_ref()
    }

    /// Returns the pending question.
    pub fn question(&self) -> Option<Question> {
        let moving = |mover: &Mover| Question::Move {
            side: mover.side,
            figure: mover.current.as_ref().map(|current| current.figure),
        };
        let placing = self.places.first().map(|&place| Question::Place(place));
        placing.or(self.asked).or_else(|| self.mover.as_ref().map(moving))
    }

    /// Returns the figure that must choose an option.
    pub fn asked_for_option(&self) -> Option<Asked> {
        match self.asked {
            Some(Question::Option(asked)) => Some(asked),
            _ => None,
        }
    }

    /// Gives an item to a figure, or removes its owner.
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
