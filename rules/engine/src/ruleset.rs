//! The seam every ruleset is built on, and the hand its plans work with.

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
    /// One action and what comes of it.
    Segment,
    /// All of one kind: everybody moves, everybody acts.
    Phase,
}

/// A game system, on two levels: a *command* is one decision of a player, an *instruction* one small change of state.
///
/// [`check`](Self::check) is the only judge of legality.
/// [`plan`](Self::plan) and [`advance`](Self::advance) emit instructions; each is applied at once by
/// [`apply`](Self::apply), the only code that changes a state, so that later parts of a plan see it.
/// A command that `check` refuses is never planned.
///
/// Commands and instructions may come from a journal somebody has edited: [`check`](Self::check) and
/// [`fits`](Self::fits) accept any value of their types and never panic; the rest sees only what they let through.
/// Every battle ends: a plan or an advance that leaves the state as it was must not be possible for ever.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The content of one scenario, typed and indexed; never changes during a battle.
    type Content: Send + Sync + 'static;
    /// Everything that changes. Integers only.
    type State: Clone + PartialEq + Eq + Debug + Send + Sync + 'static;
    /// One decision of a player.
    type Command: Clone + PartialEq + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// One change of state, or something that happened and is told.
    type Instruction: Clone + PartialEq + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Its catalogs and checks.
    fn dialect() -> &'static Dialect;

    /// What it can do with a pack besides playing it; nothing unless it says so.
    fn toolbox() -> Option<&'static Toolbox> {
        None
    }

    /// The form in which other programs write its content; none unless it says so.
    fn exchange() -> Option<&'static Exchange> {
        None
    }

    /// A battle as it stands in the form of [`exchange`](Self::exchange); `None` if that form holds no battles. The error
    /// says why nothing can be written.
    fn recorded(resolved: &Resolved, content: &Self::Content, state: &Self::State) -> Option<Result<Exported, Note>> {
        let _ = (resolved, content, state);
        None
    }

    /// Its rules in our own words; nothing unless it says so.
    fn handbook() -> Option<&'static Handbook> {
        None
    }

    /// How the dice of a value written in a notation fall; nothing unless the ruleset says so.
    fn spreads(notation: &str, text: &str) -> Vec<Spread> {
        let _ = (notation, text);
        Vec::new()
    }

    /// How it plays campaigns, where it does.
    fn campaigns() -> Option<&'static CampaignDef> {
        None
    }

    /// Who stands where in a scenario as it is written, right or wrong; nothing when figures are not placed on a map in
    /// this ruleset, or when the scenario cannot be read at all.
    fn setup(draft: &Draft, scenario: &str) -> Option<Deployment> {
        let _ = (draft, scenario);
        None
    }

    /// How its scenarios say cell by cell what there is at the start, where they do.
    fn plots() -> Option<&'static PlotDef> {
        None
    }

    /// How it answers questions about maps while they are worked on, where it does.
    fn lookout() -> Option<&'static LookoutDef> {
        None
    }

    /// How it shows what the figures of a roster come to, where it does.
    fn sheets() -> Option<&'static SheetDef> {
        None
    }

    /// How it lets two figures of a pack meet, where it does.
    fn meetings() -> Option<&'static MeetingDef> {
        None
    }

    /// What content calls the sides and figures of a scenario, where it has ids for them: checks of packs name them so.
    fn cast(resolved: &Resolved) -> Cast {
        let _ = resolved;
        Cast::default()
    }

    /// What scripted commands call the tokens on the board that have no id in the [`cast`](Self::cast), as ids of records
    /// with numbers: `wolf-2`. Names of the board are used where this says nothing.
    fn called(content: &Self::Content, state: &Self::State) -> Vec<(u32, String)> {
        let _ = (content, state);
        Vec::new()
    }

    /// Reads the content of a scenario.
    fn content(resolved: &Resolved) -> Result<Self::Content, Vec<ContentError>>;

    /// The state before anything has happened.
    fn empty(content: &Self::Content) -> Self::State;

    /// What happens before the first turn.
    fn set_up(content: &Self::Content, out: &mut Emit<'_, Self>);

    /// Who decides next. After [`Turn::Over`] nothing happens any more.
    fn turn(content: &Self::Content, state: &Self::State) -> Turn;

    /// Every legal command for the side that [`turn`](Self::turn) asks, in a fixed order; never empty when it asks.
    fn legal(content: &Self::Content, state: &Self::State, out: &mut Vec<Self::Command>);

    /// The listed commands that a command does at once, in their order; none where it is none of several.
    ///
    /// Checks of packs write a command that is legal but not listed by them.
    fn parts(command: &Self::Command) -> Vec<Self::Command> {
        let _ = command;
        Vec::new()
    }

    /// The command that does at once what some do one by one, where there is such; the inverse of [`parts`](Self::parts).
    fn together(commands: &[Self::Command]) -> Option<Self::Command> {
        let _ = commands;
        None
    }

    /// Whether the command is legal now, and if not, by which rule.
    fn check(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Result<(), Refusal>;

    /// Carries out a legal command.
    fn plan(content: &Self::Content, command: &Self::Command, out: &mut Emit<'_, Self>);

    /// What happens by itself when the turn is [`Turn::Auto`].
    fn advance(content: &Self::Content, out: &mut Emit<'_, Self>);

    /// Whether an instruction of a replayed journal can be applied to this state, told and played on from: it names
    /// only what exists, and amounts that occur.
    fn fits(content: &Self::Content, state: &Self::State, instruction: &Self::Instruction) -> bool {
        let _ = (content, state, instruction);
        true
    }

    /// Changes the state; deterministic.
    fn apply(content: &Self::Content, state: &mut Self::State, instruction: &Self::Instruction);

    /// A state of a battle carried over to other content, where who and what is in play is still known: that is found by
    /// ids, and numbers of things in the content are those of the new one.
    ///
    /// The error says what cannot be carried over, and where it is. A ruleset that does not say how is played to its end
    /// with the content it began with.
    fn carried(before: &Self::Content, after: &Self::Content, state: &Self::State) -> Result<Self::State, String> {
        let _ = (before, after, state);
        Err(format!(
            "expected a ruleset whose battles go on with other values, but found `{}`: start anew",
            Self::dialect().id
        ))
    }

    /// Where a game master finds what can come into a battle; nothing unless the ruleset lets one change the board.
    fn master() -> Option<&'static MasterDef> {
        None
    }

    /// Whether a game master can do this to the board now; the error says why not. Any edit may come from a journal that
    /// somebody has changed.
    fn check_edit(content: &Self::Content, state: &Self::State, edit: &Edit) -> Result<(), String> {
        let _ = (content, state, edit);
        Err(format!("expected a ruleset that lets a game master change the board, but found `{}`", Self::dialect().id))
    }

    /// Does what a game master may do; rolls nothing.
    fn edit(content: &Self::Content, edit: &Edit, out: &mut Emit<'_, Self>) {
        let _ = (content, edit, out);
    }

    /// What a token has that a game master can take from it.
    fn belongings(content: &Self::Content, state: &Self::State, token: u32) -> Vec<Belonging> {
        let _ = (content, state, token);
        Vec::new()
    }

    /// The current round, from 1; 0 before the first.
    fn round(state: &Self::State) -> u32;

    /// What a side knows of the state; the state itself when nothing is hidden.
    ///
    /// Boards, choices and players of the side see this state and no other, so [`board`](Self::board),
    /// [`choice`](Self::choice), [`plan`](Self::plan) and [`value`](Self::value) must do with it.
    fn observed<'s>(content: &Self::Content, state: &'s Self::State, side: SideId) -> Cow<'s, Self::State> {
        let _ = (content, side);
        Cow::Borrowed(state)
    }

    /// What a side decides with when `actor` is asked, which may be less than the side is shown; the same unless the ruleset
    /// says so.
    fn observed_by<'s>(
        content: &Self::Content,
        state: &'s Self::State,
        side: SideId,
        actor: Option<u32>,
    ) -> Cow<'s, Self::State> {
        let _ = actor;
        Self::observed(content, state, side)
    }

    /// Says what an instruction means to people, given the state just before it; `None` for bookkeeping.
    fn tell(content: &Self::Content, state: &Self::State, instruction: &Self::Instruction) -> Option<Line>;

    /// What is over with an instruction, apart from rounds; nothing mostly.
    fn ends(instruction: &Self::Instruction) -> Option<Stretch> {
        let _ = instruction;
        None
    }

    /// What a side hears of a line that [`tell`](Self::tell) made of an instruction, given the same state: the line
    /// itself, another in its place, or nothing.
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

    /// A legal command as something to choose: who does what to whom, with what, and how likely it succeeds.
    ///
    /// The state is what the viewer knows, which may be less than there is.
    fn choice(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Choice;

    /// What may come of a legal command, given what the viewer knows; nothing unless the ruleset can count it.
    fn prospect(content: &Self::Content, state: &Self::State, command: &Self::Command) -> Option<Prospect> {
        let _ = (content, state, command);
        None
    }

    /// What whoever is asked might think of but cannot choose now, each with the rule that forbids it; nothing unless the
    /// ruleset says so.
    ///
    /// The state is what the viewer knows.
    fn barred(content: &Self::Content, state: &Self::State) -> Vec<(Self::Command, Refusal)> {
        let _ = (content, state);
        Vec::new()
    }

    /// The ways that the token that is asked could go, as far as the viewer knows, each with the commands it is made of;
    /// one way at most to each cell, and none that takes a roll. Nothing unless the ruleset says so.
    fn ways(content: &Self::Content, state: &Self::State) -> Vec<(Way, Vec<Self::Command>)> {
        let _ = (content, state);
        Vec::new()
    }

    /// Whom whoever goes a way could attack from its end, and who could attack it there, as all others stand now.
    ///
    /// The state is what the viewer knows, which may be less than there is.
    fn encounters(content: &Self::Content, state: &Self::State, way: &Way) -> Vec<Encounter> {
        let _ = (content, state, way);
        Vec::new()
    }

    /// What can be drawn.
    fn board(content: &Self::Content, state: &Self::State) -> Board;

    /// The values of a token that is on the board, as they are now; nothing unless the ruleset says so.
    fn explained(content: &Self::Content, state: &Self::State, token: u32) -> Vec<Explained> {
        let _ = (content, state, token);
        Vec::new()
    }

    /// The command by which the side that is asked gives a token another name, or with an empty one takes its name away;
    /// nothing where tokens keep their names.
    fn renaming(token: u32, name: &str) -> Option<Self::Command> {
        let _ = (token, name);
        None
    }

    /// What is known of a cell or a side beside what the board shows; nothing unless the ruleset says so.
    ///
    /// The state is what the viewer knows.
    fn account(content: &Self::Content, state: &Self::State, about: About) -> Option<Account> {
        let _ = (content, state, about);
        None
    }

    /// Who and what simulations tell of by name; nobody and nothing unless the ruleset says so.
    fn register(content: &Self::Content) -> Register {
        let _ = content;
        Register::default()
    }

    /// Counts what was done in an entry, given the states before and after it; only asked where the
    /// [`register`](Self::register) has somebody or something, which are named by their positions in it.
    fn count(content: &Self::Content, states: [&Self::State; 2], did: &[Self::Instruction], into: &mut Count) {
        let _ = (content, states, did, into);
    }

    /// How good the state is for a side, against the others; symmetric units, larger is better.
    /// Nothing is better than to have won.
    ///
    /// Only [`Greedy`](player::Greedy) asks: a ruleset that does not list it needs none.
    fn value(content: &Self::Content, state: &Self::State, side: SideId) -> i64 {
        let _ = (content, state, side);
        0
    }

    /// The computer players its sides can be given to, the usual one first; greedy and random unless it says so.
    fn players() -> &'static [PlayerDef<Self>] {
        player::usual()
    }
}

/// Who decides next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side must choose a command; `actor` is the token that acts, where one does.
    Ask {
        /// The side that decides.
        side: SideId,
        /// The token it decides for.
        actor: Option<u32>,
    },
    /// The rules go on by themselves.
    Auto,
    /// The battle has ended.
    Over(Outcome),
}

/// Why a command is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it, `F4.5`.
    pub rule: &'static str,
    /// What it says: lower case, no final stop.
    pub message: &'static str,
}

/// The hand a plan works with: the state as it is now, dice, and a way to change the state that leaves a record.
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
    /// A hand for entry number `entry` of a battle with this seed.
    pub fn new(content: &'a R::Content, state: &'a mut R::State, seed: Seed, entry: u64) -> Self {
        Self { content, state, seed, entry, rigged: Vec::new(), draws: Vec::new(), done: Vec::new() }
    }

    /// The same hand with dice that are known to fall so: each is taken once, by the next roll of its purpose and
    /// subject with as many dice. So outcomes can be enumerated, and what depends on rare dice can be tried out.
    #[must_use]
    pub fn rigged(self, rigged: Vec<Draw>) -> Self {
        Self { rigged, ..self }
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

    /// Applies an instruction by a function that says what came of it, and records it where that counts.
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

    /// Whether any dice were rolled so far.
    pub fn has_rolled(&self) -> bool {
        !self.draws.is_empty()
    }

    /// What was rolled and what was done.
    pub fn finish(self) -> (Vec<Draw>, Vec<R::Instruction>) {
        (self.draws, self.done)
    }
}
