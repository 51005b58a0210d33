//! Effect continuation: between movement and action, casters decide which spells to keep up (`F3.1`, `F11.1`).

use crate::Foeman;
use crate::command::Command;
use crate::effects::renewal::{self, Casting};
use crate::instruction::{FigureEvent, Instruction, MagicEvent, RoundEvent};
use crate::phases::{action, pauses};
use crate::situation::Situation;
use crate::state::{Phase, Question, State};
use foeman_engine::ruleset::{Emit, Refusal};

/// Asks the next caster about a renewal, or begins the action phase.
pub(crate) fn go_on(out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let from = if now.state.phase == Phase::Continuation { usize::from(now.state.continued) } else { 0 };
    let Some((at, Casting { caster, spell, began })) = renewal::next(now, from) else {
        out.push(Instruction::Round(RoundEvent::ActionBegins));
        if pauses(out) {
            return;
        }
        return action::go_on(out);
    };
    if out.state().phase != Phase::Continuation {
        out.push(Instruction::Round(RoundEvent::ContinuationBegins));
    }
    let event = MagicEvent::MayKeepUp { spell, began, seen: at as u16 + 1 };
    out.push(Instruction::Figure(caster, FigureEvent::Magic(event)));
}

/// The casting whose renewal must be decided.
pub(crate) fn asked(state: &State) -> Option<Casting> {
    match state.question()? {
        Question::Renewal { caster, spell, began } => Some(Casting { caster, spell, began }),
        _ => None,
    }
}

/// Checks that a command answers the question.
pub(crate) fn check(command: &Command) -> Result<(), Refusal> {
    match command {
        Command::KeepUp | Command::LetGo => Ok(()),
        _ => Err(Refusal { rule: "F11.1", message: "first decide whether to keep up the spell" }),
    }
}

/// Carries out an answer.
pub(crate) fn plan(command: &Command, out: &mut Emit<'_, Foeman>) {
    let casting = asked(out.state()).expect("`check` accepts this command only for a spell up for renewal");
    match command {
        Command::KeepUp => renewal::plan(casting, out),
        _ => {
            let event = MagicEvent::LetsGo { spell: casting.spell };
            out.push(Instruction::Figure(casting.caster, FigureEvent::Magic(event)));
        }
    }
}
