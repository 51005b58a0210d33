//! `faction-colors`: opponents with similar colours.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::notation::color::color_distance;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use crate::catalogs::{Faction, Scenario};

/// Colours that differ less than this are easily confused on units and borders.
const TOO_NEAR: u32 = 60;

pub(super) static CHECK: Check = Check {
    name: "faction-colors",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Users,
    summary: "Two factions of a scenario have nearly the same colour",
    doc: "\
Units and borders show their owner by colour. If two colours look alike, players cannot see whose they are.
Colours that differ in lightness as well as in hue also work for colour-blind players.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, units: [{class: scout}]}, {faction: blue, units: [{class: scout}]}]
    unit-sites: [{class: scout, cells: [[0, 0], [3, 3]]}]
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#b0402e'}
",
    fix: &[("b0402e", "2e6db0")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // Pairs of factions, with the first scenario in which they are opponents.
    let mut meetings: BTreeMap<[&str; 2], Pointer> = BTreeMap::new();
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, one) in scenario.sides.iter().enumerate() {
            for other in scenario.sides[..number].iter().filter(|other| other.faction != one.faction) {
                let mut pair = [one.faction.id(), other.faction.id()];
                pair.sort_unstable();
                meetings.entry(pair).or_insert_with(|| key.pointer());
            }
        }
    }
    for (pair, scenario) in meetings {
        findings.extend(alike(check, survey, pair, &scenario));
    }
}

fn alike(check: &Check, survey: &Survey<'_>, pair: [&str; 2], scenario: &Pointer) -> Option<Finding> {
    let color = |id: &str| RecordKey::new(Faction::CATALOG, id).pointer().child("color");
    let of = |id: &'_ str| Some((survey.draft.place(&color(id))?, survey.record::<Faction>(id)?));
    let mut both = [(pair[0], of(pair[0])?), (pair[1], of(pair[1])?)];
    // The faction that is later in the pack is reported.
    both.sort_by_key(|(_, (place, _))| *place);
    let [(other_id, (first, other)), (id, (place, faction))] = both;
    color_distance(&faction.color, &other.color).filter(|&distance| distance < TOO_NEAR)?;
    let (found, beside) = (&faction.color, &other.color);
    let message = format!("expected a colour unlike `{beside}`, the colour of `{other_id}`, found `{found}`");
    let mut finding = check.finding(place, color(id), message);
    finding.help = Some("make one of the two clearly lighter or darker, or change its hue".to_owned());
    finding.related.push((first, format!("`{other_id}` has this colour")));
    finding.related.extend(survey.draft.key_place(scenario).map(|place| (place, "they meet here".to_owned())));
    Some(finding)
}
