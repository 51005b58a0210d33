//! Limiting the number of damage dice voluntarily (`F7.5`).

use crate::Foeman;
use crate::attack::damage;
use crate::constants::MOST_DICE;
use crate::ids::FigureId;
use crate::instruction::{AttackEvent, FigureEvent, Instruction};
use crate::situation::{Situation, weapons};
use foeman_engine::ruleset::{Emit, Refusal};

/// Checks whether the deciding figure may limit its damage dice to this number; the refusal cites the rule.
///
/// The limit is set once, before the option is chosen, because the roll itself asks no questions.
pub(crate) fn check(now: Situation<'_>, figure: FigureId, most: u8) -> Result<(), Refusal> {
    if now.figure(figure).restrained.is_some() {
        return Err(Refusal { rule: "", message: "it has already limited its damage dice" });
    }
    let arms = weapons::all(now, figure);
    let dice = arms.iter().map(|arm| damage::rolled(&arm.weapon.damage, MOST_DICE)).max().unwrap_or(0);
    if most < dice { Ok(()) } else { Err(Refusal { rule: "F7.5", message: "it rolls no more damage dice anyway" }) }
}

pub(crate) fn plan(most: u8, out: &mut Emit<'_, Foeman>) {
    if let Some(asked) = out.state().asked_for_option() {
        let event = FigureEvent::Attack(AttackEvent::Restrained { most });
        out.push(Instruction::Figure(asked.figure, event));
    }
}
