//! `empty-range`: a range whose minimum is above its maximum.

use serde_json::Value;

use super::pack_checks;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;
use crate::text::Pointer;

pub(crate) static CHECK: Check = Check {
    name: "empty-range",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A range ends before it begins",
    doc: "\
A check of a pack allows the numbers from `from` to `to`; if `to` is smaller, no number is allowed, and the check always fails.
Swap the two.",
    bad: r##"checks:
  fair:
    title: The raid is fair
    scenario: raid
    expect: [{kind: rounds, from: 9, to: 2}]
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
    fix: &[("9, to: 2", "2, to: 9")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, own) in pack_checks(survey) {
        let expected = own.expect.iter().enumerate().filter_map(|(position, one)| {
            let (from, to) = one.range()?;
            Some((at.child("expect").child(position.to_string()), f64::from(from?), f64::from(to?)))
        });
        let share = own.share.map(|share| (at.child("share"), share.from, share.to));
        for (at, from, to) in expected.chain(share).filter(|(_, from, to)| from > to) {
            findings.extend(told(check, survey, &at, from, to));
        }
    }
}

fn told(check: &Check, survey: &Survey<'_>, at: &Pointer, from: f64, to: f64) -> Option<Finding> {
    let pointer = at.child("to");
    let place = survey.draft.place(&pointer)?;
    let message = format!("expected a `to` of at least {from}, found {to}");
    let set = |key: &str, value: f64| Change::Set { at: at.child(key), value: number(value) };
    let fix = Fix::guess("swap `from` and `to`".to_owned(), vec![set("from", to), set("to", from)]);
    let help = Some("swap the two".to_owned());
    Some(Finding { help, fixes: vec![fix], ..check.finding(place, pointer, message) })
}

/// Formats whole numbers without a fraction.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}
