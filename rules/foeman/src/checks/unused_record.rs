//! `unused-record`: a side, roster, map, terrain or effect that no battle uses.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use crate::catalogs::effects::NamedEffect;
use crate::catalogs::{Roster, Scenario, Side, Terrain};

pub(super) static CHECK: Check = Check {
    name: "unused-record",
    severity: Severity::Info,
    confidence: Confidence::Likely,
    scope: Scope::Users,
    summary: "A side, roster, map, terrain or effect is never used",
    doc: "\
A side, roster, map, terrain or named effect without references is left over, or its scenario is not written yet.
Packs without scenarios are not checked; figure types, items, spells and talents are left to `unused-stock`.
Use it, or delete it.",
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
  mud: {title: Mud, color: "#5b4636", cost: 2}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[(
        r##"  mud: {title: Mud, color: "#5b4636", cost: 2}
"##,
        "",
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    if survey.draft.ids(Scenario::CATALOG).next().is_none() {
        return;
    }
    for catalog in [Side::CATALOG, Roster::CATALOG, Map::CATALOG, Terrain::CATALOG, NamedEffect::CATALOG] {
        for key in survey.keys(catalog).filter(|key| !survey.is_used(key)) {
            let RecordKey { id, .. } = key;
            let Some(place) = survey.draft.key_place(&key.pointer()) else { continue };
            let message = format!("`{id}` is never used");
            let help = Some(format!("use it, or delete it from `{catalog}`"));
            let fixes = vec![Fix::removal(id, &key.pointer())];
            findings.push(Finding { help, fixes, ..check.finding(place, key.pointer(), message) });
        }
    }
}
