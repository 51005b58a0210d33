//! `rule-twice`: a scenario that uses a rule twice.

use std::collections::BTreeSet;

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "rule-twice",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A scenario lists a rule twice",
    doc: "\
Custom rules apply in the order in which a scenario lists them, each as often as it is listed.
A rule that is listed twice does everything twice, which may decide the game.
Remove the second, or name the intended rule.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    rules: [{rule: toll}, {rule: toll}]
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
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}}
  blue: {title: Blue, color: '#2e6db0', values: {gold: 50}}
rules:
  toll:
    title: Toll
    when: moves
    do:
      - {kind: change, variable: gold, by: -1, who: faction}
",
    fix: &[(", {rule: toll}", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let mut met = BTreeSet::new();
        for (number, played) in scenario.rules.iter().enumerate().filter(|(_, played)| !met.insert(played.rule.id())) {
            let item = key.pointer().child("rules").child(number.to_string());
            if !survey.draft.defined(&item) {
                continue;
            }
            let message = format!("expected each rule once, found `{}` again", played.rule.id());
            let help = "remove it, or name the intended rule".to_owned();
            // The second may have the intended options, so the fix is not applied in bulk.
            let fixes = vec![Fix::single("remove the second", vec![Change::Remove { at: item.clone() }])];
            let told = finding(check, survey, item.child("rule"), message, help);
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
    }
}
