//! `closed-start`: a unit that starts in a cell that cannot be entered.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::{Layout, stat};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "closed-start",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A unit starts in a cell that cannot be entered",
    doc: "\
A cell whose terrains have a total difficulty of 0 cannot be entered.
A unit that starts there can leave but not return, and no other unit can take the cell.
Place the unit elsewhere, or give the cell a difficulty.
Units that do not move are not reported: a tower may well be on a rock.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[1, 1]], units-owner: red, units: [{class: scout}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass, areas: [{terrain: rock, from: [1, 1], to: [1, 1]}]}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  rock: {title: Rock, color: '#8b8680', background: true}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("[[1, 1", "[[1, 2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let mut told = None;
        for placed in &layout.units {
            let moves = stat(survey, placed.unit.movement.as_ref(), placed.unit, placed.made) > 0;
            if !moves || layout.is_open(placed.cell) || told == Some(placed.part) {
                continue;
            }
            told = Some(placed.part);
            let [column, row] = placed.cell;
            let message =
                format!("a unit starts in column {column}, row {row}, which cannot be entered: its difficulty is 0");
            let help = "place the unit elsewhere, or give a terrain there a difficulty".to_owned();
            let pointer = placed.part.pointer(&key.pointer(), &scenario.areas);
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { hex: Some(placed.cell), ..finding }));
        }
    }
}
