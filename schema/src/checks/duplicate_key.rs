//! `duplicate-key`: a key that occurs twice in one map.

use std::collections::BTreeSet;

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::{RawFindingKind, Survey};
use crate::text::{Location, Pointer, quoted};

pub(crate) static CHECK: Check = Check {
    name: "duplicate-key",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A key is repeated",
    doc: "\
If a key is repeated, some YAML readers use the first value, some the last, and some reject the file.
Remove one of them, or rename it; if their values are equal, `--fix` removes the second.",
    bad: r##"terrains:
  sand:
    title: Sand
    color: "#d9c08c"
    title: Sand
"##,
    fix: &[(
        r##"    color: "#d9c08c"
    title: Sand
"##,
        r##"    color: "#d9c08c"
"##,
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // One fix removes all repeated keys of a record with more of them than are listed.
    let crowded = survey.problems().filter_map(|problem| match problem.kind {
        RawFindingKind::DuplicateKey { more: 1.., .. } => Some(root_of(problem.pointer)),
        _ => None,
    });
    let mut crowded: BTreeSet<Pointer> = crowded.collect();
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
        let message = format!("the key `{key}` is repeated");
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        finding.related.push((problem.place_of(*first), "first occurrence".to_owned()));
        finding.help = Some(format!("remove one of them{others}"));
        if *same && is_at(survey.draft, problem.pointer, *position, problem.place) {
            let root = root_of(problem.pointer);
            let fix = if crowded.remove(&root) {
                let title = format!(
                    "remove all repeated keys of {} with equal values",
                    quoted(root.last().unwrap_or_default())
                );
                Fix::safe(title, vec![Change::RemoveAllRepeated { at: root }])
            } else {
                let title = format!("remove the second `{key}`, which has the same value");
                Fix::safe(title, vec![Change::RemoveRepeated { at: problem.pointer.clone(), nth: *nth }])
            };
            finding.fixes.push(fix);
        }
        findings.push(finding);
    }
}

/// Returns the record that contains a pointer, or the top-level key.
fn root_of(pointer: &Pointer) -> Pointer {
    let record = pointer.record().map(|(key, _)| key.pointer());
    record.unwrap_or_else(|| Pointer::root().join(&pointer.parts()[..pointer.parts().len().min(1)]))
}

/// Returns whether the map that a pointer leads to has the entry at this position and location. If a key further up is
/// a duplicate too, the pointer leads to another map.
fn is_at(draft: &Draft, at: &Pointer, position: usize, place: Location) -> bool {
    let map = at.parent().and_then(|map| draft.find(&map)).filter(|map| map.file == place.file);
    let span = map.and_then(|map| Some(map.node?.entries().get(position)?.key_span().shifted(map.base)));
    span == Some(place.span)
}
