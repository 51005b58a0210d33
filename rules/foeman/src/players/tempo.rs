//! Computer players: the worth of acting before or after others (`F6.2`).
//!
//! In each segment the figure with the most dice acts, and the others choose again. More dice make an attack less likely
//! to hit, but can fell an enemy before its own attack.

use super::worth::{self, Strike};
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::action::{Priority, first};
use crate::situation::hits::order_dx;
use crate::situation::weapons;
use crate::situation::{Situation, footprint};
use crate::state::Action;
use crate::state::records::DiceRecord;

/// The number of dice that a figure probably chooses.
const USUAL_DICE: u8 = 4;
/// The scale of chances.
const THOUSAND: i64 = 1000;

/// The coming actions of others that concern the attack of a figure.
pub(super) struct Tempo<'a> {
    now: Situation<'a>,
    figure: FigureId,
    /// Enemies that can strike the figure in this round.
    threats: Vec<Rival>,
    /// Comrades that have chosen to attack.
    comrades: Vec<Rival>,
}

/// A figure that has not acted yet, and its attack.
#[derive(Clone, Copy, Debug)]
struct Rival {
    figure: FigureId,
    target: FigureId,
    priority: Priority,
    /// The worth of its attack to its own side.
    worth: i64,
    /// The chance that its target cannot act afterwards in this round, in thousandths.
    stops: i64,
}

impl<'a> Tempo<'a> {
    pub(super) fn new(now: Situation<'a>, figure: FigureId) -> Self {
        let pending = |&other: &FigureId| other != figure && !now.figure(other).dice.has_acted();
        let threatens = |enemy: FigureId| pending(&enemy) && footprint::can_reach(now, enemy, figure);
        let near = footprint::opponents_around(now, figure, threatens);
        let threats = near.into_iter().filter_map(|enemy| rival(now, enemy, figure)).collect();
        let comrades = now.active_of(now.side(figure)).filter(pending).filter_map(|comrade| {
            let DiceRecord::Chosen(_) = now.figure(comrade).dice else { return None };
            let Some(Action::Attack { target, .. }) = now.figure(comrade).option else { return None };
            rival(now, comrade, target)
        });
        Self { now, figure, threats, comrades: comrades.collect() }
    }

    /// The worth of an attack, given who acts before and after it. `dx` is the modDX of the figure with that option.
    pub(super) fn worth(&self, target: FigureId, strike: Strike, dx: i32) -> i64 {
        let Self { now, figure, ref threats, ref comrades } = *self;
        let own = Priority { dice: strike.dice, dx, sequence: now.figure(figure).sequence };
        let is_earlier = |rival: &&Rival| first(&[own, rival.priority]) == Some(1);
        let mut worth = strike.worth;
        for rival in threats.iter().filter(is_earlier).filter(|rival| rival.target == figure) {
            worth = worth * (THOUSAND - rival.stops) / THOUSAND;
        }
        for rival in comrades.iter().filter(is_earlier).filter(|rival| rival.target == target) {
            worth = worth * (THOUSAND - rival.stops) / THOUSAND;
        }
        let prevented = threats.iter().find(|rival| rival.figure == target).filter(|rival| !is_earlier(rival));
        worth + prevented.map_or(0, |rival| rival.worth * strike.stops / THOUSAND)
    }
}

/// The attack of a figure that has not acted: the one it has chosen, or probably its best one on `target`.
fn rival(now: Situation<'_>, figure: FigureId, target: FigureId) -> Option<Rival> {
    let own = now.figure(figure);
    let chosen = match (own.dice, own.option) {
        (DiceRecord::Chosen(dice), Some(Action::Attack { target, .. })) => Some((target, dice)),
        _ => None,
    };
    let (target, dice) = chosen.unwrap_or((target, USUAL_DICE));
    let arms = weapons::all(now, figure);
    let open = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike || chosen.is_some());
    let strikes = open.flat_map(|&arm| worth::strikes(now, (figure, target), arm, Some(dice), 0));
    let best = strikes.max_by_key(|strike| strike.worth)?;
    let option = own.option.filter(|_| chosen.is_some());
    let priority = Priority { dice, dx: order_dx(now, figure, option), sequence: own.sequence };
    Some(Rival { figure, target, priority, worth: best.worth, stops: best.stops })
}
