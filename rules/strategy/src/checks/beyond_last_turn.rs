//! `beyond-last-turn`: a condition on a turn after the end of the game.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::finding;
use crate::catalogs::{Condition, Faction, Measure, Scenario};

pub(super) static CHECK: Check = Check {
    name: "beyond-last-turn",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A condition needs more turns than the game has",
    doc: "\
A condition on `turns` holds once more turns than its threshold are over: a victory is decided when the turn of the \
faction begins, a defeat when any turn ends.
The game is a draw after all `turns` of the scenario, so a higher threshold never decides anything.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    turns: 20
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
  red: {title: Red, color: '#b03a2e', victory: [{measure: turns, threshold: 20}]}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("threshold: 20", "threshold: 15")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, side) in scenario.sides.iter().enumerate() {
            let Some(faction) = survey.record::<Faction>(side.faction.id()) else { continue };
            let turns = i32::from(scenario.turns);
            // Victory is checked at the start of each turn, including the last; defeat also at the end of the last
            // turn.
            let lists = [("victory", &faction.victory, turns - 2), ("defeat", &faction.defeat, turns - 1)];
            for (name, conditions, most) in lists {
                let is_late = |condition: &Condition| condition.measure == Measure::Turns && condition.threshold > most;
                let Some(late) = conditions.iter().position(is_late) else { continue };
                let threshold = conditions[late].threshold;
                let id = side.faction.id();
                let most = most.max(0);
                let message = format!(
                    "expected a {name} of `{id}` at `{most}` or less, as turn {turns} is the last, found `{threshold}`"
                );
                let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
                let help = "lower the threshold, or give the game more turns".to_owned();
                let condition = RecordKey::new(Faction::CATALOG, id).pointer().child(name).child(late.to_string());
                let place = survey.draft.place(&condition);
                let related = place.map(|place| (place, "this is the condition".to_owned())).into_iter().collect();
                let told = finding(check, survey, pointer, message, help);
                findings.extend(told.map(|finding| Finding { related, ..finding }));
            }
        }
    }
}
