//! `faces-wall`: a figure that faces a wall.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::grid::{Direction, Hex, Points};
use foeman_schema::survey::Survey;

use super::{battlefield, scenarios, starts, terrain};
use crate::notation::pattern::points;

pub(super) static CHECK: Check = Check {
    name: "faces-wall",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Record,
    summary: "A figure starts facing a wall or the edge of the map",
    doc: "\
A figure sees and engages to its front (`F2.4`, `F4.4`), so one that faces a wall or the edge of the map probably has the wrong `facing`.
Impassable hexes that do not block sight, such as a battlement or a moat, are not reported.
Only figures with a `facing` are checked.
Turn the figure.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [1, 0], facing: 0}}}
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
    fix: &[("facing: 0", "facing: 5")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        for start in starts(survey, &at, scenario).into_iter().filter(|start| start.placement.is_at_start()) {
            let (key, placement) = (start.key, &start.placement);
            let pointer = start.at.child("facing");
            if !survey.draft.defined(&pointer) || !map.geometry.contains(placement.hex.map(i32::from)) {
                continue;
            }
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let head = map.geometry.hex(placement.hex.map(i32::from));
            // A figure that points at a corner faces two hexes.
            let ahead = match points(start.hexes()) {
                Points::Side => vec![head.step(start.facing())],
                Points::Corner => vec![head.step(start.facing()), head.step(start.facing().turned(-1))],
            };
            if ahead.iter().any(|&hex| is_open(survey, map, hex)) {
                continue;
            }
            let on_map = ahead.iter().any(|&hex| map.geometry.index(hex).is_some());
            let what = if on_map { "an impassable hex" } else { "the edge of the map" };
            let message = format!("`{key}` faces {what}");
            let mut finding = check.finding(place, pointer, message);
            finding.hex = Some(placement.hex.map(i32::from));
            finding.help = Some("turn the figure: facings count clockwise from 0 (north)".to_owned());
            let turned = |by: &i32| start.facing().turned(*by);
            let sees = |facing: &Direction| is_open(survey, map, head.step(*facing));
            // The smallest turn to an open hex, for figures that face one hex.
            let better = [1, -1, 2, -2, 3].iter().map(turned).find(sees).filter(|_| ahead.len() == 1);
            finding.fixes.extend(better.map(|facing| Fix::writing(&finding.pointer, facing.index())));
            findings.push(finding);
        }
    }
}

/// Whether a figure can enter or see into a hex of the map. Hexes with an invalid terrain count as open; another check
/// reports them.
fn is_open(survey: &Survey<'_>, map: &Map, hex: Hex) -> bool {
    let Some(reference) = map.terrain(map.geometry.cell(hex)) else {
        // Cells missing from the rows are reported by another check.
        return map.geometry.index(hex).is_some();
    };
    terrain(survey, reference).is_none_or(|terrain| !terrain.blocks_move || !terrain.blocks_sight)
}
