//! `idle-area`: an area without cells or without contents.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "idle-area",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An area of a scenario changes nothing",
    doc: "\
An area has `cells` or `rectangles`, and gives them an owner or contents.
Without one of the two it has no effect: it is left over or unfinished.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[1, 1]]}
"
    ),
    fix: &[("      - {cells: [[1, 1]]}\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, area) in scenario.areas.iter().enumerate() {
            let is_empty = area.terrains.is_empty() && area.units.is_empty() && area.effects.is_empty();
            let message = match area.parts().next().is_none() {
                true => "expected `cells` or `rectangles`, found neither",
                false if is_empty && area.owner.is_none() => "expected an owner or contents, found neither",
                false => continue,
            };
            let at = key.pointer().child("areas").child(number.to_string());
            let help = "finish it, or remove it".to_owned();
            let fixes = vec![Fix::single("remove the area", vec![Change::Remove { at: at.clone() }])];
            let told = finding(check, survey, at, message.to_owned(), help);
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
    }
}
