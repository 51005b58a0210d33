//! `single-side`: a scenario without opponents.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "single-side",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario has only one side",
    doc: "\
A faction wins when its turn begins and no other faction is left, so a scenario with one side is won before the first \
move.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
"
    ),
    fix: &[
        ("0]}", "0]}, {faction: blue, home: [3, 3]}"),
        (
            r"      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
",
            r"      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        if let [side] = &*scenario.sides {
            let message = format!("expected at least two sides, found only `{}`", side.faction.id());
            let help = "add another side".to_owned();
            findings.extend(finding(check, survey, key.pointer().child("sides"), message, help));
        }
    }
}
