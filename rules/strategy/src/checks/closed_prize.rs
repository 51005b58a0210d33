//! `closed-prize`: a capturable cell that cannot be entered.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::grid::Bounds;
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::{Layout, Part};
use crate::catalogs::{Scenario, Terrain};

pub(super) static CHECK: Check = Check {
    name: "closed-prize",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A capturable cell cannot be entered",
    doc: "\
A unit captures a cell by entering it.
A cell whose terrains have a total difficulty of 0 cannot be entered, so its owner never loses it.
Put the capturable terrain elsewhere, or give a terrain of the cell a difficulty.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[1, 1]], terrains: [{class: village}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass, areas: [{terrain: rock, from: [1, 1], to: [1, 1]}]}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  rock: {title: Rock, color: '#8b8680', background: true}
  village: {title: Village, color: '#c98f5a', capturable: true, worth: 400}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout, captures: true}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("[[1", "[[2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        for (number, area) in scenario.areas.iter().enumerate() {
            let mut all = area.terrains.iter().filter_map(|made| survey.record::<Terrain>(made.class.id()));
            let Some(prize) = all.find(|terrain| terrain.capturable) else { continue };
            for (part, rectangle) in area.parts().enumerate() {
                let [from, to] = rectangle.corners();
                let is_lost = |cell: &[i32; 2]| {
                    layout.stack(*cell).is_some_and(|stack| stack.difficulty == 0 && stack.is_prize())
                };
                let Some(cell) = (Bounds { from, to }).cells().find(is_lost) else { continue };
                let [column, row] = cell;
                let title = &prize.title;
                let message = format!("{title} can never be captured: no unit can enter column {column}, row {row}");
                let help = "put it elsewhere, or give a terrain there a difficulty".to_owned();
                let pointer = Part { area: number, part }.pointer(&key.pointer(), &scenario.areas);
                let told = finding(check, survey, pointer, message, help);
                findings.extend(told.map(|finding| Finding { hex: Some(cell), ..finding }));
            }
        }
    }
}
