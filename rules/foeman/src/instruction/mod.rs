//! The changes of state that commands and the rules' own steps are made of, by whom they are about.
//!
//! An instruction carries all that came of the rules: the terms a roll needed, what fell, who was shocked. Applying it
//! asks no rule, so that a journal tells old dice with old numbers whatever the rules have become.

mod attack;
mod effect;
mod figure;
mod fits;
mod goal;
mod item;
mod magic;
mod manoeuvre;
mod mastered;
mod round;
mod side;

use serde::{Deserialize, Serialize};

pub use attack::AttackEvent;
pub use effect::{EffectEvent, Made};
pub use figure::{AimKept, FigureEvent, Harm, Met, Standing};
pub(super) use fits::{figures, fits};
pub use goal::GoalEvent;
pub use item::ItemEvent;
pub use magic::{MagicEvent, Suffering};
pub use manoeuvre::{Displacement, ManoeuvreEvent};
pub use mastered::{Mastered, Newcomer};
pub use round::{Next, RoundEvent};
pub use side::SideEvent;

use super::content::Content;
use super::ids::{FigureId, ItemId};
use super::state::State;
use foeman_engine::ruleset::SideId;

/// One change of state, or something that happened and is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// Of the round as a whole.
    Round(RoundEvent),
    /// Of a side.
    Side(SideId, SideEvent),
    /// Of a figure.
    Figure(FigureId, FigureEvent),
    /// Of an item.
    Item(ItemId, ItemEvent),
    /// Of an effect in force.
    Effect(EffectEvent),
}

/// Changes the state as an instruction says: the only code that does.
pub(super) fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
    match instruction {
        Instruction::Round(event) => event.apply(content, state),
        Instruction::Side(side, event) => event.apply(state, *side),
        Instruction::Figure(figure, event) => event.apply(state, *figure),
        Instruction::Item(item, event) => event.apply(state, *item),
        Instruction::Effect(event) => event.apply(state),
    }
}
