//! `unused-stock`: a figure type, item, spell or talent that no figure uses.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use crate::catalogs::{FigureType, Item, Scenario, Spell, Talent};

pub(super) static CHECK: Check = Check {
    name: "unused-stock",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Users,
    summary: "A figure type, item, spell or talent is never used",
    doc: "\
A figure type, item, spell or talent that no figure has may have been forgotten, or may be in stock for later.
Packs without scenarios are not checked.
Give it to a figure, or turn the check off in the pack's header: `findings: {ignore: [unused-stock]}`.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
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
items:
  sword: {title: Sword, class: wpn, damage: -1H}
"##,
    fix: &[("Gorsk, type: human", "Gorsk, type: human, gear: [{item: sword, place: first-hand}]")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    if survey.draft.ids(Scenario::CATALOG).next().is_none() {
        return;
    }
    for catalog in [FigureType::CATALOG, Item::CATALOG, Spell::CATALOG, Talent::CATALOG] {
        for key in survey.keys(catalog).filter(|key| !survey.is_used(key)) {
            let Some(place) = survey.draft.key_place(&key.pointer()) else { continue };
            let message = format!("`{}` is never used", key.id);
            let help = Some(format!("give `{}` to a figure, or ignore `unused-stock` in the pack's header", key.id));
            findings.push(Finding { help, ..check.finding(place, key.pointer(), message) });
        }
    }
}
