//! Computer players: choosing an option in the action phase.

use super::worth::{self, Blow};
use super::{Temper, again, gear, magic};
use crate::attack::{self, Manner};
use crate::command::Command;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::limits;
use crate::phases::options;
use crate::situation::Situation;
use crate::situation::weapons::{self, Arm};
use crate::situation::{footprint, sight};
use crate::state::{Action, ActionKind, Asked};

/// The worth of watching an enemy instead of doing nothing.
const WATCHFUL: i64 = 10;
/// The worth of watching with a loaded missile weapon: the shot of the next round is aimed.
const TAKING_AIM: i64 = 25;
/// The expected reduction of incoming blows by parrying, in per cent.
const PARRIED: i64 = 75;
/// The worth of guarding again in the next round, in per cent.
const ONCE_MORE: i64 = 33;
/// The expected reduction of incoming missiles by dodging, in per cent.
const EVADED: i64 = 10;

/// Returns the choice of the deciding figure.
pub(super) fn choose(now: Situation<'_>, asked: Asked, temper: &Temper) -> Command {
    let mut best = Offers { best: (0, Action::Move), all: None };
    match offers(now, asked, temper, &mut best) {
        Some(alteration) => alteration,
        None => Command::Act { action: best.best.1 },
    }
}

/// The most promising choices of the deciding figure, the best first.
pub(super) fn promising(now: Situation<'_>, asked: Asked, temper: &Temper, most: usize) -> Vec<Command> {
    let mut offered = Offers { best: (0, Action::Move), all: Some(vec![(0, Action::Move)]) };
    if let Some(alteration) = offers(now, asked, temper, &mut offered) {
        return vec![alteration];
    }
    let mut all = offered.all.unwrap_or_default();
    all.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    let best = all.first().map_or(0, |&(worth, _)| worth);
    all.retain(|&(worth, _)| worth * 100 >= best * WORTH_A_THOUGHT);
    all.truncate(most);
    all.into_iter().map(|(_, action)| Command::Act { action }).collect()
}

/// The minimum worth of choices to consider, in per cent of the best.
const WORTH_A_THOUGHT: i64 = 40;

/// The numbers of attack dice to try.
const WORTH_TRYING: &[Option<u8>] = &[Some(2), Some(3), Some(4), Some(5), Some(6)];

/// The choices offered so far, with their worth.
struct Offers {
    best: (i64, Action),
    /// All of them, if requested.
    all: Option<Vec<(i64, Action)>>,
}

impl Offers {
    fn offer(&mut self, worth: i64, action: Action) {
        if worth > self.best.0 {
            self.best = (worth, action);
        }
        if let Some(all) = &mut self.all {
            all.push((worth, action));
        }
    }
}

/// Offers all options of a figure. If there is a free alteration that can only help, returns it instead.
fn offers(now: Situation<'_>, asked: Asked, temper: &Temper, best: &mut Offers) -> Option<Command> {
    let Asked { figure, over } = asked;
    let arms = weapons::all(now, figure);
    if over.is_none()
        && let Some(alteration) = gear::alteration(now, figure, &arms)
    {
        return Some(alteration);
    }
    let own = now.figure(figure);
    let open = |kind: ActionKind| limits::allows(kind, own.ma, own.mp);
    let dice = if best.all.is_some() { WORTH_TRYING } else { &[temper.dice] };
    for &dice in dice {
        attacks(now, figure, &arms, (dice, over.unwrap_or(0)), |worth, action| {
            best.offer(worth * temper.eagerness / 100, action);
        });
    }
    if over.is_some() {
        // A watcher only leaves its watch for an attack.
        if let Some(watch) = own.option.filter(|option| option.kind() == ActionKind::Watch) {
            best.offer(WATCHFUL, watch);
        }
        return None;
    }
    if open(ActionKind::Use) {
        magic::spells(now, figure, |worth, action| best.offer(worth, action));
    }
    if open(ActionKind::Ready)
        && let Some((worth, action)) = gear::ready(now, figure, &arms, best.best.0)
    {
        best.offer(worth, action);
    }
    if temper.is_tactical && open(ActionKind::Defend) {
        // A figure that only parries never ends a fight.
        let share = match own.did.is_some_and(is_guarding) {
            true if best.best.0 > 0 => 0,
            true => ONCE_MORE,
            false => 100,
        };
        let [blows, missiles] = threats(now, figure, temper).map(|worth| worth * share / 100);
        if blows > 0 {
            let item = gear::parries_with(now, figure);
            best.offer(blows * PARRIED / 100, Action::Defend { item, target: None });
        }
        if missiles > 0 {
            best.offer(missiles * EVADED / 100, Action::Dodge { target: None });
        }
    }
    if open(ActionKind::Watch)
        && let Some((distance, target)) = nearest_seen(now, figure)
    {
        let shoots = arms.iter().any(|arm| arm.weapon.mode == Mode::Fire && arm.weapon.range >= distance);
        best.offer(if shoots { TAKING_AIM } else { WATCHFUL }, Action::Watch { target });
    }
    None
}

/// Every attack that a figure can make now with more than `over` dice: with the given number, or the best one.
fn attacks(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    (dice, over): (Option<u8>, u8),
    mut offer: impl FnMut(i64, Action),
) {
    let own = now.figure(figure);
    let mut numbers = [0u8; Mode::ALL.len()];
    for &arm in arms {
        let mode = arm.weapon.mode;
        let number = numbers[mode as usize];
        numbers[mode as usize] += 1;
        if !limits::allows(mode.option(), own.ma, own.mp) {
            continue;
        }
        for target in now.opponents(figure) {
            if attack::check(now, figure, target, arm).is_err() {
                continue;
            }
            let Some(Blow { dice, worth }) = worth::best_blow(now, (figure, target), arm, dice, over) else {
                continue;
            };
            // A figure that waited in vain need not keep its weapon for later.
            let keeps = mode == Mode::Hurl && !own.did.is_some_and(waits);
            let worth = worth - if keeps { gear::loss(now, figure, arm) } else { 0 };
            let manner = again::manner(now, figure, arm, dice);
            offer(worth, Action::Attack { mode, target, attack: number, dice, manner });
        }
    }
}

/// Whether an option waits for the enemy.
pub(super) fn waits(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Move | ActionKind::Watch) || is_guarding(kind)
}

/// Whether an option only parries or evades attacks.
pub(super) fn is_guarding(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Defend | ActionKind::Dodge)
}

/// The expected harm from enemies that have not acted yet: from blows, and from missiles.
fn threats(now: Situation<'_>, figure: FigureId, temper: &Temper) -> [i64; 2] {
    let mut sums = [0, 0];
    for enemy in now.opponents(figure) {
        if now.figure(enemy).dice.has_acted() {
            continue;
        }
        let near = footprint::can_reach(now, enemy, figure);
        if !near && sight::seen_hex(now, enemy, figure).is_none() {
            continue;
        }
        let arms = weapons::all(now, enemy);
        if let Some((worth, action)) = attack_on(now, enemy, figure, &arms) {
            let flies = matches!(action, Action::Attack { mode, .. } if mode.flies());
            sums[usize::from(flies)] += worth * temper.caution / 100;
        }
    }
    sums
}

/// The best attack of one figure on another.
fn attack_on(now: Situation<'_>, figure: FigureId, target: FigureId, arms: &[Arm<'_>]) -> Option<(i64, Action)> {
    let own = now.figure(figure);
    let open = arms.iter().filter(|arm| {
        limits::allows(arm.weapon.mode.option(), own.ma, own.mp) && attack::check(now, figure, target, **arm).is_ok()
    });
    let worth = open.filter_map(|&arm| {
        let blow = worth::best_blow(now, (figure, target), arm, None, 0)?;
        Some((
            blow.worth,
            Action::Attack { mode: arm.weapon.mode, target, attack: 0, dice: blow.dice, manner: Manner::Plain },
        ))
    });
    worth.max_by_key(|&(worth, _)| worth)
}

/// The nearest enemy that a figure sees, and how far it is.
fn nearest_seen(now: Situation<'_>, figure: FigureId) -> Option<(u32, FigureId)> {
    let seen = now.opponents(figure).filter(|&enemy| options::sees(now, figure, enemy));
    seen.map(|enemy| (footprint::distance(now, figure, enemy), enemy)).min()
}
