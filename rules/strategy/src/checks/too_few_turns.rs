//! `too-few-turns`: a game that ends before the sides can meet.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::plural::plural;
use foeman_schema::survey::Survey;

use super::finding;
use super::layout::{Layout, stat};
use super::regions::nearest;
use crate::catalogs::{Scenario, Unit};

pub(super) static CHECK: Check = Check {
    name: "too-few-turns",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "The game ends before any two sides can meet",
    doc: "\
The game is a draw after all `turns`.
The check assumes the best case: the two nearest sides go straight towards each other with their fastest units, and \
every step costs 1.
If even this takes more turns than the game has, no two sides ever meet.
Give the game more turns, or place the sides nearer to each other.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: road
    turns: 8
    sides: [{faction: red}, {faction: blue}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[19, 0]], owner: blue, units: [{class: scout}]}
maps:
  road: {title: Road, geometry: {shape: square, stand: edge, size: [20, 1]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[(" 8", " 20")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let Some(far) = farthest(survey, &layout) else { continue };
        // Paths can be long, but rarely visit all cells.
        if far >= layout.map.geometry.cell_count() as u64 {
            continue;
        }
        let Some(steps) = nearest(&layout).filter(|steps| u64::from(*steps) > far) else { continue };
        let turns = plural(usize::from(scenario.turns), "turn", "turns");
        let steps = plural(steps as usize, "step", "steps");
        let message = format!("the nearest sides are {steps} apart, but cover at most {far} in {turns}");
        let help = "give the game more turns, or place the sides nearer to each other".to_owned();
        findings.extend(finding(check, survey, key.pointer().child("turns"), message, help));
    }
}

/// Returns the number of steps that two sides can cover in all turns, both with their fastest units; `None` if
/// something makes them faster.
fn farthest(survey: &Survey<'_>, layout: &Layout<'_>) -> Option<u64> {
    let (mut fastest, mut range) = (0, 0);
    for side in 0..layout.factions.len() {
        for (unit, made) in layout.units_of(survey, side) {
            fastest = fastest.max(stat(survey, unit.movement.as_ref(), unit, made));
            range = range.max(stat(survey, unit.attack_range.as_ref(), unit, made));
        }
        for named in &layout.factions[side].builds_units {
            let unit: &Unit = survey.record(named.id())?;
            let first = |named: &Option<_>| named.as_ref().map_or(1, |named| unit.values.of(named).unwrap_or(0));
            fastest = fastest.max(first(&unit.movement));
            range = range.max(first(&unit.attack_range));
        }
    }
    let builds = layout.factions.iter().flat_map(|faction| &faction.builds_units);
    let built = builds.filter_map(|named| survey.record::<Unit>(named.id()));
    let units = layout.units.iter().map(|placed| placed.unit).chain(built);
    let mut stats = units.flat_map(|unit| [&unit.movement, &unit.attack_range]).flatten();
    if stats.any(|named| layout.raises(survey, named)) {
        return None;
    }
    let (fastest, range) = (u64::try_from(fastest).unwrap_or(0), u64::try_from(range).unwrap_or(0));
    Some(u64::from(layout.scenario.turns) * 2 * fastest + range)
}
