//! `idle-supply`: a supply that nothing provides.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{Class, classes};
use super::rules::any_changes;
use super::{variable, written};
use crate::catalogs::{Faction, Reach, Transfer, Variable, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "idle-supply",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A faction supplies its units with a resource that has no source",
    doc: "\
`supplies` lists the resources that computer players let units fetch when they run short.
The sources are terrains and effects with `transfer`, modifiers for units in the same cell, and custom rules.
Units search in vain for a resource without a source.",
    bad: "\
variables:
  bolts: {title: Bolts, kind: resource}
units:
  archer: {title: Archer, values: {bolts: 12}}
factions:
  red: {title: Red, color: '#b03a2e', supplies: [bolts]}
",
    fix: &[(
        "  archer: {title: Archer, values: {bolts: 12}}\n",
        r"  archer: {title: Archer, values: {bolts: 12}}
terrains:
  fletcher: {title: Fletcher, color: '#c98f5a', modifiers: {allies: {bolts: 3}}}
",
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let catalogs = ["units", "terrains", "effects", "upgrades"];
    if !catalogs.into_iter().all(|catalog| survey.is_all_sound(catalog)) {
        return;
    }
    let classes = classes(survey);
    for (key, faction) in survey.records::<Faction>() {
        for (number, named) in faction.supplies.iter().enumerate() {
            let is_resource = variable(survey, named).is_some_and(|known| known.kind == VariableKind::Resource);
            if !is_resource || classes.iter().any(|(_, class)| gives(class, named)) || any_changes(survey, named) {
                continue;
            }
            let message = format!("nothing gives units `{}`", named.id());
            let help = "let a terrain or effect give it, or remove it from the list".to_owned();
            let pointer = key.pointer().child("supplies").child(number.to_string());
            findings.extend(written(check, survey, pointer, message, help));
        }
    }
}

/// Whether a class increases a resource of units.
pub(super) fn gives(class: &Class<'_>, named: &Ref<Variable>) -> bool {
    let is_taken = class.transfer != Transfer::None && class.values.of(named).is_some_and(|value| value > 0);
    let reaches = [Reach::Allies, Reach::AlliesInRange, Reach::Others, Reach::OthersInRange];
    is_taken || reaches.into_iter().any(|reach| class.adds(reach, named) > 0)
}
