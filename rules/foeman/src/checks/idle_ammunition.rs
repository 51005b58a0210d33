//! `idle-ammunition`: ammunition for a weapon that only other figures carry.

use std::cell::LazyCell;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{fired, get, roster_figures};
use crate::catalogs::{Item, ItemClass};

pub(super) static CHECK: Check = Check {
    name: "idle-ammunition",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A figure carries ammunition without a weapon that fires it",
    doc: "\
A figure can only use ammunition for its own weapons, and only if their `fire` names it (`F10.5`).
Give the figure a weapon that fires it, or remove the ammunition.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: crossbow, place: first-hand}
          - {item: bolt, place: belt, count: 12}
          - {item: arrow, place: back, count: 12}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  bow: {title: Bow, class: wpn, ready: 2hand, fire: {range: 20, damage: -1H, ammo: arrow}}
  crossbow: {title: Crossbow, class: wpn, ready: 2hand, fire: {range: 20, damage: 3D, ammo: bolt, reload: {by: ready, total: 12}}}
  arrow: {title: Arrow, class: amo, carry: acu}
  bolt: {title: Bolt, class: amo, carry: acu}
"##,
    fix: &[("          - {item: arrow, place: back, count: 12}\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let fired = LazyCell::new(|| fired(survey));
    for (at, figure) in roster_figures(survey) {
        // An invalid item may be the weapon that fires it.
        let carried: Option<Vec<Item>> = figure.gear.iter().map(|gear| get(survey, &gear.item)).collect();
        let Some(carried) = carried else { continue };
        for (index, gear) in figure.gear.iter().enumerate() {
            let ammo: Option<Item> = get(survey, &gear.item);
            let Some(ammo) = ammo.filter(|item| item.class == ItemClass::Amo) else { continue };
            let fires = |item: &Item| item.fire.as_ref().is_some_and(|fire| fire.ammo == gear.item);
            // Ammunition that no weapon in the pack fires is reported at its record.
            if carried.iter().any(fires) || !fired.contains(gear.item.id()) {
                continue;
            }
            let pointer = at.child("gear").child(index.to_string()).child("item");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("expected a weapon that fires {}, but {} carries none", ammo.title, figure.name);
            let help = Some("give the figure a weapon that fires it, or remove the ammunition".to_owned());
            let fixes = vec![Fix::removal(gear.item.id(), &at.child("gear").child(index.to_string()))];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
