//! Who decides, what is legal, and what comes of it: which phase of the round each question goes to.

use super::command::Command;
use super::content::Content;
use super::instruction::Instruction;
use super::state::{Action, Phase, State};
use super::{Foeman, action, alter, attack, initiative, movement, options, ready};
use crate::ruleset::{Emit, Refusal, Turn};
use crate::told::Odds;

/// Who decides next.
pub(super) fn turn(content: &Content, state: &State) -> Turn {
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

/// Every legal command of the side that is asked.
pub(super) fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
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
    out.retain(|command| check(content, state, command).is_ok());
}

/// Whether a command is legal now.
pub(super) fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
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

/// Carries out a legal command.
pub(super) fn plan(command: &Command, out: &mut Emit<'_, Foeman>) {
    match command {
        Command::Act { action } => action::plan(*action, out),
        Command::Alter { item, to } => alter::plan(*item, *to, out),
        command => movement::plan(command, out),
    }
}

/// What happens by itself between decisions.
pub(super) fn advance(out: &mut Emit<'_, Foeman>) {
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

/// The exact chance that a command succeeds.
pub(super) fn chance(content: &Content, state: &State, command: &Command) -> Option<Odds> {
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
