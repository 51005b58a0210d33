//! `translation-file`: a file of translations that cannot be read.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "translation-file",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A file of translations cannot be read",
    doc: "\
Translations are PO files in the folder `lang`, named like their language: `lang/de.po`, `lang/pt-BR.po`.
An entry consists of `msgctxt`, `msgid` and `msgstr`, each followed by a text in double quotes.
The file is UTF-8 text of at most 16 MiB; plural forms are not supported.
Entries with errors are not used.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# lang/de.po
msgctxt "terrains/sand/title"
msgid "Sand"
msgstr "Sandboden
"##,
    fix: &[("\"Sandboden\n", "\"Sandboden\"\n")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::File, findings);
}
