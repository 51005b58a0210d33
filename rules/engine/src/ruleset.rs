//! The trait [`Ruleset`], which every game system implements, and [`Emit`], through which its plans change a state.

use std::borrow::Cow;
use std::fmt::Debug;

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::amend::{Belonging, Edit, MasterDef};
use crate::campaign::CampaignDef;
use crate::cast::Cast;
use crate::choice::Choice;
use crate::dice::{self, Draw, Seed};
use crate::exchange::{Exchange, Exported, Note};
use crate::handbook::Handbook;
use crate::lookout::LookoutDef;
use crate::meeting::MeetingDef;
use crate::player::{self, PlayerDef};
use crate::plots::PlotDef;
use crate::prospect::Prospect;
use crate::setup::Deployment;
use crate::sheet::SheetDef;
use crate::spread::Spread;
use crate::tally::{Count, Register};
use crate::told::{About, Account, Board, Explained, Line};
use crate::tool::Toolbox;
use crate::way::{Encounter, Way};

pub use crate::outcome::{Outcome, Reason, SideId};

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

    /// Returns its tools, if it has any.
    fn toolbox() -> Option<&'static Toolbox> {
        None
    }

    /// Returns its format for exchange with other programs, if it has one.
    fn exchange() -> Option<&'static Exchange> {
        None
    }

    /// Exports a battle in its current state in the format of [`exchange`](Self::exchange); `None` if that format has
    /// no battles.
    /// Returns an error if nothing can be written.
    fn recorded(resolved: &Resolved, content: &Self::Content, state: &Self::State) -> Option<Result<Exported, Note>> {
        let _ = (resolved, content, state);
        None
    }

    /// Returns its handbook, if it has one.
    fn handbook() -> Option<&'static Handbook> {
        None
    }

    /// Returns the distributions of the dice in a value written in a notation; empty by default.
    fn spreads(notation: &str, text: &str) -> Vec<Spread> {
        let _ = (notation, text);
        Vec::new()
    }

    /// Returns how it runs campaigns, if it does.
    fn campaigns() -> Option<&'static CampaignDef> {
        None
    }

    /// Returns the deployment of a scenario, valid or not; `None` if the ruleset has no figures on maps, or if the
    /// scenario is unreadable.
    fn setup(draft: &Draft, scenario: &str) -> Option<Deployment> {
        let _ = (draft, scenario);
        None
    }

    /// Returns how it reads and edits scenarios cell by cell, if it does.
    fn plots() -> Option<&'static PlotDef> {
        None
    }

    /// Returns how it answers map queries, if it does.
    fn lookout() -> Option<&'static LookoutDef> {
        None
    }

    /// Returns how it shows figure sheets, if it does.
    fn sheets() -> Option<&'static SheetDef> {
        None
    }

    /// Returns how it arranges meetings of two figures, if it does.
    fn meetings() -> Option<&'static MeetingDef> {
        None
    }

    /// Returns the ids of a scenario's sides and figures, which checks of packs use; empty by default.
    fn cast(resolved: &Resolved) -> Cast {
        let _ = resolved;
        Cast::default()
    }

    /// Returns names in scripted commands for tokens without an id in the [`cast`](Self::cast): the id of a record with
    /// a number, `wolf-2`. All other tokens use their names on the board.
    fn called(content: &Self::Content, state: &Self::State) -> Vec<(u32, String)> {
        let _ = (content, state);
        Vec::new()
    }

    /// Reads the content of a scenario.
    fn content(resolved: &Resolved) -> Result<Self::Content, Vec<ContentError>>;

    /// Returns the state before the set-up.
    fn empty(content: &Self::Content) -> Self::State;

    /// Plans the set-up, before the first turn.
    fn set_up(content: &Self::Content, out: &mut Emit<'_, Self>);

    /// Returns who decides next. After [`Turn::Over`] nothing happens any more.
    fn turn(content: &Self::Content, state: &Self::State) -> Turn;

    /// Lists every legal command of the active side, in a fixed order; never empty while a side has to decide.
    fn legal(content: &Self::Content, state: &Self::State, out: &mut Vec<Self::Command>);

    /// Returns the listed commands that a combined command carries out together, in order; empty for all other
    /// commands.
    ///
    /// Checks of packs use them to write a command that is legal but not listed.
    fn parts(command: &Self::Command) -> Vec<Self::Command> {
        let _ = command;
        Vec::new()
    }

    /// Returns the combined command for several listed ones, if there is one; the inverse of [`parts`](Self::parts).
    fn together(commands: &[Self::Command]) -> Option<Self::Command> {
        let _ = commands;
        None
    }

    /// Checks whether a command is legal now; the error gives the rule that forbids it.
    fn check(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Result<(), Refusal>;

    /// Carries out a legal command.
    fn plan(content: &Self::Content, command: &Self::Command, out: &mut Emit<'_, Self>);

    /// Plans what the rules do when the turn is [`Turn::Auto`].
    fn advance(content: &Self::Content, out: &mut Emit<'_, Self>);

    /// Whether an instruction of a replayed journal can safely be applied to this state and shown in the log, and the
    /// battle continued from there: it refers only to things that exist, and its amounts are possible.
    fn fits(content: &Self::Content, state: &Self::State, instruction: &Self::Instruction) -> bool {
        let _ = (content, state, instruction);
        true
    }

    /// Applies an instruction to a state; deterministic.
    fn apply(content: &Self::Content, state: &mut Self::State, instruction: &Self::Instruction);

    /// Carries a state over to other content. Things in play are matched by id; positions in the result refer to
    /// the new content.
    ///
    /// The error names the object that cannot be carried over, and its place. By default, a battle cannot change
    /// its content.
    fn carried(before: &Self::Content, after: &Self::Content, state: &Self::State) -> Result<Self::State, String> {
        let _ = (before, after, state);
        Err(format!(
            "expected a ruleset whose battles go on with other values, but found `{}`: start anew",
            Self::dialect().id
        ))
    }

    /// Returns the catalogs from which a game master can add to a battle; `None` if the ruleset does not support
    /// editing the board.
    fn master() -> Option<&'static MasterDef> {
        None
    }

    /// Checks whether a game master can make an edit now; the error gives the reason. The edit may come from a modified
    /// journal, so it can be any value.
    fn check_edit(content: &Self::Content, state: &Self::State, edit: &Edit) -> Result<(), String> {
        let _ = (content, state, edit);
        Err(format!("expected a ruleset that lets a game master change the board, but found `{}`", Self::dialect().id))
    }

    /// Plans an edit of a game master; rolls no dice.
    fn edit(content: &Self::Content, edit: &Edit, out: &mut Emit<'_, Self>) {
        let _ = (content, edit, out);
    }

    /// Returns the items that a game master can take from a token.
    fn belongings(content: &Self::Content, state: &Self::State, token: u32) -> Vec<Belonging> {
        let _ = (content, state, token);
        Vec::new()
    }

    /// Returns the current round, from 1; 0 before the first.
    fn round(state: &Self::State) -> u32;

    /// Returns the part of the state that a side knows; the state itself if nothing is hidden.
    ///
    /// The boards, choices and players of the side are based on this state only, so [`board`](Self::board),
    /// [`choice`](Self::choice), [`plan`](Self::plan) and [`value`](Self::value) must be able to handle it.
    fn observed<'s>(content: &Self::Content, state: &'s Self::State, side: SideId) -> Cow<'s, Self::State> {
        let _ = (content, side);
        Cow::Borrowed(state)
    }

    /// Returns the state on which a side bases the decisions of `actor`, which may be less than the side is shown; by
    /// default the same as [`observed`](Self::observed).
    fn observed_by<'s>(
        content: &Self::Content,
        state: &'s Self::State,
        side: SideId,
        actor: Option<u32>,
    ) -> Cow<'s, Self::State> {
        let _ = actor;
        Self::observed(content, state, side)
    }

    /// Describes an instruction in a log line, given the state just before it; `None` for bookkeeping.
    fn tell(content: &Self::Content, state: &Self::State, instruction: &Self::Instruction) -> Option<Line>;

    /// Returns the part of a round that an instruction ends, other than the round itself; usually `None`.
    fn ends(instruction: &Self::Instruction) -> Option<Stretch> {
        let _ = instruction;
        None
    }

    /// Filters a line that [`tell`](Self::tell) made of an instruction for a side, given the same state: returns the
    /// same line, another one, or `None`.
    fn heard<'l>(
        content: &Self::Content,
        state: &Self::State,
        instruction: &Self::Instruction,
        line: &'l Line,
        side: SideId,
    ) -> Option<Cow<'l, Line>> {
        let _ = (content, state, instruction, side);
        Some(Cow::Borrowed(line))
    }

    /// Describes a legal command as a choice: action, target, parameters and chance of success.
    ///
    /// The state is what the viewer knows, which may be incomplete.
    fn choice(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Choice;

    /// Returns the possible results of a legal command, given what the viewer knows; `None` by default.
    fn prospect(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Option<Prospect> {
        let _ = (content, state, command);
        None
    }

    /// Returns commands that the active side might expect but cannot issue now, each with the rule that forbids it;
    /// empty by default.
    ///
    /// The state is what the viewer knows.
    fn barred(content: &Self::Content, state: &Self::State) -> Vec<(Self::Command, Refusal)> {
        let _ = (content, state);
        Vec::new()
    }

    /// Returns the paths open to the active token, as far as the viewer knows, each with its commands; at most one path
    /// to each cell, and none that requires a roll. Empty by default.
    fn ways(content: &Self::Content, state: &Self::State) -> Vec<(Way, Vec<Self::Command>)> {
        let _ = (content, state);
        Vec::new()
    }

    /// Returns the tokens that could attack, or be attacked by, the moving token at the end of a path, if all others
    /// stay in place.
    ///
    /// The state is what the viewer knows, which may be incomplete.
    fn encounters(content: &Self::Content, state: &Self::State, way: &Way) -> Vec<Encounter> {
        let _ = (content, state, way);
        Vec::new()
    }

    /// Returns the board, with everything that can be drawn.
    fn board(content: &Self::Content, state: &Self::State) -> Board;

    /// Returns the current values of a token on the board, with their terms; empty by default.
    fn explained(content: &Self::Content, state: &Self::State, token: u32) -> Vec<Explained> {
        let _ = (content, state, token);
        Vec::new()
    }

    /// Returns the command with which the active side renames a token, or resets its name if `name` is empty; `None` if
    /// tokens cannot be renamed.
    fn renaming(token: u32, name: &str) -> Option<Self::Command> {
        let _ = (token, name);
        None
    }

    /// Returns details of a cell or a side that the board does not show; `None` by default.
    ///
    /// The state is what the viewer knows.
    fn account(content: &Self::Content, state: &Self::State, about: About) -> Option<Account> {
        let _ = (content, state, about);
        None
    }

    /// Returns the figures and means that simulations count; empty by default.
    fn register(content: &Self::Content) -> Register {
        let _ = content;
        Register::default()
    }

    /// Adds the harm, falls and uses of an entry, given the states before and after it. Called only if the
    /// [`register`](Self::register) is not empty; figures and means are positions in it.
    fn count(content: &Self::Content, states: [&Self::State; 2], did: &[Self::Instruction], into: &mut Count) {
        let _ = (content, states, did, into);
    }

    /// Rates the state for a side, relative to the others, in symmetric units; larger is better, and a won battle is
    /// best.
    ///
    /// Only [`Greedy`](player::Greedy) calls it: a ruleset that does not offer that player need not implement it.
    fn value(content: &Self::Content, state: &Self::State, side: SideId) -> i64 {
        let _ = (content, state, side);
        0
    }

    /// Returns the computer players for its sides, the default one first; greedy and random unless overridden.
    fn players() -> &'static [PlayerDef<Self>] {
        player::usual()
    }
}

/// Who decides next.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it, `F4.5`.
    pub rule: &'static str,
    /// The reason: lower case, no final stop.
    pub message: &'static str,
}

/// The interface of a plan: the current state, dice, and recorded changes to the state.
pub struct Emit<'a, R: Ruleset> {
    content: &'a R::Content,
    state: &'a mut R::State,
    seed: Seed,
    entry: u64,
    rigged: Vec<Draw>,
    draws: Vec<Draw>,
    done: Vec<R::Instruction>,
}

impl<'a, R: Ruleset> Emit<'a, R> {
    /// Creates an emitter for entry number `entry` of a battle with this seed.
    pub fn new(content: &'a R::Content, state: &'a mut R::State, seed: Seed, entry: u64) -> Self {
        Self { content, state, seed, entry, rigged: Vec::new(), draws: Vec::new(), done: Vec::new() }
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

    /// Rolls `count` dice with `sides` sides and records them.
    ///
    /// `subject` is the token or side that rolls, so that one figure's dice do not depend on another's.
    pub fn roll(&mut self, purpose: &'static str, subject: u32, count: usize, sides: u8) -> Vec<u8> {
        let alike = |draw: &Draw| draw.purpose == purpose && draw.subject == subject;
        let known = self.rigged.iter().position(|draw| alike(draw) && draw.dice.len() == count);
        let nth = self.draws.iter().filter(|draw| alike(draw)).count();
        let dice = match known {
            Some(known) => self.rigged.remove(known).dice,
            None => dice::roll(self.seed, self.entry, purpose, subject, nth as u32, count, sides),
        };
        self.draws.push(Draw { purpose: purpose.to_owned(), subject, sides, dice: dice.clone() });
        dice
    }

    /// Whether any dice have been rolled.
    pub fn has_rolled(&self) -> bool {
        !self.draws.is_empty()
    }

    /// Returns the rolls and instructions.
    pub fn finish(self) -> (Vec<Draw>, Vec<R::Instruction>) {
        (self.draws, self.done)
    }
}
