//! The possible results of a choice: exact chances and expected harm for attacks; costs, effects and the required roll
//! for spells, items and talents; the required roll for everything else.

mod uses;

use super::attack::prospect::{Consequences, consequences};
use super::attack::{Attack, Manner, Order, proficiency};
use super::command::Command;
use super::phases::{action, ready};
use super::rolls::Sum;
use super::rolls::success::AutomaticMiss;
use super::situation::Situation;
use super::state::{Action, ActionKind, Asked, Question};
use super::tell;
use foeman_engine::prospect::{Needed, Prospect};

/// The possible results of a command.
pub(super) fn prospect(now: Situation<'_>, command: &Command) -> Option<Prospect> {
    let Command::Act { action } = *command else { return None };
    let (figure, timing) = match now.state.question()? {
        Question::Option(Asked { figure, .. }) if action.kind() == ActionKind::Watch => (figure, None),
        Question::Option(Asked { figure, .. }) => (figure, Some(action::timing(now, figure, action))),
        Question::SecondAttack { figure } => (figure, None),
        _ => return None,
    };
    let counted = match action {
        Action::Attack { .. } => Order::of(figure, action).and_then(|order| attacking(now, order)),
        Action::Ready { item, .. } => ready::needed(now, figure, item).map(|needed| rolled(now, &needed)),
        _ => uses::prospect(now, figure, action),
    };
    Some(Prospect { timing, ..counted.unwrap_or_default() })
}

fn rolled(now: Situation<'_>, needed: &Sum) -> Prospect {
    let needed = Needed { total: needed.total(), terms: tell::terms(now.content, needed) };
    Prospect { needed: Some(needed), ..Prospect::default() }
}

fn attacking(now: Situation<'_>, order: Order) -> Option<Prospect> {
    let attack = Attack::new(now, order)?;
    let Consequences { harm, fells, throws } = consequences(now, order)?;
    let mut notes: Vec<String> =
        attack.response.map(|response| tell::harder(response).to_owned()).into_iter().collect();
    if attack.miss == AutomaticMiss::Lifted {
        notes.push("As a repeated action, it never misses automatically (F6.6)".to_owned());
    }
    if order.manner == Manner::Proficient {
        let [hit, miss] = [true, false].map(|hits| proficiency::cost(attack.hit_dice, hits));
        notes.push(format!("Costs {hit} IQ on a hit and {miss} on a miss (F7.9)"));
    }
    if throws != fells {
        notes.push(format!("Knocks down or fells the target in {} % of cases (F8.6)", throws.percent()));
    }
    Some(Prospect { harm: Some(harm), fells: Some(fells), notes, ..rolled(now, &attack.needed) })
}
