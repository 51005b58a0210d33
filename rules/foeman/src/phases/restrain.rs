//! Rolling fewer damage dice than one might (`F7.5`).

use crate::Foeman;
use crate::attack::damage;
use crate::constants::MOST_DICE;
use crate::ids::FigureId;
use crate::instruction::{AttackEvent, FigureEvent, Instruction};
use crate::situation::{Situation, weapons};
use foeman_engine::ruleset::{Emit, Refusal};

/// Whether the figure that is asked may say that it rolls no more damage dice than this, and if not, by which rule.
///
/// It says so once, before its option: the roll itself asks nobody.
pub(crate) fn check(now: Situation<'_>, figure: FigureId, most: u8) -> Result<(), Refusal> {
    if now.figure(figure).restrained.is_some() {
        return Err(Refusal { rule: "", message: "it has said so already" });
    }
    let arms = weapons::all(now, figure);
    let dice = arms.iter().map(|arm| damage::rolled(&arm.weapon.damage, MOST_DICE)).max().unwrap_or(0);
    if most < dice { Ok(()) } else { Err(Refusal { rule: "F7.5", message: "it rolls no more damage dice anyway" }) }
}

/// Carries it out.
pub(crate) fn plan(most: u8, out: &mut Emit<'_, Foeman>) {
    if let Some(asked) = out.state().asked_for_option() {
        let event = FigureEvent::Attack(AttackEvent::Restrained { most });
        out.push(Instruction::Figure(asked.figure, event));
    }
}
