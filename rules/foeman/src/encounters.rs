//! Encounters at the end of a path: which opponents a figure could attack from there, and which could attack it.

use foeman_schema::grid::Direction;

use super::attack::{Attack, reaches};
use super::constants::ORDINARY_DICE;
use super::ids::FigureId;
use super::phases::limits;
use super::rolls::Total;
use super::situation::Situation;
use super::situation::weapons::{self, Arm};
use crate::option::Mode;
use foeman_engine::display::Odds;
use foeman_engine::move_path::{Blow, Encounter, MovePath};

/// The opponents that a figure could attack from the end of a path, or that could attack it there, with all other
/// figures in their current places.
pub(super) fn encounters(now: Situation<'_>, way: &MovePath) -> Vec<Encounter> {
    let Some(end) = way.end() else { return Vec::new() };
    let mover = u16::try_from(way.actor).ok().filter(|number| usize::from(*number) < now.state.figures.len());
    let Some(mover) = mover.map(FigureId) else { return Vec::new() };
    let mut state = now.state.clone();
    let own = state.figure_mut(mover);
    own.hex = now.field().geometry.hex(end);
    own.facing = Direction::new(i32::from(way.facing));
    own.mp = u8::try_from(way.used.0).unwrap_or(u8::MAX);
    own.steps = own.steps.saturating_add(u8::try_from(way.cells.len().saturating_sub(1)).unwrap_or(u8::MAX));
    let there = Situation::new(now.content, &state);
    let (ma, mp) = (there.figure(mover).ma, there.figure(mover).mp);
    let may = |arm: &Arm<'_>| limits::allows(arm.weapon.mode.option(), ma, mp);
    let met = there.opponents(mover).map(|other| Encounter {
        other: u32::from(other.0),
        ours: best(there, (mover, other), may),
        theirs: best(there, (other, mover), |_| true),
    });
    met.filter(|met| met.ours.is_some() || met.theirs.is_some()).collect()
}

/// The attack with the best chance to hit with the ordinary number of dice, among those that a figure could make.
fn best(now: Situation<'_>, (figure, target): (FigureId, FigureId), may: impl Fn(&Arm<'_>) -> bool) -> Option<Blow> {
    let ready = |arm: &Arm<'_>| {
        let loaded =
            arm.item.filter(|_| arm.weapon.mode == Mode::Fire).is_none_or(|item| now.item(item).loaded.is_some());
        loaded && may(arm) && reaches(now, figure, target, *arm)
    };
    let blow = |arm: Arm<'_>| Blow {
        with: arm.weapon.title.clone(),
        dice: ORDINARY_DICE,
        odds: Attack::<Total>::ordinary(now, (figure, target), arm, ORDINARY_DICE).chance(),
    };
    let blows = weapons::all(now, figure).into_iter().filter(ready).map(blow);
    // Of equal chances, the first in the list.
    blows.reduce(|best, next| if is_higher(next.odds, best.odds) { next } else { best })
}

fn is_higher(one: Odds, other: Odds) -> bool {
    u128::from(one.wins) * u128::from(other.of) > u128::from(other.wins) * u128::from(one.of)
}
