//! `not-ammunition`: a weapon whose ammunition is not of class `amo`.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{get, records};
use crate::catalogs::{Item, ItemClass};

pub(super) static CHECK: Check = Check {
    name: "not-ammunition",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A weapon fires an item that is not ammunition",
    doc: "\
The `ammo` of a missile weapon must be an item of class `amo` (`F10.1`).
Other items cannot be loaded, so the weapon could never fire.
Name another item, or change the class of this one to `amo`.",
    bad: r##"items:
  bow: {title: Bow, class: wpn, ready: 2hand, fire: {range: 20, damage: -1H, ammo: stick}}
  stick: {title: Stick, class: gen}
"##,
    fix: &[("gen", "amo, carry: acu")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let Some(fire) = &item.fire else { continue };
        let ammo: Option<Item> = get(survey, &fire.ammo);
        let Some(ammo) = ammo.filter(|ammo| ammo.class != ItemClass::Amo) else { continue };
        let pointer = at.child("fire").child("ammo");
        // Inherited values are reported in the base record.
        let Some(place) = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer)) else { continue };
        let message = format!("expected an item of class `amo`, found {}", ammo.title);
        let help = Some("name another item, or change the class of this one to `amo`".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
