//! `harmless-weapon`: a weapon that cannot hurt anybody.

use foeman_schema::catalogs::foeman::{Item, ItemClass};
use foeman_schema::check::Check;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;

pub(super) static CHECK: Check = Check {
    name: "harmless-weapon",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    summary: "A weapon has no damage",
    doc: "\
An item of class `wpn` strikes with its `damage`; without that nobody can attack with it, and it engages nobody.
Give it damage dice, or another class.",
    bad: r##"items:
  whip: {title: Whip, class: wpn}
"##,
    fixed: r##"items:
  whip: {title: Whip, class: wpn, damage: -2H T-1}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let class = at.child("class");
        // What is inherited is told where it is written.
        if item.class != ItemClass::Wpn || item.damage.is_some() || !survey.draft.defined(&class) {
            continue;
        }
        let Some(place) = survey.draft.place(&class) else { continue };
        let message = format!("expected `damage` for a weapon, but `{}` has none", item.title);
        let help = Some("add damage dice, such as `damage: -1H`, or change the class".to_owned());
        findings.push(Finding { help, ..check.finding(place, class, message) });
    }
}
