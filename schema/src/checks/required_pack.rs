//! `required-pack`: a required pack that is missing or unsuitable.

use serde_json::Value;

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
A pack may build on others: `requires: {arena: ^1}`, and then has all their records beside its own.
They are looked for in the folder that the pack itself lies in, first under their own name, then in the folders given with `--packs`; the program itself brings the Arena along for those who have no copy.
What they require themselves is looked for in the same way, up to 64 packs in all.
Behind a pack stand the versions that will do, as Cargo and npm take them: `^1.2` is any version 1 from 1.2 on, `\"*\"` any at all.
Packs must be written for the same ruleset, and may not require each other in a circle.",
    bad: r##"requires:
  beaches: "*"
terrains:
  sand: {extends: beaches:sand, title: White sand}
"##,
    fix: &[("  beaches", "  coasts"), ("  sand: {extends: beaches:sand, title: White sand}\n", r##"  sand: {extends: coasts:sand, title: White sand}

# ../coasts/pack.yaml
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##)],
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

/// Returns the location of an entry of `requires`: the id of the pack.
pub(super) fn entry(survey: &Survey<'_>, entry: usize) -> (Location, Pointer) {
    let draft = survey.draft;
    let requires = Pointer::root().child("requires");
    let start = Location { file: draft.header_file(), span: Span::at(0) };
    let whole = || draft.place(&requires).unwrap_or(start);
    match draft.header("requires") {
        Some(Value::Object(packs)) => {
            let pointer = packs.keys().nth(entry).map_or(requires.clone(), |id| requires.child(id));
            (draft.key_place(&pointer).unwrap_or_else(whole), pointer)
        }
        // Format 1 packs have a list.
        _ => {
            let pointer = requires.child(entry.to_string()).child("pack");
            (draft.place(&pointer).unwrap_or_else(whole), pointer)
        }
    }
}

/// Returns the location of the entry for a pack, or of the first entry if the pack is required indirectly.
pub(super) fn entry_of(survey: &Survey<'_>, id: &str) -> (Location, Pointer) {
    let number = match survey.draft.header("requires") {
        Some(Value::Object(packs)) => packs.keys().position(|key| key == id),
        Some(Value::Array(packs)) => packs.iter().position(|entry| entry["pack"] == id),
        _ => None,
    };
    entry(survey, number.unwrap_or_default())
}
