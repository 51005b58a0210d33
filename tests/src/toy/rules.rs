//! The toy's rules.

use std::sync::Arc;

use foeman_rules::emit::Emit;
use foeman_rules::ruleset::{Outcome, Refusal, Ruleset, SideId, Turn};
use foeman_rules::told::{Board, Gauge, Ground, Line, LineKind, Mark, Odds, SideView, Term, Token};
use foeman_schema::catalogs::board::Terrain;
use foeman_schema::dialect::Dialect;
use foeman_schema::grid::Points;
use foeman_schema::resolve::{Problem, Resolved};
use serde::{Deserialize, Serialize};

use super::{Bout, DIALECT, Team, Tug};

/// What a team may do with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Drag the knot one column over easy ground, for one breath.
    Pull,
    /// Roll dice, a breath each; if they overcome the ground, drag the knot two columns.
    Heave {
        /// How many, 1..=3.
        dice: u8,
    },
    /// Recover two breaths.
    Rest,
}

/// Everything a team can ever do.
pub const COMMANDS: [Command; 5] =
    [Command::Pull, Command::Heave { dice: 1 }, Command::Heave { dice: 2 }, Command::Heave { dice: 3 }, Command::Rest];

/// What changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round(u32),
    /// The side whose turn it is gains breath, or loses it.
    Breath(i32),
    /// Dice were rolled against a needed total; told, changes nothing.
    Heaved {
        /// The least total that moves the knot.
        need: i32,
        /// What fell.
        dice: Vec<u8>,
    },
    /// The knot moves by so many columns.
    Slide(i32),
    /// The turn is over.
    Pass,
}

/// A bout, read and indexed.
#[derive(Debug)]
pub struct Content {
    teams: [Team; 2],
    rounds: u32,
    ground: Arc<Ground>,
    row: i32,
    /// What the ground of each column demands.
    costs: Vec<i32>,
}

/// How a bout stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    round: u32,
    knot: i32,
    breath: [i32; 2],
    /// Who has its turn; 2 at the end of the round.
    next: usize,
}

impl Content {
    /// What the ground demands that the side would drag the knot onto.
    fn cost(&self, state: &State, side: usize) -> i32 {
        let column = usize::try_from(state.knot + towards(side)).unwrap_or(0);
        self.costs.get(column).copied().unwrap_or(1)
    }

    fn need(&self, state: &State, side: usize) -> i32 {
        3 + self.cost(state, side)
    }

    fn name(&self, side: usize) -> &str {
        self.teams.get(side).map_or("Nobody", |team| &team.title)
    }
}

fn towards(side: usize) -> i32 {
    if side == 0 { -1 } else { 1 }
}

impl Ruleset for Tug {
    type Content = Content;
    type State = State;
    type Command = Command;
    type Instruction = Instruction;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<Problem>> {
        let bout: Bout = resolved.scenario().map_err(|problem| vec![problem])?;
        let problem = |field: &str, message: &str| {
            vec![Problem { pointer: resolved.scenario.pointer().child(field), message: message.to_owned() }]
        };
        let teams = bout.teams.iter().map(|team| resolved.get(team)).collect::<Result<Vec<Team>, _>>();
        let teams = teams.map_err(|problem| vec![problem])?;
        let teams = teams.try_into().map_err(|_| problem("teams", "expected two teams"))?;
        let map = resolved.get(&bout.map).map_err(|problem| vec![problem])?;
        let width = map.geometry.width() as usize;
        let mut costs = Vec::new();
        let legend = map.terrains().map(|terrain| resolved.get(terrain)).collect::<Result<Vec<Terrain>, _>>();
        let legend = legend.map_err(|problem| vec![problem])?;
        let rows = map.read();
        for kind in &rows.kinds {
            let terrain = legend.get(usize::from(*kind));
            costs.push(terrain.ok_or_else(|| problem("map", "expected rows that fill the map"))?.cost);
        }
        let terrains = legend.into_iter().map(Into::into).collect();
        let ground = Ground { geometry: map.geometry, terrains, cells: rows.kinds };
        if width < 3 {
            return Err(problem("map", "expected three columns at least"));
        }
        let row = map.geometry.height() / 2;
        let costs = costs.into_iter().map(i32::from).skip(row as usize * width).take(width).collect();
        Ok(Content { teams, rounds: bout.rounds.into(), ground: Arc::new(ground), row: row as i32, costs })
    }

    fn empty(content: &Content) -> State {
        let breath = [0, 1].map(|side: usize| i32::from(content.teams[side].breath));
        State { round: 0, knot: content.costs.len() as i32 / 2, breath, next: 2 }
    }

    fn set_up(_: &Content, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Round(1));
    }

    fn turn(content: &Content, state: &State) -> Turn {
        let last = content.costs.len() as i32 - 1;
        match state.next {
            _ if state.knot <= 0 => Turn::Over(Outcome::Won { side: SideId(0) }),
            _ if state.knot >= last => Turn::Over(Outcome::Won { side: SideId(1) }),
            side @ (0 | 1) => Turn::Ask { side: SideId(side as u8), actor: Some(side as u32) },
            _ if state.round >= content.rounds => Turn::Over(Outcome::RoundLimit),
            _ => Turn::Auto,
        }
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        out.extend(COMMANDS.into_iter().filter(|command| Self::check(content, state, command).is_ok()));
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        let (Some(&breath), Some(team)) = (state.breath.get(state.next), content.teams.get(state.next)) else {
            return Err(Refusal { rule: "T1", message: "nobody has a turn" });
        };
        match *command {
            Command::Pull if breath < 1 => Err(Refusal { rule: "T2", message: "the team is out of breath" }),
            Command::Pull if content.cost(state, state.next) > 1 => {
                Err(Refusal { rule: "T3", message: "the ground is too heavy for a pull" })
            }
            Command::Heave { dice } if !(1..=3).contains(&dice) => {
                Err(Refusal { rule: "T4", message: "a heave takes one to three dice" })
            }
            Command::Heave { dice } if breath < i32::from(dice) => {
                Err(Refusal { rule: "T2", message: "the team is out of breath" })
            }
            Command::Rest if breath >= i32::from(team.breath) => {
                Err(Refusal { rule: "T5", message: "the team is already rested" })
            }
            _ => Ok(()),
        }
    }

    fn plan(content: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        let side = out.state().next;
        match *command {
            Command::Pull => {
                out.push(Instruction::Breath(-1));
                out.push(Instruction::Slide(towards(side)));
            }
            Command::Heave { dice } => {
                let need = content.need(out.state(), side);
                let dice = out.roll("heave", side as u32, dice.into(), 6);
                let total: i32 = dice.iter().copied().map(i32::from).sum();
                out.push(Instruction::Breath(-(dice.len() as i32)));
                out.push(Instruction::Heaved { need, dice });
                if total >= need {
                    out.push(Instruction::Slide(2 * towards(side)));
                }
            }
            Command::Rest => {
                let missing = i32::from(content.teams[side].breath) - out.state().breath[side];
                out.push(Instruction::Breath(missing.min(2)));
            }
        }
        out.push(Instruction::Pass);
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Round(out.state().round + 1));
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        match *instruction {
            Instruction::Round(round) => round <= content.rounds,
            Instruction::Breath(by) => {
                (-3..=2).contains(&by) && state.breath.get(state.next).is_some_and(|&breath| breath + by >= 0)
            }
            Instruction::Slide(by) => (-2..=2).contains(&by) && (0..content.costs.len() as i32).contains(&state.knot),
            Instruction::Heaved { .. } | Instruction::Pass => state.next < 2,
        }
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
        let name = content.name(state.next);
        let line = |kind, text| Some(Line { actor: Some(state.next as u32), ..Line::new(kind, text) });
        match instruction {
            Instruction::Round(round) => {
                Some(Line { actor: None, ..line(LineKind::Heading, format!("Round {round}"))? })
            }
            Instruction::Breath(by) if *by > 0 => line(LineKind::Event, format!("{name} rest and recover {by}")),
            Instruction::Heaved { need, dice } => {
                let cost = content.cost(state, state.next);
                let terms = [("a heave", 3, "T4"), ("the ground", cost, "T3")];
                let terms = terms.map(|(name, value, rule)| Term { name: name.into(), value, rule: rule.into() });
                let text = format!("{name} heave, need {need} and roll {dice:?}");
                Some(Line { terms: terms.into(), ..line(LineKind::Event, text)? })
            }
            Instruction::Slide(by) => line(LineKind::Detail, format!("{name} drag the knot {}", by.unsigned_abs())),
            Instruction::Breath(_) | Instruction::Pass => None,
        }
    }

    fn describe(content: &Content, state: &State, command: &Command) -> String {
        match command {
            Command::Pull => "Pull".to_owned(),
            Command::Heave { dice } => format!("Heave with {dice} dice, needs {}", content.need(state, state.next)),
            Command::Rest => "Rest".to_owned(),
        }
    }

    fn cell(content: &Content, state: &State, command: &Command) -> Option<[i32; 2]> {
        (*command == Command::Pull).then_some([state.knot + towards(state.next), content.row])
    }

    fn board(content: &Content, state: &State) -> Board {
        let last = content.costs.len() as i32 - 1;
        let side = |team: &Team| SideView { name: team.title.clone(), color: team.color.clone(), human: false };
        let token = |side: usize| Token {
            id: side as u32,
            name: content.name(side).to_owned(),
            side,
            cells: vec![[(state.knot + towards(side)).clamp(0, last), content.row]],
            facing: None,
            points: Points::default(),
            health: (state.breath[side], content.teams[side].breath.into()),
            marks: Vec::new(),
            details: vec![("Breath".to_owned(), state.breath[side].to_string())],
            active: true,
        };
        let name = "Knot".to_owned();
        let middle = Mark { name: "the middle".to_owned(), value: last / 2 };
        let knot = Gauge { name, side: 0, value: state.knot, range: (0, last), marks: vec![middle] };
        Board {
            ground: Some(Arc::clone(&content.ground)),
            sides: content.teams.iter().map(side).collect(),
            tokens: vec![token(0), token(1)],
            things: Vec::new(),
            gauges: vec![knot],
        }
    }

    fn value(_: &Content, state: &State, side: SideId) -> i64 {
        let value = 4 * state.knot + state.breath[1] - state.breath[0];
        i64::from(value * towards(side.0.into()))
    }

    fn chance(content: &Content, state: &State, command: &Command) -> Option<Odds> {
        let Command::Heave { dice } = *command else { return None };
        let need = content.need(state, state.next);
        let sums =
            (0..dice).fold(vec![0], |sums, _| sums.iter().flat_map(|sum| (1..=6).map(move |d| sum + d)).collect());
        Some(Odds { wins: sums.iter().filter(|&&sum| sum >= need).count() as u64, of: sums.len() as u64 })
    }
}
