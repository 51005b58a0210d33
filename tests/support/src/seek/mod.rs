//! Hide and seek: a toy ruleset with hidden information, to test that a seat shows no more than its side may know.
//!
//! Two teams hide in a row of huts. In turn they creep unheard to a neighbouring hut, or call out a hut.
//! The team that calls out the other team's hut wins.

mod rules;

use std::borrow::Cow;

use foeman_engine::choice::Target;
use foeman_engine::display::{SideView, Token};
use foeman_engine::game::{EngineOf, Registry};
use foeman_engine::prelude::*;
use foeman_engine::ruleset::FogDef;
use foeman_schema::analysis::resolve;
use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::dialect::{CatalogDef, Record, RecordView};
use foeman_schema::draft::Draft;
use foeman_schema::grid::Points;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A registry with only this ruleset.
pub static SEEK: Registry = Registry::new(&[&EngineOf::<Seek>::new()]);

/// A pack with one game, `barns`; the foxes hide in the second hut and the hares in the fifth.
pub const PACK: &str = "\
pack: barns
title: Barns
version: 1.0.0
ruleset: seek
format: 2
games:
  barns: {title: Barns, huts: 6, hidden: [1, 4], rounds: 12}
";

/// The names of the teams.
pub const TEAMS: [&str; 2] = ["The foxes", "The hares"];

static DIALECT: Dialect = Dialect {
    id: "seek",
    title: "Hide and seek",
    about: "Who finds whom.",
    catalogs: &[CatalogDef::of::<Huts>(), CatalogDef::of::<PackCheck<Huts, BoardName, BoardName>>()],
    checks: &[],
    notations: &[],
    playable: "games",
    script: None,
    declared: &[],
    base: None,
};

/// A row of huts, and the team's hiding places; hut 0 is the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Huts {
    title: String,
    huts: u8,
    hidden: [u8; 2],
    rounds: u16,
}

impl Record for Huts {
    const CATALOG: &'static str = "games";
    const TITLE: &'static str = "Game";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// Returns the game of [`PACK`] with the teams hidden in these huts.
pub fn hidden(foxes: u8, hares: u8) -> Resolved {
    let text = PACK.replacen("[1, 4]", &format!("[{foxes}, {hares}]"), 1);
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SEEK.dialects());
    resolve(&draft, "barns").expect("the pack has no findings")
}

/// The state of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    round: u32,
    /// The team whose turn it is; 2 at the end of a round.
    next: u8,
    /// The huts of the teams, as far as the viewer knows.
    huts: [Option<u8>; 2],
    found_by: Option<SideId>,
}

/// A team's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Go to a neighbouring hut.
    Creep(u8),
    /// Call out a hut.
    Call(u8),
}

/// A change of state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round(u32),
    /// A team hides for the first time.
    Hides(u8, u8),
    /// The active team has gone to a hut.
    Crept(u8),
    /// The active team has called out a hut; whether it was right.
    Called(u8, bool),
}

/// The ruleset.
#[derive(Debug)]
pub struct Seek;

impl Ruleset for Seek {
    type Content = Huts;
    type State = State;
    type Command = Command;
    type Instruction = Instruction;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn capabilities() -> &'static Capabilities<Self> {
        &CAPABILITIES
    }

    fn content(resolved: &Resolved) -> Result<Huts, Vec<ContentError>> {
        resolved.scenario().map_err(|problem| vec![problem])
    }

    fn empty(_: &Huts) -> State {
        State { round: 0, next: 2, huts: [None, None], found_by: None }
    }

    fn set_up(content: &Huts, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Hides(0, content.hidden[0]));
        out.push(Instruction::Hides(1, content.hidden[1]));
    }

    fn turn(content: &Huts, state: &State) -> Turn {
        match (state.found_by, state.next) {
            (Some(side), _) => {
                Turn::Over(Outcome::won(side, Reason::Condition { text: "the others are found".into() }))
            }
            (None, side @ (0 | 1)) => Turn::Ask { side: SideId(side), actor: Some(side.into()) },
            _ if state.round >= content.rounds.into() => Turn::Over(Outcome::draw(Reason::RoundLimit)),
            _ => Turn::Auto,
        }
    }

    fn legal(content: &Huts, state: &State, out: &mut Vec<Command>) {
        rules::legal(content, state, out);
    }

    fn plan(_: &Huts, command: &Command, out: &mut Emit<'_, Self>) {
        let others = out.state().huts[usize::from(1 - out.state().next)];
        out.push(match *command {
            Command::Creep(hut) => Instruction::Crept(hut),
            Command::Call(hut) => Instruction::Called(hut, others == Some(hut)),
        });
    }

    fn advance(_: &Huts, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Round(out.state().round + 1));
    }

    fn fits(content: &Huts, state: &State, instruction: &Instruction) -> bool {
        match *instruction {
            Instruction::Round(round) => round <= content.rounds.into(),
            Instruction::Hides(side, hut) => side < 2 && hut < content.huts,
            Instruction::Crept(hut) | Instruction::Called(hut, _) => state.next < 2 && hut < content.huts,
        }
    }

    fn apply(_: &Huts, state: &mut State, instruction: &Instruction) {
        rules::apply(state, *instruction);
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn tell(_: &Huts, state: &State, instruction: &Instruction) -> Option<Line> {
        Some(rules::tell(state, *instruction))
    }

    fn choice(_: &Huts, state: &State, command: &Command) -> Choice {
        let choice = match *command {
            Command::Creep(hut) => {
                Choice { target: Target::Cell([hut.into(), 0]), ..Choice::new("creep", format!("Creep to hut {hut}")) }
            }
            Command::Call(hut) => Choice::new("call", format!("Call out hut {hut}")).with("hut", hut),
        };
        Choice { actor: Some(state.next.into()), ..choice }
    }

    fn board(_: &Huts, state: &State) -> Board {
        let token = |side: usize| {
            let hut = state.huts[side]?;
            Some(Token {
                id: side as u32,
                name: TEAMS[side].to_owned(),
                side,
                cells: vec![[hut.into(), 0]],
                facing: None,
                points: Points::default(),
                health: (hut.into(), 9),
                marks: Vec::new(),
                details: vec![("Hut".to_owned(), hut.to_string())],
                active: true,
                images: Vec::new(),
            })
        };
        let side = |name: &str| SideView { name: name.to_owned(), color: "#6b8e23".to_owned(), human: false };
        Board { sides: TEAMS.map(side).into(), tokens: (0..2).filter_map(token).collect(), ..Board::default() }
    }

    fn value(_: &Huts, state: &State, side: SideId) -> i64 {
        state.found_by.map_or(0, |winner| if winner == side { 1 } else { -1 })
    }
}

static CAPABILITIES: Capabilities<Seek> =
    Capabilities { fog: Some(FogDef { observed, heard: Some(heard) }), ..Capabilities::NONE };

fn observed<'s>(_: &Huts, state: &'s State, side: SideId, _: Option<u32>) -> Cow<'s, State> {
    let mut seen = state.clone();
    seen.huts[usize::from(1 - side.0.min(1))] = None;
    Cow::Owned(seen)
}

fn heard<'l>(_: &Huts, state: &State, what: &Instruction, line: &'l Line, side: SideId) -> Option<Cow<'l, Line>> {
    match *what {
        Instruction::Hides(team, _) if team != side.0 => {
            let text = format!("{} hide somewhere", rules::name(team));
            Some(Cow::Owned(Line::new(LineKind::Event, text)))
        }
        Instruction::Crept(_) if state.next != side.0 => None,
        _ => Some(Cow::Borrowed(line)),
    }
}
