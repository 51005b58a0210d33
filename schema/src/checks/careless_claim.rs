//! `careless-claim`: a claim whose error rates make its verdict meaningless.

use super::pack_checks;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "careless-claim",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The error rates of a claim are so high that its verdict is meaningless",
    doc: "\
`alpha` is the probability of rejecting a true claim, `beta` that of accepting a false one.
If they total 100 % or more, flipping a coin would do as well, without a single battle.
Lower them; 1 % each is usual.",
    bad: r##"checks:
  fair:
    title: The raid is fair
    scenario: raid
    expect: [{kind: won, side: guards}]
    share: {from: 40, to: 60, alpha: 60, beta: 40}
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
    fix: &[("60, beta: 40", "1, beta: 1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, own) in pack_checks(survey) {
        let Some(claim) = own.share.filter(|claim| claim.alpha + claim.beta >= 100.0) else { continue };
        let key = if claim.alpha >= claim.beta { "alpha" } else { "beta" };
        let pointer = at.child("share").child(key);
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let (alpha, beta) = (claim.alpha, claim.beta);
        let message = format!("expected less than 100 % for `alpha` and `beta` together, found {alpha} and {beta}");
        let help = Some("lower them: 1 % each is usual".to_owned());
        let fixes = vec![Fix::writing(&pointer, 1)];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
