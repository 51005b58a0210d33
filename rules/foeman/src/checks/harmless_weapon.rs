//! `harmless-weapon`: a weapon without damage.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, ItemClass};

pub(super) static CHECK: Check = Check {
    name: "harmless-weapon",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A weapon has no damage",
    doc: "\
A weapon, `class: wpn`, needs `damage` to strike, `hurl` to be hurled or `fire` to be fired; without any of them it cannot attack.
Add damage dice, or change the class.",
    bad: r##"items:
  whip: {title: Whip, class: wpn}
"##,
    fix: &[("wpn", "wpn, damage: -2H T-1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let class = at.child("class");
        // Inherited values are reported in the base record.
        if item.class != ItemClass::Wpn || can_hurt(item) || !survey.draft.defined(&class) {
            continue;
        }
        let Some(place) = survey.draft.place(&class) else { continue };
        let message = format!("weapon {} has no damage", item.title);
        let help = Some("add damage dice, such as `damage: -1H`, or change the class".to_owned());
        let fixes = vec![Fix::writing(&at.child("damage"), "-1H")];
        findings.push(Finding { help, fixes, ..check.finding(place, class, message) });
    }
}

/// Whether an item has any attack that does damage.
fn can_hurt(item: &Item) -> bool {
    let thrown = item.hurl.as_ref().is_some_and(|hurl| hurl.damage.is_some());
    let jabbed = item.jab.as_ref().is_some_and(|jab| jab.damage.is_some());
    item.damage.is_some() || thrown || jabbed || item.fire.is_some()
}
