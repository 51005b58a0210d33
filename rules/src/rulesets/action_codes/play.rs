//! Contests of two actors, round by round.
//!
//! The source tells how two codes are compared, and nothing about a game made of it; this is one without dice.
//! Each round has two exchanges. In each one actor commits an attack, then the other a response without knowing it,
//! and both codes are shown and set against each other. A response tires; who has no health or no resolve left is out.

use foeman_schema::catalogs::action_codes::{Actor, Contest, Harm};
use foeman_schema::dialect::Dialect;
use foeman_schema::notation::code::{ActionCode, Number};
use foeman_schema::resolve::{Problem, Resolved};
use foeman_schema::text::Pointer;
use serde::{Deserialize, Serialize};

use super::book::{Book, Meaning};
use super::contest::{Mismatch, contest, opposes};
use super::{ActionCodes, DIALECT, tell, tools};
use crate::emit::Emit;
use crate::ruleset::{Outcome, Refusal, Ruleset, SideId, Turn};
use crate::told::{Board, Line};
use crate::tool::Toolbox;

/// How much of its score a code loses each time it was used as a response.
///
/// The source says nothing of it. Without it an attack below every defence would go on for ever;
/// with it repeating oneself is punished and every contest in which somebody can harm ends.
pub const TIRING: u8 = 1;

/// A contest, read and looked up.
#[derive(Clone, Debug)]
pub struct Content {
    pub(super) book: Book,
    pub(super) actors: [Actor; 2],
    rounds: u32,
}

/// How a contest stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) round: u32,
    /// The exchange of the round, 0 or 1; 2 when both are over.
    exchange: u8,
    attack: Pick,
    response: Pick,
    pub(super) actors: [Standing; 2],
}

/// How an actor stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Health left.
    pub health: u16,
    /// Resolve left.
    pub resolve: u16,
    /// How often each of its codes was used as a response.
    pub used: Vec<u8>,
}

/// What an actor has chosen in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pick {
    /// Nothing yet.
    Open,
    /// Something the onlooker does not know.
    Hidden,
    /// The code at this position of its list.
    Made(u8),
}

/// What an actor decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Attack with a code.
    Attack {
        /// Its position in the actor's list.
        code: u8,
    },
    /// Respond with a code.
    Respond {
        /// Its position in the actor's list.
        code: u8,
    },
}

/// What changes, or is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round {
        /// Its number, from 1.
        round: u32,
    },
    /// An actor has made its choice; not shown yet.
    Chosen {
        /// What.
        choice: Command,
    },
    /// An actor shows its code; told, changes nothing.
    Shown {
        /// Whose.
        side: SideId,
        /// The code, with the score it has now.
        code: ActionCode,
    },
    /// A response does not oppose the attack; told, changes nothing.
    Mismatched {
        /// Whose attack.
        side: SideId,
        /// Why.
        why: Mismatch,
        /// The attack.
        attack: ActionCode,
        /// The response.
        response: ActionCode,
    },
    /// An attack meets its response, or somebody motionless; told, changes nothing.
    Met {
        /// Whose attack.
        side: SideId,
        /// The attack.
        attack: ActionCode,
        /// The response that opposes it.
        response: Option<ActionCode>,
    },
    /// An actor is harmed.
    Harmed {
        /// Who.
        side: SideId,
        /// What is taken.
        harm: Harm,
        /// How many points.
        points: u16,
    },
    /// An actor's code was used as a response.
    Tired {
        /// Whose.
        side: SideId,
        /// Its position in the actor's list.
        code: u8,
    },
    /// The exchange is over.
    Parted,
}

impl Content {
    /// A code of an actor's list as an attack: with its full score.
    pub(super) fn attack(&self, side: usize, code: u8) -> Option<&ActionCode> {
        self.actors.get(side)?.codes.get(usize::from(code))
    }

    /// A code of an actor's list as a response: with what is left of its score.
    pub(super) fn response(&self, state: &State, side: usize, code: u8) -> Option<ActionCode> {
        let mut response = self.attack(side, code)?.clone();
        let used = state.actors.get(side)?.used.get(usize::from(code)).copied().unwrap_or(0);
        let left = response.score.get().saturating_sub(u16::from(used) * u16::from(TIRING));
        response.score = Number::at_most(left);
        Some(response)
    }

    /// Positions of the codes an actor can attack with.
    fn attacks(&self, side: usize) -> Vec<u8> {
        let can = |&code: &u8| self.can_attack(side, code);
        (0..self.count(side)).filter(can).collect()
    }

    fn can_attack(&self, side: usize, code: u8) -> bool {
        let meaning = self.attack(side, code).and_then(|code| self.book.meaning(code).ok());
        meaning.is_some_and(|meaning| meaning.attacks())
    }

    fn count(&self, side: usize) -> u8 {
        self.actors.get(side).map_or(0, |actor| u8::try_from(actor.codes.len()).unwrap_or(u8::MAX))
    }
}

impl State {
    /// Who attacks in the exchange: the first side in odd rounds, then the second; in even rounds the other way.
    fn attacker(&self) -> usize {
        (self.round as usize + 1 + usize::from(self.exchange)) % 2
    }

    fn is_out(&self, side: usize) -> bool {
        self.actors.get(side).is_none_or(|actor| actor.health == 0 || actor.resolve == 0)
    }
}

impl Ruleset for ActionCodes {
    type Content = Content;
    type State = State;
    type Command = Command;
    type Instruction = Instruction;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn toolbox() -> Option<&'static Toolbox> {
        Some(&tools::CODES)
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<Problem>> {
        let contest: Contest = resolved.scenario().map_err(|problem| vec![problem])?;
        let book = Book::read(resolved, &contest.codes).map_err(|problem| vec![problem])?;
        let pointer = resolved.scenario.pointer().child("actors");
        let mut problems = Vec::new();
        for (index, actor) in contest.actors.iter().enumerate() {
            problems.extend(problems_of(&book, actor, &pointer.child(index.to_string()).child("codes")));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let count = contest.actors.len();
        let actors = contest
            .actors
            .try_into()
            .map_err(|_| vec![Problem { pointer, message: format!("expected two actors, but found {count}") }])?;
        Ok(Content { book, actors, rounds: contest.rounds.into() })
    }

    fn empty(content: &Content) -> State {
        let standing =
            |actor: &Actor| Standing { health: actor.health, resolve: actor.resolve, used: vec![0; actor.codes.len()] };
        let actors = [standing(&content.actors[0]), standing(&content.actors[1])];
        State { round: 0, exchange: 2, attack: Pick::Open, response: Pick::Open, actors }
    }

    fn set_up(_: &Content, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Round { round: 1 });
    }

    fn turn(content: &Content, state: &State) -> Turn {
        let attacker = state.attacker();
        let ask = |side: usize| Turn::Ask { side: SideId(side as u8), actor: Some(side as u32) };
        // Who is out acts no more, so they are never both out.
        if let Some(out) = [0, 1].into_iter().find(|&side| state.is_out(side)) {
            return Turn::Over(Outcome::Won { side: SideId(1 - out as u8) });
        }
        match (state.exchange, state.attack) {
            (2.., _) if state.round >= content.rounds => Turn::Over(Outcome::RoundLimit),
            (2.., _) => Turn::Auto,
            (_, Pick::Open) => ask(attacker),
            _ => ask(1 - attacker),
        }
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        let attacker = state.attacker();
        if state.attack == Pick::Open {
            out.extend(content.attacks(attacker).into_iter().map(|code| Command::Attack { code }));
        } else {
            out.extend((0..content.count(1 - attacker)).map(|code| Command::Respond { code }));
        }
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        let refuse = |message| Err(Refusal { rule: "A5", message });
        let attacker = state.attacker();
        match (*command, state.attack) {
            (Command::Attack { code }, Pick::Open) if content.attack(attacker, code).is_none() => {
                refuse("the actor has no such code")
            }
            (Command::Attack { code }, Pick::Open) if !content.can_attack(attacker, code) => {
                refuse("an action that harms nobody is no attack")
            }
            (Command::Attack { .. }, Pick::Open) => Ok(()),
            (Command::Attack { .. }, _) => refuse("the attack is already chosen"),
            (Command::Respond { .. }, Pick::Open) => refuse("there is no attack to respond to"),
            (Command::Respond { code }, _) if code >= content.count(1 - attacker) => {
                refuse("the actor has no such code")
            }
            (Command::Respond { .. }, _) => Ok(()),
        }
    }

    fn plan(content: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        out.push(Instruction::Chosen { choice: *command });
        let state = out.state();
        let (attacker, attack, response) = (state.attacker(), state.attack, state.response);
        if attack == Pick::Open || response == Pick::Open {
            return;
        }
        let attack = known(attack, &content.attacks(attacker), attacker, out);
        let all: Vec<u8> = (0..content.count(1 - attacker)).collect();
        let response = known(response, &all, 1 - attacker, out);
        exchange(content, attacker, attack, response, out);
        out.push(Instruction::Tired { side: SideId(1 - attacker as u8), code: response });
        out.push(Instruction::Parted);
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        let round = out.state().round + 1;
        out.push(Instruction::Round { round });
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        let reads = |code: &ActionCode| content.book.meaning(code).is_ok();
        match instruction {
            Instruction::Round { round } => *round <= content.rounds,
            Instruction::Chosen { choice } => state.exchange < 2 && Self::check(content, state, choice).is_ok(),
            Instruction::Shown { side, code } => side.0 < 2 && reads(code),
            Instruction::Mismatched { side, attack, response, .. } => side.0 < 2 && reads(attack) && reads(response),
            Instruction::Met { side, attack, response } => {
                side.0 < 2 && [attack].into_iter().chain(response).all(reads)
            }
            Instruction::Harmed { side, .. } => side.0 < 2,
            Instruction::Tired { side, code } => content.attack(side.0.into(), *code).is_some(),
            Instruction::Parted => state.exchange < 2,
        }
    }

    fn apply(_: &Content, state: &mut State, instruction: &Instruction) {
        match *instruction {
            Instruction::Round { round } => (state.round, state.exchange) = (round, 0),
            Instruction::Chosen { choice: Command::Attack { code } } => state.attack = Pick::Made(code),
            Instruction::Chosen { choice: Command::Respond { code } } => state.response = Pick::Made(code),
            Instruction::Harmed { side, harm, points } => {
                let actor = &mut state.actors[usize::from(side.0)];
                match harm {
                    Harm::Nothing => {}
                    Harm::Health => actor.health = actor.health.saturating_sub(points),
                    Harm::Resolve => actor.resolve = actor.resolve.saturating_sub(points),
                }
            }
            Instruction::Tired { side, code } => {
                let used = &mut state.actors[usize::from(side.0)].used[usize::from(code)];
                *used = used.saturating_add(1);
            }
            Instruction::Parted => {
                state.exchange += 1;
                (state.attack, state.response) = (Pick::Open, Pick::Open);
            }
            Instruction::Shown { .. } | Instruction::Mismatched { .. } | Instruction::Met { .. } => {}
        }
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn observed(_: &Content, state: &State, side: SideId) -> State {
        let mut seen = state.clone();
        // Each knows its own choice only. The attacker, who chooses first, knows that a response will come.
        if usize::from(side.0) == state.attacker() {
            seen.response = Pick::Hidden;
        } else if seen.attack != Pick::Open {
            seen.attack = Pick::Hidden;
        }
        seen
    }

    fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
        tell::tell(content, state, instruction)
    }

    fn describe(content: &Content, state: &State, command: &Command) -> String {
        tell::describe(content, state, state.attacker(), command)
    }

    fn board(content: &Content, state: &State) -> Board {
        tell::board(content, state)
    }

    fn value(content: &Content, state: &State, side: SideId) -> i64 {
        let own = usize::from(side.0.min(1));
        worth(content, state, own) - worth(content, state, 1 - own)
    }
}

/// What an actor's health and resolve are worth: 1000 for each when whole; an actor that is out is worth nothing.
fn worth(content: &Content, state: &State, side: usize) -> i64 {
    let (Some(actor), Some(standing)) = (content.actors.get(side), state.actors.get(side)) else { return 0 };
    if state.is_out(side) {
        return -1000;
    }
    let share = |left: u16, whole: u16| i64::from(left) * 1000 / i64::from(whole.max(1));
    share(standing.health, actor.health) + share(standing.resolve, actor.resolve)
}

/// A pick that is known, or a guess at a hidden one.
///
/// A choice is hidden only in what an actor knows, see [`Ruleset::observed`]: a computer player that tries out its
/// choices imagines the other's with dice of its own. In the contest itself both are made, and nothing is rolled.
fn known(pick: Pick, among: &[u8], side: usize, out: &mut Emit<'_, ActionCodes>) -> u8 {
    match pick {
        Pick::Made(code) => code,
        Pick::Open | Pick::Hidden => {
            let die = out.roll("imagined", side as u32, 1, among.len() as u8);
            die.first().and_then(|&face| among.get(usize::from(face) - 1)).copied().unwrap_or(0)
        }
    }
}

/// Both codes are shown and take effect (`A5`).
fn exchange(content: &Content, attacker: usize, attack: u8, response: u8, out: &mut Emit<'_, ActionCodes>) {
    let defender = 1 - attacker;
    let (Some(attack), Some(response)) =
        (content.attack(attacker, attack), content.response(out.state(), defender, response))
    else {
        return;
    };
    let [attacking, defending] = [attacker, defender].map(|side| SideId(side as u8));
    let (Ok(act), Ok(answer)) = (content.book.meaning(attack), content.book.meaning(&response)) else { return };
    out.push(Instruction::Shown { side: attacking, code: attack.clone() });
    out.push(Instruction::Shown { side: defending, code: response.clone() });
    match opposes(&act, &answer) {
        Ok(()) => meet(attacking, &act, Some(&answer), out),
        Err(why) => {
            let (attack, response) = (attack.clone(), response.clone());
            out.push(Instruction::Mismatched { side: attacking, why, attack, response });
            meet(attacking, &act, None, out);
            // The other action still takes place, unopposed as well. The source does not say what becomes of it when
            // the attack has put its actor out; here it comes second, and too late.
            if answer.attacks() && !out.state().is_out(defender) {
                meet(defending, &answer, None, out);
            }
        }
    }
}

fn meet(side: SideId, attack: &Meaning<'_>, response: Option<&Meaning<'_>>, out: &mut Emit<'_, ActionCodes>) {
    let result = contest(attack, response);
    let response = response.map(|response| response.code.clone());
    out.push(Instruction::Met { side, attack: attack.code.clone(), response });
    if result.damage > 0 {
        let points = u16::try_from(result.damage).unwrap_or(u16::MAX);
        out.push(Instruction::Harmed { side: SideId(1 - side.0), harm: result.harms, points });
    }
}

/// Why an actor cannot be played, at values of its list of codes.
fn problems_of(book: &Book, actor: &Actor, codes: &Pointer) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut attacks = false;
    for (index, code) in actor.codes.iter().enumerate() {
        match book.meaning(code) {
            Ok(meaning) => attacks |= meaning.attacks(),
            Err(unknown) => {
                problems.push(Problem { pointer: codes.child(index.to_string()), message: unknown.to_string() });
            }
        }
    }
    if problems.is_empty() && !attacks {
        let message = "expected at least one code that attacks, but none of these harms anybody".to_owned();
        problems.push(Problem { pointer: codes.clone(), message });
    }
    problems
}
