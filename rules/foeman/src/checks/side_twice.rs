//! `side-twice`: a side that is listed twice in a scenario.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::scenarios;

pub(super) static CHECK: Check = Check {
    name: "side-twice",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side occurs twice in a scenario",
    doc: "\
Each entry of `sides` is a separate party, so a side that occurs twice would fight itself, in the same colour and perhaps with the same figures.
Place all of its figures under one entry, or name another side.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: raiders, place: {gorsk: {hex: [1, 0]}}}
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
    fix: &[("      - {side: raiders, place: {gorsk: {hex: [1, 0]}}}\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let entry = |index: usize| at.child("sides").child(index.to_string()).child("side");
        for (index, part) in scenario.sides.iter().enumerate() {
            let Some(first) = scenario.sides[..index].iter().position(|other| other.side == part.side) else {
                continue;
            };
            let Some(place) = survey.draft.place(&entry(index)) else { continue };
            let message = format!("expected each side once, found `{}` again", part.side.id());
            let mut finding = check.finding(place, entry(index), message);
            finding.help = Some("place all of its figures under one entry, or name another side".to_owned());
            finding.related.extend(survey.draft.place(&entry(first)).map(|place| (place, "it is here too".to_owned())));
            findings.push(finding);
        }
    }
}
