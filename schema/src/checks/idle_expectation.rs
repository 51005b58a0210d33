//! `idle-expectation`: an expectation that cannot fail.

use super::pack_checks;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "idle-expectation",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A check of the pack can never fail",
    doc: "\
An expectation with neither `from` nor `to` allows every number, and a claim of 0 to 100 % is always true.
A check that cannot fail tests nothing.
Narrow the range.",
    bad: r##"checks:
  fair:
    title: The raid is fair
    scenario: raid
    expect: [{kind: rounds}]
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
    fix: &[("rounds", "rounds, to: 20")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, own) in pack_checks(survey) {
        for (position, _) in own.expect.iter().enumerate().filter(|(_, one)| one.range() == Some((None, None))) {
            let pointer = at.child("expect").child(position.to_string());
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let help = Some("write the minimum as `from`, or the maximum as `to`".to_owned());
            let message = "expected `from` or `to`, found neither; any number passes";
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
        if own.share.is_some_and(|share| share.from <= 0.0 && share.to >= 100.0) {
            let pointer = at.child("share");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let help = Some("narrow the range".to_owned());
            let message = "the range 0 to 100 % allows every share";
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
