//! Turn order, legal commands, and their effects.

use super::Tug;
use super::command::{COMMANDS, Command};
use super::content::Content;
use super::instruction::Instruction;
use super::state::{State, towards};
use foeman_engine::ruleset::{Emit, Outcome, Reason, Refusal, SideId, Turn};

/// Returns the side that decides next.
pub(super) fn turn(content: &Content, state: &State) -> Turn {
    let last = content.costs.len() as i32 - 1;
    match state.next {
        _ if state.knot <= 0 => Turn::Over(won(0)),
        _ if state.knot >= last => Turn::Over(won(1)),
        side @ (0 | 1) => Turn::Ask { side: SideId(side as u8), actor: Some(side as u32) },
        _ if state.round >= content.rounds => Turn::Over(Outcome::draw(Reason::RoundLimit)),
        _ => Turn::Auto,
    }
}

fn won(side: u8) -> Outcome {
    Outcome::won(SideId(side), Reason::Condition { text: "the knot lies at their end".to_owned() })
}

/// Adds all legal commands.
pub(super) fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
    out.extend(COMMANDS.into_iter().filter(|command| check(content, state, command).is_ok()));
}

/// Checks whether a command is legal now.
pub(super) fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
    let (Some(&breath), Some(team)) = (state.breath.get(state.next), content.teams.get(state.next)) else {
        return Err(Refusal { rule: "T1", message: "nobody has a turn" });
    };
    match *command {
        Command::Pull if breath < 1 => Err(Refusal { rule: "T2", message: "the team is out of breath" }),
        Command::Pull if state.cost(content, state.next) > 1 => {
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

/// Plans the effects of a legal command.
pub(super) fn plan(content: &Content, command: &Command, out: &mut Emit<'_, Tug>) {
    let side = out.state().next;
    match *command {
        Command::Pull => {
            out.push(Instruction::Breath(-1));
            out.push(Instruction::Slide(towards(side)));
        }
        Command::Heave { dice } => {
            let need = out.state().need(content, side);
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
