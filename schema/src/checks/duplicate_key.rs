//! `duplicate-key`: a key that occurs twice in one map.

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
        let RawFindingKind::DuplicateKey { key, first, same, nth: [nth, position], more } = problem.kind else {
            continue;
        };
        // Not in the message, because fixes identify the finding by it.
        let others = match more {
            0 => String::new(),
            1 => "; 1 other repeated key is not listed".to_owned(),
            more => format!("; {more} other repeated keys are not listed"),
        };
        let message = format!("expected each key once, but found `{key}` again");
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        finding.related.push((problem.place_of(*first), "it stands here first".to_owned()));
        finding.help = Some(format!("remove one of them{others}"));
        if *same && is_at(survey.draft, problem.pointer, *position, problem.place) {
            let title = format!("remove the second `{key}`, which says the same");
            let changes = vec![Change::RemoveRepeated { at: problem.pointer.clone(), nth: *nth }];
            finding.fixes.push(Fix { title, safety: Safety::Safe, changes });
        }
        findings.push(finding);
    }
}

/// Returns whether the map that a pointer leads to has the entry at this position and location. If a key further up is
/// a duplicate too, the pointer leads to another map.
fn is_at(draft: &Draft, at: &Pointer, position: usize, place: Location) -> bool {
    let map = at.parent().and_then(|map| draft.find(&map)).filter(|map| map.file == place.file);
    let span = map.and_then(|map| Some(map.node?.entries().get(position)?.key_span.shifted(map.base)));
    span == Some(place.span)
}
