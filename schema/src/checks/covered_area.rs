//! `covered-area`: an area of a map that later areas cover completely.

use crate::catalogs::board::Map;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::grid::Cells;
use crate::survey::Survey;

use super::maps;

pub(crate) static CHECK: Check = Check {
    name: "covered-area",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Later areas of the map cover an area completely",
    doc: "\
Areas are painted in the order of the list, so later ones cover earlier ones.
An area that is completely covered has no effect; it is a leftover, or in the wrong place of the list.
Remove it, or move it to the end.",
    bad: r##"maps:
  beach:
    title: Beach
    geometry: {size: [300, 200]}
    fill: sand
    areas:
      - {terrain: sea, from: [20, 20], to: [29, 29]}
      - {terrain: sea, from: [0, 0], to: [25, 199]}
      - {terrain: sea, from: [26, 10], to: [99, 99]}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  sea: {title: Sea, color: "#31708f"}
"##,
    fix: &[("      - {terrain: sea, from: [20, 20], to: [29, 29]}\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, map) in maps(survey).into_iter().filter(|(_, map)| map.areas.len() > 1) {
        for number in covered(&map) {
            let at = key.pointer().child("areas").child(number.to_string());
            // An inherited list is used by several maps.
            let Some(place) = survey.draft.place(&at).filter(|_| survey.draft.defined(&at)) else { continue };
            let fix = Fix {
                title: "remove the area".to_owned(),
                safety: Safety::Single,
                changes: vec![Change::Remove { at: at.clone() }],
            };
            let message = "later areas cover this area completely";
            let help = Some("remove it, or move it after the areas that cover it".to_owned());
            findings.push(Finding { help, fixes: vec![fix], ..check.finding(place, at, message) });
        }
    }
}

/// Returns the positions of areas whose terrain and level are visible nowhere on the map. Areas outside the map are
/// reported by `map-areas`.
fn covered(map: &Map) -> Vec<usize> {
    let size = map.geometry.size();
    let (mut terrain, mut level) = (Cells::filled(size, u32::MAX), Cells::filled(size, u32::MAX));
    for (number, area) in (0..).zip(&map.areas) {
        for (cells, paints) in [(&mut terrain, area.terrain.is_some()), (&mut level, area.level.is_some())] {
            if paints {
                cells.fill(area.bounds(), number);
            }
        }
    }
    let mut seen = vec![false; map.areas.len()];
    for cells in [terrain, level] {
        cells.for_each_stretch(|number, _| seen.get_mut(number as usize).into_iter().for_each(|seen| *seen = true));
    }
    let on_map = |number: &usize| map.geometry.contains(map.areas[*number].bounds().from);
    let paints = |number: &usize| map.areas[*number].terrain.is_some() || map.areas[*number].level.is_some();
    (0..seen.len()).filter(|number| !seen[*number] && on_map(number) && paints(number)).collect()
}
