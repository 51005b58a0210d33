//! `legend-twice`: two letters of a legend for one terrain.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::check::{Check, Scope};
use crate::dialect::RecordView;
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "legend-twice",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Record,
    summary: "Two letters of a legend stand for the same terrain",
    doc: "\
Two letters suggest two kinds of terrain to readers of the map.
Use one of them and remove the other, or assign it the intended terrain.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
maps:
  beach:
    title: Beach
    geometry: {size: [3, 1]}
    legend: {s: sand, d: sand}
    rows: |
      ssd
"##,
    fix: &[("sand, d: sand", "sand"), ("ssd", "sss")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map) {
        for (key, value) in survey.sound(catalog.name) {
            let legend = value.get("legend").and_then(|legend| BTreeMap::<String, String>::deserialize(legend).ok());
            let at = key.pointer().child("legend");
            // In text order.
            let placed = |letter: &String| Some((survey.draft.key_place(&at.child(letter))?, letter.clone()));
            let legend = legend.filter(|_| survey.draft.defined(&at)).unwrap_or_default();
            let mut letters: Vec<_> = legend.keys().filter_map(placed).collect();
            letters.sort();
            let mut first: BTreeMap<&str, &str> = BTreeMap::new();
            for (place, letter) in &letters {
                let terrain = legend[letter].as_str();
                let Some(other) = first.get(terrain) else {
                    first.insert(terrain, letter);
                    continue;
                };
                let message = format!("`{letter}` and `{other}` both stand for `{terrain}`");
                let help = Some(format!("use `{other}` and remove `{letter}`, or assign `{letter}` another terrain"));
                findings.push(Finding { help, ..check.finding(*place, at.child(letter), message) });
            }
        }
    }
}
