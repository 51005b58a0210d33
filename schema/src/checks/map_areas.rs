//! `map-areas`: an area that is off the map, has its corners swapped, or has neither terrain nor level.

use serde_json::json;

use crate::catalogs::areas::Area;
use crate::catalogs::board::Map;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;
use crate::text::Pointer;

use super::maps;

pub(crate) static CHECK: Check = Check {
    name: "map-areas",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An area of a map is outside it, ends before it begins, or paints nothing",
    doc: "\
An area covers the cells between its corners `from` and `to`, including both; columns and rows count from 0.
It sets a `terrain`, a `level`, or both.
Cells outside the map have no effect, and are often left over from a larger map.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {size: [300, 200]}
    fill: sand
    areas:
      - {terrain: sea, from: [250, 0], to: [300, 199]}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  sea: {title: Sea, color: "#31708f"}
"##,
    fix: &[("to: [300", "to: [299")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, map) in maps(survey) {
        for (number, area) in map.areas.iter().enumerate() {
            let at = key.pointer().child("areas").child(number.to_string());
            for Fault { at, message, help, fix } in faults(&at, area, &map) {
                // Areas of an inherited list are reported where they are written.
                let Some(place) = survey.draft.place(&at) else { continue };
                findings.push(Finding { help, fixes: vec![fix], ..check.finding(place, at, message) });
            }
        }
    }
}

struct Fault {
    at: Pointer,
    message: String,
    help: Option<String>,
    fix: Fix,
}

fn faults(at: &Pointer, area: &Area, map: &Map) -> Vec<Fault> {
    let mut faults = Vec::new();
    let [width, height] = map.geometry.size();
    let fix = |title: &str, changes| Fix::safe(title, changes);
    let remove = || Fix::single("remove the area", vec![Change::Remove { at: at.clone() }]);
    if area.terrain.is_none() && area.level.is_none() {
        faults.push(Fault {
            at: at.clone(),
            message: "expected a `terrain` or a `level`, found neither".to_owned(),
            help: Some("add a `terrain` or a `level`, or remove the area".to_owned()),
            fix: remove(),
        });
    }
    let sorted = area.bounds();
    let words = ["column", "row"];
    if let Some(axis) = (0..2).find(|axis| area.from[*axis] > area.to[*axis]) {
        let (word, from, to) = (words[axis], area.from[axis], area.to[axis]);
        faults.push(Fault {
            at: at.child("from"),
            message: format!("{word} {from} of `from` is after {word} {to} of `to`"),
            help: None,
            fix: fix("swap the ends that are in the wrong order", corners(at, area, [sorted.from, sorted.to])),
        });
    }
    for (name, corner) in [("from", area.from), ("to", area.to)] {
        let [column, row] = corner.map(i32::from);
        if map.geometry.contains([column, row]) {
            continue;
        }
        let [right, bottom] = [width, height].map(|count| count as i32 - 1);
        let fix = match sorted.from[0] > right || sorted.from[1] > bottom {
            true => remove(),
            false => {
                let on_map = |corner: [u16; 2]| [i32::from(corner[0]).min(right), i32::from(corner[1]).min(bottom)];
                fix("end the area at the edge of the map", corners(at, area, [area.from, area.to].map(on_map)))
            }
        };
        faults.push(Fault {
            at: at.child(name),
            message: format!("expected a cell of the map, found column {column}, row {row}"),
            help: Some(format!("{} has columns 0 to {right} and rows 0 to {bottom}", map.title)),
            fix,
        });
    }
    faults
}

/// Returns the changes that set the corners of an area.
fn corners(at: &Pointer, area: &Area, corners: [[i32; 2]; 2]) -> Vec<Change> {
    let written = [("from", area.from), ("to", area.to)].into_iter().zip(corners);
    let steps = written.flat_map(|((name, before), after)| [0, 1].map(|axis| (name, axis, before[axis], after[axis])));
    let changed = steps.filter(|(_, _, before, after)| i32::from(*before) != *after);
    let at = |name: &str, axis: usize| at.child(name).child(axis.to_string());
    changed.map(|(name, axis, _, after)| Change::Set { at: at(name, axis), value: json!(after) }).collect()
}
