//! `license-form`: a licence that is not an SPDX expression.

use crate::check::{Check, Scope};
use crate::did_you_mean::{did_you_mean, near};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::Pointer;
use crate::text::quoted;

pub(crate) static CHECK: Check = Check {
    name: "license-form",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "The licence is not an SPDX identifier",
    doc: "\
Users of a pack need to know its licence, and tools look for SPDX identifiers: `CC0-1.0`, `CC-BY-4.0`, `MIT`.
Combine licences with `AND`, `OR` and `WITH`; name a custom licence `LicenseRef-` and a name.",
    bad: r##"license: CC0
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("CC0", "CC0-1.0")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(license) = survey.draft.header("license") else { return };
    let Some(text) = license.as_str().filter(|text| !text.is_empty()) else { return };
    let Err(error) = spdx::Expression::parse(text) else { return };
    let pointer = Pointer::root().child("license");
    let Some(place) = survey.draft.place(&pointer) else { return };
    let part = text.get(error.span.clone()).filter(|part| !part.is_empty()).unwrap_or(text);
    let message = format!("expected an SPDX licence identifier, found {}", quoted(part));
    let help = meant(part).or_else(|| Some("write an identifier such as `CC0-1.0`".to_owned()));
    findings.push(Finding { help, ..check.finding(place, pointer, message) });
}

/// Returns likely intended licences: those with the same prefix, or else those with a similar spelling.
fn meant(text: &str) -> Option<String> {
    let names = || spdx::identifiers::LICENSES.iter().map(|license| license.name);
    let begun = |name: &&str| text.len() >= 3 && name.to_lowercase().starts_with(&text.to_lowercase());
    let longer: Vec<&str> = names().filter(begun).take(3).collect();
    did_you_mean(&longer).or_else(|| did_you_mean(&near(text, names())))
}
