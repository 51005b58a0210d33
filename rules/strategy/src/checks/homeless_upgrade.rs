//! `homeless-upgrade`: an upgrade that acts from its faction's home, for a side without a home.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::{Faction, Scenario, Upgrade};

pub(super) static CHECK: Check = Check {
    name: "homeless-upgrade",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An upgrade needs a home, but the side has none",
    doc: "\
The ranged modifiers of an upgrade apply within `modifier-range` of the home of its faction, or everywhere if the \
range is 0. Those for the same cell apply at the home.
Without a home, only modifiers that apply everywhere have an effect.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, upgrades: [{class: horn}]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
  pace: {title: Pace, kind: attribute}
units:
  scout: {title: Scout, movement: pace, values: {pace: 2}}
upgrades:
  horn: {title: Horn, modifier-range: 2, modifiers: {allies-in-range: {pace: 1}}}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[(" upgrades", " home: [0, 0], upgrades")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        for (number, side) in scenario.sides.iter().enumerate().filter(|(_, side)| side.home.is_none()) {
            let at = key.pointer().child("sides").child(number.to_string());
            let Some(faction) = survey.record::<Faction>(side.faction.id()) else { continue };
            let needs_home = |id: &&str| survey.record::<Upgrade>(id).is_some_and(needs_home);
            let owned = side.upgrades.iter().enumerate().find(|(_, made)| needs_home(&made.class.id()));
            let built = faction.builds_upgrades.iter().map(|named| named.id()).find(needs_home);
            let (pointer, id) = match (owned, built) {
                (Some((owned, made)), _) => {
                    (at.child("upgrades").child(owned.to_string()).child("class"), made.class.id())
                }
                (None, Some(id)) => (at.child("faction"), id),
                (None, None) => continue,
            };
            let message = format!("`{id}` needs a home, but the side has none");
            findings.extend(finding(check, survey, pointer, message, "give the side a `home`".to_owned()));
        }
    }
}

fn needs_home(upgrade: &Upgrade) -> bool {
    let Upgrade { modifiers, modifier_range, .. } = upgrade;
    let is_near = !modifiers.allies.is_empty() || !modifiers.others.is_empty();
    let is_ranged = !modifiers.allies_in_range.is_empty() || !modifiers.others_in_range.is_empty();
    is_near || (*modifier_range > 0 && is_ranged)
}
