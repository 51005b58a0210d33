//! `idle-weapon`: a weapon for a figure that fights with its own body.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, Item, ItemClass, Kind};

pub(super) static CHECK: Check = Check {
    name: "idle-weapon",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A creature carries a weapon that it cannot use",
    doc: "\
Creatures have no hands, so they cannot use weapons (`F1.8`).
Base humanoids strike with their bodies and can only hurl or shoot items: they can use a bow or a javelin, but not a sword.
Both can wear armour.
Remove the weapon, or change the figure's type to a hero.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: toad
        class: bst
        gear:
          - {item: sword, place: back}
figures:
  toad: {title: Toad, kind: creature, attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: tongue, damage: -2H}]}
items:
  sword: {title: Sword, class: wpn, damage: -1H, requires: {st: 12}}
"##,
    fix: &[("sword, place: back", "barding, place: worn"), ("sword: {title: Sword, class: wpn, damage: -1H, requires: {st: 12", "barding: {title: Barding, class: amr, ready: worn, stops: {protection: 1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let Some(kind): Option<FigureType> = get(survey, &figure.r#type) else { continue };
        if !matches!(kind.kind, Kind::Creature | Kind::Base) {
            continue;
        }
        for (index, gear) in figure.gear.iter().enumerate() {
            let item: Option<Item> = get(survey, &gear.item);
            let flies = |item: &Item| kind.kind == Kind::Base && (item.hurl.is_some() || item.fire.is_some());
            let idle = |item: &Item| item.class == ItemClass::Wpn && !flies(item);
            let Some(item) = item.filter(idle) else { continue };
            let pointer = at.child("gear").child(index.to_string()).child("item");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("{} cannot use {}, because it fights with its own body", kind.title, item.title);
            let help = Some("remove the weapon, or change the figure's type to a hero".to_owned());
            let fixes = vec![Fix::removal(gear.item.id(), &at.child("gear").child(index.to_string()))];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
