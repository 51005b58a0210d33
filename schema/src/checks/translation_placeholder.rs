//! `translation-placeholder`: a translation whose placeholders or lines differ from the original.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "translation-placeholder",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "The placeholders of a translation differ from the original",
    doc: "\
A word in braces, such as `{name}`, stands for something that is filled in later.
A translation has the same placeholders as the original, in any order.
Lists, the map and the battle log show titles and names on one line, so a translation has line breaks only if the original has some.",
    bad: r##"terrains:
  sand: {title: "Sand of {place}", color: "#d9c08c"}
# lang/de.po
msgctxt "terrains/sand/title"
msgid "Sand of {place}"
msgstr "Sand von {ort}"
"##,
    fix: &[("{ort}", "{place}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::Placeholder, findings);
}
