//! `factions-apart`: two sides without a path between them.

use std::collections::BTreeSet;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::Layout;
use super::regions::{Regions, beginnings};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "factions-apart",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "Two sides of a scenario can never reach each other",
    doc: "\
A side starts at its home, its units and its placement sites. From there its units move where the terrains let them.
Two sides in separate parts of the map never meet, although they may shoot across the gap.
Open a way, or place part of one side where the other is.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: strait
    sides: [{faction: red}, {faction: blue}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[4, 0]], owner: blue, units: [{class: scout}]}
maps:
  strait:
    title: Strait
    geometry: {shape: square, stand: edge, size: [5, 1]}
    legend: {g: grass, w: water}
    rows: |
      ggwgg
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
    fix: &[
        ("grass, w: water", "grass"),
        ("ggwgg", "ggggg"),
        (
            r"  water: {title: Water, color: '#31708f', background: true}
",
            "",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let regions = Regions::of(&layout);
        let sides: Vec<BTreeSet<u32>> =
            (0..scenario.sides.len()).map(|side| regions.reached(&beginnings(&layout, side))).collect();
        for (number, of) in sides.iter().enumerate().filter(|(_, of)| !of.is_empty()) {
            let is_apart = |other: &&BTreeSet<u32>| !other.is_empty() && other.is_disjoint(of);
            let Some(other) = sides[..number].iter().position(|other| is_apart(&other)) else { continue };
            let (id, other) = (scenario.sides[number].faction.id(), scenario.sides[other].faction.id());
            let message =
                format!("`{id}` and `{other}` cannot reach each other: they start in separate parts of the map");
            let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
            let help = "open a way, or place part of one side where the other is".to_owned();
            findings.extend(finding(check, survey, pointer, message, help));
        }
    }
}
