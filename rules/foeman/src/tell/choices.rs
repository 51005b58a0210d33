//! Descriptions of commands.

use super::places::{cell, direction_name, facing_name};
use super::words::{count, dice};
use super::{attack, describe_alteration, items, magic};
use crate::attack::Order;
use crate::command::Command;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::{continuation, movement};
use crate::situation::Situation;
use crate::situation::weapons;
use crate::state::records::Posture;
use crate::state::{Action, Asked, Question};

/// Describes the effect of a command.
pub(crate) fn describe(now: Situation<'_>, command: &Command) -> String {
    match command {
        Command::Halt => "Halt".to_owned(),
        Command::Step { direction } => {
            let to = movement::step_target(now.state, *direction).map(|hex| cell(now, hex));
            format!("Step {} to {}", direction_name(now, *direction), to.unwrap_or_default())
        }
        Command::Pivot { facing } => {
            let mover = now.state.mover.as_ref().and_then(|mover| mover.current.as_ref());
            let name = mover.map(|current| facing_name(now, current.figure, *facing));
            format!("Turn to face {} and halt", name.unwrap_or_default())
        }
        Command::TakePosture { to: Posture::Prone } => "Lie down".to_owned(),
        Command::TakePosture { to: Posture::Kneeling } => "Kneel".to_owned(),
        Command::TakePosture { to: Posture::Standing } => "Stand up".to_owned(),
        Command::ForceRetreat { direction } => match (direction, now.state.question()) {
            (Some(way), Some(Question::Retreat { target, .. })) => {
                format!("Force {} back to the {}", now.name(target), direction_name(now, *way))
            }
            (None, Some(Question::Retreat { target, .. })) => {
                format!("Press {}, who has no hex to retreat to", now.name(target))
            }
            _ => "Force a retreat".to_owned(),
        },
        Command::FollowUp => "Follow up".to_owned(),
        Command::Refrain => "Stay as it is".to_owned(),
        Command::Hurry { talent } => format!("Use {}", now.content.talent(*talent).title),
        Command::Charge { target, attack, dice, manner } => match now.state.current() {
            Some(current) => {
                let charge = describe_charge(now, current.figure, *target, (*attack, *dice));
                format!("{charge}{}", attack::how(*manner))
            }
            None => String::new(),
        },
        Command::ShieldRush { target } => format!("Run the shield against {}", now.name(*target)),
        Command::PushBack { target } => format!("Push {} back", now.name(*target)),
        Command::Grapple { target } => format!("Close in on {}", now.name(*target)),
        Command::Take { figure } => format!("Move {}", now.name(*figure)),
        Command::Alter { item, to } => describe_alteration(now, *item, *to),
        Command::Place { hex } => format!("Choose {}", cell(now, *hex)),
        Command::KeepUp => match continuation::asked(now.state) {
            Some(casting) => magic::describe_renewal(now, casting.spell),
            None => String::new(),
        },
        Command::LetGo => "Let the spell end".to_owned(),
        Command::Postpone => "Let others move first".to_owned(),
        Command::Restrain { most } => format!("Roll {} at most", count(u32::from(*most), "damage die", "damage dice")),
        Command::Reroll { dice } => attack::describe_reroll(now, *dice),
        Command::Decline => match now.state.question() {
            Some(Question::SecondAttack { .. }) => "Make no second attack".to_owned(),
            _ => "Keep the dice".to_owned(),
        },
        Command::Act { action } => match now.state.question() {
            Some(Question::Option(Asked { figure, .. }) | Question::SecondAttack { figure }) => {
                describe_action(now, figure, *action)
            }
            _ => String::new(),
        },
    }
}

fn describe_charge(now: Situation<'_>, figure: FigureId, target: FigureId, (attack, chosen): (u8, u8)) -> String {
    let title = weapons::nth(now, figure, Mode::Strike, attack).map_or("weapon", |arm| &arm.weapon.title);
    format!("Charge {} with the {title}, {}", now.name(target), dice(usize::from(chosen)))
}

/// Describes an option.
pub(crate) fn describe_action(now: Situation<'_>, figure: FigureId, action: Action) -> String {
    let aiming =
        |target: Option<FigureId>| target.map_or(String::new(), |target| format!(", eye on {}", now.name(target)));
    match action {
        Action::Move => "Do nothing else".to_owned(),
        Action::Watch { target } => format!("Watch {}", now.name(target)),
        Action::Ready { item, dice } => items::describe_ready(now, figure, item, dice),
        Action::Defend { item: Some(item), target } => {
            format!("Defend with the {}{}", now.item_kind(item).title, aiming(target))
        }
        Action::Defend { item: None, target } => format!("Defend{}", aiming(target)),
        Action::Dodge { target } => format!("Dodge{}", aiming(target)),
        Action::Cast { .. } | Action::Recast { .. } | Action::Use { .. } | Action::Exert { .. } => {
            magic::describe(now, figure, action)
        }
        Action::Attack { .. } => match Order::of(figure, action) {
            Some(order) => attack::describe(now, order),
            None => String::new(),
        },
    }
}
