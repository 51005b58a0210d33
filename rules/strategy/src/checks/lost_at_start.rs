//! `lost-at-start`: a side that is out at the end of the first turn.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::layout::{Layout, measure_key};
use super::{finding, variable};
use crate::catalogs::{Faction, Scenario, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "lost-at-start",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side has lost when the game begins",
    doc: "\
A faction is out when any turn ends and one of its `defeat` conditions holds, or a resource is at or below the \
`defeat` of its variable.
It must begin above these thresholds, or it loses in the first turn.",
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
  red: {title: Red, color: '#b03a2e', defeat: [{measure: sites, threshold: 1}]}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("threshold: 1", "threshold: 0")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        let sides = layout.factions.iter().enumerate().filter(|(number, _)| !scenario.plays_already(*number));
        for (number, faction) in sides {
            let id = scenario.sides[number].faction.id();
            let record = RecordKey::new(Faction::CATALOG, id).pointer();
            let condition = layout.decided(survey, number, &faction.defeat, |value, threshold| value <= threshold);
            let measured = condition.map(|(at, value)| {
                let condition = faction.defeat[at];
                let what = measure_key(condition.measure);
                let place = record.child("defeat").child(at.to_string());
                (format!("more than {} of `{what}`, but `{id}` begins with {value}", condition.threshold), place)
            });
            let counted = || {
                faction.values.iter().find_map(|(named, _)| {
                    let variable =
                        variable(survey, named).filter(|variable| variable.kind == VariableKind::Resource)?;
                    let value = layout.resource(survey, number, named)?;
                    // A threshold that no value exceeds is reported by another check.
                    let defeat = variable.defeat.filter(|defeat| *defeat < variable.maximum)?;
                    let defeat = Some(defeat).filter(|&defeat| value <= i64::from(defeat))?;
                    let place = RecordKey::new(Variable::CATALOG, named.id()).pointer().child("defeat");
                    Some((format!("more than {defeat} of `{}`, but `{id}` begins with {value}", named.id()), place))
                })
            };
            let Some((what, condition)) = measured.or_else(counted) else { continue };
            let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
            let help = "give it more to begin with, or lower the threshold".to_owned();
            let place = survey.draft.place(&condition);
            let related = place.map(|place| (place, "its defeat is defined here".to_owned())).into_iter().collect();
            let told = finding(check, survey, pointer, format!("expected {what}"), help);
            findings.extend(told.map(|finding| Finding { related, ..finding }));
        }
    }
}
