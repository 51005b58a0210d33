//! Checks: what they are, the common ones, and running them.

use crate::checks;
use crate::dialect::Dialect;
use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::{Place, Pointer};

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
    pub run: fn(&Check, &Survey<'_>, &mut Vec<Finding>),
}

impl Check {
    /// A finding of this check at a place; add related places, a hex or help to it where there are some.
    pub fn finding(&self, place: Place, pointer: Pointer, message: impl Into<String>) -> Finding {
        Finding {
            code: self.name,
            severity: self.severity,
            confidence: self.confidence,
            message: message.into(),
            place,
            pointer,
            hex: None,
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }
}

/// The checks that every ruleset shares, sorted by name.
pub static COMMON: &[&Check] = checks::COMMON;

/// All checks that apply to packs of `dialect`, sorted by name.
pub fn checks_of(dialect: &Dialect) -> Vec<&'static Check> {
    let mut all: Vec<_> = COMMON.iter().chain(dialect.checks).copied().collect();
    all.sort_by_key(|check| check.name);
    all
}

/// Runs every check that applies and returns the findings, sorted by place, then code.
pub fn check(draft: &Draft) -> Vec<Finding> {
    let checks = draft.dialect().map_or_else(|| COMMON.to_vec(), checks_of);
    let survey = Survey::of(draft);
    let mut findings = Vec::new();
    for check in checks {
        (check.run)(check, &survey, &mut findings);
    }
    findings.sort_by(|a, b| (a.place, a.code, &a.message).cmp(&(b.place, b.code, &b.message)));
    findings.dedup();
    findings
}
