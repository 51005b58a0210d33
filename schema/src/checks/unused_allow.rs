//! `unused-allow`: a suppression comment that suppresses nothing.
//!
//! Created after all other checks have run, since it depends on their findings: see `analysis/told.rs`.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Severity};

pub(crate) static CHECK: Check = Check {
    name: "unused-allow",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A comment allows something that is not found",
    doc: "\
`# foeman: allow CODE -- reason` stands above a key or an item, or at the end of its line.
What the check of this code finds there, and in all that belongs to it, is not told; several codes are separated by commas.
Where nothing is found any more, the comment would only hide what comes later.
Findings of `yaml-syntax`, `limits` and `pack-header` cannot be allowed.",
    bad: "\
terrains:
  # foeman: allow same-title -- there were two kinds of sand.
  sand: {title: Sand, color: '#d9c08c'}
",
    fix: &[(r"  # foeman: allow same-title -- there were two kinds of sand.
", "")],
    run: |_, _, _| {},
};
