//! What becomes of weapon and missile: missiles are used up, what was hurled lies at its target, and a fumble drops
//! things where the attacker is (`F7.2`).

use super::Order;
use crate::Foeman;
use crate::content::items::Mode;
use crate::ids::ItemId;
use crate::instruction::{Instruction, ItemEvent};
use crate::rolls::Check;
use crate::rolls::success::{self, AutomaticMiss};
use foeman_engine::ruleset::Emit;
use foeman_schema::grid::Hex;

/// What becomes of the item that was attacked with.
pub(super) fn plan(order: Order, item: ItemId, check: &Check, out: &mut Emit<'_, Foeman>) {
    let head = out.state().figure(order.figure).hex;
    // Where a repeat action lifts the automatic miss, nothing is dropped either (a fill).
    let fumbles = out.content().rules.drop_on_fumble
        && check.miss == AutomaticMiss::Threatens
        && success::drops(check.dice.len() as u8, check.total());
    match order.mode {
        Mode::Fire => {
            let ammo = out.state().item(item).loaded;
            if ammo.is_some() {
                out.push(Instruction::Item(item, ItemEvent::Unloaded));
            }
            match ammo {
                Some(ammo) if fumbles => drop_piece(ammo, head, out),
                Some(ammo) => {
                    let left = out.state().item(ammo).count.saturating_sub(1);
                    out.push(Instruction::Item(ammo, ItemEvent::Spent { left }));
                }
                None => {}
            }
            if fumbles {
                drop_piece(item, head, out);
            }
        }
        Mode::Hurl => {
            let hex = if fumbles { head } else { out.state().figure(order.target).hex };
            drop_piece(item, hex, out);
        }
        Mode::Strike | Mode::Jab if fumbles => drop_piece(item, head, out),
        Mode::Strike | Mode::Jab => {}
    }
}

/// Lets an item lie in a hex; of what is counted one piece.
fn drop_piece(item: ItemId, hex: Hex, out: &mut Emit<'_, Foeman>) {
    let event = match out.state().item(item).count {
        0 | 1 => ItemEvent::Left { hex },
        _ => ItemEvent::Shed { pieces: 1, hex },
    };
    out.push(Instruction::Item(item, event));
}
