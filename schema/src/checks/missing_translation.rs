//! `missing-translation`: texts that are not translated.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "missing-translation",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "Texts of the pack are not translated",
    doc: "\
The pack has a file of translations, but not for all its texts.
The original is shown for the others.
`foeman texts update` adds the missing entries to the file; translate them there.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  rock: {title: Rock, color: "#776655"}
# lang/de.po
msgctxt "terrains/sand/title"
msgid "Sand"
msgstr "Sandboden"

msgctxt "terrains/rock/title"
msgid "Rock"
msgstr ""
"##,
    fix: &[("msgstr \"\"", "msgstr \"Fels\"")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::Missing, findings);
}
