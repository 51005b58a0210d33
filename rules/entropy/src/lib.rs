//! The entropy duel: with every blow, entropy flows between weapons, armours and bodies until a body breaks.
//!
//! Read [`formulas`] (the rules' arithmetic, in [`milli`] with [`constants`]), [`content`] and [`state`] (the data),
//! [`command`], `act`, `round` and `change` (commands and plans), [`instruction`] and `apply` (changes of state), then
//! `tell`, `choice` and `board` (presentation), and `value` and `player` (rating and the computer player).

pub mod catalogs;

pub mod dialect;

pub mod constants;

pub mod milli;

pub mod formulas;

pub mod content;

pub mod state;

pub mod command;

pub mod instruction;

mod act;

mod round;

mod change;

mod apply;

mod fits;

mod tell;

mod choice;

mod script;

mod board;

mod handbook;

mod player;

mod value;

mod meeting;

mod checks;

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
use foeman_engine::ruleset::{Capabilities, Emit, PackCapabilities, Refusal, Ruleset, SideId, Turn};

/// The entropy duel ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Entropy;

impl Ruleset for Entropy {
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
        Content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn set_up(_: &Content, out: &mut Emit<'_, Self>) {
        round::set_up(out);
    }

    fn turn(_: &Content, state: &State) -> Turn {
        round::turn(state)
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        out.extend(command::COMMANDS.into_iter().filter(|&command| act::check(content, state, command).is_ok()));
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        act::check(content, state, *command)
    }

    fn plan(_: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        act::plan(*command, out);
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        round::advance(out);
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

static CAPABILITIES: Capabilities<Entropy> = Capabilities {
    pack: PackCapabilities { handbook: Some(&HANDBOOK), meetings: Some(&meeting::MEETINGS), ..PackCapabilities::NONE },
    players: player::PLAYERS,
    ..Capabilities::NONE
};
