//! `unique-twice`: a unique item that occurs more than once in a battle.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::{get, placements, roster_of, scenarios};
use crate::catalogs::{Carry, Item};

pub(super) static CHECK: Check = Check {
    name: "unique-twice",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A battle contains a unique item twice",
    doc: "\
An item with `carry: uni` exists only once (`F10.2`).
If it occurs several times in a scenario, in the gear of figures or on the map, only the first occurrence counts.
Remove the others, or change its `carry`.",
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
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human, gear: [{item: heirloom, place: first-hand}]}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human, gear: [{item: heirloom, place: first-hand}]}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  heirloom: {title: Heirloom, class: wpn, carry: uni, damage: -1H}
"##,
    fix: &[("Gorsk, type: human, gear: [{item: heirloom, place: first-hand}]", "Gorsk, type: human")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        // The owner of each item, in the order in which a battle reads them.
        let mut owners: Vec<(Pointer, String, Ref<Item>)> = Vec::new();
        for (at, part, key, _) in placements(&at, scenario) {
            let figure = roster_of(survey, part).and_then(|roster| roster.figures.get(key));
            for gear in figure.into_iter().flat_map(|figure| &figure.gear) {
                owners.push((at.clone(), format!("`{key}`"), gear.item.clone()));
            }
        }
        for (index, lying) in scenario.items.iter().enumerate() {
            let at = at.child("items").child(index.to_string()).child("item");
            owners.push((at, "the map".to_owned(), lying.item.clone()));
        }
        let mut first: BTreeMap<String, (Pointer, String)> = BTreeMap::new();
        for (at, owner, item) in owners {
            let Some(unique) = get(survey, &item).filter(|item: &Item| item.carry == Carry::Unique) else { continue };
            let Some((there, other)) = first.get(item.id()) else {
                first.insert(item.id().to_owned(), (at, owner));
                continue;
            };
            // Duplicates on one figure are reported by `carries-too-many`.
            let Some(place) = survey.draft.place(&at).filter(|_| *there != at) else { continue };
            let message = format!("expected one {} in the battle, but {other} and {owner} have it", unique.title);
            let mut finding = check.finding(place, at, message);
            finding.help = Some("remove all but one, or change its `carry`".to_owned());
            finding.related.extend(survey.draft.place(there).map(|place| (place, "it is here too".to_owned())));
            findings.push(finding);
        }
    }
}
