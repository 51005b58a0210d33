//! `uncapturable-terrain`: a rule on captured cells that is limited to a terrain that cannot be captured.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::layout::Layout;
use super::written;
use crate::catalogs::{DeedKind, Faction, Occasion, Rule, Scenario, Terrain};

pub(super) static CHECK: Check = Check {
    name: "uncapturable-terrain",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A rule about captured cells names a terrain that cannot be captured",
    doc: "\
A cell can be captured if one of its terrains has `capturable: true`.
A rule `when: captured` that is limited to some terrains never applies if none of them is capturable, unless a \
capturable terrain can share their cell.
Name a capturable terrain, or add `capturable: true` to this one.",
    bad: "\
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  tower: {title: Tower, color: '#8b8680'}
variables:
  effort: {title: Effort, kind: attribute}
rules:
  bell:
    title: The bell rings
    when: captured
    terrains: [tower]
    do:
      - {kind: tell, text: It rings.}
",
    fix: &[("8b8680'", "8b8680', capturable: true")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    if !["terrains", "scenarios", "factions", "rules"].into_iter().all(|catalog| survey.is_all_sound(catalog)) {
        return;
    }
    let capturable = |id: &str| survey.record::<Terrain>(id).is_none_or(|terrain| terrain.capturable);
    for (key, rule) in survey.records::<Rule>().filter(|(_, rule)| rule.when == Occasion::Captured) {
        for (number, named) in rule.terrains.iter().enumerate() {
            let id = named.id();
            if capturable(id) || comes_by(survey) || stands_with_prize(survey, id) {
                continue;
            }
            let message = format!("expected a capturable terrain, found `{id}`");
            let help = format!("name another terrain, or add `capturable: true` to `{id}`");
            let pointer = key.pointer().child("terrains").child(number.to_string());
            findings.extend(written(check, survey, pointer, message, help));
        }
    }
}

/// Whether a capturable terrain can be added to cells during the game.
fn comes_by(survey: &Survey<'_>) -> bool {
    let capturable = |id: &str| survey.record::<Terrain>(id).is_some_and(|terrain| terrain.capturable);
    let is_raised = |rule: &Rule| {
        rule.r#do.iter().any(|deed| matches!(&deed.kind, DeedKind::Raise { terrain } if capturable(terrain.id())))
    };
    let is_placed = |scenario: &Scenario| {
        scenario.sides.iter().flat_map(|side| &side.terrains).any(|made| capturable(made.class.id()))
    };
    survey.records::<Rule>().any(|(_, rule)| is_raised(rule))
        || survey.records::<Faction>().any(|(_, of)| of.builds_terrains.iter().any(|named| capturable(named.id())))
        || survey.records::<Scenario>().any(|(_, scenario)| is_placed(scenario))
}

/// Whether a terrain shares a cell with a capturable one at the start; true if a layout is unknown.
fn stands_with_prize(survey: &Survey<'_>, id: &str) -> bool {
    let Some(terrain) = survey.record::<Terrain>(id) else { return true };
    survey.records::<Scenario>().any(|(_, scenario)| {
        Layout::of(survey, scenario).is_none_or(|layout| {
            layout.holdings().any(|(_, stack, _)| {
                stack.is_prize() && stack.terrains.iter().any(|(other, _)| std::ptr::eq(*other, terrain))
            })
        })
    })
}
