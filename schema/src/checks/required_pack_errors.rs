//! `required-pack-errors`: errors in the records of a required pack.

use std::collections::BTreeMap;

use super::required_pack::entry_of;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::plural::plural;
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "required-pack-errors",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A required pack has errors, alone or in combination with this pack",
    doc: "\
Records with errors are not safe to build on.
Either the errors are in the required pack alone, and `foeman check` reports them there; or they are caused by a record of this pack that replaces one of the required pack.
Warnings and notes in required packs are not reported here.",
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
        let count = plural(errors.len(), "error", "errors");
        let message = format!("the required pack `{id}` has {count}");
        let mut finding = CHECK.finding(place, pointer, message);
        let related = errors.iter().take(NAMED).map(|error| (error.place, error.message.clone()));
        finding.related.extend(related);
        finding.help = Some(format!(
            "run `foeman check` on `{id}` and fix its errors; if it has none, a record of this pack that replaces one of `{id}` is the cause"
        ));
        finding
    };
    by_pack.into_iter().map(one).collect()
}
