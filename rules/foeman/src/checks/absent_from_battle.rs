//! `absent-from-battle`: a test that names a figure or side missing from its battle.

use std::collections::BTreeSet;

use foeman_schema::catalogs::checks::Expectation;
use foeman_schema::check::{Check, Scope};
use foeman_schema::did_you_mean::{did_you_mean, listed, near};
use foeman_schema::finding::{Confidence, Finding, Severity, near_value};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::{records, roster_of};
use crate::catalogs::victory::FigureName;
use crate::catalogs::{Check as PackCheck, Roster, Scenario};

pub(super) static CHECK: Check = Check {
    name: "absent-from-battle",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A test in `checks` names a side or figure that is not in its battle",
    doc: "\
A record of `checks` tests the battles of one scenario, so it can only name sides of this scenario and figures that the scenario places.
Correct the name, or add the side or figure to the scenario.",
    bad: r##"checks:
  fair:
    title: The raid is fair
    scenario: raid
    expect: [{kind: fell, side: raiders, figures: [brana]}]
scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
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
    fix: &[(" side: raiders", " side: guards")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, own) in records::<PackCheck>(survey) {
        let Some(scenario) = survey.record::<Scenario>(own.scenario.id()) else { continue };
        let sides: BTreeSet<&str> = scenario.sides.iter().map(|part| part.side.id()).collect();
        let of_scenario = format!("a side of scenario `{}`", own.scenario.id());
        for (at, side) in own.sides(&at).map(|(at, side)| (at, side.id())) {
            if !sides.contains(side) {
                findings.extend(told(check, survey, at, &of_scenario, side, &sides));
            }
        }
        for (position, one) in own.expect.iter().enumerate() {
            let at = at.child("expect").child(position.to_string());
            let Some(side) = one.side().map(|side| side.id()) else { continue };
            let Some(part) = scenario.sides.iter().find(|part| part.side.id() == side) else { continue };
            let placed: BTreeSet<&str> = part.place.keys().map(String::as_str).collect();
            // Missing and unknown figures are reported at the scenario, and may be the reason for the absence.
            let is_known = |roster: &Roster| placed.iter().all(|figure| roster.figures.contains_key(*figure));
            if placed.is_empty() || !roster_of(survey, part).is_some_and(is_known) {
                continue;
            }
            let of_side = format!("a figure that `{side}` has in scenario `{}`", own.scenario.id());
            for (at, figure) in figures(&at, one) {
                if !placed.contains(figure) {
                    findings.extend(told(check, survey, at, &of_side, figure, &placed));
                }
            }
        }
    }
}

/// The figures that an expectation names, with their pointers.
fn figures<'a, N>(at: &Pointer, one: &'a Expectation<N, FigureName>) -> Vec<(Pointer, &'a str)> {
    match one {
        Expectation::Fell { figures, .. } | Expectation::Stands { figures, .. } => {
            let at = at.child("figures");
            let named = figures.iter().enumerate();
            named.map(|(position, figure)| (at.child(position.to_string()), figure.0.as_str())).collect()
        }
        Expectation::Health { figure, .. } => vec![(at.child("figure"), figure.0.as_str())],
        _ => Vec::new(),
    }
}

fn told(
    check: &Check,
    survey: &Survey<'_>,
    at: Pointer,
    expected: &str,
    found: &str,
    known: &BTreeSet<&str>,
) -> Option<Finding> {
    let place = survey.draft.place(&at)?;
    let near = near(found, known.iter().copied());
    let fixes = near_value(&at, &near);
    let help = did_you_mean(&near).unwrap_or_else(|| format!("the scenario has {}", listed(known.iter().copied())));
    let message = format!("expected {expected}, found `{found}`");
    Some(Finding { help: Some(help), fixes, ..check.finding(place, at, message) })
}
