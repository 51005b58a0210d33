//! `obsolete-translation`: a translation of a text that is not in the pack.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "obsolete-translation",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A translation belongs to no text of the pack",
    doc: "\
The context of an entry is the path of a text: catalog, id and field, as in `items/sword/title`.
If there is no such text, the translation is never shown.
Usually a record was deleted, or its id was changed in a text editor; `foeman rename` changes translations too.
`foeman texts update` moves the translation to the new id if the original is unique, and otherwise keeps it as obsolete at the end of the file.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# lang/de.po
msgctxt "terrains/sand/title"
msgid "Sand"
msgstr "Sandboden"

msgctxt "terrains/snad/title"
msgid "Sand"
msgstr "Sand"
"##,
    fix: &[("\nmsgctxt \"terrains/snad/title\"\nmsgid \"Sand\"\nmsgstr \"Sand\"\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::Obsolete, findings);
}
