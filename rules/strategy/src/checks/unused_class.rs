//! `unused-class`: a class that is never built, placed or given.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::classes::classes;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "unused-class",
    severity: Severity::Info,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A class is not used by any faction, scenario or map",
    doc: "\
Units, terrains, effects and upgrades enter a game if a faction builds them, a scenario places them or gives them to \
a side, or a map is painted with them.
A class without any of these is left over, or waits for its scenario.
Packs without scenarios are not reported: they are collections for other packs.
Classes that others extend are not reported either.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
  spy: {title: Spy}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("  spy: {title: Spy}\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    if survey.draft.ids(Scenario::CATALOG).next().is_none() {
        return;
    }
    for (key, class) in classes(survey).into_iter().filter(|(key, _)| !survey.is_used(key)) {
        let Some(place) = survey.draft.key_place(&key.pointer()) else { continue };
        let message = format!("{} is never built or placed", class.title);
        let help = Some(format!("let a faction build `{}`, place it in a scenario, or delete it", key.id));
        let fixes = vec![Fix::removal(&key.id, &key.pointer())];
        findings.push(Finding { help, fixes, ..check.finding(place, key.pointer(), message) });
    }
}
