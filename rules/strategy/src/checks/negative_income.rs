//! `negative-income`: a faction that goes bankrupt with its initial possessions.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::plural::plural;
use foeman_schema::survey::Survey;

use super::classes::Classed;
use super::layout::Layout;
use super::rules::{changes, may};
use super::{finding, variable};
use crate::catalogs::{DeedKind, Effect, Reach, Rule, Scenario, Terrain, Unit, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "negative-income",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A side loses a resource from the first turn on until it has none left",
    doc: "\
Each turn a faction gains its `income`, and the `owner` modifiers of its units and upgrades and of the terrains and \
effects in its cells.
If this sum is negative when the game begins and uses up the resource before the last turn, units are disbanded for it.
Nothing is reported if a custom rule of the scenario changes the resource or gives the side something that earns it.
Raise the income, give the side something that earns, or let it begin with less upkeep.",
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
  gold: {title: Gold, kind: resource}
units:
  scout: {title: Scout, modifiers: {owner: {gold: -8}}}
factions:
  red: {title: Red, color: '#b03a2e', values: {gold: 50}, income: {gold: 2}}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[(" 2", " 9")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(layout) = Layout::of(survey, scenario) else { continue };
        for (number, faction) in layout.factions.iter().enumerate() {
            for (named, _) in faction.values.iter() {
                let known = variable(survey, named).filter(|known| known.kind == VariableKind::Resource);
                let (Some(known), Some(first)) = (known, layout.resource(survey, number, named)) else { continue };
                let gain = layout.income(survey, number, named);
                let left = first - i64::from(known.minimum);
                // A resource that is reset does not shrink from turn to turn, but may be 0 from the start.
                let lasts = if known.reset { None } else { Some(left / gain.min(-1).abs()) };
                let is_helped = || may(survey, scenario, |rule| changes(rule, named) || earns(survey, rule, named));
                if gain >= 0
                    || lasts.is_some_and(|turns| turns >= scenario.turns.into())
                    || (known.reset && left > 0)
                    || is_helped()
                {
                    continue;
                }
                let id = scenario.sides[number].faction.id();
                let named = named.id();
                let found = match lasts {
                    Some(turns) => {
                        let turns = plural(usize::try_from(turns).unwrap_or(0), "turn", "turns");
                        format!("loses {} of `{named}` a turn, and its {first} last for {turns}", -gain)
                    }
                    None => format!("has {first} of `{named}` left after modifiers of {gain}"),
                };
                let message = format!("`{id}` {found}");
                let pointer = key.pointer().child("sides").child(number.to_string()).child("faction");
                let help = "raise its income, or give it something that earns".to_owned();
                findings.extend(finding(check, survey, pointer, message, help));
            }
        }
    }
}

/// Whether a rule may give a side something that yields a resource.
fn earns(survey: &Survey<'_>, rule: &Rule, named: &Ref<Variable>) -> bool {
    fn brings<C: Classed>(survey: &Survey<'_>, class: &Ref<C>, named: &Ref<Variable>) -> bool {
        survey.record::<C>(class.id()).is_none_or(|class| class.class().adds(Reach::Owner, named) > 0)
    }
    rule.r#do.iter().any(|deed| match &deed.kind {
        DeedKind::Cede { .. } => true,
        DeedKind::Become { unit } | DeedKind::Recruit { unit } => brings::<Unit>(survey, unit, named),
        DeedKind::Raise { terrain } => brings::<Terrain>(survey, terrain, named),
        DeedKind::Lay { effect } => brings::<Effect>(survey, effect, named),
        _ => false,
    })
}
