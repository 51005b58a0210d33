//! `named-twice`: a list with a duplicate entry.

use std::collections::BTreeSet;

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::{goals, records, scenarios};
use crate::catalogs::victory::{Condition, FigureName};
use crate::catalogs::{Campaign, Talent};

pub(super) static CHECK: Check = Check {
    name: "named-twice",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A list contains an entry twice",
    doc: "\
This concerns the talents that a talent requires, the figures and parts of a condition, the conditions of a side and the rosters of a campaign.
The second entry has no effect, so another one was probably intended.
Remove it, or write the intended one.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}, victory: [{kind: disable, side: guards, figures: [brana, brana]}]}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("brana, brana", "brana")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |at: Pointer, found: &str| {
        // Inherited values are reported in the base record.
        let Some(place) = survey.draft.place(&at).filter(|_| survey.draft.defined(&at)) else { return };
        let message = format!("expected each entry once, found {found} again");
        let help = Some("remove it, or write the intended one".to_owned());
        let fixes = vec![Fix::safe("remove the second entry", vec![Change::Remove { at: at.clone() }])];
        findings.push(Finding { help, fixes, ..check.finding(place, at, message) });
    };
    for (at, talent) in records::<Talent>(survey) {
        let names = talent.requires.talents.iter().map(|talent| talent.id());
        repeated(&at.child("requires").child("talents"), names, &mut tell);
    }
    for (at, campaign) in records::<Campaign>(survey) {
        repeated(&at.child("rosters"), campaign.rosters.iter().map(|roster| roster.id()), &mut tell);
    }
    for (at, scenario) in scenarios(survey) {
        for goal in goals::all(&at, scenario) {
            repeated(&goal.at.child("figures"), figures(goal.condition).iter().map(|name| &*name.0), &mut tell);
            conditions(&goal.at.child("of"), goal.condition.parts(), &mut tell);
        }
        for (number, side) in scenario.sides.iter().enumerate() {
            let at = at.child("sides").child(number.to_string());
            conditions(&at.child("victory"), &side.victory, &mut tell);
            conditions(&at.child("defeat"), &side.defeat, &mut tell);
        }
    }
}

fn figures(condition: &Condition) -> &[FigureName] {
    match condition {
        Condition::ReachZone { figures, .. }
        | Condition::ReachHex { figures, .. }
        | Condition::Disable { figures, .. }
        | Condition::Survive { figures, .. } => figures,
        Condition::HoldZone { .. } | Condition::All { .. } | Condition::Any { .. } => &[],
    }
}

/// Reports names that occur earlier in the list.
fn repeated<'a>(list: &Pointer, names: impl Iterator<Item = &'a str>, tell: &mut dyn FnMut(Pointer, &str)) {
    let mut met = BTreeSet::new();
    for (number, name) in names.enumerate().filter(|(_, name)| !met.insert(*name)) {
        tell(list.child(number.to_string()), &format!("`{name}`"));
    }
}

/// Reports conditions that occur earlier in the list.
fn conditions(list: &Pointer, conditions: &[Condition], tell: &mut dyn FnMut(Pointer, &str)) {
    for (number, condition) in conditions.iter().enumerate() {
        if conditions[..number].contains(condition) {
            tell(list.child(number.to_string()), "a condition");
        }
    }
}
