//! How a plan rolls dice and changes the state.

use crate::dice::{self, Draw, Seed};
use crate::ruleset::Ruleset;

/// The hand a plan works with: the state as it is now, dice, and a way to change the state that leaves a record.
pub struct Emit<'a, R: Ruleset> {
    content: &'a R::Content,
    state: &'a mut R::State,
    seed: Seed,
    entry: u64,
    draws: Vec<Draw>,
    done: Vec<R::Instruction>,
}

impl<'a, R: Ruleset> Emit<'a, R> {
    /// A hand for entry number `entry` of a battle with this seed.
    pub fn new(content: &'a R::Content, state: &'a mut R::State, seed: Seed, entry: u64) -> Self {
        Self { content, state, seed, entry, draws: Vec::new(), done: Vec::new() }
    }

    /// The content of the scenario.
    pub fn content(&self) -> &'a R::Content {
        self.content
    }

    /// The state with everything emitted so far.
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// Applies an instruction and records it.
    pub fn push(&mut self, instruction: R::Instruction) {
        R::apply(self.content, self.state, &instruction);
        self.done.push(instruction);
    }

    /// Rolls `count` dice with `sides` sides and records them.
    ///
    /// `subject` is the token or side that rolls, so that one figure's dice do not depend on another's.
    pub fn roll(&mut self, purpose: &'static str, subject: u32, count: usize, sides: u8) -> Vec<u8> {
        let nth = self.draws.iter().filter(|draw| draw.purpose == purpose && draw.subject == subject).count();
        let dice = dice::roll(self.seed, self.entry, purpose, subject, nth as u32, count, sides);
        self.draws.push(Draw { purpose: purpose.to_owned(), subject, sides, dice: dice.clone() });
        dice
    }

    /// Whether any dice were rolled so far.
    pub fn has_rolled(&self) -> bool {
        !self.draws.is_empty()
    }

    /// What was rolled and what was done.
    pub fn finish(self) -> (Vec<Draw>, Vec<R::Instruction>) {
        (self.draws, self.done)
    }
}
