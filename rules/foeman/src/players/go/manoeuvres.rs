//! Computer players: charges.

use super::super::again;
use super::super::worth;
use crate::command::Command;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::movement;
use crate::situation::weapons::Arm;
use crate::situation::{Situation, footprint};

/// The best charge, if one is possible. A charge takes place before the action phase.
pub(super) fn charge(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> Option<Command> {
    let near = footprint::opponents_around(now, figure, |enemy| footprint::can_reach(now, figure, enemy));
    let strikes = || arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike).zip(0..);
    let mut blows = Vec::new();
    for &target in &near {
        for (&arm, attack) in strikes() {
            // More dice do not make a charge earlier.
            let strikes = worth::strikes(now, (figure, target), arm, None, 0);
            let best = strikes.map(|strike| (strike.worth, strike.dice)).max();
            blows.extend(best.map(|(worth, dice)| {
                let manner = again::manner_of_charge(now, figure, arm, dice);
                (worth, Command::Charge { target, attack, dice, manner })
            }));
        }
    }
    blows.retain(|(worth, charge)| *worth > 0 && movement::check(now, charge).is_ok());
    blows.into_iter().max_by_key(|&(worth, _)| worth).map(|(_, charge)| charge)
}
