//! Pivots: turning on the spot at the end of a move (`F4.6`).

use foeman_schema::grid::Direction;

use super::refuse;
use crate::Foeman;
use crate::body::shape::Pose;
use crate::body::step::cost;
use crate::constants::{PIVOT_DICE, PIVOT_DICE_ENGAGED, PIVOT_DICE_OVERMATCHED, PIVOT_MARGIN};
use crate::ids::FigureId;
use crate::instruction::{FigureEvent, Instruction};
use crate::rolls::Check;
use crate::rolls::success::{self, AutomaticMiss, Success};
use crate::situation::applying::engagement::engagement;
use crate::situation::{Situation, statuses, values};
use crate::state::Current;
use crate::state::records::{LastStep, Match, Posture};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// How far a figure may turn at the end of its move (`F4.6`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// Not at all.
    None,
    /// One hexside, with a saving roll of this many dice.
    One {
        /// The dice.
        dice: u8,
    },
    /// To any facing.
    Any,
}

/// The values that decide how far a figure may turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Its MA in this round.
    pub ma: u8,
    /// MP used.
    pub mp: u8,
    /// Steps taken.
    pub steps: u8,
    /// Its last step, of this round or an earlier one.
    pub last: LastStep,
    /// How it matches up with the opponents that engage it where it halts.
    pub matching: Match,
    /// What determines the dice of a restricted pivot.
    pub pressure: Pressure,
}

/// What determines the dice of a restricted pivot (`F4.6`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pressure {
    /// Whether the figure is engaged.
    Engaged,
    /// How it matches up with the opponents that engage it, if the scenario says so.
    Matched,
}

impl Pressure {
    /// The number of dice of a restricted pivot.
    fn dice(self, matching: Match) -> u8 {
        match (self, matching) {
            (_, Match::Free) | (Self::Matched, Match::Undermatched) => PIVOT_DICE,
            (Self::Matched, Match::Overmatched) => PIVOT_DICE_OVERMATCHED,
            _ => PIVOT_DICE_ENGAGED,
        }
    }
}

/// How far a figure may turn at the end of its move (`F4.6`).
pub fn turning(stand: Stand) -> Turning {
    let Stand { ma, mp, steps, last, matching, pressure } = stand;
    if steps > 1 && (mp >= ma || last == LastStep::Backward) {
        Turning::None
    } else if matching != Match::Free || ma == 0 || 2 * u32::from(mp) > u32::from(ma) {
        Turning::One { dice: pressure.dice(matching) }
    } else {
        Turning::Any
    }
}

/// How the moving figure may turn to a facing, or the rule that forbids it.
pub(super) fn judge(now: Situation<'_>, current: &Current, facing: Direction) -> Result<Turning, Refusal> {
    let own = now.figure(current.figure);
    if own.posture == Posture::Prone {
        return refuse("F1.6", "a lying figure must stand up first");
    }
    if let Some(refusal) = statuses::bars_pivots(now, current.figure) {
        return Err(refusal);
    }
    if facing == own.facing {
        return refuse("F4.6", "it faces that way already");
    }
    let (shape, turned) = (&now.kind(current.figure).shape, Pose { head: own.hex, facing });
    if cost(now.field(), shape, own.pose(), turned).is_none() {
        return refuse("F2.5", "there is no room to turn: an impassable hex is in the way");
    }
    if now.is_taken(current.figure, &shape.hexes(turned)) {
        return refuse("F2.5", "there is no room to turn: a figure is in the way");
    }
    let rules = &now.content.rules;
    let stand = Stand {
        ma: own.ma,
        mp: own.mp,
        steps: own.steps,
        last: own.heading.last,
        matching: engagement(now, current.figure).matching,
        pressure: if rules.pivot_dice_by_match { Pressure::Matched } else { Pressure::Engaged },
    };
    match turning(stand) {
        Turning::None => refuse("F4.6", "it has used up its move, or its last step was backward"),
        Turning::One { .. } if own.facing.distance(facing) > 1 => refuse("F4.6", "it may turn only one hexside"),
        turning => Ok(turning),
    }
}

pub(super) fn plan(figure: FigureId, facing: Direction, turning: Turning, out: &mut Emit<'_, Foeman>) {
    let (mut check, mut unsteady) = (None, 0);
    if let Turning::One { dice } = turning {
        let now = Situation::of(out);
        let (needed, dx) = (values::mod_iq(now, figure), now.mod_dx(figure));
        let rolled = Check::roll(out, "pivot", figure, dice, needed, AutomaticMiss::Threatens);
        unsteady = match rolled.success {
            Success::Made => 0,
            Success::Failed if rolled.total() <= dx + PIVOT_MARGIN => 1,
            Success::Failed | Success::AutomaticallyFailed => 2,
        };
        check = Some(Box::new(rolled));
    }
    out.push(Instruction::Figure(figure, FigureEvent::Pivoted { facing, check, unsteady }));
}

/// The exact chance of the saving roll, if one is needed.
pub(super) fn chance(now: Situation<'_>, current: &Current, facing: Direction) -> Option<Odds> {
    match judge(now, current, facing).ok()? {
        Turning::One { dice } => Some(success::chance(dice, now.mod_iq(current.figure), AutomaticMiss::Threatens)),
        _ => None,
    }
}
