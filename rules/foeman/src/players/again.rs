//! Computer players: decisions during an attack.

use super::worth;
use crate::attack::{Manner, double, proficiency, rolling};
use crate::catalogs::Kind;
use crate::command::Command;
use crate::ids::FigureId;
use crate::phases;
use crate::situation::Situation;
use crate::situation::weapons::{self, Arm};
use crate::state::Action;

/// The number of dice from which Weapon Proficiency is worth its IQ.
const PROFICIENT_DICE: u8 = 4;

/// The best manner of an attack with a number of dice: a double attack if granted, or Weapon Proficiency for figures that
/// have no other use for their IQ.
pub(super) fn manners(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> impl Fn(u8) -> Manner {
    let is_double = double::check(now, figure, arm).is_ok();
    move |dice| match is_double {
        true => Manner::Twice,
        false => manner_of_charge(now, figure, arm, dice),
    }
}

/// The best manner of a charge, which is a single attack.
pub(super) fn manner_of_charge(now: Situation<'_>, figure: FigureId, arm: Arm<'_>, dice: u8) -> Manner {
    if is_proficient(now, figure, arm, dice) { Manner::Proficient } else { Manner::Plain }
}

/// Whether Weapon Proficiency is worth its IQ: for figures that have no other use for it.
fn is_proficient(now: Situation<'_>, figure: FigureId, arm: Arm<'_>, dice: u8) -> bool {
    dice >= PROFICIENT_DICE
        && now.kind(figure).kind == Kind::Hero
        && proficiency::check(now, figure, arm.weapon).is_ok()
}

/// Rerolls the dice that make a hit most likely, unless the attack hits already.
pub(super) fn reroll(now: Situation<'_>) -> Command {
    let Some(underway) = now.state.attack.as_deref().filter(|underway| !underway.check.is_success()) else {
        return Command::Decline;
    };
    let sets = rolling::choices(&underway.check).into_iter().map(|set| rolling::bits(&set));
    let chance = |dice: &u16| {
        // Ten dice have few enough combinations to compare the chances in whole numbers.
        let odds = phases::chance(now, &Command::Reroll { dice: *dice });
        odds.map_or(0, |odds| odds.wins * 1_000_000 / odds.of.max(1))
    };
    sets.max_by_key(chance).map_or(Command::Decline, |dice| Command::Reroll { dice })
}

/// Makes the second of two attacks where it is expected to do most harm.
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
