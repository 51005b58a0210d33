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
    summary: "A comment allows a finding that does not exist",
    doc: "\
`# foeman: allow CODE -- reason` above a key or an item, or at the end of its line, suppresses the findings of this check there and in everything below it; separate several codes by commas.
If there is no finding, remove the comment, because it would hide later findings.
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
