//! Lying down, kneeling and getting up (`F1.6`); the costs are assumptions.

use super::refuse;
use super::special::push;
use super::step::{loose_dx, stop};
use crate::Foeman;
use crate::constants::{KNEEL_UP_DIVISOR, LIE_DOWN_MP, STAND_UP_DIVISOR, STRUGGLE_DICE};
use crate::ids::FigureId;
use crate::instruction::ManoeuvreEvent;
use crate::rolls::Check;
use crate::rolls::success::{self, AutomaticMiss};
use crate::situation::{Situation, relation};
use crate::state::records::Posture;
use crate::state::{Current, Progress};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// MP for a change of posture with this MA.
pub fn cost(ma: u8, from: Posture, to: Posture) -> u8 {
    match (from, to) {
        (Posture::Prone, Posture::Standing) => ma.div_ceil(STAND_UP_DIVISOR),
        (from, to) if to.digit() > from.digit() => ma.div_ceil(KNEEL_UP_DIVISOR),
        _ => LIE_DOWN_MP,
    }
}

/// MP for a change of posture, or the rule that forbids it.
pub(super) fn judge(now: Situation<'_>, current: &Current, to: Posture) -> Result<u8, Refusal> {
    let own = now.figure(current.figure);
    let paid = cost(own.ma, own.posture, to);
    if own.posture == to {
        refuse("F1.6", "it is in that posture already")
    } else if current.progress == Progress::Stopped {
        refuse("F4.5", "it has been halted")
    } else if current.origin.is_some() {
        refuse("F4.7", "it is passing through the hex of another figure")
    } else if paid == 0 || paid > own.ma.saturating_sub(own.mp) {
        refuse("F4.1", "it has too few MP left")
    } else {
        Ok(paid)
    }
}

/// Changes the posture. At close quarters, that counts as leaving (`F4.11`).
pub(super) fn plan(figure: FigureId, to: Posture, paid: u8, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let from = relation::grapplers(now, figure);
    if !from.is_empty() {
        let needed = loose_dx(now, figure, &from);
        let check = Check::roll(out, "leave", figure, STRUGGLE_DICE, needed, AutomaticMiss::Threatens);
        let made = check.is_success();
        push(figure, ManoeuvreEvent::BreaksLoose { from, check: Box::new(check) }, out);
        if !made {
            stop(figure, out);
            return;
        }
    }
    push(figure, ManoeuvreEvent::TakesPosture { to, paid }, out);
}

/// The exact chance of the saving roll that is needed at close quarters.
pub(super) fn chance(now: Situation<'_>, current: &Current, to: Posture) -> Option<Odds> {
    judge(now, current, to).ok()?;
    let grapplers = relation::grapplers(now, current.figure);
    let needed = loose_dx(now, current.figure, &grapplers).total();
    (!grapplers.is_empty()).then(|| success::chance(STRUGGLE_DICE, needed, AutomaticMiss::Threatens))
}
