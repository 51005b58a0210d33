//! `unreachable-ground`: ground that no figure can reach.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::grid::Hex;
use foeman_schema::plural::plural;
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::regions::Ground;
use super::{battlefield, placements, scenarios};
use crate::catalogs::Scenario;

pub(super) static CHECK: Check = Check {
    name: "unreachable-ground",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::UsersIfSound(Scenario::CATALOG),
    summary: "Part of a map is walled off from every figure",
    doc: "\
If no figure of any scenario can get to an area that figures could enter, a gap is often drawn in the wrong place.
Maps that no scenario uses are not checked.
Open a way, place a figure there, or draw the area with an impassable terrain.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [1, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [4, 1]}
    legend: {s: sand, w: wall}
    rows: |
      ssws
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  wall: {title: Wall, color: "#6b6159", blocks-move: true}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("ssws", "sssw")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // An invalid scenario may have figures that start there.
    if !survey.is_all_sound(Scenario::CATALOG) {
        return;
    }
    let mut starts: BTreeMap<String, BTreeSet<[u16; 2]>> = BTreeMap::new();
    for (at, scenario) in scenarios(survey) {
        let cells = placements(&at, scenario).map(|(_, _, _, placement)| placement.hex);
        starts.entry(scenario.map.id().to_owned()).or_default().extend(cells);
    }
    for (id, starts) in starts.into_iter().filter(|(_, starts)| !starts.is_empty()) {
        let Some(map) = battlefield(survey, &Ref::new(&id)) else { continue };
        let Some(ground) = Ground::of(survey, map) else { continue };
        let hex = |cell: [u16; 2]| -> Hex { map.geometry.hex(cell.map(i32::from)) };
        let reached: BTreeSet<u32> = starts.into_iter().filter_map(|cell| ground.region(hex(cell))).collect();
        let rows = RecordKey::new(Map::CATALOG, &id).pointer().child(if map.has_fill() { "fill" } else { "rows" });
        let lines = survey.draft.line_places(&rows);
        for (region, ([col, row], cells)) in ground.regions().enumerate() {
            let place = lines.get(row as usize).copied().or_else(|| survey.draft.place(&rows));
            let Some(place) = place.filter(|_| !reached.contains(&(region as u32))) else { continue };
            let more = if cells > 1 {
                format!(" and {}", plural(cells - 1, "more cell", "more cells"))
            } else {
                String::new()
            };
            let message = format!("no figure can reach column {col}, row {row}{more}");
            let mut finding = check.finding(place, rows.clone(), message);
            finding.hex = Some([col, row]);
            finding.help = Some("open a way, or draw the area with an impassable terrain".to_owned());
            findings.push(finding);
        }
    }
}
