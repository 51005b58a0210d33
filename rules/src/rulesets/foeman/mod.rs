//! The Foeman / MindWand tactical rules: figures of one to four hexes, movement, and attacks in segments.
//!
//! Rule numbers such as `F4.5` stand for the paragraphs of the rules as this project implements them; what the
//! sources leave open is filled in [`constants`].
//! Read the modules in this order: [`catalogs`] and [`notation`] (what is written), [`records`], [`state`] and [`gear`] (what there is), [`shape`] and [`stride`] (where
//! it is, and where a step leads), [`command`] and [`instruction`] (what can happen), then round by round
//! [`initiative`], [`movement`], [`action`], [`attack`] and [`damage`]; `tell`, `board` and `value` only look.

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};

use crate::choice::Choice;
use crate::ruleset::{Emit, Refusal, Ruleset, SideId, Turn};
use crate::setup::Deployment;
use crate::told::{Board, Line};

pub mod catalogs;

pub mod notation;

pub mod dialect;

pub mod rounding;

pub mod grade;

pub mod effects;

pub mod constants;

pub mod content;

pub mod gear;

pub mod records;

pub mod state;

pub mod command;

pub mod instruction;

pub mod shape;

pub mod stride;

pub mod sight;

pub mod ways;

pub mod odds;

pub mod hit;

pub mod values;

pub mod limits;

pub mod weapons;

pub mod engagement;

pub mod initiative;

pub mod movement;

pub mod options;

pub mod action;

pub mod attack;

pub mod protection;

pub mod damage;

pub mod ready;

pub mod reload;

mod act;

mod alter;

mod apply;

mod fits;

pub mod code;

mod tell;

mod choice;

mod board;

mod setup;

mod value;

mod checks;

pub use command::Command;
pub use content::Content;
pub use dialect::DIALECT;
pub use instruction::Instruction;
pub use state::State;

/// The ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foeman;

impl Ruleset for Foeman {
    type Content = Content;
    type State = State;
    type Command = Command;
    type Instruction = Instruction;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn setup(draft: &Draft, scenario: &str) -> Option<Deployment> {
        setup::setup(draft, scenario)
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
        content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn set_up(_: &Content, _: &mut Emit<'_, Self>) {
        // Everybody starts in place.
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

    fn plan(_: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        act::plan(command, out);
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        act::advance(out);
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        fits::fits(content, state, instruction)
    }

    fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
        apply::apply(content, state, instruction);
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
        tell::tell(content, state, instruction)
    }

    fn choice(content: &Content, state: &State, command: &Command) -> Choice {
        choice::choice(content, state, command)
    }

    fn board(content: &Content, state: &State) -> Board {
        board::board(content, state)
    }

    fn value(content: &Content, state: &State, side: SideId) -> i64 {
        value::value(content, state, side)
    }
}
