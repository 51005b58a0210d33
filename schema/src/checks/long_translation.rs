//! `long-translation`: a translation that does not fit on a counter.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::texts::ProblemKind;

pub(crate) static CHECK: Check = Check {
    name: "long-translation",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A translated name does not fit on a counter",
    doc: "\
Counters and the figures on the map have room for about 20 characters; longer names are printed smaller and then cut off.
A translation may have 20 characters, or as many as its original.
Choose a shorter word; the description of the record has room for the long one.",
    bad: r##"figures:
  wolf:
    title: Wolf
    kind: creature
    attributes: {st: 10, dx: 13, iq: 5, ma: 14}
    attacks: [{title: bite, damage: -1H}]
# lang/de.po
msgctxt "figures/wolf/title"
msgid "Wolf"
msgstr "Graubepelzter Rudeljäger"

msgctxt "figures/wolf/attacks/0/title"
msgid "bite"
msgstr "Biss"
"##,
    fix: &[("Graubepelzter Rudeljäger", "Grauwolf")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    super::of_translations(check, survey, ProblemKind::Long, findings);
}
