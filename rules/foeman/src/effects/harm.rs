//! Effects that do or heal harm.

use crate::catalogs::effects::Harm as Sort;
use crate::constants::{DIE, FALL_AT, MOST_POINTS};
use crate::effects::cause::{Cause, Reach};
use crate::ids::{FigureId, Source};
use crate::instruction::{FigureEvent, Instruction, MagicEvent, Suffering};
use crate::notation::Bypass;
use crate::notation::bypass::Physical;
use crate::option::Mode;
use crate::situation::Situation;
use crate::situation::protection::{self, Guard};
use crate::{Foeman, harm};
use foeman_engine::ruleset::Emit;

/// Harms a figure, less its protection (`F8.3`).
pub(super) fn damage(
    (points, of, bypass): (i32, Sort, Bypass),
    cause: &Cause,
    target: FigureId,
    out: &mut Emit<'_, Foeman>,
) {
    let bypass = if bypass == Bypass::default() { cause.bypass } else { bypass };
    let points = points.clamp(0, MOST_POINTS);
    let now = Situation::of(out);
    let attacker = (cause.owner != target).then_some(cause.owner);
    let in_the_way = match (cause.reach, attacker) {
        (Reach::Flies, Some(attacker)) => {
            protection::against(now, target, attacker, (Mode::Fire, bypass), cause.hit_dice)
        }
        _ => protection::at_hand(now, target, attacker, (bypass, cause.hit_dice)),
    };
    let mut guards = Vec::with_capacity(in_the_way.stops.len());
    let mut left = points;
    for (source, stops) in in_the_way.stops {
        let die = (stops.rating > 0).then(|| out.die("interpose", u32::from(target.0), DIE));
        let mut guard = Guard { source, rating: stops.rating, die, stopped: 0 };
        let block = if guard.interposed() { stops.block } else { 0 };
        guard.stopped = left.min(i32::from(stops.protection) + i32::from(block));
        left -= guard.stopped;
        guards.push(guard);
    }
    let saved = left > 0 && harm::roll_save((cause.owner, target), bypass.physical, out);
    let st = Situation::of(out).mod_st(target);
    let (physical, exhaustion) = match (of, bypass.physical) {
        _ if saved => (0, 0),
        (_, Physical::NoDamage) | (Sort::Physical, Physical::NoPhysical) => (0, 0),
        (Sort::Exhaustion, Physical::NoExhaustion) => (0, 0),
        (Sort::Physical, _) => (left, 0),
        // Exhaustion alone is never fatal (`F8.2`).
        (Sort::Exhaustion, _) => (0, left.min(st - 1).max(0)),
    };
    let total = physical + exhaustion;
    let suffering = Suffering {
        source: cause.source,
        points,
        guards,
        physical,
        exhaustion,
        shocks: harm::shocks(total),
        falls: total >= FALL_AT,
    };
    out.push(Instruction::Figure(target, FigureEvent::Magic(MagicEvent::Suffers(Box::new(suffering)))));
    harm::drop_held(target, out);
}

/// Heals harm of one kind, at most what the figure has.
pub(super) fn heal(points: i32, of: Sort, source: Source, target: FigureId, out: &mut Emit<'_, Foeman>) {
    let own = out.state().figure(target);
    let points = points.max(0);
    let (physical, exhaustion) = match of {
        Sort::Physical => (points.min(own.physical).max(0), 0),
        Sort::Exhaustion => (0, points.min(own.exhaustion).max(0)),
    };
    let event = MagicEvent::Heals { source, physical, exhaustion };
    out.push(Instruction::Figure(target, FigureEvent::Magic(event)));
}
