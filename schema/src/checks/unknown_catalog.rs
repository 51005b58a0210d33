//! `unknown-catalog`: a top-level key that is neither a catalog nor part of the header.

use crate::check::{Check, Scope};
use crate::did_you_mean::{did_you_mean, near};
use crate::finding::{Confidence, Finding, Severity, near_key};
use crate::header;
use crate::survey::Survey;
use crate::text::quoted;
use crate::text::{Location, Pointer};

pub(crate) static CHECK: Check = Check {
    name: "unknown-catalog",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A top-level key is neither a catalog nor part of the header",
    doc: "\
The top-level keys of a file are catalogs of the ruleset or keys of the pack's header; other keys would be ignored.
Correct the key, or indent it if it belongs to the record above.",
    bad: r##"terains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("terains", "terrains")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(dialect) = draft.dialect() else { return };
    let known: Vec<&str> = dialect.catalogs.iter().map(|catalog| catalog.name).chain(header::KEYS).collect();
    for file in draft.files() {
        for section in &draft.file(file).sections {
            let broken = section.whole().is_some_and(|part| part.fault().is_some());
            if broken || known.contains(&section.key.as_str()) {
                continue;
            }
            let message = format!("expected a catalog of {}, found {}", dialect.title, quoted(&section.key));
            let place = Location { file, span: section.key_span };
            let mut finding = check.finding(place, Pointer::root().child(&section.key), message);
            let near = near(&section.key, known.iter().copied());
            finding.fixes = near_key(&finding.pointer, &near);
            finding.help = did_you_mean(&near).or_else(|| {
                let names: Vec<String> = dialect.catalogs.iter().map(|catalog| format!("`{}`", catalog.name)).collect();
                Some(format!("the catalogs are {}", names.join(", ")))
            });
            findings.push(finding);
        }
    }
}
