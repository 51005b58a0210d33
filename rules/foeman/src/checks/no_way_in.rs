//! `no-way-in`: a figure that arrives in a place without a passable hex.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::grid::Cell;
use foeman_schema::survey::Survey;

use super::{battlefield, placements, scenarios, terrain};
use crate::catalogs::{Edge, Placement};

pub(super) static CHECK: Check = Check {
    name: "no-way-in",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure arrives where no figure can stand",
    doc: "\
A figure that arrives in a zone or at an edge needs a passable hex there.
If all of them are impassable, it waits for the whole battle.
Choose another zone or edge, or change the map.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}, uzza: {hex: [0, 0], arrives: 3, edge: east}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
maps:
  yard:
    title: Yard
    geometry: {size: [4, 1]}
    legend: {s: sand, w: wall}
    rows: |
      sssw
    zones: {gate: {title: The gate, cells: [[1, 0]]}}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  wall: {title: Wall, color: "#6b6159", blocks-move: true}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}, uzza: {name: Uzza, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("edge: east", "edge: west")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        for (pointer, _, key, placement) in placements(&at, scenario).filter(|(.., it)| !it.is_at_start()) {
            let Some(cells) = cells(map, &placement) else { continue };
            let written = if placement.edge.is_some() { "edge" } else { "zone" };
            if cells.iter().any(|&cell| is_open(survey, map, cell)) {
                continue;
            }
            let pointer = pointer.child(written);
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("`{key}` can never arrive: there is no passable hex");
            let help = Some("choose another zone or edge, or change the map".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}

/// The cells where a figure can arrive; `None` if they are not restricted, or its zone is unknown.
fn cells(map: &Map, placement: &Placement) -> Option<Vec<Cell>> {
    let [last, bottom] = map.geometry.size().map(|length| length as i32 - 1);
    let at_edge = |[column, row]: Cell| match placement.edge {
        Some(Edge::North) => row == 0,
        Some(Edge::South) => row == bottom,
        Some(Edge::West) => column == 0,
        Some(Edge::East) => column == last,
        None => true,
    };
    let cells: Vec<Cell> = match &placement.zone {
        Some(zone) => map.zones.get(&zone.0)?.cells_on(&map.geometry).into_iter().collect(),
        None => {
            placement.edge?;
            (0..=bottom).flat_map(|row| (0..=last).map(move |column| [column, row])).collect()
        }
    };
    Some(cells.into_iter().filter(|&cell| at_edge(cell)).collect())
}

/// Whether figures can enter a cell, as far as its terrain is known.
fn is_open(survey: &Survey<'_>, map: &Map, cell: Cell) -> bool {
    map.terrain(cell).and_then(|reference| terrain(survey, reference)).is_none_or(|terrain| !terrain.blocks_move)
}
