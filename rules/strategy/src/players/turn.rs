//! Seeker's turn, command by command: units act, then new ones are built and placed.

use super::planner::{Options, Pick, Plan, Planned, Planner};
use super::settle::{Building, Placing};
use super::units::Units;
use crate::command::Command;
use crate::content::Content;
use crate::ids::FactionId;
use crate::session::{Chance, Session};
use crate::situation::Situation;
use crate::state::State;

/// Plans the turn of a faction, without the end of the turn.
pub fn plan(content: &Content, state: &State, faction: FactionId, options: Options, chance: Chance) -> Plan {
    let copy = if content.original { state.copied(content) } else { state.clone() };
    plan_on(Session::on(content, copy, chance), faction, options)
}

/// Plans the turn on a copy of a game.
pub fn plan_on(mut session: Session<'_>, faction: FactionId, options: Options) -> Plan {
    let content = session.content();
    let (mut turn, mut commands, mut halt) = (Turn::new(options), Vec::new(), None);
    loop {
        let (state, chance) = session.thought();
        let Some(command) = turn.next(content, state, faction, chance) else { break };
        match session.issue(faction, &command) {
            Ok(program) => commands.push(Planned { command, program }),
            Err(stopped) => {
                halt = Some(stopped);
                break;
            }
        }
    }
    Plan { commands, state: session.state, halt }
}

/// Seeker in the middle of a turn. Its next command follows from the current state and its previous commands.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    options: Options,
    stage: Stage,
}

/// The stage of a turn.
#[derive(Clone, Debug)]
enum Stage {
    Opening,
    Begun,
    Units(Box<Units>),
    Building(Option<Building>),
    Placing(Placing),
    Over,
}

impl Turn {
    /// Creates a turn that has not begun.
    pub(super) fn new(options: Options) -> Self {
        Self { options, stage: Stage::Opening }
    }

    /// Returns the next command, given the result of the previous one; `None` if only the end of the turn remains.
    pub(super) fn next(
        &mut self,
        content: &Content,
        state: &State,
        faction: FactionId,
        pick: Pick<'_>,
    ) -> Option<Command> {
        let now = Situation::new(content, state);
        let mut planner = Planner { content, now, faction, options: self.options, pick };
        loop {
            let (command, next) = match &mut self.stage {
                Stage::Opening => {
                    let opens = !state.has_begun && state.over.is_none();
                    (opens.then_some(Command::BeginTurn {}), Stage::Begun)
                }
                Stage::Begun if state.over.is_some() => (None, Stage::Over),
                Stage::Begun => (None, Stage::Units(Box::new(Units::begin(&planner)))),
                Stage::Units(units) => match units.next(&mut planner) {
                    None => (None, Stage::Building(Building::begin(&planner))),
                    command => return command,
                },
                Stage::Building(building) => match building.as_mut().and_then(|building| building.next(&mut planner)) {
                    None => (None, Stage::Placing(Placing::begin(&planner))),
                    command => return command,
                },
                Stage::Placing(placing) => match placing.next(&mut planner) {
                    None => (None, Stage::Over),
                    command => return command,
                },
                Stage::Over => return None,
            };
            self.stage = next;
            if command.is_some() {
                return command;
            }
        }
    }
}
