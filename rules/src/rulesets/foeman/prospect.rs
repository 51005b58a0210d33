//! What may come of a choice, as far as it can be counted: attacks in full, of other rolls when they are made.

use super::attack::prospect::{Consequences, consequences};
use super::attack::{Attack, Order};
use super::command::Command;
use super::phases::action;
use super::rolls::success::AutomaticMiss;
use super::situation::Situation;
use super::situation::protection::Response;
use super::state::{Action, ActionKind, Asked, Question};
use super::tell;
use crate::prospect::{Needed, Prospect};

/// What may come of a command.
pub(super) fn prospect(now: Situation<'_>, command: &Command) -> Option<Prospect> {
    let Command::Act { action } = *command else { return None };
    let (figure, timing) = match now.state.question()? {
        Question::Option(Asked { figure, .. }) if action.kind() == ActionKind::Watch => (figure, None),
        Question::Option(Asked { figure, .. }) => (figure, Some(action::timing(now, figure, action))),
        Question::SecondAttack { figure } => (figure, None),
        _ => return None,
    };
    let attack = match action {
        Action::Attack { .. } => Order::of(figure, action).and_then(|order| attacking(now, order)),
        _ => None,
    };
    Some(Prospect { timing, ..attack.unwrap_or_default() })
}

fn attacking(now: Situation<'_>, order: Order) -> Option<Prospect> {
    let attack = Attack::new(now, order)?;
    let Consequences { harm, fells, throws } = consequences(now, order)?;
    let needed = Needed { total: attack.needed.total(), terms: tell::terms(now.content, &attack.needed) };
    let mut notes = Vec::new();
    match attack.response {
        Some(Response::Defends) => notes.push("One die more to hit: the target defends (F7.3)".to_owned()),
        Some(Response::Dodges) => notes.push("One die more to hit: the target dodges (F7.3)".to_owned()),
        None => {}
    }
    if attack.miss == AutomaticMiss::Lifted {
        notes.push("Done again, it never misses automatically (F6.6)".to_owned());
    }
    if throws != fells {
        notes.push(format!("Throws down or fells in {} % of all cases (F8.6)", throws.percent()));
    }
    Some(Prospect { needed: Some(needed), harm: Some(harm), fells: Some(fells), timing: None, notes })
}
