//! The choices of a side: the actor, the action, its target and equipment, and the chance of success.

use foeman_schema::grid::Hex;

use super::command::Command;
use super::ids::{FigureId, ItemId, SpellId, TalentId};
use super::option::{Manner, Order};
use super::phases::{self, movement};
use super::situation::Situation;
use super::situation::weapons::{self, Arm};
use super::state::{Action, Alteration, Asked, Question};
use super::tell;
use crate::option::Mode;
use foeman_engine::choice::{Choice, Intent, Strip, Target};
use foeman_engine::ruleset::Turn;

/// Describes a command as a choice.
pub(super) fn choice(now: Situation<'_>, command: &Command) -> Choice {
    let actor = match phases::turn(now) {
        Turn::Ask { actor, .. } => actor,
        Turn::Auto | Turn::Over(_) => None,
    };
    let plain = Choice::new(verb(*command), tell::describe(now, command));
    let choice = match *command {
        Command::Restrain { most } => plain.with("dice", most),
        Command::Reroll { dice } => plain.with("dice", dice),
        Command::Halt | Command::Postpone | Command::Refrain | Command::Decline | Command::KeepUp | Command::LetGo => {
            plain
        }
        Command::Place { hex } => Choice { target: cell(now, hex), ..plain },
        Command::TakePosture { to } => plain.with("posture", to.name()),
        Command::ForceRetreat { direction } => match (direction, now.state.question()) {
            (Some(way), Some(Question::Retreat { target, .. })) => {
                let to = cell(now, now.figure(target).hex.step(way));
                Choice { target: to, ..plain.with("direction", tell::direction_name(now, way)) }
            }
            (None, Some(Question::Retreat { target, .. })) => Choice { target: token(target), ..plain },
            _ => plain,
        },
        Command::FollowUp => match now.state.question() {
            Some(Question::FollowUp { to, .. }) => Choice { target: cell(now, to), ..plain },
            _ => plain,
        },
        Command::Hurry { talent } => talented(now, talent, plain),
        Command::Charge { target, attack, dice, manner } => {
            let figure = now.state.current().map(|current| current.figure);
            let arm = figure.and_then(|figure| weapons::nth(now, figure, Mode::Strike, attack));
            let choice = Choice { target: token(target), ..plain };
            let choice = match arm {
                Some(arm) => armed(now, arm, choice).with("dice", dice),
                None => choice.with("dice", dice),
            };
            with_manner(choice, manner)
        }
        Command::ShieldRush { target } | Command::PushBack { target } | Command::Grapple { target } => {
            Choice { target: token(target), ..plain }
        }
        Command::Step { direction } => {
            let to = movement::step_target(now.state, direction).map_or(Target::None, |hex| cell(now, hex));
            let direction = tell::direction_name(now, direction);
            Choice { target: to, ..plain.with("direction", direction) }
        }
        Command::Pivot { facing } => plain.with("facing", facing.index()),
        Command::Take { figure } => Choice { target: token(figure), ..plain },
        Command::Alter { item, to } => with_item(now, item, plain).with("to", altered(to)),
        Command::Act { action } => {
            Choice { target: action.target().map_or(Target::None, token), ..settled(now, action, plain) }
        }
    };
    let strip = strip(*command, &choice.text);
    let (group, intent) = (group(now, *command), intent(now, *command, choice.target, actor));
    Choice { actor, group, intent, strip, odds: phases::chance(now, command), ..choice }
}

/// Returns the intent of a command towards its target.
fn intent(now: Situation<'_>, command: Command, target: Target, actor: Option<u32>) -> Intent {
    let figure = |id: u32| now.figures().find(|figure| u32::from(figure.0) == id);
    match (command, target) {
        (Command::Step { .. } | Command::FollowUp, Target::Cell(_)) => Intent::Move,
        (
            Command::Charge { .. }
            | Command::ShieldRush { .. }
            | Command::PushBack { .. }
            | Command::Grapple { .. }
            | Command::Act { action: Action::Attack { .. } },
            _,
        ) => Intent::Attack,
        // A spell on an enemy.
        (Command::Act { action: Action::Cast { .. } }, Target::Token(id)) => {
            let sides = [Some(id), actor].map(|id| id.and_then(figure).map(|figure| now.side(figure)));
            if sides[0] == sides[1] { Intent::Other } else { Intent::Attack }
        }
        _ => Intent::Other,
    }
}

/// The heading under which a command is listed.
fn group(now: Situation<'_>, command: Command) -> &'static str {
    match command {
        Command::Take { .. } | Command::Postpone => "Who moves",
        Command::Halt
        | Command::Step { .. }
        | Command::Pivot { .. }
        | Command::TakePosture { .. }
        | Command::Hurry { .. } => "Move",
        Command::Charge { .. }
        | Command::ShieldRush { .. }
        | Command::PushBack { .. }
        | Command::Grapple { .. }
        | Command::ForceRetreat { .. }
        | Command::FollowUp
        | Command::Refrain => "Close in",
        Command::Place { .. } => "Where",
        Command::KeepUp | Command::LetGo => "Magic",
        Command::Alter { .. } => "Free alterations",
        Command::Restrain { .. } => "Damage dice",
        Command::Reroll { .. } => "Dice",
        Command::Decline => match now.state.question() {
            Some(Question::SecondAttack { .. }) => "Attack",
            _ => "Dice",
        },
        Command::Act { action } => match action {
            Action::Attack { .. } => "Attack",
            Action::Cast { .. } | Action::Recast { .. } => "Magic",
            Action::Use { .. } | Action::Ready { .. } => "Gear",
            Action::Exert { .. } => "Talents",
            Action::Defend { .. } | Action::Dodge { .. } => "Guard",
            Action::Watch { .. } | Action::Move => "Wait",
        },
    }
}

/// Its position in a group of choices that differ only in the number of dice; `text` describes the whole group.
fn strip(command: Command, text: &str) -> Option<Strip> {
    let dice = match command {
        Command::Charge { dice, .. }
        | Command::Act {
            action:
                Action::Attack { dice, .. }
                | Action::Ready { dice, .. }
                | Action::Cast { dice, .. }
                | Action::Use { dice, .. }
                | Action::Exert { dice, .. },
        } => dice,
        _ => return None,
    };
    let said = tell::dice(usize::from(dice));
    let text = text.replacen(&format!(", {said}"), "", 1).replacen(&format!(" with {said}"), "", 1);
    Some(Strip { text, dice })
}

/// The option's name in the notes; for decisions of the movement phase, a name in the same style.
fn verb(command: Command) -> &'static str {
    match command {
        Command::Halt => "halt",
        Command::Step { .. } => "step",
        Command::Pivot { .. } => "pivot",
        Command::ForceRetreat { .. } => "force-retreat",
        Command::FollowUp => "follow-up",
        Command::Refrain => "refrain",
        Command::TakePosture { .. } => "posture",
        Command::Hurry { .. } => "hurry",
        Command::Charge { .. } => "charge",
        Command::ShieldRush { .. } => "shield-rush",
        Command::PushBack { .. } => "push-back",
        Command::Grapple { .. } => "grapple",
        Command::Place { .. } => "place",
        Command::KeepUp => "keep-up",
        Command::LetGo => "let-go",
        Command::Take { .. } => "take",
        Command::Postpone => "postpone",
        Command::Alter { .. } => "alter",
        Command::Restrain { .. } => "restrain",
        Command::Reroll { .. } => "reroll",
        Command::Decline => "decline",
        Command::Act { action } => action.kind().name(),
    }
}

/// Adds the parameters of an option other than its target.
fn settled(now: Situation<'_>, action: Action, choice: Choice) -> Choice {
    match action {
        Action::Move | Action::Watch { .. } | Action::Dodge { .. } | Action::Defend { item: None, .. } => choice,
        Action::Defend { item: Some(item), .. } => with_item(now, item, choice),
        Action::Ready { item, dice } => with_item(now, item, choice).with("dice", dice),
        Action::Cast { spell, dice, .. } => with_spell(now, spell, choice).with("dice", dice),
        Action::Recast { spell, began } => with_spell(now, spell, choice).with("began", began),
        Action::Use { item, dice } => with_item(now, item, choice).with("dice", dice),
        Action::Exert { talent, dice } => talented(now, talent, choice).with("dice", dice),
        Action::Attack { dice, manner, .. } => {
            let choice = match weapon(now, action) {
                Some(arm) => armed(now, arm, choice),
                None => choice,
            };
            with_manner(choice.with("dice", dice), manner)
        }
    }
}

/// Adds the manner of an attack if it is not a plain one.
fn with_manner(choice: Choice, manner: Manner) -> Choice {
    match manner {
        Manner::Plain => choice,
        Manner::Proficient => choice.with("manner", "proficient"),
        Manner::Twice => choice.with("manner", "twice"),
        Manner::Second => choice.with("manner", "second"),
    }
}

/// The weapon that the deciding figure would attack with.
fn weapon(now: Situation<'_>, action: Action) -> Option<Arm<'_>> {
    let figure = match now.state.question()? {
        Question::Option(Asked { figure, .. }) | Question::SecondAttack { figure } => figure,
        _ => return None,
    };
    weapons::ordered(now, Order::of(figure, action)?)
}

fn with_item(now: Situation<'_>, item: ItemId, choice: Choice) -> Choice {
    let kind = now.item_kind(item);
    choice.with_record("item", &kind.title, &kind.record)
}

fn with_spell(now: Situation<'_>, spell: SpellId, choice: Choice) -> Choice {
    let spell = now.content.spell(spell);
    choice.with_record("spell", &spell.title, &spell.record)
}

fn talented(now: Situation<'_>, talent: TalentId, choice: Choice) -> Choice {
    let talent = now.content.talent(talent);
    choice.with_record("talent", &talent.title, &talent.record)
}

/// Adds the weapon: an item with its record id, a part of the body with its title only.
fn armed(now: Situation<'_>, arm: Arm<'_>, choice: Choice) -> Choice {
    match arm.item {
        Some(item) => choice.with_record("item", &arm.weapon.title, &now.item_kind(item).record),
        None => choice.with("item", &arm.weapon.title),
    }
}

fn altered(to: Alteration) -> &'static str {
    match to {
        Alteration::OneHand => "one hand",
        Alteration::BothHands => "both hands",
        Alteration::Cover => "cover",
        Alteration::Order => "order",
        Alteration::Lower => "lower",
        Alteration::Load => "load",
    }
}

fn cell(now: Situation<'_>, hex: Hex) -> Target {
    Target::Cell(now.field().geometry.cell(hex))
}

fn token(figure: FigureId) -> Target {
    Target::Token(u32::from(figure.0))
}
