//! `required-pack`: another pack that cannot be had as it is wanted.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::{Location, Pointer, Span};

pub(crate) static CHECK: Check = Check {
    name: "required-pack",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "Another pack is required that is not there, or not as it is wanted",
    doc: "\
A pack may build on others: `requires: [{pack: arena, version: ^1}]`, and then has all their records beside its own.
They are looked for in the folder that the pack itself lies in, first under their own name, then in the folders given with `--packs`; the program itself brings the Arena along for those who have no copy.
What they require themselves is looked for in the same way, up to 64 packs in all.
`version` is what Cargo and npm take: `^1.2` is any version 1 from 1.2 on; without it any version will do.
Packs must be written for the same ruleset, and may not require each other in a circle.",
    bad: r##"requires:
  - {pack: beaches}
terrains:
  sand: {extends: beaches:sand, title: White sand}
"##,
    fixed: r##"requires:
  - {pack: coasts}
terrains:
  sand: {extends: coasts:sand, title: White sand}

# ../coasts/pack.yaml
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    for problem in draft.required_problems() {
        let (place, pointer) = entry(survey, problem.entry);
        let mut finding = check.finding(place, pointer, problem.message.clone());
        finding.help = Some(problem.help.clone());
        findings.push(finding);
    }
    let Some(dialect) = draft.dialect() else { return };
    for pack in draft.required().iter().filter(|pack| pack.ruleset != dialect.id) {
        let (place, pointer) = entry_of(survey, &pack.id);
        let message =
            format!("expected packs of the ruleset `{}`, but `{}` is one of `{}`", dialect.id, pack.id, pack.ruleset);
        let mut finding = check.finding(place, pointer, message);
        finding.help = Some("take it out of `requires`".to_owned());
        findings.push(finding);
    }
}

/// Where an entry of `requires` stands: at the id of the pack.
pub(super) fn entry(survey: &Survey<'_>, entry: usize) -> (Location, Pointer) {
    let draft = survey.draft;
    let requires = Pointer::root().child("requires");
    let pointer = requires.child(entry.to_string()).child("pack");
    let start = Location { file: draft.header_file(), span: Span::at(0) };
    (draft.place(&pointer).or_else(|| draft.place(&requires)).unwrap_or(start), pointer)
}

/// Where the entry stands that names a pack; the first one for a pack that is required by way of others.
pub(super) fn entry_of(survey: &Survey<'_>, id: &str) -> (Location, Pointer) {
    let entries = survey.draft.header("requires");
    let entries = entries.as_ref().and_then(|entries| entries.as_array()).map(Vec::as_slice).unwrap_or_default();
    let number = entries.iter().position(|entry| entry.get("pack").and_then(|pack| pack.as_str()) == Some(id));
    entry(survey, number.unwrap_or_default())
}
