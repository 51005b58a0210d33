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
    summary: "A two-handed grip on something that is not held in one hand",
    doc: "\
`two-handed` tells how a weapon for one hand strikes while both hands grip it (`F10.3`).
What takes both hands anyway has one way to strike, told by its `damage`, and what is worn is not gripped at all.
Say `ready: 1hand`, or remove the grip.",
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
        let message = format!("expected a weapon for one hand, but `{}` is not held in one", item.title);
        let help = Some("say `ready: 1hand`, or remove `two-handed`".to_owned());
        let fixes = match pointer.last() {
            Some("two-handed") => vec![Fix::removal("two-handed", &pointer)],
            _ => Vec::new(),
        };
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
