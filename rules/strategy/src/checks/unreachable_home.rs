//! `unreachable-home`: a home without a path to any opponent.

use std::collections::BTreeSet;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::Layout;
use super::regions::{Regions, beginnings};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "unreachable-home",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "The home of a side is cut off from all other sides",
    doc: "\
Units that are placed at home must be able to reach the other sides, and the other sides must be able to reach the \
home.
A home on an island, or behind cells with a total difficulty of 0, is useless and can never be captured.
Open a way, or move the home.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: strait
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [5, 0]}]
    areas:
      - {cells: [[0, 0]], owner: red}
      - {cells: [[3, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[5, 0]], owner: blue, units: [{class: scout}]}
maps:
  strait:
    title: Strait
    geometry: {shape: square, stand: edge, size: [6, 1]}
    legend: {g: grass, w: water}
    rows: |
      gwgggg
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  water: {title: Water, color: '#31708f', background: true}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[(" [0", " [2"), ("[[0", "[[2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let has_home = |scenario: &Scenario| scenario.sides.iter().any(|side| side.home.is_some());
    for (key, scenario) in survey.records::<Scenario>().filter(|(_, scenario)| has_home(scenario)) {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let regions = Regions::of(&layout);
        let sides: Vec<BTreeSet<u32>> =
            (0..scenario.sides.len()).map(|side| regions.reached(&beginnings(&layout, side))).collect();
        for (number, side) in scenario.sides.iter().enumerate() {
            let Some(home) = side.home.map(|home| home.map(i32::from)) else { continue };
            let others: BTreeSet<u32> = sides
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number)
                .flat_map(|(_, of)| of)
                .copied()
                .collect();
            // Sides that cannot meet at all are reported by another check.
            let is_apart = sides[number].is_disjoint(&others);
            if is_apart || !layout.map.geometry.contains(home) || !regions.reached(&[home]).is_disjoint(&others) {
                continue;
            }
            let [column, row] = home;
            let message = format!("the home in column {column}, row {row} is cut off from all other sides");
            let pointer = key.pointer().child("sides").child(number.to_string()).child("home");
            let told = finding(check, survey, pointer, message, "open a way, or move the home".to_owned());
            findings.extend(told.map(|finding| Finding { hex: Some(home), ..finding }));
        }
    }
}
