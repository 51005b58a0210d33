//! `unused-legend-key`: a legend key that no cell uses.

use crate::catalogs::board::Map;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::dialect::Record as _;
use crate::dialect::RecordView;
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "unused-legend-key",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A key of a map's legend is not used on the map",
    doc: "\
An unused key is a leftover, or some cells that should have it were forgotten.
Use it, or remove it from the legend.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  wall: {title: Wall, color: "#6b6159", blocks-move: true}
maps:
  beach:
    title: Beach
    geometry: {size: [3, 1]}
    legend: {s: sand, w: wall}
    rows: |
      sss
"##,
    fix: &[("sand, w: wall", "sand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map) {
        for (key, value) in survey.sound(catalog.name) {
            let Ok(map) = Map::from_value(value) else { continue };
            let rows = map.read();
            // The missing cell may be due to an error in the rows, which `map-rows` reports.
            if !rows.faults.is_empty() {
                continue;
            }
            let mut drawn = vec![false; map.legend.len()];
            if !map.has_fill() {
                rows.kinds.for_each_stretch(|kind, _| drawn[usize::from(kind)] = true);
            }
            for ((letter, terrain), drawn) in map.legend.iter().zip(drawn) {
                let pointer = key.pointer().child("legend").child(letter);
                // An inherited legend is used by several maps, each of which may use only part of it.
                if drawn || !survey.draft.defined(&pointer) {
                    continue;
                }
                let Some(place) = survey.draft.key_place(&pointer) else { continue };
                let (message, help) = match map.has_fill() {
                    true => (
                        format!(
                            "the legend key `{letter}` has no effect, because the map has a `fill` instead of rows"
                        ),
                        "remove the legend; areas name their terrains directly".to_owned(),
                    ),
                    false => (
                        format!("the legend key `{letter}` is not used in the rows"),
                        format!("draw cells with `{}`, or remove `{letter}` from the legend", terrain.id()),
                    ),
                };
                let help = Some(help);
                let changes = vec![Change::Remove { at: pointer.clone() }];
                let fixes = vec![Fix::single(format!("remove `{letter}` from the legend"), changes)];
                findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
            }
        }
    }
}
