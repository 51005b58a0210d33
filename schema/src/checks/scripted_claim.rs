//! `scripted-claim`: scripted commands in a claim about many battles.

use super::pack_checks;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "scripted-claim",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A claim about many battles has scripted commands",
    doc: "\
Commands script one battle, with the dice of its seed; with other dice, decisions come in another order, and the commands no longer fit.
Remove `share` to play the scripted battle, or `commands` to let computer players decide.",
    bad: r##"checks:
  fair:
    title: The raid is fair
    scenario: raid
    commands: [brana halt]
    expect: [{kind: won, side: guards}]
    share: {from: 40}
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
    fix: &[("    commands: [brana halt]\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, own) in pack_checks(survey) {
        if own.share.is_none() || own.commands.is_empty() {
            continue;
        }
        let pointer = at.child("commands");
        let Some(place) = survey.draft.key_place(&pointer) else { continue };
        let message = "`commands` script one battle, but `share` is about many";
        let help = Some("remove `commands` to let computer players decide, or `share` to play one battle".to_owned());
        let fixes = vec![Fix::removal("commands", &pointer)];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
