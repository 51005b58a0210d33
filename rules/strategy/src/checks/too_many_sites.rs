//! `too-many-sites`: a victory condition with more cells than a side can own.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::plural::plural;
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::finding;
use super::layout::Layout;
use super::rules::may;
use crate::catalogs::{Condition, DeedKind, Faction, Measure, Rule, Scenario, Terrain, Who};

pub(super) static CHECK: Check = Check {
    name: "too-many-sites",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side needs more cells to win than it can ever own",
    doc: "\
Cells with a `capturable` terrain can change hands; all others keep their first owner.
A side that wins by `sites` can own only the cells that it begins with and the capturable ones.
Nothing is reported if a custom rule of the scenario gives cells away or raises a capturable terrain, since any cell \
may then change hands.
Lower the threshold, or put a capturable terrain on more cells.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e', victory: [{measure: sites, threshold: 12}]}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[
        (
            r"      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
",
            r"      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[1, 2]], terrains: [{class: village}]}
",
        ),
        (
            r"  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
",
            r"  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  village: {title: Village, color: '#c98f5a', capturable: true, worth: 400}
",
        ),
        ("Scout", "Scout, captures: true"),
        ("12", "2"),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        if may(survey, scenario, |rule| gives_cells(survey, rule)) {
            continue;
        }
        for (number, faction) in layout.factions.iter().enumerate() {
            let by_sites = |condition: &Condition| condition.measure == Measure::Sites;
            let Some(at) = faction.victory.iter().position(by_sites) else { continue };
            let (threshold, most) = (faction.victory[at].threshold, layout.most_sites(number));
            if u64::try_from(threshold).is_ok_and(|threshold| threshold <= most as u64) {
                continue;
            }
            let id = scenario.sides[number].faction.id();
            let most = plural(most, "cell", "cells");
            let message = format!("`{id}` needs {threshold} to win, but can never own more than {most}");
            let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
            let help = "lower the threshold, or make more cells `capturable`".to_owned();
            let condition = RecordKey::new(Faction::CATALOG, id).pointer().child("victory").child(at.to_string());
            let place = survey.draft.place(&condition);
            let related = place.map(|place| (place, "this is the condition".to_owned())).into_iter().collect();
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { related, ..finding }));
        }
    }
}

/// Whether a rule may give a side cells that cannot be captured.
fn gives_cells(survey: &Survey<'_>, rule: &Rule) -> bool {
    rule.r#do.iter().any(|deed| match &deed.kind {
        DeedKind::Cede { .. } => deed.whom(rule.when) == Who::Site,
        DeedKind::Raise { terrain } => survey.record::<Terrain>(terrain.id()).is_none_or(|terrain| terrain.capturable),
        _ => false,
    })
}
