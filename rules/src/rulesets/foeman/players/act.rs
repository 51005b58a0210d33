//! Choosing an option.

use super::worth::{self, Blow};
use super::{Temper, again, gear};
use crate::rulesets::foeman::attack::{self, Manner};
use crate::rulesets::foeman::body::{shape, sight};
use crate::rulesets::foeman::command::Command;
use crate::rulesets::foeman::content::items::Mode;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::phases::limits;
use crate::rulesets::foeman::phases::options;
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::state::{Action, ActionKind, Asked};

/// Watching somebody rather than doing nothing.
const WATCHFUL: i64 = 10;
/// Watching with a missile weapon loaded: the shot of the next round is aimed.
const TAKING_AIM: i64 = 25;
/// What parrying takes off the blows that come, in per cent.
const PARRIED: i64 = 45;
/// What evading takes off the missiles that come, in per cent.
const EVADED: i64 = 50;

/// What the figure that is asked does.
pub(super) fn choose(now: Situation<'_>, asked: Asked, temper: &Temper) -> Command {
    let Asked { figure, over } = asked;
    let arms = weapons::all(now, figure);
    if over.is_none()
        && let Some(alteration) = gear::alteration(now, figure, &arms)
    {
        return alteration;
    }
    let own = now.figure(figure);
    let open = |kind: ActionKind| limits::allows(kind, own.ma, own.mp);
    let mut best = Best { worth: 0, action: Action::Move };
    if let Some((worth, action)) = attack(now, figure, &arms, temper, over.unwrap_or(0)) {
        best.offer(worth * temper.eagerness / 100, action);
    }
    if over.is_some() {
        // On watch already: nothing less than an attack is worth leaving it for.
        let watch = own.option.filter(|option| option.kind() == ActionKind::Watch);
        if let Some(watch) = watch {
            best.offer(WATCHFUL, watch);
        }
        return Command::Act { action: best.action };
    }
    if open(ActionKind::Ready)
        && let Some((worth, action)) = gear::ready(now, figure, &arms, best.worth)
    {
        best.offer(worth, action);
    }
    if temper.defends && open(ActionKind::Defend) {
        let [blows, missiles] = threats(now, figure, temper);
        let aims_at = None;
        if blows * PARRIED > missiles * EVADED {
            best.offer(
                blows * PARRIED / 100,
                Action::Defend { item: gear::parries_with(now, figure), target: aims_at },
            );
        } else {
            best.offer(missiles * EVADED / 100, Action::Dodge { target: aims_at });
        }
    }
    if open(ActionKind::Watch)
        && let Some((distance, target)) = nearest_seen(now, figure)
    {
        let shoots = arms.iter().any(|arm| arm.weapon.mode == Mode::Fire && arm.weapon.range >= distance);
        best.offer(if shoots { TAKING_AIM } else { WATCHFUL }, Action::Watch { target });
    }
    Command::Act { action: best.action }
}

/// The best option found so far.
struct Best {
    worth: i64,
    action: Action,
}

impl Best {
    fn offer(&mut self, worth: i64, action: Action) {
        if worth > self.worth {
            *self = Self { worth, action };
        }
    }
}

/// The best attack a figure can make as it stands, with more than `over` dice.
pub(super) fn attack(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    temper: &Temper,
    over: u8,
) -> Option<(i64, Action)> {
    let own = now.figure(figure);
    let mut best: Option<(i64, Action)> = None;
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
            let Some(Blow { dice, worth }) = worth::best_blow(now, (figure, target), arm, temper.dice, over) else {
                continue;
            };
            let worth = worth - if mode == Mode::Hurl { gear::loss(now, figure, arm) } else { 0 };
            if best.is_none_or(|(best, _)| worth > best) {
                let manner = again::manner(now, figure, arm, dice);
                best = Some((worth, Action::Attack { mode, target, attack: number, dice, manner }));
            }
        }
    }
    best
}

/// What enemies that have not acted can still do to a figure: with blows, and with missiles.
fn threats(now: Situation<'_>, figure: FigureId, temper: &Temper) -> [i64; 2] {
    let mut sums = [0, 0];
    for enemy in now.opponents(figure) {
        if now.figure(enemy).dice.has_acted() {
            continue;
        }
        let near = shape::can_reach(now, enemy, figure);
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
    seen.map(|enemy| (shape::distance(now, figure, enemy), enemy)).min()
}
