//! `foreign-home`: a home that its faction does not own.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::examples::feud;
use super::finding;
use super::layout::Layout;
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "foreign-home",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A faction does not own its home when the game begins",
    doc: "\
A home works only while the faction owns the cell: units are placed there, and upgrades take effect around it.
A home that is neutral or belongs to another faction must be captured first. If two factions have the same home, only \
one of them can own it.
Give the cell to the faction in an area, or move the home.",
    bad: feud!(
        "    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [2, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
"
    ),
    fix: &[("[2", "[3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>().filter(|(_, scenario)| has_homes(scenario)) {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        for (number, side) in scenario.sides.iter().enumerate() {
            let Some(home) = side.home.map(|home| home.map(i32::from)) else { continue };
            let owner = layout.owner(home);
            if !layout.map.geometry.contains(home) || owner == layout.side(&side.faction) {
                continue;
            }
            let pointer = key.pointer().child("sides").child(number.to_string()).child("home");
            let id = side.faction.id();
            let found = owner.map_or("has no owner".to_owned(), |owner| {
                format!("belongs to `{}`", scenario.sides[owner].faction.id())
            });
            let message = format!("`{id}` does not own its home, which {found}");
            let help = format!("write `owner: {id}` for the cell in an area, or move the home");
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { hex: Some(home), ..finding }));
        }
    }
}

fn has_homes(scenario: &Scenario) -> bool {
    scenario.sides.iter().any(|side| side.home.is_some())
}
