//! `shared-hex`: two figures that start on the same hex.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::grid::Hex;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::{battlefield, scenarios, starts};

pub(super) static CHECK: Check = Check {
    name: "shared-hex",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Two figures start on the same hex",
    doc: "\
No hex can be occupied by two figures at the start.
Place one of the two elsewhere.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [1, 0]}}}
      - {side: guards, place: {brana: {hex: [1, 0]}}}
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
    fix: &[("brana: {hex: [1", "brana: {hex: [2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        let mut taken: BTreeMap<Hex, (&str, Pointer)> = BTreeMap::new();
        // The later of two in the text is reported, whatever the order of their names.
        let starts = starts(survey, &at, scenario).into_iter().filter(|start| start.placement.is_at_start());
        let placed = starts.filter_map(|start| {
            let pointer = start.at.child("hex");
            Some((survey.draft.place(&pointer)?, pointer, start))
        });
        let mut placed: Vec<_> = placed.collect();
        placed.sort_by_key(|(place, ..)| (place.file, place.span.start));
        for (place, pointer, start) in placed {
            let body = start.body(map);
            let shared = body.iter().find_map(|hex| Some((hex, taken.get(hex)?)));
            let Some((&hex, (other, first))) = shared else {
                taken.extend(body.into_iter().map(|hex| (hex, (start.key, pointer.clone()))));
                continue;
            };
            // If both are inherited, they are reported in the base record.
            if !survey.draft.defined(&pointer) && !survey.draft.defined(first) {
                continue;
            }
            let cell @ [col, row] = map.geometry.cell(hex);
            let message = format!("expected a free hex, found `{other}` at column {col}, row {row}");
            let mut finding = check.finding(place, pointer, message);
            finding.hex = Some(cell);
            finding.help = Some("place one of the two elsewhere".to_owned());
            finding.related.extend(survey.draft.place(first).map(|place| (place, format!("`{other}` starts here"))));
            findings.push(finding);
        }
    }
}
