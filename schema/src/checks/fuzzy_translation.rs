//! `fuzzy-translation`: a translation that has to be revised.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "fuzzy-translation",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A translation has to be revised",
    doc: "\
A translation belongs to an original text.
If the original changes, `foeman texts update` marks the translation as fuzzy, and the original is shown until somebody has revised the translation.
Correct the translation, and delete the word `fuzzy` and the earlier original from the entry.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# lang/de.po
#, fuzzy
#| msgid "Gravel"
msgctxt "terrains/sand/title"
msgid "Sand"
msgstr "Kies"
"##,
    fix: &[("#, fuzzy\n#| msgid \"Gravel\"\n", ""), ("Kies", "Sandboden")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::Fuzzy, findings);
}
