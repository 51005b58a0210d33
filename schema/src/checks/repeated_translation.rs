//! `repeated-translation`: two translations of one text.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "repeated-translation",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A text is translated twice in one file",
    doc: "\
Each text has one entry in a file of translations.
Of several entries the first is used, so changes of the others have no effect.
Keep the better translation and delete the other entry.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# lang/de.po
msgctxt "terrains/sand/title"
msgid "Sand"
msgstr "Sandboden"

msgctxt "terrains/sand/title"
msgid "Sand"
msgstr "Wüste"
"##,
    fix: &[("\nmsgctxt \"terrains/sand/title\"\nmsgid \"Sand\"\nmsgstr \"Wüste\"\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::Repeated, findings);
}
