//! Gear dropped by dead and unconscious figures.
//!
//! No rule covers this: it is an assumption, and an option of the scenario.

use crate::Foeman;
use crate::ids::{FigureId, ItemId};
use crate::instruction::{Instruction, ItemEvent};
use crate::situation::Situation;
use crate::state::Condition;
use foeman_engine::ruleset::Emit;

/// Makes a harmed figure drop the items it holds if it is unconscious or dead now.
pub(crate) fn plan(figure: FigureId, out: &mut Emit<'_, Foeman>) {
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
