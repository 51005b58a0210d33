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
        let names = ["title", "name"].into_iter().filter(|name| dialect.declared(catalog.name, name).is_none());
        for key in survey.keys(catalog.name) {
            // Inherited titles are reported where they are written.
            let Some(written) = survey.draft.record_node(key) else { continue };
            for name in names.clone() {
                let Some(value) = written.child(name).filter(|value| !value.is_null()) else { continue };
                let Some(text) = value.text().filter(|text| hidden::without(text).is_empty()) else { continue };
                let pointer = key.pointer().child(name);
                let Some(place) = survey.draft.place(&pointer) else { continue };
                let message = format!("expected a visible {name}, found {}", quoted(text));
                let help = Some(format!("write a {name} for `{}`", key.id));
                let fixes = vec![Fix::writing(&pointer, title_of(&key.id))];
                findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
            }
        }
    }
}
