//! `off-map-object`: a feature or an item on an invalid hex.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{battlefield, scenarios, terrain};
use foeman_schema::catalogs::board::Map;

pub(super) static CHECK: Check = Check {
    name: "off-map-object",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A feature or item is outside the map or on impassable ground",
    doc: "\
Features and items must be on hexes of the scenario's map that figures can enter; column and row count from 0.
Elsewhere, items could not be picked up and features would have no effect.
Place it elsewhere, or change the map.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    items:
      - {item: knife, hex: [3, 0]}
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
items:
  knife: {title: Knife, class: wpn, damage: -2H}
"##,
    fix: &[("hex: [3", "hex: [1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        let features = scenario.features.iter().enumerate().map(|(n, feature)| ("features", n, feature.hex));
        let items = scenario.items.iter().enumerate().map(|(n, item)| ("items", n, item.hex));
        for (list, n, hex) in features.chain(items) {
            let pointer = at.child(list).child(n.to_string()).child("hex");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            if let Some((message, help)) = fault(survey, map, hex.map(i32::from)) {
                let finding = check.finding(place, pointer, message);
                findings.push(Finding { hex: Some(hex.map(i32::from)), help: Some(help), ..finding });
            }
        }
    }
}

/// The problem with a hex, and the remedy.
fn fault(survey: &Survey<'_>, map: &Map, cell: [i32; 2]) -> Option<(String, String)> {
    let [col, row] = cell;
    if !map.geometry.contains(cell) {
        let [width, height] = map.geometry.size();
        let message = format!("expected a hex of the map, found column {col}, row {row}, which is outside");
        let help = format!("{} has columns 0 to {} and rows 0 to {}", map.title, width - 1, height - 1);
        return Some((message, help));
    }
    let closed = terrain(survey, map.terrain(cell)?).filter(|terrain| terrain.blocks_move)?;
    let message = format!(
        "expected a hex that figures can enter, found {} at column {col}, row {row}, which blocks movement",
        closed.title
    );
    Some((message, "place it elsewhere, or change the map".to_owned()))
}
