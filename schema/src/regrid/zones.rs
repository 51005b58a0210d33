//! Moves the zones of a map to its new geometry.

use serde::Deserialize as _;
use serde_json::{Value, json};

use super::{Old, Regridded, landed};
use crate::change::Change;
use crate::draft::Draft;
use crate::grid::{Cell, Geometry};
use crate::text::Pointer;

pub(super) fn moved(draft: &Draft, old: &Old, new: &Geometry, offset: [i32; 2], done: &mut Regridded) {
    let zones = old.record.get("zones").and_then(Value::as_object);
    for (id, zone) in zones.into_iter().flatten() {
        let at = old.at("zones").child(id);
        let cells = cells(zone).into_iter().flatten().collect::<Vec<_>>();
        let kept: Vec<Cell> = cells.iter().filter_map(|cell| landed(new, *cell, offset)).collect();
        if kept != cells && old.moves(draft, &at.child("cells")) {
            done.changes.push(set(draft, at.child("cells"), &kept));
        }
        let mut rectangles = 0;
        let list = zone.get("rectangles").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        // From last to first, so that positions stay valid.
        for (position, rectangle) in list.iter().enumerate().rev() {
            let at = at.child("rectangles").child(position.to_string());
            let Some(corners) = corners(rectangle).filter(|_| old.moves(draft, &at)) else { continue };
            match clipped(new, corners, offset) {
                Some(now) => {
                    rectangles += 1;
                    for (name, before, now) in [("from", corners[0], now[0]), ("to", corners[1], now[1])] {
                        if before != now {
                            done.changes.push(Change::Set { at: at.child(name), value: json!(now) });
                        }
                    }
                }
                None => done.changes.push(Change::Remove { at }),
            }
        }
        let had_some = !cells.is_empty() || !list.is_empty();
        if had_some && kept.is_empty() && rectangles == 0 && old.moves(draft, &at) {
            done.emptied.push(at);
        }
    }
}

fn set(draft: &Draft, at: Pointer, cells: &[Cell]) -> Change {
    if cells.is_empty() && draft.defined(&at) {
        return Change::Remove { at };
    }
    Change::Set { at, value: json!(cells) }
}

fn cells(zone: &Value) -> Option<Vec<Cell>> {
    Vec::deserialize(zone.get("cells")?).ok()
}

pub(super) fn corners(rectangle: &Value) -> Option<[Cell; 2]> {
    let corner = |name: &str| Cell::deserialize(rectangle.get(name)?).ok();
    Some([corner("from")?, corner("to")?])
}

/// Returns the part of a moved rectangle that is on the map, with its corners in the original order.
pub(super) fn clipped(new: &Geometry, [from, to]: [Cell; 2], offset: [i32; 2]) -> Option<[Cell; 2]> {
    let (mut a, mut b) = (from, to);
    for axis in 0..2 {
        let last = new.size()[axis] as i32 - 1;
        let moved = |at: i32| at.saturating_add(offset[axis]);
        let (first, end) = (moved(from[axis]).min(moved(to[axis])), moved(from[axis]).max(moved(to[axis])));
        if end < 0 || first > last {
            return None;
        }
        (a[axis], b[axis]) = (moved(from[axis]).clamp(0, last), moved(to[axis]).clamp(0, last));
    }
    Some([a, b])
}
