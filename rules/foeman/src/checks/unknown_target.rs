//! `unknown-target`: a condition that refers to an unknown figure, side or zone.

use foeman_schema::catalogs::board::Map;
use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::did_you_mean::{did_you_mean, listed};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::spelling::NameFixes;
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;
use foeman_schema::usages::{UnknownName, unknown_names};

use super::unknown_placed_figure::is_placement;
use crate::catalogs::{Roster, Scenario};

pub(super) static CHECK: Check = Check {
    name: "unknown-target",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A condition or an event names something that does not exist",
    doc: "\
The zone of a condition must be defined by the scenario's map.
Its figures must be in the roster of the condition's `side` or, without one, of the side that has the condition.
The same holds for zones and figures of events and arrivals; events and counters must be defined by the scenario.
Correct the name, or add a zone, figure, event or counter with this name.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}}
        victory:
          - {kind: hold-zone, zone: gat}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
    zones: {gate: {title: The gate, cells: [[1, 0]]}}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("zone: gat", "zone: gate")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for key in survey.keys(Scenario::CATALOG) {
        let mut names = NameFixes::new(survey.draft, key);
        // The types of conditions declare what their names refer to.
        // An error in a map or roster may be the reason for a missing name.
        let is_known = |of: &RecordKey| match of.catalog.as_str() {
            Map::CATALOG => survey.record::<Map>(&of.id).is_some(),
            Roster::CATALOG => survey.record::<Roster>(&of.id).is_some(),
            _ => true,
        };
        let unknown = unknown_names(survey.draft, key).into_iter().filter(|unknown| !is_placement(&unknown.at));
        for unknown in unknown.filter(|unknown| is_known(&unknown.scope.record)) {
            let near = names.near(&unknown);
            let write = |name: &str| Change::Set { at: unknown.at.clone(), value: name.into() };
            let fixes = names.of(&unknown, &near, write);
            let UnknownName { at, place, name, scope, known } = &unknown;
            let (what, of) = match scope.steps.last().map(String::as_str) {
                Some("zones") => ("zone", "map"),
                Some("events") => ("event", "scenario"),
                Some("counters") => ("counter", "scenario"),
                _ => ("figure", "roster"),
            };
            let article = if what == "event" { "an" } else { "a" };
            let message = format!("expected {article} {what} of {of} `{}`, found `{name}`", scope.record.id);
            let help = did_you_mean(&near).unwrap_or_else(|| {
                if known.is_empty() {
                    format!("the {of} has none")
                } else {
                    format!("the {of} has {}", listed(known.iter().map(String::as_str)))
                }
            });
            findings.push(Finding { help: Some(help), fixes, ..check.finding(*place, at.clone(), message) });
        }
    }
}
