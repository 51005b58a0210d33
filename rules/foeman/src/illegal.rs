//! Commands that are illegal now but that a player might expect, with the rule that forbids each.

use super::command::Command;
use super::constants::ORDINARY_DICE;
use super::ids::FigureId;
use super::option::Manner;
use super::phases::{self, movement, options, ready};
use super::situation::{Situation, weapons};
use super::state::{Action, Asked, Question};
use crate::option::Mode;
use crate::situation::footprint;
use foeman_engine::ruleset::Refusal;

/// Returns the commands that the deciding figure cannot choose now.
pub(super) fn barred(now: Situation<'_>) -> Vec<(Command, Refusal)> {
    let thought_of = match now.state.question() {
        Some(Question::Move { figure: Some(figure), .. }) => moves(now, figure),
        Some(Question::Option(asked)) => deeds(now, asked),
        _ => Vec::new(),
    };
    let refused = |command: Command| Some((command, phases::check(now, &command).err()?));
    thought_of.into_iter().filter_map(refused).collect()
}

/// Movement commands a player might expect; leaves out turns to the current facing and targets out of reach.
fn moves(now: Situation<'_>, figure: FigureId) -> Vec<Command> {
    let mut all = Vec::new();
    movement::candidates(now, &mut all);
    let own = now.figure(figure);
    all.retain(|command| match *command {
        Command::Pivot { facing } => facing != own.facing,
        Command::TakePosture { to } => to != own.posture,
        Command::ShieldRush { target } | Command::PushBack { target } | Command::Grapple { target } => {
            footprint::adjacent(now, figure, target)
        }
        Command::Charge { dice, manner, .. } => dice == ORDINARY_DICE && manner == Manner::Plain,
        Command::Take { .. } | Command::Postpone => false,
        _ => true,
    });
    all
}

/// Action commands a player might expect: each kind of attack, on the nearest opponent if none is in reach.
fn deeds(now: Situation<'_>, asked: Asked) -> Vec<Command> {
    let (figure, dice) = (asked.figure, ORDINARY_DICE);
    let mut opponents: Vec<FigureId> = now.opponents(figure).collect();
    opponents.sort_by_key(|&other| footprint::distance(now, figure, other));
    let is_legal = |action: &Action| options::check(now, asked, *action).is_ok();
    let mut all = Vec::new();
    for mode in Mode::ALL {
        for (_, attack) in weapons::of(now, figure, mode).into_iter().zip(0..) {
            let on = |&target: &FigureId| Action::Attack { mode, target, attack, dice, manner: Manner::Plain };
            let attacks: Vec<Action> = opponents.iter().map(on).collect();
            if !attacks.iter().any(is_legal) {
                all.extend(attacks.first());
            }
        }
    }
    let readied: Vec<Action> = ready::candidates(now, figure).map(|item| Action::Ready { item, dice }).collect();
    if !readied.iter().any(is_legal) {
        all.extend(readied.first());
    }
    let mut parries = now.gear(figure).filter(|&item| options::can_defend_with(now, figure, item));
    all.push(Action::Defend { item: parries.next(), target: None });
    all.push(Action::Dodge { target: None });
    all.extend(opponents.first().map(|&target| Action::Watch { target }));
    all.into_iter().map(|action| Command::Act { action }).collect()
}
