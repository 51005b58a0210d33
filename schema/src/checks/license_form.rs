//! `license-form`: a licence that tools do not know.

use crate::check::Check;
use crate::finding::{Confidence, Finding, Severity};
use crate::near::{did_you_mean, near};
use crate::survey::Survey;
use crate::text::Pointer;
use crate::validate::quoted;

/// The licences that packs usually have.
const USUAL: &[&str] = &[
    "0BSD",
    "AGPL-3.0-only",
    "AGPL-3.0-or-later",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-ND-4.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-ND-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC0-1.0",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "ISC",
    "LGPL-2.1-only",
    "LGPL-2.1-or-later",
    "LGPL-3.0-only",
    "LGPL-3.0-or-later",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "ODbL-1.0",
    "OGL-1.0a",
    "Unlicense",
    "Zlib",
];

pub(crate) static CHECK: Check = Check {
    name: "license-form",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    summary: "The licence is not written as the SPDX list writes it",
    doc: "\
Whoever wants to use a pack must know whether they may, and programs look for the short names of the SPDX list: `CC0-1.0`, `CC-BY-4.0`, `MIT`.
Licences are joined by `AND`, `OR` and `WITH`; one of your own is written `LicenseRef-` and a name.
This check knows the licences that content and programs usually have; a rare one from the list is fine, too.",
    bad: r##"license: CC0
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fixed: r##"license: CC0-1.0
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(license) = survey.draft.header("license") else { return };
    let Some(text) = license.as_str().filter(|text| !text.is_empty()) else { return };
    let ids: Vec<&str> = text.split([' ', '(', ')']).filter(|word| !word.is_empty()).collect();
    let joined = ids.iter().enumerate().all(|(position, word)| (position % 2 == 1) == is_join(word));
    let pointer = Pointer::root().child("license");
    let Some(place) = survey.draft.place(&pointer) else { return };
    let mut report = |message: String, help: Option<String>| {
        let help = help.or_else(|| Some("write the licence's short name, such as `CC0-1.0`".to_owned()));
        findings.push(Finding { help, ..check.finding(place, pointer.clone(), message) });
    };
    if !joined || ids.len() % 2 == 0 {
        let message = format!("expected short names of licences joined by `AND` or `OR`, but found {}", quoted(text));
        return report(message, meant(text));
    }
    // After `WITH` stands an exception, which is no licence.
    let mut licences =
        ids.iter().enumerate().step_by(2).filter(|(position, _)| *position == 0 || ids[position - 1] != "WITH");
    if let Some((_, id)) = licences.find(|(_, id)| !is_known(id)) {
        report(format!("expected the short name of a licence, but found {}", quoted(id)), meant(id));
    }
}

fn is_join(word: &str) -> bool {
    matches!(word, "AND" | "OR" | "WITH")
}

/// Whether an id is usual, is the author's own, or at least looks like one of the list that carries a version.
fn is_known(id: &str) -> bool {
    let id = id.strip_suffix('+').unwrap_or(id);
    let well_formed = id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
    let rare = id.contains('.') && id.contains('-') && near(id, USUAL.iter().copied()).is_empty();
    USUAL.contains(&id) || (well_formed && (id.starts_with("LicenseRef-") || rare))
}

/// The usual licences that may be meant.
fn meant(text: &str) -> Option<String> {
    let begun = |id: &&&str| text.len() >= 3 && id.to_lowercase().starts_with(&text.to_lowercase());
    let longer: Vec<&str> = USUAL.iter().filter(begun).take(3).copied().collect();
    did_you_mean(&longer).or_else(|| did_you_mean(&near(text, USUAL.iter().copied())))
}
