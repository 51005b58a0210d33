//! `required-pack-errors`: errors in the records of a required pack.

use std::collections::BTreeMap;

use super::required_pack::entry_of;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "required-pack-errors",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A required pack has errors of its own, or has them together with this one",
    doc: "\
What builds on records with errors cannot be relied on.
They may be old, and then `foeman check` tells them in the pack itself; or they come from a record here that takes the place of one there.
Warnings and notes in required packs are not told: they are the business of whoever keeps those.",
    bad: r##"requires:
  coasts: "*"

# ../coasts/pack.yaml
terrains:
  sand: {title: Sand, color: golden}
"##,
    fix: &[("golden", r##""#d9c08c""##)],
    // Created from the findings in required packs instead: see `told`.
    run: |_, _, _| {},
};

/// Maximum number of locations in a message.
const NAMED: usize = 3;

/// Returns the findings that summarise the errors in required packs.
pub(crate) fn told(survey: &Survey<'_>, errors: &[&Finding]) -> Vec<Finding> {
    let draft = survey.draft;
    let mut by_pack: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for error in errors {
        if let Some(pack) = draft.owner(error.place.file) {
            by_pack.entry(&pack.id).or_default().push(error);
        }
    }
    let one = |(id, errors): (&str, Vec<&Finding>)| {
        let (place, pointer) = entry_of(survey, id);
        let count = if errors.len() == 1 { "an error".to_owned() } else { format!("{} errors", errors.len()) };
        let message = format!("expected a pack without errors, but `{id}` has {count}");
        let mut finding = CHECK.finding(place, pointer, message);
        let related = errors.iter().take(NAMED).map(|error| (error.place, error.message.clone()));
        finding.related.extend(related);
        finding.help = Some(format!(
            "mend them there, where `foeman check` tells them; if it tells none, a record here that replaces one of `{id}` is the cause"
        ));
        finding
    };
    by_pack.into_iter().map(one).collect()
}
