//! Computer players: choosing an option in the action phase.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::duties::{self, Duty};
use super::tempo::Tempo;
use super::worth::{self, Blow};
use super::{Temper, again, gear, magic};
use crate::attack::{self, Attack, Manner, Order};
use crate::body::shape::TOUCHING;
use crate::command::Command;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::limits;
use crate::phases::{options, spell_casting};
use crate::rolls::Total;
use crate::situation::Situation;
use crate::situation::hits::order_dx;
use crate::situation::weapons::{self, Arm};
use crate::situation::{footprint, sight};
use crate::state::{Action, ActionKind, Asked, Of};
use foeman_engine::display::Odds;

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

/// The worth of each additional die of an attack, in per cent, for what tempo does not count.
const EARLINESS: i64 = 5;
/// The chance below which nothing is tried, in per cent.
const HOPELESS: u64 = 5;
/// No attack worth as much is hopeless.
const HOPELESS_WORTH: i64 = 60;
/// The worth of attacking the enemy that a figure hunts, in per cent of others.
pub(super) const PREY: i64 = 150;

/// Returns the choice of the deciding figure.
pub(super) fn choose(now: Situation<'_>, asked: Asked, temper: &Temper) -> Command {
    let mut best = Best { worth: 0, action: Action::Move };
    match offers(now, asked, temper, &mut best) {
        Some(alteration) => alteration,
        None => Command::Act { action: best.action },
    }
}

/// The best option offered so far, with its worth.
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

/// Offers all options of a figure. If there is a free alteration that can only help, returns it instead.
fn offers(now: Situation<'_>, asked: Asked, temper: &Temper, best: &mut Best) -> Option<Command> {
    let Asked { figure, over } = asked;
    let arms = weapons::all(now, figure);
    if over.is_none()
        && let Some(alteration) = gear::alteration(now, figure, &arms)
    {
        return Some(alteration);
    }
    let own = now.figure(figure);
    let open = |kind: ActionKind| limits::allows(kind, own.ma, own.mp);
    let duty = duties::under(now, figure, temper);
    attacks(now, figure, &arms, over.unwrap_or(0), temper, |worth, action, chance| {
        let eagerness = match action {
            Action::Attack { target, .. } if duty.prey() == Some(target) => temper.eagerness * PREY / 100,
            _ if temper.is_tactical && is_hopeless(now, figure, (worth, chance), action) => return,
            _ => temper.eagerness,
        };
        best.offer(worth * eagerness / 100, action);
    });
    if over.is_some() {
        // A watcher only leaves its watch for an attack.
        if let Some(watch) = own.option.filter(|option| option.kind() == ActionKind::Watch) {
            best.offer(WATCHFUL, watch);
        }
        return None;
    }
    if open(ActionKind::Use) {
        magic::spells(now, figure, temper, |worth, action| {
            if !(temper.is_tactical && spell_casting::chance(now, figure, action).is_some_and(is_slim)) {
                best.offer(worth, action);
            }
        });
    }
    if open(ActionKind::Ready)
        && let Some((worth, action)) = gear::ready(now, figure, &arms, best.worth)
    {
        best.offer(worth, action);
    }
    if temper.is_tactical && open(ActionKind::Defend) {
        // A figure that only parries never ends a fight, and an unhurt one does not wait for two rounds.
        let waited = own.did.is_some_and(|did| is_guarding(did) || (waits(did) && is_unhurt(now, figure)));
        let share = match waited {
            true if best.worth > 0 => 0,
            true => ONCE_MORE,
            false => 100,
        };
        let caution = if duty == Duty::StayAlive { 100 } else { temper.caution };
        let [blows, missiles] = threats(now, figure, caution).map(|worth| worth * share / 100);
        if blows > 0 {
            let item = gear::parries_with(now, figure);
            best.offer(blows * PARRIED / 100, Action::Defend { item, target: None });
        }
        if missiles > 0 {
            best.offer(missiles * EVADED / 100, Action::Dodge { target: None });
        }
    }
    // Watching is never worth more.
    if open(ActionKind::Watch)
        && best.worth < TAKING_AIM.max(WATCHFUL)
        && let Some((distance, target)) = nearest_seen(now, figure)
    {
        let shoots = arms.iter().any(|arm| arm.weapon.mode == Mode::Fire && arm.weapon.range >= distance);
        best.offer(if shoots { TAKING_AIM } else { WATCHFUL }, Action::Watch { target });
    }
    None
}

/// Every attack that a figure can make now with more than `over` dice: its worth, and the chance of a single one.
fn attacks(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    over: u8,
    temper: &Temper,
    mut offer: impl FnMut(i64, Action, Odds),
) {
    let own = now.figure(figure);
    let mut tempo = None;
    let mut numbers = [0u8; Mode::ALL.len()];
    for &arm in arms {
        let mode = arm.weapon.mode;
        let number = numbers[mode as usize];
        numbers[mode as usize] += 1;
        if !limits::allows(mode.option(), own.ma, own.mp) {
            continue;
        }
        for target in targets(now, figure, arm) {
            if attack::check(now, figure, target, arm).is_err() {
                continue;
            }
            // A figure that waited in vain need not keep its weapon for later.
            let keeps = mode == Mode::Hurl && !own.did.is_some_and(waits);
            let loss = if keeps { gear::loss(now, figure, arm) } else { 0 };
            let manner = again::manners(now, figure, arm);
            let order = |dice: u8, manner: Manner| Action::Attack { mode, target, attack: number, dice, manner };
            if !temper.is_tactical || temper.is_hasty {
                let blow = worth::best_blow(now, (figure, target), arm, temper.dice, over);
                if let Some(Blow { dice, worth, chance }) = blow {
                    offer(worth - loss, order(dice, manner(dice)), chance);
                }
                continue;
            }
            let tempo = tempo.get_or_insert_with(|| Tempo::new(now, figure));
            let mut known = None;
            for strike in worth::strikes(now, (figure, target), arm, temper.dice, over) {
                let manner = manner(strike.dice);
                let action = order(strike.dice, manner);
                // It depends on the manner, but not on the number of dice.
                let dx = match known {
                    Some((same, dx)) if same == manner => dx,
                    _ => order_dx(now, figure, Some(action)),
                };
                debug_assert_eq!(dx, order_dx(now, figure, Some(action)), "modDX depends on the number of dice");
                known = Some((manner, dx));
                let early = 100 + EARLINESS * i64::from(strike.dice);
                offer(tempo.worth(target, strike, dx) * early / 100 - loss, action, strike.chance);
            }
        }
    }
}

/// The opponents that a figure may be able to attack with a weapon, by the distance of their heads.
fn targets(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> SmallVec<[FigureId; 8]> {
    let most = match arm.weapon.mode {
        Mode::Strike => footprint::touching(now),
        // Effects on ranges: any distance.
        _ if now.content.touched.farthest == u32::MAX => u32::MAX,
        _ => arm.weapon.farthest().saturating_add(TOUCHING),
    };
    let mut targets = SmallVec::new();
    if footprint::is_alone(now, figure, most) {
        return targets;
    }
    now.state.figures.any_near((now.figure(figure).hex, most), Of::Others(now.side(figure)), |other| {
        if now.is_active(other) {
            targets.push(other);
        }
        false
    });
    targets
}

/// Whether a figure has lost at most a quarter of its ST.
pub(super) fn is_unhurt(now: Situation<'_>, figure: FigureId) -> bool {
    4 * now.mod_st(figure) >= 3 * now.kind(figure).st
}

/// Whether an option waits for the enemy.
pub(super) fn waits(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Move | ActionKind::Watch) || is_guarding(kind)
}

/// Whether an option is used from a distance: shooting or casting.
pub(super) fn is_at_a_distance(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Fire | ActionKind::Fire2 | ActionKind::Use)
}

/// Whether an option only parries or evades attacks.
pub(super) fn is_guarding(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Defend | ActionKind::Dodge)
}

/// Whether a chance is too small to try.
fn is_slim(odds: Odds) -> bool {
    odds.wins * 100 < odds.of * HOPELESS
}

/// Whether an attack of this worth nearly never hits. `single` is its chance unless it is one of two.
fn is_hopeless(now: Situation<'_>, figure: FigureId, (worth, single): (i64, Odds), action: Action) -> bool {
    if worth >= HOPELESS_WORTH {
        return false;
    }
    let ordered = || Order::of(figure, action).and_then(|order| Attack::<Total>::ordered(now, order));
    if matches!(action, Action::Attack { manner, .. } if manner.is_double()) {
        return ordered().is_some_and(|attack| is_slim(attack.chance()));
    }
    debug_assert_eq!(ordered().map(|attack| attack.chance()), Some(single), "the chance of an attack is another one");
    is_slim(single)
}

/// The expected harm from enemies that have not acted yet: from blows, and from missiles.
fn threats(now: Situation<'_>, figure: FigureId, caution: i64) -> [i64; 2] {
    let mut sums = [0, 0];
    let head = now.figure(figure).hex;
    let most = weapons::farthest_of_all(now).saturating_add(TOUCHING);
    if footprint::is_alone(now, figure, most) {
        return sums;
    }
    now.state.figures.each_near((head, most), Of::Others(now.side(figure)), |enemy, place| {
        // An enemy whose weapons do not reach so far is skipped. Hexes of its target can be nearer than the head.
        let spare = place.distance(head).saturating_sub(TOUCHING);
        let is_far = spare > 0 && spare > weapons::farthest(now, enemy);
        if is_far || now.figure(enemy).dice.has_acted() || !now.is_active(enemy) {
            return;
        }
        let near = footprint::can_reach(now, enemy, figure);
        let arms = weapons::all(now, enemy);
        // Most enemies have no attack that reaches so far, and a line of sight takes longer to find.
        if let Some((worth, action)) = attack_on(now, enemy, figure, &arms)
            && (near || sight::seen_hex(now, enemy, figure).is_some())
        {
            let flies = matches!(action, Action::Attack { mode, .. } if mode.flies());
            sums[usize::from(flies)] += worth * caution / 100;
        }
    });
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
    // One of the nearest is usually in sight, and then the others need no order.
    let nearest = footprint::nearest_opponent(now, figure)?;
    if options::sees(now, figure, nearest.1) {
        return Some(nearest);
    }
    let mut opponents: Vec<Reverse<(u32, FigureId)>> = Vec::new();
    now.state.figures.each_near((now.figure(figure).hex, u32::MAX), Of::Others(now.side(figure)), |enemy, _| {
        opponents.push(Reverse((footprint::distance(now, figure, enemy), enemy)));
    });
    let mut opponents = BinaryHeap::from(opponents);
    let in_order = std::iter::from_fn(|| opponents.pop()).map(|Reverse(next)| next);
    let others = in_order.filter(|&next| next != nearest && now.is_active(next.1));
    others.into_iter().find(|&(_, enemy)| options::sees(now, figure, enemy))
}
