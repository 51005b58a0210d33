//! `impassable-terrain`: a terrain whose cost exceeds the movement range of every unit.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record as _;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{classes, extended, pieces};
use super::rules::any_changes;
use super::written;
use crate::catalogs::{Reach, Scenario, Terrain, Unit};

pub(super) static CHECK: Check = Check {
    name: "impassable-terrain",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A step into a terrain costs more than any unit can pay",
    doc: "\
A step costs the difficulty of the terrains in a cell, and a unit must pay for it in one turn.
A terrain whose difficulty is more than the movement of every unit is closed to all of them.
Lower the difficulty, let a unit move farther, or write 0 to close the terrain on purpose.",
    bad: "\
variables:
  effort: {title: Effort, kind: attribute}
  pace: {title: Pace, kind: attribute}
terrains:
  bog: {title: Bog, color: '#5b4636', background: true, difficulty: effort, values: {effort: 20}}
units:
  scout: {title: Scout, movement: pace, values: {pace: 3}}
",
    fix: &[("20", "3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let catalogs = ["units", "terrains", "effects", "upgrades", "scenarios"];
    if !catalogs.into_iter().all(|catalog| survey.is_all_sound(catalog)) {
        return;
    }
    let Some(most) = farthest(survey) else { return };
    let patterns = extended(survey, Terrain::CATALOG);
    for (key, terrain) in survey.records::<Terrain>().filter(|(key, _)| !patterns.contains(&*key.id)) {
        let Some(named) = &terrain.difficulty else { continue };
        let Some(cost) = terrain.values.of(named).filter(|cost| *cost > most) else { continue };
        let is_lowered = classes(survey).iter().any(|(_, class)| class.adds(Reach::Own, named) < 0);
        if is_lowered || any_changes(survey, named) {
            continue;
        }
        let message =
            format!("expected a difficulty of at most {most}, the movement of the fastest unit, found {cost}");
        let help = "lower it, let a unit move farther, or write 0 to close the terrain".to_owned();
        let pointer = key.pointer().child("values").child(named.id());
        findings.extend(written(check, survey, pointer, message, help));
    }
}

/// Returns the movement range of the fastest unit with all modifiers that may apply, each once; `None` if there are no
/// units, or if a rule may increase it.
fn farthest(survey: &Survey<'_>) -> Option<i32> {
    // If no unit sets its movement range, costs have no meaning.
    if survey.records::<Unit>().all(|(_, unit)| unit.movement.is_none()) {
        return None;
    }
    let classes = classes(survey);
    let reaches = [Reach::Own, Reach::Allies, Reach::AlliesInRange, Reach::Others, Reach::OthersInRange];
    let mut most = None;
    for (_, unit) in survey.records::<Unit>() {
        let moves = match &unit.movement {
            None => 1,
            Some(named) => {
                let made =
                    survey.records::<Scenario>().flat_map(|(key, scenario)| pieces(survey, &key.pointer(), scenario));
                let made: Vec<i32> = made.filter_map(|piece| piece.values.of(named)).collect();
                if any_changes(survey, named) {
                    return None;
                }
                let own = made.into_iter().chain(unit.values.of(named)).max().unwrap_or(0);
                let more = classes.iter().flat_map(|(_, class)| reaches.map(|reach| class.adds(reach, named).max(0)));
                more.fold(own, i32::saturating_add)
            }
        };
        most = most.max(Some(moves));
    }
    most
}
