//! Action codes: actions written as short codes, and contests of one code against another, round by round.
//!
//! The source explains how two codes are compared, but not how to play a game with them; this is a game without dice.
//! Each round has two exchanges. In each exchange one actor secretly commits to an attack, then the other to a
//! response, and both codes are revealed and compared. Codes used as a response lose score; an actor without health or
//! resolve is out.
//!
//! Read [`book`] (the meaning of a code) and [`contest`](mod@contest) (one code against another), [`content`] and
//! [`state`] (the data), [`command`] and `act` (commands and plans), [`instruction`] and `apply` (changes of state),
//! then `tell`, `board`, `value`, `players` and [`tools`].

pub mod catalogs;

pub mod dialect;

pub mod book;

pub mod contest;

pub mod content;

pub mod state;

pub mod command;

pub mod instruction;

mod act;

mod apply;

mod fits;

mod tell;

mod choice;

mod script;

mod board;

mod cards;

mod handbook;

mod value;

mod players;

pub mod tools;

mod checks;

mod builder;

use std::borrow::Cow;
use std::sync::LazyLock;

use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{ContentError, Resolved};

pub use command::Command;
pub use content::Content;
pub use dialect::DIALECT;
pub use instruction::Instruction;
pub use state::State;

use foeman_engine::choice::Choice;
use foeman_engine::display::{Board, Line};
use foeman_engine::handbook::Handbook;
use foeman_engine::ruleset::{Capabilities, Emit, FogDef, PackCapabilities, Refusal, Ruleset, SideId, Turn};

/// The action codes ruleset.
#[derive(Debug)]
pub struct ActionCodes;

impl Ruleset for ActionCodes {
    type Content = Content;
    type State = State;
    type Command = Command;
    type Instruction = Instruction;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn capabilities() -> &'static Capabilities<Self> {
        &CAPABILITIES
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
        content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn set_up(_: &Content, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Round { round: 1 });
    }

    fn turn(content: &Content, state: &State) -> Turn {
        act::turn(content, state)
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        act::legal(content, state, out);
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        act::check(content, state, command)
    }

    fn plan(content: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        act::plan(content, command, out);
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        let round = out.state().round + 1;
        out.push(Instruction::Round { round });
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        fits::fits(content, state, instruction)
    }

    fn apply(_: &Content, state: &mut State, instruction: &Instruction) {
        apply::apply(state, instruction);
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
        tell::tell(content, state, instruction)
    }

    fn choice(content: &Content, state: &State, command: &Command) -> Choice {
        choice::choice(content, state, *command)
    }

    fn board(content: &Content, state: &State) -> Board {
        board::board(content, state)
    }

    fn value(content: &Content, state: &State, side: SideId) -> i64 {
        value::value(content, state, side)
    }
}

static HANDBOOK: LazyLock<Handbook> = LazyLock::new(handbook::handbook);

static CAPABILITIES: Capabilities<ActionCodes> = Capabilities {
    pack: PackCapabilities {
        handbook: Some(&HANDBOOK),
        toolbox: Some(&tools::CODES),
        builders: &[&builder::CODE],
        cards: Some(cards::cards),
        ..PackCapabilities::NONE
    },
    players: players::PLAYERS,
    fog: Some(FogDef { observed: |_, state, side, _| Cow::Owned(state.observed(side)), heard: None }),
    ..Capabilities::NONE
};
