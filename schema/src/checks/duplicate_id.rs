//! `duplicate-id`: an id used twice in one catalog.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "duplicate-id",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "Two records of a catalog have the same id",
    doc: "\
Ids identify records, so each is used once per catalog, even if the catalog is spread over several files.
Rename one of the records, or remove it; until then, the first one is used.",
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
        let message = format!("the id `{}` is already used in `{}`", record.key.id, record.key.catalog);
        let mut finding = check.finding(draft.place_of_key(record), record.key.pointer(), message);
        finding.related.push((draft.place_of_key(first), "first record with this id".to_owned()));
        finding.help = Some("rename or remove one of them".to_owned());
        findings.push(finding);
    }
}
