//! `off-map-site`: a home or a placement site outside the map.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::{finding, off_map};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "off-map-site",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A home or a placement site is outside the map",
    doc: "\
Units are placed at the home of their faction, and in the cells that the scenario lists for their class. If one of \
these is outside the map, the scenario cannot be played.
Columns and rows are counted from 0.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [4, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[("home: [4", "home: [3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(map) = survey.record::<Map>(scenario.map.id()) else { continue };
        let mut sites = Vec::new();
        for (number, side) in scenario.sides.iter().enumerate() {
            let pointer = || key.pointer().child("sides").child(number.to_string()).child("home");
            sites.extend(side.home.map(|home| (pointer(), home)));
        }
        let units = scenario.unit_sites.iter().map(|of| &of.cells).enumerate();
        let terrains = scenario.terrain_sites.iter().map(|of| &of.cells).enumerate();
        let lists = units.map(|list| ("unit-sites", list)).chain(terrains.map(|list| ("terrain-sites", list)));
        for (name, (number, cells)) in lists {
            let list = key.pointer().child(name).child(number.to_string()).child("cells");
            sites.extend(cells.iter().enumerate().map(|(at, &cell)| (list.child(at.to_string()), cell)));
        }
        for (pointer, cell) in sites {
            let cell = cell.map(i32::from);
            let Some((message, help)) = off_map(map, cell) else { continue };
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { hex: Some(cell), ..finding }));
        }
    }
}
