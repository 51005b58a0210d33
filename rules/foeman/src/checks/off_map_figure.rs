//! `off-map-figure`: a figure with an invalid starting hex.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{battlefield, scenarios, starts, terrain};

pub(super) static CHECK: Check = Check {
    name: "off-map-figure",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure starts outside the map or on impassable ground",
    doc: "\
A figure must start on a hex of the scenario's map whose terrain does not block movement; column and row count from 0.
The same applies to the hexes behind the head of a larger figure (`F2.2`).
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
    fix: &[("hex: [3", "hex: [2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        for start in starts(survey, &at, scenario) {
            let pointer = start.at.child("hex");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let mut cells = start.body(map).into_iter().map(|hex| map.geometry.cell(hex));
            if let Some((cell, (message, help))) =
                cells.find_map(|cell| Some((cell, fault(survey, map, start.hexes(), cell)?)))
            {
                let finding = check.finding(place, pointer, message);
                findings.push(Finding { hex: Some(cell), help: Some(help), ..finding });
            }
        }
    }
}

/// The problem with a cell that a figure of this many hexes occupies, and the remedy.
fn fault(survey: &Survey<'_>, map: &Map, hexes: u8, cell: [i32; 2]) -> Option<(String, String)> {
    let [col, row] = cell;
    let [width, height] = map.geometry.size();
    let (hex, remedy) = match hexes {
        1 => ("a hex".to_owned(), "place the figure elsewhere"),
        _ => (format!("{hexes} hexes"), "turn the figure, place it elsewhere"),
    };
    if !map.geometry.contains(cell) {
        let message = format!("expected {hex} of the map, found column {col}, row {row}, which is outside");
        let help = format!("{} has columns 0 to {} and rows 0 to {}", map.title, width - 1, height - 1);
        return Some((message, help));
    }
    let terrain = terrain(survey, map.terrain(cell)?).filter(|terrain| terrain.blocks_move)?;
    let message = format!(
        "expected {hex} that figures can enter, found {} at column {col}, row {row}, which blocks movement",
        terrain.title
    );
    Some((message, format!("{remedy}, or change the map")))
}
