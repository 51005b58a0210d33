//! `no-captors`: a side without units that can capture.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::Layout;
use crate::catalogs::{Scenario, Unit};

pub(super) static CHECK: Check = Check {
    name: "no-captors",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side has no unit that can capture, although there is something to capture",
    doc: "\
Only units with `captures: true` can capture a `capturable` cell.
A side that begins with none of them and builds none can never take a cell from the others.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[1, 2]], terrains: [{class: village}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  village: {title: Village, color: '#c98f5a', capturable: true, worth: 400}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("Scout", "Scout, captures: true")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        for (number, faction) in layout.factions.iter().enumerate() {
            let is_prize = layout.holdings().any(|(owner, stack, _)| owner != Some(number) && stack.is_prize());
            let builds = |named: &_| {
                survey.record::<Unit>(foeman_schema::dialect::Ref::id(named)).is_none_or(|unit| unit.captures)
            };
            let mut units = layout.units_of(survey, number).peekable();
            // A side without units is reported by another check.
            let is_empty = units.peek().is_none() && faction.builds_units.is_empty();
            if !is_prize || is_empty || units.any(|(unit, _)| unit.captures) || faction.builds_units.iter().any(builds)
            {
                continue;
            }
            let id = scenario.sides[number].faction.id();
            let message = format!("no unit of `{id}` can capture");
            let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
            let help = "add `captures: true` to the units that should capture".to_owned();
            findings.extend(finding(check, survey, pointer, message, help));
        }
    }
}
