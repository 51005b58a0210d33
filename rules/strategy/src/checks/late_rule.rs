//! `late-rule`: a rule that requires a turn after the end of the game.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record as _;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::bounds::Bounds;
use super::finding;
use crate::catalogs::{Rule, Scenario};

pub(super) static CHECK: Check = Check {
    name: "late-rule",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A rule waits for a turn that the game does not have",
    doc: "\
Turns are numbered from 1 to the `turns` of the scenario.
A rule with a condition such as `game.turn >= 30` never applies in a game of 20 turns.
Lower the number, give the game more turns, or remove the rule from the scenario.",
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
    rules: [{rule: late}]
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
  blue: {title: Blue, color: '#2e6db0'}
rules:
  late:
    title: Late
    when: turn-begins
    if: [game.turn >= 30]
    do:
      - {kind: win}
",
    fix: &[("30", "15")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, of) in scenario.rules.iter().enumerate() {
            let id = of.rule.id();
            let Some(rule) = survey.record::<Rule>(id) else { continue };
            let turns = i64::from(scenario.turns);
            let bounds = || Bounds::new(survey).options(rule, of);
            // Conditions that hold in no game are reported at the rule.
            let mut always = bounds();
            let mut here = bounds().turns(turns);
            let late = rule.r#if.iter().position(|condition| always.admit(condition) && !here.admit(condition));
            let Some(late) = late else { continue };
            let message = format!("`{}` never holds, as turn {turns} is the last", rule.r#if[late]);
            let help = "lower the number, give the game more turns, or remove the rule".to_owned();
            let condition = RecordKey::new(Rule::CATALOG, id).pointer().child("if").child(late.to_string());
            let place = survey.draft.place(&condition);
            let related = place.map(|place| (place, "this is the condition".to_owned())).into_iter().collect();
            let pointer = key.pointer().child("rules").child(number.to_string()).child("rule");
            let told = finding(check, survey, pointer, message, help);
            findings.extend(told.map(|finding| Finding { related, ..finding }));
        }
    }
}
