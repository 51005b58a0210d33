//! What figures drop that left play.
//!
//! No rule says what becomes of it: a fill, and an option of the scenario.

use crate::ruleset::Emit;
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::instruction::{Instruction, ItemEvent};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::state::Condition;

/// Lets a figure that was harmed drop what it holds, if it is unconscious or dead now.
pub(in crate::rulesets::foeman) fn plan(figure: FigureId, out: &mut Emit<'_, Foeman>) {
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
