//! `unmet-standard`: a record that does not meet a standard of its pack.

use crate::catalogs::standards::Standard;
use crate::check::{Check, Scope};
use crate::dialect::Record as _;
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity};
use crate::notation::requirement::FieldPath;
use crate::standards::{self, Active, Subject, UNMET};
use crate::survey::Survey;
use crate::text::{Pointer, RecordKey};

pub(crate) static CHECK: Check = Check {
    name: UNMET,
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A record does not meet a standard of the pack",
    doc: "\
A standard is a check that a pack declares for its records and for those of packs that require it: see `docs/custom-checks.md`.
Its findings have the code `standards/ID`, which comments and the header's `findings` can name; `unmet-standard` is the name of all of them.
Correct the record, or change the standard.
Errors of standards do not prevent playing.",
    bad: r##"standards:
  bright-ground:
    title: Every terrain says what it is like
    catalog: terrains
    require: [has this.about]
    message: "{title} has no description"
terrains:
  sand:
    title: Sand
    color: "#d9c08c"
"##,
    fix: &[("    title: Sand\n", "    title: Sand\n    about: Warm and loose.\n")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    if survey.draft.ids(Standard::CATALOG).next().is_none() {
        return;
    }
    for active in standards::active(survey) {
        for (key, sound) in active.subjects(survey) {
            findings.extend(Subject::new(survey, Some((key, sound))).and_then(|it| judged(check, &active, it, key)));
        }
    }
    // A standard for the pack as a whole is reported in its own record.
    for active in standards::active(survey).iter().filter(|active| active.standard.catalog.is_none()) {
        let key = RecordKey::new(Standard::CATALOG, active.id);
        let is_subject = survey.keys(Standard::CATALOG).any(|subject| *subject == key);
        if is_subject {
            findings.extend(Subject::new(survey, None).and_then(|it| judged(check, active, it, &key)));
        }
    }
}

/// Returns the finding about the first requirement that a record does not meet.
fn judged(check: &Check, active: &Active<'_>, subject: Subject<'_>, key: &RecordKey) -> Option<Finding> {
    let standard = active.standard;
    if !standard.conditions.iter().all(|condition| subject.meets(condition)) {
        return None;
    }
    let (position, unmet) = standard.require.iter().enumerate().find(|(_, requirement)| !subject.meets(requirement))?;
    let message = standard.message.as_ref().map_or_else(|| subject.unmet(unmet), |message| subject.message(message));
    let draft = subject.draft();
    let pointer = match &standard.catalog {
        Some(_) => written(draft, key, standard.at.as_ref().or(unmet.fields().first().copied())),
        None => key.pointer().child("require").child(position.to_string()),
    };
    let is_short = draft.find(&pointer)?.node.is_some_and(|node| node.text().is_some());
    let place = if is_short { draft.place(&pointer) } else { draft.key_place(&pointer) };
    let mut finding = check.finding(place?, pointer, message);
    finding.code = standards::code(active.id);
    finding.severity = standard.severity.into();
    finding.help = standards::help_of(standard);
    let own = RecordKey::new(Standard::CATALOG, active.id);
    if own != *key
        && let Some(place) = draft.key_place(&own.pointer())
    {
        finding.related.push((place, format!("required by `{}`", standard.title)));
    }
    Some(finding)
}

/// Returns the pointer of a field of a record, as far as it is written there.
fn written(draft: &Draft, key: &RecordKey, field: Option<&FieldPath>) -> Pointer {
    let mut pointer = key.pointer();
    for step in field.into_iter().flat_map(FieldPath::steps) {
        let below = pointer.child(step);
        if !draft.defined(&below) {
            break;
        }
        pointer = below;
    }
    pointer
}
