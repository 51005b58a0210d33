//! Computer players: which side is better at a distance.

use super::{CUNNING, gear, magic, worth};
use crate::ids::FigureId;
use crate::option::Mode;
use crate::situation::{Situation, weapons};
use foeman_engine::ruleset::SideId;

/// The worth of a harmful spell, which a figure can cast only a few times.
const SPELL: i64 = 100;
/// The minimum worth of a side's missiles to be better, in per cent of the worth of the other missiles.
const BETTER: i64 = 150;

/// Whether a side does much more harm at a distance than the others together.
pub(super) fn are_better(now: Situation<'_>, side: SideId) -> bool {
    let (mut own, mut others) = (0, 0);
    for figure in now.active() {
        *(if now.side(figure) == side { &mut own } else { &mut others }) += shot(now, figure);
    }
    100 * own > BETTER * others
}

/// The worth of a figure's best shot at each of its enemies, on average, or of its spells.
fn shot(now: Situation<'_>, figure: FigureId) -> i64 {
    let arms = weapons::all(now, figure);
    let fires = |arm: &&weapons::Arm<'_>| arm.weapon.mode == Mode::Fire && gear::has_ammunition(now, figure, **arm);
    let at = |target: FigureId| {
        let shots = arms.iter().filter(fires);
        let blows = shots.filter_map(|&arm| worth::best_blow(now, (figure, target), arm, Some(3), 0));
        blows.map(|blow| blow.worth).max().unwrap_or(0)
    };
    let (sum, count) = now.opponents(figure).fold((0, 0), |(sum, count), target| (sum + at(target), count + 1));
    let casts = magic::can_harm(now, figure, &CUNNING);
    (sum / count.max(1)).max(if casts { SPELL } else { 0 })
}
