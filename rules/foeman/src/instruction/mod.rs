//! Instructions: the changes of state that commands and the rules consist of, grouped by what they concern.
//!
//! An instruction contains all results of the rules: the terms of a roll, the dice, who was shocked. Applying it
//! evaluates no rules, so that old journals still show their old dice and numbers after the rules have changed.

mod attack;
mod effect;
mod event;
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
pub use event::{EventStep, Passage};
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
use super::state::{Recall, State};
use foeman_engine::ruleset::SideId;

/// A change of state, or an event that is only reported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// Concerns the round as a whole.
    Round(RoundEvent),
    /// Concerns a side.
    Side(SideId, SideEvent),
    /// Concerns a figure.
    Figure(FigureId, FigureEvent),
    /// Concerns an item.
    Item(ItemId, ItemEvent),
    /// Concerns an effect in force.
    Effect(EffectEvent),
    /// Concerns an event of the scenario.
    Event(EventStep),
}

/// Applies an instruction to the state. No other code changes it.
pub(super) fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
    let recall = std::mem::take(&mut state.recall);
    match instruction {
        Instruction::Round(event) => event.apply(content, state),
        Instruction::Side(side, event) => event.apply(state, *side),
        Instruction::Figure(figure, event) => event.apply(state, *figure),
        Instruction::Item(item, event) => event.apply(state, *item),
        Instruction::Effect(event) => event.apply(state),
        Instruction::Event(step) => step.apply(content, state),
    }
    state.recall = if keeps_order(instruction) { recall } else { Recall::default() };
}

/// Whether figures without an option declare in the same order after an instruction: they neither move nor change, and
/// nobody falls.
fn keeps_order(instruction: &Instruction) -> bool {
    use FigureEvent::{Acts, Asked, AskedAgain, Declared};
    matches!(instruction, Instruction::Figure(_, Asked { .. } | AskedAgain { .. } | Declared { .. } | Acts { .. }))
}
