//! `repeated-site`: a cell listed twice in an area.

use std::collections::BTreeSet;

use foeman_schema::catalogs::zones::MOST_ZONE_CELLS;
use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::grid::Bounds;
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use super::layout::Part;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "repeated-site",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An area contains a cell twice",
    doc: "\
The contents of an area are put into a cell each time that the cell is listed, alone or in a rectangle: units in a \
cell that is listed twice appear there twice.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3], [3, 3]], owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[(", [3, 3]", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let mut looked_at = 0;
        for (number, area) in scenario.areas.iter().enumerate().filter(|(_, area)| area.parts().nth(1).is_some()) {
            let mut met = BTreeSet::new();
            for (part, rectangle) in area.parts().enumerate() {
                let [from, to] = rectangle.corners();
                let bounds = Bounds { from, to };
                looked_at += bounds.count();
                // Rectangles this large are off the map, which another check reports, or take too long.
                if looked_at > MOST_ZONE_CELLS {
                    return;
                }
                let again: Vec<_> = bounds.cells().filter(|cell| !met.insert(*cell)).collect();
                let Some(&cell) = again.first() else { continue };
                let pointer = Part { area: number, part }.pointer(&key.pointer(), &scenario.areas);
                let [column, row] = cell;
                let message = format!("the area contains column {column}, row {row} already");
                let help = "remove the duplicate, or correct it".to_owned();
                let fix = || Fix::single("remove the second", vec![Change::Remove { at: pointer.clone() }]);
                let fixes = if again.len() == bounds.count() { vec![fix()] } else { Vec::new() };
                let told = finding(check, survey, pointer.clone(), message, help);
                findings.extend(told.map(|finding| Finding { fixes, hex: Some(cell), ..finding }));
            }
        }
    }
}
