//! `stuck-unit`: a unit that cannot leave its initial cell.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::{Layout, stat};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "stuck-unit",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A unit can never leave the cell where it starts",
    doc: "\
A unit pays for each step with its movement, and cannot enter a cell whose terrains have a total difficulty of 0.
If it can enter none of the neighbouring cells, or can pay for none of them in one turn, it never moves.
Place it elsewhere, open a way, or let it move farther.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}, {class: rider}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass, areas: [{terrain: bog, from: [0, 0], to: [1, 1]}]}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  bog: {title: Bog, color: '#5b4636', background: true, difficulty: effort, values: {effort: 5}}
variables:
  effort: {title: Effort, kind: attribute}
  pace: {title: Pace, kind: attribute}
units:
  scout: {title: Scout, movement: pace, values: {pace: 3}}
  rider: {title: Rider, movement: pace, values: {pace: 6}}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[(" 5", " 3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let mut told = None;
        for placed in &layout.units {
            let named = placed.unit.movement.as_ref();
            let movement = stat(survey, named, placed.unit, placed.made);
            // A unit in a cell that cannot be entered is reported by another check.
            if movement <= 0 || told == Some(placed.part) || !layout.is_open(placed.cell) {
                continue;
            }
            let around = layout.map.geometry.neighbours(placed.cell).filter_map(|cell| layout.stack(cell));
            let cheapest = around.map(|stack| stack.difficulty).filter(|cost| *cost != 0).map(|cost| cost.max(1)).min();
            let found = match cheapest {
                None => "no unit can enter the cells around it".to_owned(),
                Some(cost) if cost > movement && !named.is_some_and(|named| layout.raises(survey, named)) => {
                    format!("its movement is {movement}, and the cheapest step costs {cost}")
                }
                Some(_) => continue,
            };
            told = Some(placed.part);
            let message = format!("{} can never move: {found}", placed.unit.title);
            let help = "place it elsewhere, open a way, or let it move farther".to_owned();
            let pointer = placed.part.pointer(&key.pointer(), &scenario.areas);
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { hex: Some(placed.cell), ..finding }));
        }
    }
}
