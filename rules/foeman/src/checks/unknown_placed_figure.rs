//! `unknown-placed-figure`: a scenario places a figure that is not in the side's roster.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::did_you_mean::{did_you_mean, listed};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::spelling::NameFixes;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;
use foeman_schema::usages::{UnknownName, unknown_names};

use crate::catalogs::{Roster, Scenario};

pub(super) static CHECK: Check = Check {
    name: "unknown-placed-figure",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario places a figure that is not in the side's roster",
    doc: "\
The keys of `place` are the ids of figures in the roster of the side.
Correct the key, or add the figure to the roster.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brann: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
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
    fix: &[("brann", "brana")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for key in survey.keys(Scenario::CATALOG) {
        let mut names = NameFixes::new(survey.draft, key);
        // The scenario type declares what the keys of `place` refer to.
        for unknown in unknown_names(survey.draft, key).into_iter().filter(|unknown| is_placement(&unknown.at)) {
            // If the roster is invalid, the figure may be missing for that reason.
            if survey.record::<Roster>(&unknown.scope.record.id).is_some() {
                findings.push(told(check, &mut names, &unknown));
            }
        }
    }
}

/// Whether the name at a pointer is the key of a placement.
pub(super) fn is_placement(at: &Pointer) -> bool {
    at.parent().is_some_and(|map| map.last() == Some("place"))
}

fn told(check: &Check, names: &mut NameFixes<'_>, unknown: &UnknownName) -> Finding {
    let UnknownName { at, place, name, scope, known } = unknown;
    let message = format!("expected a figure of roster `{}`, found `{name}`", scope.record.id);
    let near = names.near(unknown);
    let fixes = names.of(unknown, &near, |name| Change::Rename { at: at.clone(), to: name.to_owned() });
    let all = || listed(known.iter().map(String::as_str));
    let help = did_you_mean(&near).unwrap_or_else(|| format!("the roster has {}", all()));
    Finding { help: Some(help), fixes, ..check.finding(*place, at.clone(), message) }
}
