//! The trait [`Ruleset`], which every game system implements, the table of its optional [`Capabilities`], and [`Emit`],
//! through which its plans change a state.

mod capabilities;

pub(crate) mod player;

use std::borrow::Cow;
use std::fmt::Debug;

use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{ContentError, Resolved};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::choice::Choice;
use crate::dice::{self, Draw, Faces, Seed};
use crate::display::{Board, Line, SideView};
use crate::draws::Draws;

pub use crate::outcome::{Outcome, Reason, SideId};
pub use capabilities::{
    Capabilities, EditDef, FogDef, GroupDef, Health, Heard, Observed, PackCapabilities, PathDef, StatisticsDef, Ways,
};

/// A part of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stretch {
    /// One action and its results.
    Segment,
    /// A whole phase: all moves or all actions.
    Phase,
}

/// A game system, on two levels: a *command* is one decision of a player, an *instruction* one small change of state.
///
/// [`check`](Self::check) alone decides whether a command is legal.
/// [`plan`](Self::plan) and [`advance`](Self::advance) emit instructions; each is applied immediately by
/// [`apply`](Self::apply), the only code that changes a state, so that later parts of a plan see it.
/// A command that `check` refuses is never planned.
///
/// Commands and instructions may come from an edited journal: [`check`](Self::check) and [`fits`](Self::fits) accept
/// any value of their types and never panic; all other functions see only values that these let through.
/// Every battle must end: plans and advances must not leave the state unchanged forever.
///
/// All methods are pure functions, so that a rule can be tested without a battle. [`nim`](crate::nim) has the shortest
/// implementation:
///
/// ```
/// use foeman_engine::nim::{Heap, Nim, State};
/// use foeman_engine::prelude::*;
///
/// let heap = Heap { title: "Ten pebbles".into(), pebbles: 10 };
/// let mut state = Nim::empty(&heap);
/// assert!(Nim::check(&heap, &state, &4).is_err());
/// Nim::apply(&heap, &mut state, &3);
/// assert_eq!(state, State { left: 7, next: 1 });
/// ```
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The content of one scenario, typed and indexed; never changes during a battle.
    type Content: Send + Sync + 'static;
    /// Everything that changes. Integers only.
    type State: Clone + PartialEq + Eq + Debug + Send + Sync + 'static;
    /// One decision of a player.
    type Command: Clone + PartialEq + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// One change of state, or an event for the log.
    type Instruction: Clone + PartialEq + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Returns its catalogs and checks.
    fn dialect() -> &'static Dialect;

    /// Returns the table of everything else it can do; by default, nothing.
    fn capabilities() -> &'static Capabilities<Self> {
        const { &Capabilities::NONE }
    }

    /// Reads the content of a scenario. The errors name the values that prevent it from being played.
    fn content(resolved: &Resolved) -> Result<Self::Content, Vec<ContentError>>;

    /// Returns the state before the set-up.
    fn empty(content: &Self::Content) -> Self::State;

    /// Plans the set-up, before the first turn; nothing by default.
    fn set_up(content: &Self::Content, out: &mut Emit<'_, Self>) {
        let _ = (content, out);
    }

    /// Returns who decides next. After [`Turn::Over`] nothing happens any more.
    fn turn(content: &Self::Content, state: &Self::State) -> Turn;

    /// Lists every legal command of the active side, in a fixed order; never empty while a side has to decide.
    fn legal(content: &Self::Content, state: &Self::State, out: &mut Vec<Self::Command>);

    /// Checks whether a command is legal now; the error gives the rule that forbids it. By default, exactly the listed
    /// commands are legal.
    fn check(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        Self::legal(content, state, &mut legal);
        let refusal = Refusal { rule: "", message: "it is not legal now" };
        if legal.contains(command) { Ok(()) } else { Err(refusal) }
    }

    /// Carries out a legal command.
    fn plan(content: &Self::Content, command: &Self::Command, out: &mut Emit<'_, Self>);

    /// Plans what the rules do when the turn is [`Turn::Auto`]; a ruleset without such turns need not implement it.
    fn advance(content: &Self::Content, out: &mut Emit<'_, Self>) {
        let _ = (content, out);
    }

    /// Whether an instruction of a replayed journal can safely be applied to this state and shown in the log, and the
    /// battle continued from there: it refers only to things that exist, and its amounts are possible.
    fn fits(content: &Self::Content, state: &Self::State, instruction: &Self::Instruction) -> bool {
        let _ = (content, state, instruction);
        true
    }

    /// Applies an instruction to a state; deterministic.
    fn apply(content: &Self::Content, state: &mut Self::State, instruction: &Self::Instruction);

    /// Returns the current round, from 1; 0 before the first. By default, a battle is one long round.
    fn round(state: &Self::State) -> u32 {
        let _ = state;
        1
    }

    /// Describes an instruction in a log line, given the state just before it; `None` for bookkeeping.
    fn tell(content: &Self::Content, state: &Self::State, instruction: &Self::Instruction) -> Option<Line>;

    /// Describes a legal command as a choice: action, target, parameters and chance of success.
    ///
    /// The state is what the viewer knows, which may be incomplete.
    fn choice(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Choice;

    /// Returns the board, with everything that can be drawn.
    fn board(content: &Self::Content, state: &Self::State) -> Board;

    /// Returns the sides, as the board has them. A ruleset whose boards take long to make should implement it.
    fn sides(content: &Self::Content, state: &Self::State) -> Vec<SideView> {
        Self::board(content, state).sides
    }

    /// Rates the state for a side, relative to the others, in symmetric units; larger is better, and a won battle is
    /// best.
    ///
    /// Only [`Greedy`](crate::player::Greedy) calls it: a ruleset that does not offer that player need not implement it.
    fn value(content: &Self::Content, state: &Self::State, side: SideId) -> i64 {
        let _ = (content, state, side);
        0
    }
}

/// Who decides next.
///
/// ```
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
///
/// let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
/// loop {
///     match battle.turn() {
///         Turn::Ask { .. } => battle.issue(battle.legal()[0]).unwrap(), // always one pebble
///         Turn::Auto => battle.advance(),
///         Turn::Over(outcome) => break assert!(outcome.is_won_by(SideId(1))),
///     }
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side must choose a command; `actor` is the token that acts, if there is one.
    Ask {
        /// The side that decides.
        side: SideId,
        /// The token it decides for.
        actor: Option<u32>,
    },
    /// The rules advance without a decision.
    Auto,
    /// The battle has ended.
    Over(Outcome),
}

/// Why a command is not legal.
///
/// ```
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
///
/// let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
/// let Refusal { rule, message } = battle.issue(4).unwrap_err();
/// assert!(rule.is_empty() && !message.is_empty()); // Nim cites no rules
/// assert_eq!(battle.entries().len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it, `F4.5`; empty if the ruleset names none.
    pub rule: &'static str,
    /// The reason: lower case, no final stop.
    pub message: &'static str,
}

/// The interface of a plan: the current state, dice, and recorded changes to the state.
///
/// Rulesets get one from the engine; tests of a ruleset create it themselves:
///
/// ```
/// use foeman_engine::nim::{Heap, Nim};
/// use foeman_engine::prelude::*;
///
/// let heap = Heap { title: "Ten pebbles".into(), pebbles: 10 };
/// let mut state = Nim::empty(&heap);
/// let mut out = Emit::<Nim>::new(&heap, &mut state, Seed(7), 1);
/// Nim::plan(&heap, &3, &mut out);
/// assert_eq!(out.state().left, 7); // instructions apply at once
/// let dice = out.roll("luck", 0, 2, 6);
///
/// let (rolls, instructions) = out.finish();
/// assert_eq!(instructions, [3]);
/// assert_eq!(rolls[0].dice[..], dice);
/// ```
pub struct Emit<'a, R: Ruleset> {
    content: &'a R::Content,
    state: &'a mut R::State,
    seed: Seed,
    entry: u64,
    rigged: Vec<Draw>,
    draws: Draws,
    done: Vec<R::Instruction>,
}

/// With fewer contenders, lots are drawn at once: reading them would take longer than that saves.
const MANY_LOTS: u8 = 8;

impl<'a, R: Ruleset> Emit<'a, R> {
    /// Creates an emitter for entry number `entry` of a battle with this seed.
    pub fn new(content: &'a R::Content, state: &'a mut R::State, seed: Seed, entry: u64) -> Self {
        Self { content, state, seed, entry, rigged: Vec::new(), draws: Draws::default(), done: Vec::new() }
    }

    /// Collects rolls and instructions in the memory of these empty lists.
    pub(crate) fn collect_in(&mut self, lists: (Draws, Vec<R::Instruction>)) {
        (self.draws, self.done) = lists;
    }

    /// Fixes the results of some rolls: each is used once, by the next roll with its purpose, subject and number of
    /// dice. This makes it possible to enumerate outcomes, and to test rare ones.
    #[must_use]
    pub fn rigged(self, rigged: Vec<Draw>) -> Self {
        Self { rigged, ..self }
    }

    /// Returns the content of the scenario.
    pub fn content(&self) -> &'a R::Content {
        self.content
    }

    /// Returns the state with all instructions emitted so far.
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// Returns the instructions emitted so far.
    pub fn done(&self) -> &[R::Instruction] {
        &self.done
    }

    /// Applies an instruction and records it.
    pub fn push(&mut self, instruction: R::Instruction) {
        R::apply(self.content, self.state, &instruction);
        self.done.push(instruction);
    }

    /// Applies an instruction through a function that returns its result, and records it if the result counts.
    pub fn attempt<T>(
        &mut self,
        instruction: R::Instruction,
        apply: impl FnOnce(&R::Content, &mut R::State, &R::Instruction) -> T,
        counts: impl FnOnce(&T) -> bool,
    ) -> T {
        let came = apply(self.content, self.state, &instruction);
        if counts(&came) {
            self.done.push(instruction);
        }
        came
    }

    /// Rolls `count` dice with `sides` sides and records them. Returns one result from 1 to `sides` for each.
    ///
    /// `subject` is the token or side that rolls, so that one figure's dice do not depend on another's.
    pub fn roll(&mut self, purpose: &'static str, subject: u32, count: usize, sides: u8) -> Vec<u8> {
        self.faces(purpose, subject, count, sides).into_vec()
    }

    /// Rolls one die, as [`roll`](Self::roll) does.
    pub fn die(&mut self, purpose: &'static str, subject: u32, sides: u8) -> u8 {
        let of = (purpose, subject, self.draws.alike(purpose, subject));
        let die = match self.rigged.is_empty() {
            true => dice::face((self.seed, self.entry), of, sides),
            false => return self.faces(purpose, subject, 1, sides)[0],
        };
        self.draws.push_die(purpose, subject, sides, die);
        die
    }

    /// Draws lots: rolls a die with two sides, one with three, and so on up to `most` sides, and returns the number of
    /// sides of the last one that shows a 1. Each of `most` contenders is as likely to win as the others if the first
    /// is replaced by number `n` whenever the die with `n` sides shows a 1.
    ///
    /// Of many dice, those before the one that decides are rolled only when the journal is read.
    pub fn lots(&mut self, purpose: &'static str, subject: u32, most: u8) -> Option<u8> {
        if most < MANY_LOTS || !self.rigged.is_empty() {
            let mut last = None;
            for sides in 2..=most {
                if self.die(purpose, subject, sides) == 1 {
                    last = Some(sides);
                }
            }
            return last;
        }
        let before = self.draws.alike(purpose, subject);
        let shows_one = |sides: &u8| {
            let nth = before + u32::from(*sides) - 2;
            dice::face((self.seed, self.entry), (purpose, subject, nth), *sides) == 1
        };
        let last = (2..=most).rev().find(shows_one);
        self.draws.push_lots((self.seed, self.entry), purpose, subject, most);
        last
    }

    fn faces(&mut self, purpose: &'static str, subject: u32, count: usize, sides: u8) -> Faces {
        let alike = |draw: &Draw| draw.purpose == purpose && draw.subject == subject;
        let known = self.rigged.iter().position(|draw| alike(draw) && draw.dice.len() == count);
        let nth = self.draws.alike(purpose, subject);
        let dice = match known {
            Some(known) => self.rigged.remove(known).dice,
            None => dice::faces((self.seed, self.entry), (purpose, subject, nth), count, sides),
        };
        self.draws.push(Draw { purpose: Cow::Borrowed(purpose), subject, sides, dice: dice.clone() });
        dice
    }

    /// Whether any dice have been rolled.
    pub fn has_rolled(&self) -> bool {
        !self.draws.is_empty()
    }

    /// Returns the rolls and instructions.
    pub fn finish(self) -> (Vec<Draw>, Vec<R::Instruction>) {
        (self.draws.iter().collect(), self.done)
    }

    /// The same for an entry.
    pub(crate) fn finish_entry(self) -> (Draws, Vec<R::Instruction>) {
        (self.draws, self.done)
    }
}
