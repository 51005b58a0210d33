//! Consequences of harm that attacks and effects have in common: the saving roll, shock, and dropped gear.

use crate::Foeman;
use crate::constants::{SHOCK_OVER, SHOCK_PENALTY};
use crate::ids::{FigureId, ItemId};
use crate::instruction::{AttackEvent, FigureEvent, Instruction, ItemEvent};
use crate::notation::bypass::{MovedFirst, Physical};
use crate::rolls::success::AutomaticMiss;
use crate::rolls::{Check, Sum};
use crate::situation::{Situation, values};
use crate::state::Condition;
use crate::state::records::SideSequence;
use foeman_engine::ruleset::Emit;

/// Rolls the saving roll that lets a target negate all harm, if the attack allows one, and returns whether it succeeded
/// (`F8.5`).
pub(crate) fn roll_save((figure, target): (FigureId, FigureId), harm: Physical, out: &mut Emit<'_, Foeman>) -> bool {
    let Some((dice, needed)) = save(Situation::of(out), (figure, target), harm) else { return false };
    let check = Check::roll(out, "save", target, dice, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    out.push(Instruction::Figure(target, FigureEvent::Attack(AttackEvent::Saved { check: Box::new(check) })));
    made
}

/// The number of dice of the saving roll that an attack allows, and the limit they must not exceed; `None` if it allows
/// no saving roll.
pub(crate) fn save(now: Situation<'_>, (figure, target): (FigureId, FigureId), harm: Physical) -> Option<(u8, Sum)> {
    let needed = match harm {
        Physical::SavedBySt => values::mod_st(now, target),
        Physical::SavedByDx => values::mod_dx(now, target),
        Physical::SavedByIq => values::mod_iq(now, target),
        _ => return None,
    };
    Some((Physical::saving_dice(moved_first(now, target, figure)), needed))
}

/// Which of two sides moved first in this round. Figures of no side never count as first.
fn moved_first(now: Situation<'_>, target: FigureId, attacker: FigureId) -> MovedFirst {
    let order = |figure| match now.state.sides.get(usize::from(now.side(figure).0)).map(|side| side.sequence) {
        Some(SideSequence::Moved(order)) => order,
        _ => u8::MAX,
    };
    if order(target) < order(attacker) { MovedFirst::Target } else { MovedFirst::Attacker }
}

/// The modifier to modDX in the next round after attacks that each did this much harm (`F8.6`).
pub fn shock(attacks: &[i32]) -> i32 {
    SHOCK_PENALTY * attacks.iter().filter(|&&points| shocks(points)).count() as i32
}

/// Whether this much harm from one attack causes shock (`F8.6`).
pub fn shocks(points: i32) -> bool {
    points > SHOCK_OVER
}

/// Makes a harmed figure drop the items it holds if it is unconscious or dead now.
///
/// No rule covers this: it is an assumption, and an option of the scenario.
pub(crate) fn drop_held(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    if !now.content.rules.fallen_drop_gear || Condition::at(now.mod_st(figure)) == Condition::Active {
        return;
    }
    let hex = now.figure(figure).hex;
    let held: Vec<ItemId> = now.gear(figure).filter(|&item| now.item(item).is_held()).collect();
    for item in held {
        out.push(Instruction::Item(item, ItemEvent::Left { hex }));
    }
}
