//! `off-map-area`: cells of an area outside the map.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::layout::Part;
use super::{finding, off_map};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "off-map-area",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An area of a scenario is outside the map",
    doc: "\
Areas put units and terrains into cells of the map. A scenario with an area that extends beyond the map cannot be \
played.
Columns and rows are counted from 0.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 4]], owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[("3, 4", "3, 3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(map) = survey.record::<Map>(scenario.map.id()) else { continue };
        for (area, of) in scenario.areas.iter().enumerate() {
            for (part, rectangle) in of.parts().enumerate() {
                let outside = rectangle.corners().into_iter().find_map(|cell| Some((cell, off_map(map, cell)?)));
                let Some((cell, (message, help))) = outside else { continue };
                let pointer = Part { area, part }.pointer(&key.pointer(), &scenario.areas);
                let told = finding(check, survey, pointer, message, help);
                findings.extend(told.map(|finding| Finding { hex: Some(cell), ..finding }));
            }
        }
    }
}
