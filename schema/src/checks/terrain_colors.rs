//! `terrain-colors`: terrains with colours that are hard to tell apart on a map.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogs::board::{Map, Terrains};
use crate::check::{Check, Scope};
use crate::dialect::Record as _;
use crate::dialect::{RecordView, Target};
use crate::finding::{Confidence, Finding, Severity};
use crate::notation::color::color_distance;
use crate::survey::Survey;
use crate::text::RecordKey;

/// Colours closer than this look the same in small cells.
const TOO_NEAR: u32 = 24;

pub(crate) static CHECK: Check = Check {
    name: "terrain-colors",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Users,
    summary: "Two terrains of a map have nearly the same colour",
    doc: "\
Maps distinguish terrains by colour; if two colours are nearly equal, movement costs and walls are hard to see.
Terrains that never share a map can have the same colour.
Make one of the colours clearly lighter or darker, or change its hue.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  rubble: {title: Rubble, color: "#d8c08a", cost: 2}
maps:
  beach:
    title: Beach
    geometry: {size: [3, 1]}
    legend: {s: sand, r: rubble}
    rows: |
      srs
"##,
    fix: &[("d8c08a", "b79f86")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    let colors: BTreeMap<&str, &str> = survey
        .sound(Terrains::TARGET)
        .filter_map(|(key, terrain)| Some((key.id.as_str(), terrain.get("color")?.as_str()?)))
        .collect();
    // Maps the later and the earlier terrain to the first map that contains both.
    let mut alike: BTreeMap<(&str, &str), RecordKey> = BTreeMap::new();
    for catalog in dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map) {
        for (key, value) in survey.sound(catalog.name) {
            let Ok(map) = Map::from_value(value) else { continue };
            let shown: BTreeSet<&str> = map.terrains().into_iter().map(|terrain| terrain.id()).collect();
            let shown: Vec<_> = colors.iter().filter(|(id, _)| shown.contains(*id)).collect();
            for (position, (id, color)) in shown.iter().enumerate() {
                for (other, its) in &shown[..position] {
                    if color_distance(color, its).is_some_and(|distance| distance < TOO_NEAR) {
                        alike.entry((id, other)).or_insert_with(|| key.clone());
                    }
                }
            }
        }
    }
    for ((a, b), map) in alike {
        let place_of = |id: &str| survey.draft.place(&RecordKey::new(Terrains::TARGET, id).pointer().child("color"));
        let (Some(place), Some(other)) = (place_of(a), place_of(b)) else { continue };
        // Report the later terrain in the pack.
        let ((id, place), (other, first)) =
            if place < other { ((b, other), (a, place)) } else { ((a, place), (b, other)) };
        let message = format!(
            "the colour `{}` is hard to tell from `{}`, the colour of `{other}`, on map `{}`",
            colors[id], colors[other], map.id
        );
        let mut finding = check.finding(place, RecordKey::new(Terrains::TARGET, id).pointer().child("color"), message);
        finding.help = Some("make one of them clearly lighter or darker, or change its hue".to_owned());
        finding.related.push((first, format!("`{other}` has this colour")));
        findings.push(finding);
    }
}
