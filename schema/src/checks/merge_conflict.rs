//! `merge-conflict`: an unresolved merge conflict.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::source::Conflict;
use crate::survey::Survey;
use crate::text::{FileId, Location, Pointer, Span, quoted};

pub(crate) static CHECK: Check = Check {
    name: "merge-conflict",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A merge left a conflict",
    doc: "\
If two people have changed the same lines, git and `foeman merge` keep both versions, between the markers `<<<<<<<`, `=======` and `>>>>>>>`.
The records between the markers cannot be used until the conflict is resolved; the rest of the file can.
Each conflict has three fixes: take ours, take theirs, or take both.
`--fix` and `--fix-unsafe` do not resolve conflicts, because neither version is more likely to be right.
Resolve conflicts one at a time: `foeman check my-pack --fix-at my-pack/pack.yaml:5` takes ours for the conflict at line 5; with `--fix-number 2` it takes theirs, and with `--fix-number 3` both.
A marker without its counterparts is a leftover; delete it.",
    bad: "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  rock: {title: Rock, color: '#775555'}\n\
          >>>>>>> cliffs\n",
    fix: &[(">>>>>>> cliffs\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    for file in draft.files() {
        findings.extend(draft.file(file).conflicts.iter().map(|conflict| of_conflict(check, draft, file, conflict)));
    }
}

fn of_conflict(check: &Check, draft: &Draft, file: FileId, conflict: &Conflict) -> Finding {
    let text = draft.text(file);
    let line = |span: Span| text[span.range()].trim_end();
    let first = conflict.markers[0];
    let place = Location { file, span: Span::new(first.start, first.start + line(first).len()) };
    let mut finding = check.finding(place, Pointer::root(), message(text, conflict));
    finding.fixes = fixes(draft.path(file), text, conflict);
    finding
}

fn message(text: &str, conflict: &Conflict) -> String {
    match (&conflict.sides, conflict.markers.as_slice()) {
        (Some([ours, theirs]), _) if !ours.name.is_empty() && !theirs.name.is_empty() => format!(
            "a merge left two versions of these lines, of {} and of {}; keep one of them or both",
            quoted(&ours.name),
            quoted(&theirs.name)
        ),
        (Some(_), _) => "a merge left two versions of these lines; keep one of them or both".to_owned(),
        (None, [marker]) => {
            format!("the merge marker {} has no counterpart; delete it", quoted(text[marker.range()].trim_end()))
        }
        (None, _) => "these merge markers are incomplete; delete them".to_owned(),
    }
}

fn fixes(path: &str, text: &str, conflict: &Conflict) -> Vec<Fix> {
    let replace =
        |at: Span, new: String| Change::Text { file: path.to_owned(), at, old: text[at.range()].to_owned(), new };
    let Some([ours, theirs]) = &conflict.sides else {
        // From last to first, so that the other locations stay valid.
        let changes = conflict.markers.iter().rev().map(|marker| replace(*marker, String::new())).collect();
        let title = if conflict.markers.len() == 1 { "delete the marker" } else { "delete the markers" };
        return vec![Fix::guess(title, changes)];
    };
    let (own, other) = (&text[ours.lines.range()], &text[theirs.lines.range()]);
    let named = |side: &str, name: &str| match name {
        "" => format!("take {side}"),
        name => format!("take {side} ({})", quoted(name)),
    };
    let fix = |title: String, new: String| Fix::single(title, vec![replace(conflict.span, new)]);
    vec![
        fix(named("ours", &ours.name), own.to_owned()),
        fix(named("theirs", &theirs.name), other.to_owned()),
        fix("take both".to_owned(), format!("{own}{other}")),
    ]
}
