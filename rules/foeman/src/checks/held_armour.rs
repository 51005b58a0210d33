//! `held-armour`: armour that is not worn.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Safety, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, ItemClass, Ready};

pub(super) static CHECK: Check = Check {
    name: "held-armour",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Armour is held in a hand instead of worn",
    doc: "\
Armour stops damage only while it is worn.
Without `ready`, an item is held in one hand and cannot be worn.
Write `ready: worn`, or change the class.",
    bad: r##"items:
  chain-mail: {title: Chain mail, class: amr, stops: {protection: 3}}
"##,
    fix: &[("3}", "3}, ready: worn")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        if item.class != ItemClass::Amr || item.ready == Ready::Worn {
            continue;
        }
        // Reported at `ready`, otherwise at `class`; inherited values are reported in the base record.
        let ready = at.child("ready");
        let written = [ready.clone(), at.child("class")].into_iter().find(|at| survey.draft.defined(at));
        let Some(place) = written.and_then(|pointer| survey.draft.place(&pointer)) else { continue };
        let found =
            if survey.draft.defined(&ready) { "held in a hand" } else { "without `ready`, so it is held in one hand" };
        let message = format!("expected armour to be worn, but {} is {found}", item.title);
        let changes = vec![Change::Set { at: ready.clone(), value: "worn".into() }];
        let fixes = vec![Fix { title: "write `ready: worn`".to_owned(), safety: Safety::Safe, changes }];
        let help = Some("write `ready: worn`, or change the class".to_owned());
        findings.push(Finding { help, fixes, ..check.finding(place, ready, message) });
    }
}
