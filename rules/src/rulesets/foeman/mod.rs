//! The Foeman / MindWand tactical rules: figures of one to four hexes, movement, and attacks in segments.
//!
//! Rule numbers such as `F4.5` stand for the paragraphs of the rules as this project implements them; what the
//! sources leave open is filled in [`constants`].
//! Read the modules in this order: [`catalogs`] and [`notation`] (what is written), [`records`], [`state`] and [`gear`] (what there is), [`shape`] and [`stride`] (where
//! it is, and where a step leads), [`command`] and [`instruction`] (what can happen), then round by round
//! [`initiative`], [`movement`], [`action`], [`attack`] and [`damage`]; `tell`, `board` and `value` only look.

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{Problem, Resolved};

use crate::emit::Emit;
use crate::ruleset::{Refusal, Ruleset, SideId, Turn};
use crate::setup::Setup;
use crate::told::{Board, Line, Odds};

pub mod catalogs;

pub mod notation;

pub mod dialect;

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

mod alter;

mod apply;

mod fits;

pub mod code;

mod tell;

mod board;

mod setup;

mod value;

mod checks;

pub use command::Command;
pub use content::Content;
pub use dialect::DIALECT;
pub use instruction::Instruction;
pub use state::State;
use state::{Action, Phase};

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

    fn setup(draft: &Draft, scenario: &str) -> Option<Setup> {
        setup::setup(draft, scenario)
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<Problem>> {
        content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn set_up(_: &Content, _: &mut Emit<'_, Self>) {
        // Everybody starts in place.
    }

    fn turn(content: &Content, state: &State) -> Turn {
        if let Some(outcome) = state.outcome(content) {
            return Turn::Over(outcome);
        }
        match (&state.mover, state.asked) {
            (Some(mover), _) => {
                let actor = mover.current.as_ref().map(|current| u32::from(current.figure.0));
                Turn::Ask { side: mover.side, actor }
            }
            (None, Some(asked)) => {
                Turn::Ask { side: content.figure(asked.figure).side, actor: Some(u32::from(asked.figure.0)) }
            }
            (None, None) => Turn::Auto,
        }
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        match state.asked {
            Some(asked) => {
                let mut actions = Vec::new();
                options::candidates(content, state, asked.figure, &mut actions);
                out.extend(actions.into_iter().map(|action| Command::Act { action }));
            }
            None => movement::candidates(content, state, out),
        }
        if let Some(figure) = alter::who(state) {
            let alterations = alter::candidates(content, figure);
            out.extend(alterations.map(|(item, to)| Command::Alter { item, to }));
        }
        out.retain(|command| Self::check(content, state, command).is_ok());
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        if !command.fits(content) {
            return Err(Refusal { rule: "F1.4", message: "it names somebody or something that is not there" });
        }
        if let Command::Alter { item, to } = *command {
            return match alter::who(state) {
                Some(figure) => alter::check(content, state, figure, (item, to)),
                None => Err(Refusal { rule: "F10.6", message: "no figure is taking its move or choosing an option" }),
            };
        }
        match (state.asked, command) {
            (Some(asked), Command::Act { action }) => options::check(content, state, asked, *action),
            (Some(_), _) => Err(Refusal { rule: "F3.1", message: "figures move in the movement phase" }),
            (None, command) => movement::check(content, state, command),
        }
    }

    fn plan(_: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        match command {
            Command::Act { action } => action::plan(*action, out),
            Command::Alter { item, to } => alter::plan(*item, *to, out),
            command => movement::plan(command, out),
        }
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        match out.state().phase {
            Phase::Between => {
                let round = out.state().round.saturating_add(1);
                out.push(Instruction::RoundBegins { round });
                initiative::roll(out);
                initiative::next_side(out);
            }
            Phase::Movement if initiative::all_moved(out.state()) => {
                out.push(Instruction::ActionBegins);
                action::go_on(out);
            }
            Phase::Movement => initiative::next_side(out),
            Phase::Action => action::go_on(out),
            Phase::Ended => {}
        }
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

    fn describe(content: &Content, state: &State, command: &Command) -> String {
        match command {
            Command::Halt => "Halt".to_owned(),
            Command::Step { direction } => {
                let to = movement::step_target(state, *direction).map(|hex| tell::cell(content, hex));
                format!("Step {} to {}", tell::direction_name(content, *direction), to.unwrap_or_default())
            }
            Command::Pivot { facing } => {
                let mover = state.mover.as_ref().and_then(|mover| mover.current.as_ref());
                let name = mover.map(|current| tell::facing_name(content, current.figure, *facing));
                format!("Turn to face {} and halt", name.unwrap_or_default())
            }
            Command::StandUp => "Stand up".to_owned(),
            Command::Take { figure } => format!("Move {}", tell::name(content, *figure)),
            Command::Alter { item, to } => tell::describe_alteration(content, *item, *to),
            Command::Postpone => "Let others move first".to_owned(),
            Command::Act { action } => match state.asked {
                Some(asked) => tell::describe_action(content, state, asked.figure, *action),
                None => String::new(),
            },
        }
    }

    fn cell(content: &Content, state: &State, command: &Command) -> Option<[i32; 2]> {
        let hex = match command {
            Command::Step { direction } => movement::step_target(state, *direction)?,
            Command::Take { figure } => state.figure(*figure).hex,
            Command::Act { action } => state.figure(action.target()?).hex,
            Command::Halt | Command::Pivot { .. } | Command::StandUp | Command::Postpone | Command::Alter { .. } => {
                return None;
            }
        };
        Some(content.field.geometry.cell(hex))
    }

    fn board(content: &Content, state: &State) -> Board {
        board::board(content, state)
    }

    fn value(content: &Content, state: &State, side: SideId) -> i64 {
        value::value(content, state, side)
    }

    fn chance(content: &Content, state: &State, command: &Command) -> Option<Odds> {
        match *command {
            Command::Pivot { facing } => movement::chance(content, state, facing),
            Command::Act { action } => {
                let figure = state.asked?.figure;
                match action {
                    Action::Attack { mode, target, attack, dice } => {
                        let order = attack::Order { figure, target, mode, attack, dice };
                        Some(attack::Attack::new(content, state, order)?.chance())
                    }
                    Action::Ready { item, dice } => Some(ready::chance(content, state, figure, item, dice)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
