//! `same-class-use`: a second use that is the same as the item's class.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, ItemClass};

pub(super) static CHECK: Check = Check {
    name: "same-class-use",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The second use of an item has the same class as the item",
    doc: "\
`also` gives an item a second use in another class: a shield that strikes, a net that protects (`F10.1`).
A use under the item's own class is ignored; weapons use `damage` instead, and shields `stops`.
Move the values there.",
    bad: r##"items:
  targe: {title: Targe, class: shd, stops: {protection: 1}, also: {shd: {stops: {protection: 2}}}}
"##,
    fix: &[("1}, also: {shd: {stops: {protection: 2}}", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let (use_of_its_own, told_by) = match item.class {
            ItemClass::Wpn if item.also.wpn.is_some() => ("wpn", "damage"),
            ItemClass::Shd if item.also.shd.is_some() => ("shd", "stops"),
            _ => continue,
        };
        let pointer = at.child("also").child(use_of_its_own);
        // Inherited values are reported in the base record.
        let Some(place) = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer)) else { continue };
        let message =
            format!("expected a use other than `{use_of_its_own}`, which is the class of {} already", item.title);
        let help = Some(format!("use the item's `{told_by}` instead, or remove it"));
        let fixes = vec![Fix::removal(use_of_its_own, &pointer)];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
