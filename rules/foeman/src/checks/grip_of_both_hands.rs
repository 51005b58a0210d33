//! `grip-of-both-hands`: a two-handed grip on an item that is not held in one hand.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, Ready};

pub(super) static CHECK: Check = Check {
    name: "grip-of-both-hands",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An item with a two-handed grip is not held in one hand",
    doc: "\
`two-handed` gives the damage of a one-handed weapon while both hands grip it (`F10.3`).
Weapons that always need both hands use `damage` instead, and worn items are not gripped at all.
Write `ready: 1hand`, or remove `two-handed`.",
    bad: r##"items:
  maul: {title: Maul, class: wpn, ready: 2hand, damage: -1H, two-handed: {damage: -0H}}
"##,
    fix: &[("2hand", "1hand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        if item.two_handed.is_none() || item.ready == Ready::OneHand {
            continue;
        }
        // Inherited values are reported in the base record.
        let written = [at.child("two-handed"), at.child("ready")].into_iter().find(|at| survey.draft.defined(at));
        let Some(pointer) = written else { continue };
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message =
            format!("expected a one-handed weapon for `two-handed`, but {} is not held in one hand", item.title);
        let help = Some("write `ready: 1hand`, or remove `two-handed`".to_owned());
        let fixes = match pointer.last() {
            Some("two-handed") => vec![Fix::removal("two-handed", &pointer)],
            _ => Vec::new(),
        };
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
