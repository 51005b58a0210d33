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
    summary: "A required pack is missing or unsuitable",
    doc: "\
A pack can build on others: with `requires: {arena: ^1}`, it also has all records of the Arena.
Required packs are searched first in the folder that contains this pack's folder, then in the folders given with `--packs`; the Arena is also built into the program.
The packs that they require are searched in the same way, up to 64 packs in total.
After the name of a pack come its accepted versions, in the notation of Cargo and npm: `^1.2` accepts any version 1 from 1.2 on, `\"*\"` any version.
All packs must have the same ruleset, and must not require each other in a cycle.",
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
        let message = format!(
            "expected packs of the ruleset `{}`, but `{}` has the ruleset `{}`",
            dialect.id, pack.id, pack.ruleset
        );
        let mut finding = check.finding(place, pointer, message);
        finding.help = Some("remove it from `requires`".to_owned());
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
