//! `empty-side`: a side without placed figures.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::scenarios;

pub(super) static CHECK: Check = Check {
    name: "empty-side",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side of a scenario has no figures in it",
    doc: "\
Only figures listed under `place` take part; a side without any has lost before the battle begins.
Place one of its figures, or remove the side.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {}}
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
    fix: &[("guards, place: {", "guards, place: {brana: {hex: [2, 0]}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (index, part) in scenario.sides.iter().enumerate().filter(|(_, part)| part.place.is_empty()) {
            let pointer = at.child("sides").child(index.to_string()).child("place");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("side `{}` has no figures in this scenario", part.side.id());
            let help = Some("place one of its figures, or remove the side".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
