//! `not-a-weapon`: attack values on an item that is not a weapon.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, ItemClass};

pub(super) static CHECK: Check = Check {
    name: "not-a-weapon",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Something that is no weapon says how it attacks",
    doc: "\
Only what has class `wpn` strikes, jabs and fires; of anything else `damage`, `two-handed`, `jab` and `fire` are never looked at.
A shield that strikes says so under `also`, and what is hurled may be of any class (`F10.1`).
Move it to `also`, or change the class.",
    bad: r##"items:
  targe: {title: Targe, class: shd, stops: {protection: 1}, damage: -2H}
"##,
    fix: &[("damage: -2H", "also: {wpn: {damage: -2H}}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey).filter(|(_, item)| item.class != ItemClass::Wpn) {
        // Hurled items take their damage from `damage`.
        let struck = item.damage.is_some() && item.hurl.is_none();
        let told = [
            ("damage", struck),
            ("two-handed", item.two_handed.is_some()),
            ("jab", item.jab.is_some()),
            ("fire", item.fire.is_some()),
        ];
        for (key, _) in told.into_iter().filter(|&(_, told)| told) {
            let pointer = at.child(key);
            // Inherited values are reported in the base record.
            let Some(place) = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer)) else { continue };
            let message = format!("expected `{key}` on a weapon, but `{}` is none", item.title);
            let help = Some("say it under `also`, as `also: {wpn: {damage: -2H}}`, or give it `class: wpn`".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
