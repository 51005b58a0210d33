//! `stops-nothing`: a shield or armour without protection.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, ItemClass, Protection};

pub(super) static CHECK: Check = Check {
    name: "stops-nothing",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A shield or armour stops nothing",
    doc: "\
Shields and armour stop damage: `protection` always, and `block` if a die shows the `rating` or less (`F8.3`).
An item without these values has no effect.
Add `stops`, or change the class to `gen`.",
    bad: r##"items:
  targe: {title: Targe, class: shd}
"##,
    fix: &[("shd", "shd, stops: {rating: 3, block: 2}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let what = match item.class {
            ItemClass::Shd => "a shield",
            ItemClass::Amr => "armour",
            ItemClass::Wpn | ItemClass::Amo | ItemClass::Gen => continue,
        };
        // Reported at `stops`, otherwise at `class`; inherited values are reported in the base record.
        let written = [at.child("stops"), at.child("class")].into_iter().find(|at| survey.draft.defined(at));
        let Some(pointer) = written.filter(|_| item.stops == Protection::default()) else { continue };
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("expected {what} to stop damage, but {} stops nothing", item.title);
        let help = Some("add `stops`, such as `stops: {protection: 1}`, or change the class".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
