//! `blank-title`: a title without visible characters.

use super::title_of;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;
use crate::text::{hidden, quoted};

pub(crate) static CHECK: Check = Check {
    name: "blank-title",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A title or name has no visible characters",
    doc: "\
Lists, the map and the battle log show titles and names, so an empty one leaves a gap there.
Write a title.",
    bad: r##"terrains:
  sand: {title: " ", color: "#d9c08c"}
"##,
    fix: &[(r#"" ""#, "Sand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs {
        for (key, value) in survey.sound(catalog.name) {
            for name in ["title", "name"] {
                let pointer = key.pointer().child(name);
                let Some(text) = value.get(name).and_then(|text| text.as_str()) else { continue };
                // Inherited titles are reported where they are written.
                if !hidden::without(text).is_empty() || !survey.draft.defined(&pointer) {
                    continue;
                }
                let Some(place) = survey.draft.place(&pointer) else { continue };
                let message = format!("expected a visible {name}, found {}", quoted(text));
                let help = Some(format!("write a {name} for `{}`", key.id));
                let fixes = vec![Fix::writing(&pointer, title_of(&key.id))];
                findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
            }
        }
    }
}
