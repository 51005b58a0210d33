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
    summary: "An item that is not a weapon has attacks",
    doc: "\
Only items of class `wpn` can strike, jab and fire; for others, `damage`, `two-handed`, `jab` and `fire` are ignored.
A shield that can strike has its damage under `also`; items of any class can be hurled (`F10.1`).
Move the key to `also`, or change the class.",
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
            let message = format!("expected `{key}` on a weapon, but {} is not a weapon", item.title);
            let help = Some("write `also: {wpn: {damage: -2H}}` instead, or change the class to `wpn`".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
