//! `too-much-laid`: a scenario whose layout is too large to be played.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::excess;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "too-much-laid",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario sets up more than can be played",
    doc: "\
When a game begins, each cell of the map gets its ground, and each cell of an area all contents of the area. A cell \
in several areas or rectangles counts in each of them.
A scenario that would use up the memory of the computer cannot be played.
Each thing counts as 1, or more if it has many values and modifiers or a very long name.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: plain
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
maps:
  plain: {title: Plain, geometry: {shape: square, stand: edge, size: [4000, 4000]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("4000, 4000", "40, 40")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(map) = survey.record::<Map>(scenario.map.id()) else { continue };
        let Some(excess) = excess(survey, scenario, map) else { continue };
        let at = key.pointer();
        let (pointer, help) = match excess.area {
            Some(area) => (at.child("areas").child(area.to_string()), "make it smaller, or put less into it"),
            None => (at.child("map"), "choose a smaller map, or put fewer terrains into every cell"),
        };
        findings.extend(finding(check, survey, pointer, excess.to_string(), help.to_owned()));
    }
}
