//! What computer players decide in the course of an attack.

use super::worth;
use crate::attack::{Manner, double, proficiency, rolling};
use crate::catalogs::Kind;
use crate::command::Command;
use crate::ids::FigureId;
use crate::phases;
use crate::situation::Situation;
use crate::situation::weapons::{self, Arm};
use crate::state::Action;

/// From this many dice on Weapon Proficiency is worth the wits it takes.
const PROFICIENT_DICE: u8 = 4;

/// How an attack with an arm is best made: twice where that is granted, and with proficiency by those whose wits serve
/// for nothing else.
pub(super) fn manner(now: Situation<'_>, figure: FigureId, arm: Arm<'_>, dice: u8) -> Manner {
    if double::check(now, figure, arm).is_ok() {
        Manner::Twice
    } else if is_proficient(now, figure, arm, dice) {
        Manner::Proficient
    } else {
        Manner::Plain
    }
}

/// How a charge with an arm is best made: it is one attack.
pub(super) fn manner_of_charge(now: Situation<'_>, figure: FigureId, arm: Arm<'_>, dice: u8) -> Manner {
    if is_proficient(now, figure, arm, dice) { Manner::Proficient } else { Manner::Plain }
}

/// Whether Weapon Proficiency is worth the wits: for those whose wits serve for nothing else.
fn is_proficient(now: Situation<'_>, figure: FigureId, arm: Arm<'_>, dice: u8) -> bool {
    dice >= PROFICIENT_DICE
        && now.kind(figure).kind == Kind::Hero
        && proficiency::check(now, figure, arm.weapon).is_ok()
}

/// Rolls the dice again that make a hit most likely, unless it is one.
pub(super) fn reroll(now: Situation<'_>) -> Command {
    let Some(underway) = now.state.attack.as_deref().filter(|underway| !underway.check.is_success()) else {
        return Command::Decline;
    };
    let sets = rolling::choices(&underway.check).into_iter().map(|set| rolling::bits(&set));
    let chance = |dice: &u16| {
        // All cases of ten dice are few enough to compare fractions crosswise.
        let odds = phases::chance(now, &Command::Reroll { dice: *dice });
        odds.map_or(0, |odds| odds.wins * 1_000_000 / odds.of.max(1))
    };
    sets.max_by_key(chance).map_or(Command::Decline, |dice| Command::Reroll { dice })
}

/// Makes the second of two attacks where it does most.
pub(super) fn second(now: Situation<'_>, figure: FigureId) -> Command {
    let worth = |action: &Action| {
        let Action::Attack { mode, target, attack, dice, .. } = *action else { return 0 };
        let arm = weapons::second(now, figure, mode).get(usize::from(attack)).copied();
        let blow = arm.and_then(|arm| worth::best_blow(now, (figure, target), arm, Some(dice), 0));
        blow.map_or(0, |blow| blow.worth)
    };
    let best = double::candidates(now, figure).into_iter().max_by_key(worth);
    best.map_or(Command::Decline, |action| Command::Act { action })
}
