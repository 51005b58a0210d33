//! Gear dropped by dead and unconscious figures.
//!
//! No rule covers this: it is an assumption, and an option of the scenario.

use crate::ruleset::Emit;
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::instruction::{Instruction, ItemEvent};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::state::Condition;

/// Makes a harmed figure drop the items it holds if it is unconscious or dead now.
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
