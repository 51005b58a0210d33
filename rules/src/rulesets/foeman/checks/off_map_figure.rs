//! `off-map-figure`: a figure that starts where no figure can be.

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::foeman::Placement;
use foeman_schema::check::Check;
use foeman_schema::draft::Draft;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{get, placements, scenarios};

pub(super) static CHECK: Check = Check {
    name: "off-map-figure",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    summary: "A figure starts outside the map, or where nobody can be",
    doc: "\
A figure starts on a hex of the scenario's map, given as column and row from 0, whose terrain does not block movement.
Place it elsewhere, or change the map.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [3, 0]}}}
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
    fixed: r##"scenarios:
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
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = get(survey.draft, &scenario.map) else { continue };
        for (pointer, _, _, placement) in placements(&at, &scenario) {
            let pointer = pointer.child("hex");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            if let Some((message, help)) = fault(survey.draft, &map, placement) {
                let finding = check.finding(place, pointer, message);
                findings.push(Finding { hex: Some(placement.hex.map(i32::from)), help: Some(help), ..finding });
            }
        }
    }
}

/// What is wrong with a place on a map, and what to do about it.
fn fault(draft: &Draft, map: &Map, placement: Placement) -> Option<(String, String)> {
    let [col, row] = placement.hex;
    let [width, height] = map.geometry.size;
    if !map.geometry.contains(placement.hex.map(i32::from)) {
        let message = format!("expected a hex of the map, but column {col}, row {row} is outside it");
        let help = format!("`{}` has columns 0 to {} and rows 0 to {}", map.title, width - 1, height - 1);
        return Some((message, help));
    }
    let terrain = get(draft, map.cell(placement.hex)?).filter(|terrain| terrain.blocks_move)?;
    let message = format!(
        "expected a hex that figures can enter, but column {col}, row {row} is `{}`, which blocks movement",
        terrain.title
    );
    Some((message, "place the figure elsewhere, or change the map".to_owned()))
}
