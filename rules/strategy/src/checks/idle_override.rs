//! `idle-override`: an entity with values or modifiers of variables that its class does not have.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::classes::pieces;
use super::written;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "idle-override",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario overrides a variable that the class does not have",
    doc: "\
A scenario can override only values and modifiers that the class has; others are ignored.
Add the variable to the class, even with 0, or remove it here.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides:
      - {faction: red, units: [{class: scout, values: {pace: 6}}]}
      - {faction: blue, units: [{class: scout}]}
    unit-sites: [{class: scout, cells: [[0, 0], [3, 3]]}]
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
  pace: {title: Pace, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("Scout", "Scout, movement: pace, values: {pace: 4}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |pointer: Pointer, id: &str, what: &str, class: &str| {
        let message = format!("{class} has no {what} of `{id}` to override");
        let help = format!("add the {what} to the class, or remove it here");
        let fixes = vec![Fix::removal(id, &pointer)];
        findings.extend(written(check, survey, pointer, message, help).map(|finding| Finding { fixes, ..finding }));
    };
    for (key, scenario) in survey.records::<Scenario>() {
        for piece in pieces(survey, &key.pointer(), scenario) {
            let class = piece.class;
            for (named, _) in piece.values.iter().filter(|(named, _)| class.values.of(named).is_none()) {
                tell(piece.at.child("values").child(named.id()), named.id(), "value", class.title);
            }
            let parts = piece.modifiers.parts().into_iter().zip(class.modifiers.parts());
            for ((_, part, own), (_, _, of_class)) in parts {
                for (named, _) in own.iter().filter(|(named, _)| of_class.of(named).is_none()) {
                    let pointer = piece.at.child("modifiers").child(part).child(named.id());
                    tell(pointer, named.id(), &format!("`{part}` modifier"), class.title);
                }
            }
        }
    }
}
