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

use super::catalogs::effects::Quantity;
use super::content::Content;
use super::ids::{FigureId, ItemId};
use super::situation::Situation;
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
    state.recall = recall_after(content, state, recall, instruction);
}

/// Returns the kept values that are valid after an instruction.
///
/// Choosing and acting change only the figure's own place in the order of declaring, unless effects depend on choices.
/// Unless ST depends on effects, only harm changes who is active.
fn recall_after(content: &Content, state: &State, mut recall: Recall, instruction: &Instruction) -> Recall {
    let is_firm = !content.touched.has(Quantity::St);
    match instruction {
        Instruction::Round(RoundEvent::SegmentEnds) if is_firm => {
            recall.ordered_anew();
            recall
        }
        Instruction::Figure(_, FigureEvent::Taken { .. } | FigureEvent::Halted) if is_firm => {
            recall.next_moves();
            recall
        }
        Instruction::Figure(figure, FigureEvent::Stepped { .. } | FigureEvent::Pivoted { .. }) if is_firm => {
            recall.moved(*figure, state.figure(*figure).commander);
            recall
        }
        Instruction::Item(..)
        | Instruction::Figure(
            _,
            FigureEvent::Attacked { .. }
            | FigureEvent::Attack(_)
            | FigureEvent::Readied { .. }
            | FigureEvent::Manoeuvre(ManoeuvreEvent::DidDamage { .. }),
        ) if is_firm => {
            recall.changed();
            recall
        }
        Instruction::Figure(figure, FigureEvent::Harmed(_))
            if is_firm && Situation::new(content, state).is_able(*figure) =>
        {
            recall.changed();
            recall
        }
        Instruction::Figure(_, FigureEvent::Asked { .. } | FigureEvent::AskedAgain { .. }) => recall,
        Instruction::Figure(figure, FigureEvent::Declared { standing, .. })
            if *standing != Standing::Requeued && !content.touched.choices =>
        {
            recall.declared(*figure);
            recall
        }
        Instruction::Figure(figure, FigureEvent::Acts { .. }) if !content.touched.choices => {
            recall.declared(*figure);
            recall
        }
        _ => {
            recall.forget();
            recall
        }
    }
}
