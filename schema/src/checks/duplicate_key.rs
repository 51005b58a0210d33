//! `duplicate-key`: a key that stands twice in one map.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::survey::{RawFindingKind, Survey};
use crate::text::{Location, Pointer};

pub(crate) static CHECK: Check = Check {
    name: "duplicate-key",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A key stands twice in one map",
    doc: "\
Of two equal keys readers of YAML take the first, the last, or neither.
Remove one of them, or rename it; where both say the same, `--fix` removes the second.",
    bad: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08c"
    title: Sand
"##,
    fixed: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08c"
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.problems() {
        let RawFindingKind::DuplicateKey { key, first, same } = problem.kind else { continue };
        let message = format!("expected each key once, but found `{key}` again");
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        finding.related.push((problem.place_of(*first), "it stands here first".to_owned()));
        finding.help = Some("remove one of them".to_owned());
        if *same && let Some(nth) = nth(survey.draft, problem.pointer, problem.place) {
            let title = format!("remove the second `{key}`, which says the same");
            let changes = vec![Change::RemoveRepeated { at: problem.pointer.clone(), nth }];
            finding.fixes.push(Fix { title, safety: Safety::Safe, changes });
        }
        findings.push(finding);
    }
}

/// Which of the writings of a key after the first stands at a place; `None` where its map cannot be told.
fn nth(draft: &Draft, at: &Pointer, place: Location) -> Option<usize> {
    let map = draft.find(&at.parent()?).filter(|map| map.file == place.file)?;
    let entries = map.node?.entries().iter().filter(|entry| Some(&*entry.key) == at.last());
    entries.enumerate().find(|(_, entry)| entry.key_span.shifted(map.base) == place.span).map(|(nth, _)| nth)
}
