//! Fleetness: extra MA for a round after a saving roll at the start of a move (`F7.10`).

use super::refuse;
use super::special::push;
use crate::Foeman;
use crate::constants::{DIE, FLEETNESS_DICE};
use crate::ids::{FigureId, TalentId};
use crate::instruction::ManoeuvreEvent;
use crate::notation::expression::{self, Attribute, Whose};
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Check, Reason, Sum};
use crate::situation::Situation;
use crate::state::{Current, Progress};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// The talents with which a figure can gain speed.
pub(super) fn talents(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = TalentId> {
    now.kind(figure).talents.iter().copied().filter(move |&talent| now.content.hurry(talent).is_some())
}

/// Checks whether the current figure may use a talent of this kind.
pub(super) fn check(now: Situation<'_>, current: &Current, talent: TalentId) -> Result<(), Refusal> {
    let own = now.figure(current.figure);
    if !talents(now, current.figure).any(|known| known == talent) {
        refuse("F7.10", "it does not have that talent")
    } else if own.manoeuvres.has_hurried {
        refuse("F7.10", "it has already tried that in this round")
    } else if current.progress != Progress::Fresh || own.steps > 0 || own.mp > 0 {
        refuse("F7.10", "only at the start of a move")
    } else {
        Ok(())
    }
}

fn needed(now: Situation<'_>, figure: FigureId) -> Sum {
    let own = now.figure(figure);
    Sum::of(Reason::Strength, now.mod_st(figure) + own.physical + own.exhaustion)
        .and(Reason::Wounds, -own.physical)
        .and(Reason::Exhaustion, -own.exhaustion)
}

/// Tries to gain speed.
pub(super) fn plan(figure: FigureId, talent: TalentId, out: &mut Emit<'_, Foeman>) {
    let needed = needed(Situation::of(out), figure);
    let check = Check::roll(out, "fleetness", figure, FLEETNESS_DICE, needed, AutomaticMiss::Threatens);
    let (mut ma_won, mut exhaustion) = (0, 0);
    if check.is_success() {
        let by = out.content().hurry(talent).expect("`check` accepts only talents of speed").expression().clone();
        let won = expression::evaluate(&by, &mut Rolling { figure, out });
        ma_won = won.clamp(0, i32::from(u8::MAX)) as u8;
    } else {
        // Exhaustion is never fatal (`F8.2`).
        let st = Situation::of(out).mod_st(figure);
        exhaustion = out.content().talent(talent).cost.st.into();
        exhaustion = i32::min(exhaustion, (st - 1).max(0));
    }
    push(figure, ManoeuvreEvent::Hurries { talent, check: Box::new(check), ma_won, exhaustion }, out);
}

/// The exact chance of the saving roll.
pub(super) fn chance(now: Situation<'_>, figure: FigureId) -> Odds {
    success::chance(FLEETNESS_DICE, needed(now, figure).total(), AutomaticMiss::Threatens)
}

/// The context for evaluating the gain of a talent: its owner's attributes, and recorded dice.
struct Rolling<'a, 'b> {
    figure: FigureId,
    out: &'a mut Emit<'b, Foeman>,
}

impl expression::Situation for Rolling<'_, '_> {
    fn attribute(&mut self, _: Whose, attribute: Attribute) -> i32 {
        let now = Situation::of(self.out);
        let kind = now.kind(self.figure);
        match attribute {
            Attribute::St => now.mod_st(self.figure),
            Attribute::Dx => now.mod_dx(self.figure),
            Attribute::Iq => now.mod_iq(self.figure),
            Attribute::Ma => kind.ma.into(),
            Attribute::Size => i32::try_from(kind.size).unwrap_or(i32::MAX),
        }
    }

    fn field(&mut self, _: Whose, name: &str) -> i32 {
        Situation::of(self.out).kind(self.figure).field(name)
    }

    fn dice(&mut self, count: u8) -> i32 {
        success::total(&self.out.roll("speed", u32::from(self.figure.0), usize::from(count), DIE))
    }
}
