//! `too-few-battles`: a claim with too few battles to be accepted with any result.

use super::pack_checks;
use crate::catalogs::checks::ShareClaim;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::plural::plural;
use crate::statistics::ShareTest;
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "too-few-battles",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A claim allows too few battles to be confirmed",
    doc: "\
A claim is confirmed only if the result rules out every share outside its range, with the certainty that `beta` demands.
With too few battles, no result is clear enough: the claim ends undecided or false, and the check fails either way.
Allow more battles, widen the range, or set a `margin`: the size of a deviation that does not matter.",
    bad: r##"checks:
  fair:
    title: The raid is fair
    scenario: raid
    expect: [{kind: won, side: guards}]
    share: {from: 40, to: 60, battles: 50}
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
    fix: &[("50", "5000")],
    run,
};

/// Maximum number of battles of a claim.
const MOST: u32 = 1_000_000;

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, own) in pack_checks(survey) {
        // Other errors of a claim are reported by `careless-claim` and `empty-range`.
        let sensible = |claim: &ShareClaim| claim.from <= claim.to && claim.alpha + claim.beta < 100.0;
        let Some(claim) = own.share.filter(sensible) else { continue };
        if ShareTest::could_hold(&claim, claim.battles) {
            continue;
        }
        let pointer = at.child("share").child("battles");
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!(
            "{} too few to confirm the claim, whatever the result",
            plural(claim.battles as usize, "battle is", "battles are")
        );
        let least = least(&claim);
        let help = match least {
            Some(least) => format!("allow at least {least}, or more if the share may be near an end of the range"),
            None => "widen the range, or add a `margin`; no number of battles is enough".to_owned(),
        };
        let fixes = least.map(|least| Fix::writing(&pointer, least)).into_iter().collect();
        findings.push(Finding { help: Some(help), fixes, ..check.finding(place, pointer, message) });
    }
}

/// Returns the minimum number of battles after which the claim could be accepted.
fn least(claim: &ShareClaim) -> Option<u32> {
    let (mut few, mut enough) = (claim.battles, MOST);
    if !ShareTest::could_hold(claim, enough) {
        return None;
    }
    while few + 1 < enough {
        let middle = few.midpoint(enough);
        *(if ShareTest::could_hold(claim, middle) { &mut enough } else { &mut few }) = middle;
    }
    Some(enough)
}
