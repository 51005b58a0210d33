//! Tug of war: a toy ruleset that tests the public ruleset API.
//!
//! Two teams pull a rope along the middle row of a map; the team that drags the knot to its own end wins.
//! A pull moves it one column over easy ground; a heave may move it two, over any ground; both cost breath.

mod act;
mod board;
mod catalogs;
mod checks;
mod choice;
mod command;
mod content;
mod dialect;
mod fits;
mod instruction;
mod map_query;
mod meeting;
mod players;
mod script;
mod sheet;
mod state;
mod tell;

use foeman_engine::game::{EngineOf, Registry};
use foeman_engine::prelude::*;
use foeman_engine::ruleset::StatisticsDef;
use foeman_engine::tally::{Means, Register};
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;

pub use catalogs::{Bout, Team, Terrain};
pub use command::{COMMANDS, Command};
pub use content::Content;
pub use dialect::DIALECT;
pub use instruction::Instruction;
pub use map_query::answered;
pub use state::State;

/// A registry with only the toy ruleset.
pub static TOY: Registry = Registry::new(&[&ENGINE]);

static ENGINE: EngineOf<Tug> = EngineOf::new();

/// A pack to play with: the bout `meadow` is fair, in `bog` the reds are stronger.
pub const PACK: &str = include_str!("pack.yaml");

/// The ruleset.
#[derive(Debug)]
pub struct Tug;

/// Resolves a bout of [`PACK`].
pub fn bout(id: &str) -> Resolved {
    resolve(&draft(PACK), id).expect("the toy's pack has no findings")
}

/// Creates a toy pack of one file.
pub fn draft(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &TOY.dialects())
}

impl Ruleset for Tug {
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
        out.push(Instruction::Round(1));
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
        out.push(Instruction::Round(out.state().round + 1));
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        fits::fits(content, state, instruction)
    }

    fn apply(_: &Content, state: &mut State, instruction: &Instruction) {
        match *instruction {
            Instruction::Round(round) => (state.round, state.next) = (round, 0),
            Instruction::Breath(by) => state.breath[state.next] += by,
            Instruction::Heaved { .. } => {}
            Instruction::Slide(by) => state.knot += by,
            Instruction::Pass => state.next += 1,
        }
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

    fn value(_: &Content, state: &State, side: SideId) -> i64 {
        let value = 4 * state.knot + state.breath[1] - state.breath[0];
        i64::from(value * state::towards(side.0.into()))
    }
}

static CAPABILITIES: Capabilities<Tug> = Capabilities {
    pack: PackCapabilities {
        map_query: Some(&map_query::MAP_QUERY),
        sheets: Some(&sheet::SHEETS),
        meetings: Some(&meeting::MEETINGS),
        cast: Some(script::cast),
        ..PackCapabilities::NONE
    },
    players: players::PLAYERS,
    statistics: Some(StatisticsDef {
        register: |_| Register {
            means: vec![Means { id: "heave".into(), name: "a heave".into() }],
            ..Register::default()
        },
        count: |_, [before, _], did, into| {
            let heaves = did.iter().filter(|done| matches!(done, Instruction::Heaved { .. }));
            heaves.for_each(|_| into.used(0, SideId(before.next as u8)));
        },
    }),
    ..Capabilities::NONE
};
