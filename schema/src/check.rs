//! Checks: what they are, the common ones, and running them.

use crate::dialect::Dialect;
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity};

/// One documented rule that content must keep. One file each, found in one registry.
#[derive(Debug)]
pub struct Check {
    /// Kebab-case; also the code of its findings.
    pub name: &'static str,
    /// How bad its findings are.
    pub severity: Severity,
    /// How sure they are.
    pub confidence: Confidence,
    /// One sentence, capital first, no final stop.
    pub summary: &'static str,
    /// The long text for `explain`: why it matters and how to mend it. Markdown, one sentence per line.
    pub doc: &'static str,
    /// The body of a pack (without the `pack:` header) that it reports, and only it.
    pub bad: &'static str,
    /// The same body, mended: no findings at all.
    pub fixed: &'static str,
    /// Finds; pure.
    pub run: fn(&Check, &Draft, &mut Vec<Finding>),
}

/// The checks that every ruleset shares, sorted by name.
pub static COMMON: &[&Check] = &[];

/// All checks that apply to packs of `dialect`, sorted by name.
pub fn checks_of(dialect: &Dialect) -> Vec<&'static Check> {
    let _ = dialect;
    todo!()
}

/// Runs every check that applies and returns the findings, sorted by place, then code.
pub fn check(draft: &Draft) -> Vec<Finding> {
    let _ = draft;
    todo!()
}
