//! `side-colors`: opponents with similar colours.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::notation::color::color_distance;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use super::{get, scenarios};
use crate::catalogs::Side;

/// Marker colours closer than this are easily confused.
const TOO_NEAR: u32 = 60;

pub(super) static CHECK: Check = Check {
    name: "side-colors",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Users,
    summary: "Two sides of a scenario have nearly the same colour",
    doc: "\
The colour of a marker shows its side, so players must be able to distinguish the colours.
Choose colours that differ in lightness as well as in hue, so that colour-blind players can distinguish them too.
Give one of the sides another colour.",
    bad: r##"scenarios:
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
  guards: {title: Guards, color: "#b0402e", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("b0402e", "2e6db0")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // Pairs of sides, each with the first scenario in which they meet.
    let mut meetings: BTreeMap<[String; 2], Pointer> = BTreeMap::new();
    for (at, scenario) in scenarios(survey) {
        for (index, one) in scenario.sides.iter().enumerate() {
            for other in scenario.sides[..index].iter().filter(|other| other.side != one.side) {
                let mut pair = [one, other].map(|part| part.side.id().to_owned());
                pair.sort();
                meetings.entry(pair).or_insert_with(|| at.clone());
            }
        }
    }
    for (pair, scenario) in meetings {
        findings.extend(alike(check, survey, &pair, &scenario));
    }
}

fn alike(check: &Check, survey: &Survey<'_>, pair: &[String; 2], scenario: &Pointer) -> Option<Finding> {
    let color = |id: &String| RecordKey::new(Side::CATALOG, id).pointer().child("color");
    let mut sides = Vec::new();
    for id in pair {
        let side: Side = get(survey, &foeman_schema::dialect::Ref::new(id))?;
        sides.push((survey.draft.place(&color(id))?, id, side));
    }
    // The side written later in the pack is reported.
    sides.sort_by_key(|(place, ..)| *place);
    let [(first, other_id, other), (place, id, side)] = sides.as_slice() else { return None };
    color_distance(&side.color, &other.color).filter(|&distance| distance < TOO_NEAR)?;
    let message = format!(
        "expected a colour unlike that of `{other_id}`, found `{}`, which is close to `{}`",
        side.color, other.color
    );
    let mut finding = check.finding(*place, color(id), message);
    finding.help = Some("make one of the two clearly lighter, darker or of another hue".to_owned());
    finding.related.push((*first, format!("`{other_id}` has this colour")));
    finding
        .related
        .extend(survey.draft.key_place(scenario).map(|place| (place, "both sides are in this scenario".to_owned())));
    Some(finding)
}
