//! Moves the areas of a map to its new geometry.

use serde_json::{Value, json};

use super::zones::{clipped, corners};
use super::{Old, Regridded};
use crate::catalogs::areas::Area;
use crate::change::Change;
use crate::draft::Draft;
use crate::grid::Geometry;

pub(super) fn moved(draft: &Draft, old: &Old, new: &Geometry, offset: [i32; 2], done: &mut Regridded) {
    let areas = old.record.get("areas").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let at = old.at("areas");
    let now = areas.iter().map(|area| {
        let before = corners(area);
        (area, before, before.and_then(|before| clipped(new, before, offset)))
    });
    let now: Vec<_> = now.collect();
    let is_same = |(_, before, after): &(_, Option<_>, Option<_>)| before == after;
    if now.iter().all(is_same) || !old.moves(draft, &at) {
        return;
    }
    // If most of the list changes, or if it is inherited, it is rewritten in one change.
    let changed = now.iter().filter(|area| !is_same(area)).count();
    if changed > MANY || !draft.defined(&at) {
        let kept = now.into_iter().filter_map(|(area, before, after)| {
            let mut area = area.clone();
            if before.is_some() {
                let [from, to] = after?;
                area["from"] = json!(from);
                area["to"] = json!(to);
            }
            Some(area)
        });
        done.changes.push(Change::Set { at, value: kept.collect() });
        return;
    }
    // From last to first, so that positions stay valid.
    for (position, (_, before, after)) in now.iter().enumerate().rev() {
        let (Some(before), at) = (before, at.child(position.to_string())) else { continue };
        let Some(after) = after else {
            done.changes.push(Change::Remove { at });
            continue;
        };
        for (name, before, after) in [("from", before[0], after[0]), ("to", before[1], after[1])] {
            if before != after {
                done.changes.push(Change::Set { at: at.child(name), value: json!(after) });
            }
        }
    }
}

/// Returns the part of a moved area that is on the new map.
pub(super) fn landed(new: &Geometry, area: Area, offset: [i32; 2]) -> Option<Area> {
    let corners = [area.from, area.to].map(|corner| corner.map(i32::from));
    let [from, to] = clipped(new, corners, offset)?.map(|corner| corner.map(|count| count as u16));
    Some(Area { from, to, ..area })
}

/// Up to this number of areas is changed individually, which preserves comments and layout.
const MANY: usize = 200;
