//! `duplicate-id`: an id used twice in one catalog.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "duplicate-id",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "An id is used twice in one catalog",
    doc: "\
Records are named by their ids, so an id may stand once in a catalog, however many files the catalog is spread over.
Rename one of the two, or remove it; of the two the first is used meanwhile.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  sand: {title: Dune, color: "#e0d0a0"}
"##,
    fix: &[("  sand: {title: Dune", "  dune: {title: Dune")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let (draft, index) = (survey.draft, survey.draft.index());
    for &number in index.repeated() {
        let record = &index.records()[number];
        let Some(first) = index.first(&record.key) else { continue };
        let message = format!("expected a new id, but `{}` is used already in `{}`", record.key.id, record.key.catalog);
        let mut finding = check.finding(draft.place_of_key(record), record.key.pointer(), message);
        finding.related.push((draft.place_of_key(first), "it is used here first".to_owned()));
        finding.help = Some("rename one of them or remove it".to_owned());
        findings.push(finding);
    }
}
