//! `empty-handed`: a side that has no units and cannot get any.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use super::layout::Layout;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "empty-handed",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side has no units and can build none",
    doc: "\
A side without units can only build and end its turn.
If it has no units in an area, none to place and none to build, it never acts on the map.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue}
"
    ),
    fix: &[("owner: blue", "owner: blue, units: [{class: scout}]")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        for (number, side) in scenario.sides.iter().enumerate() {
            let builds = !layout.factions[number].builds_units.is_empty();
            if scenario.plays_already(number) || builds || layout.units_of(survey, number).next().is_some() {
                continue;
            }
            let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
            let message = format!("`{}` has no units and builds none", side.faction.id());
            let help = "place some in an area, or let the faction build them".to_owned();
            findings.extend(finding(check, survey, pointer, message, help));
        }
    }
}
