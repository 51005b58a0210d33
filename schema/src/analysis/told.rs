//! What is told of what the checks found: what the pack leaves out is left out, what its comments allow is not told, and
//! what allows nothing is.

use std::collections::BTreeSet;

use super::wishes::{ALWAYS, Wishes};
use crate::allow::{Allow, allows};
use crate::change::Change;
use crate::checks::{UNUSED_ALLOW, is_check};
use crate::draft::Draft;
use crate::finding::{Finding, Fix, Safety};
use crate::text::{Location, Pointer, Span};

/// What is told instead of all that was found, and how much is not.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The findings; nothing where all that were found are told as they are.
    findings: Option<Vec<Finding>>,
    /// How many are allowed by comments.
    pub(super) allowed: usize,
}

impl Told {
    /// Judges what was found, in its order.
    pub(super) fn of(draft: &Draft, found: &[Finding]) -> Self {
        let (wishes, allows, echoes) = (Wishes::of(draft), allows(draft), echoes(draft, found));
        if wishes.is_none() && allows.is_empty() && echoes.is_empty() {
            return Self::default();
        }
        let wishes = wishes.unwrap_or_default();
        let mut told = Self::default();
        let mut used: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut findings = Vec::new();
        for (number, finding) in found.iter().enumerate() {
            if echoes.contains(&number) {
                continue;
            }
            let always = ALWAYS.contains(&finding.code);
            if !always && !wishes.wants(finding.code) {
                continue;
            }
            let uses = uses(&allows, finding);
            if !always && !uses.is_empty() {
                told.allowed += 1;
                used.extend(uses);
                continue;
            }
            let severity = wishes.severity(finding.code).filter(|_| !always).unwrap_or(finding.severity);
            findings.push(Finding { severity, ..finding.clone() });
        }
        if wishes.wants(UNUSED_ALLOW.name) {
            let unused = allows.iter().enumerate().flat_map(|(at, allow)| unused(draft, allow, at, &used, &wishes));
            let severity = wishes.severity(UNUSED_ALLOW.name).unwrap_or(UNUSED_ALLOW.severity);
            findings.extend(unused.map(|finding| Finding { severity, ..finding }));
            findings.sort_by(|a, b| (a.place, a.code).cmp(&(b.place, b.code)));
        }
        told.findings = Some(findings);
        told
    }

    /// The findings that are told.
    pub(super) fn findings<'a>(&'a self, found: &'a [Finding]) -> &'a [Finding] {
        self.findings.as_deref().unwrap_or(found)
    }
}

/// The findings about what a record inherits that are told where it is written, by their numbers.
fn echoes(draft: &Draft, found: &[Finding]) -> BTreeSet<usize> {
    let inherits = |finding: &&Finding| {
        let record = finding.pointer.record().filter(|(_, below)| !below.is_empty());
        record.is_some_and(|(key, _)| draft.extends(&key).is_some()) && !draft.defined(&finding.pointer)
    };
    if !found.iter().any(|finding| inherits(&finding)) {
        return BTreeSet::new();
    }
    let told: BTreeSet<(&str, &Pointer, &str)> =
        found.iter().map(|finding| (finding.code, &finding.pointer, finding.message.as_str())).collect();
    let is_echo = |finding: &Finding| {
        let Some((key, below)) = finding.pointer.record() else { return false };
        let origins = draft.lineage(&key);
        let mut origins = origins.iter().skip(1).map(|origin| origin.pointer().join(below));
        origins.any(|origin| told.contains(&(finding.code, &origin, finding.message.as_str())))
    };
    let numbered = found.iter().enumerate().filter(|(_, finding)| inherits(finding) && is_echo(finding));
    numbered.map(|(number, _)| number).collect()
}

/// The comments that allow a finding, each with the position of the name.
fn uses(allows: &[Allow], finding: &Finding) -> Vec<(usize, usize)> {
    let covers = allows.iter().enumerate().filter(|(_, allow)| allow.covers(finding.place));
    let names = covers.filter_map(|(at, allow)| {
        let name = allow.checks.iter().position(|(name, _)| name == finding.code)?;
        Some((at, name))
    });
    names.collect()
}

/// What a comment names for nothing, each with the fix that takes it away.
fn unused(draft: &Draft, allow: &Allow, at: usize, used: &BTreeSet<(usize, usize)>, wishes: &Wishes) -> Vec<Finding> {
    // Of a check that the pack leaves out nobody knows whether it would find something.
    let idle = |position: usize, name: &str| {
        !used.contains(&(at, position)) && is_check(draft, name) && wishes.wants(name) && !ALWAYS.contains(&name)
    };
    let names = || allow.checks.iter().enumerate();
    let left: Vec<&str> =
        names().filter(|(position, (name, _))| !idle(*position, name)).map(|(_, (name, _))| name.as_str()).collect();
    let idle = names().filter(|(position, (name, _))| idle(*position, name));
    let text = draft.text(allow.file);
    let findings = idle.map(|(_, (name, span))| {
        let message = format!("expected `{name}` to find something here, but it finds nothing");
        let place = Location { file: allow.file, span: *span };
        let mut finding = UNUSED_ALLOW.finding(place, Pointer::root(), message);
        let (title, at, new) = match left.is_empty() {
            true => ("remove the comment".to_owned(), allow.whole, String::new()),
            false => {
                let (first, last) = (allow.checks.first(), allow.checks.last());
                let span = first.zip(last).map_or(*span, |((_, first), (_, last))| Span::new(first.start, last.end));
                (format!("leave only `{}`", left.join("`, `")), span, left.join(", "))
            }
        };
        let (file, old) = (draft.path(allow.file).to_owned(), text[at.range()].to_owned());
        finding.fixes.push(Fix { title, safety: Safety::Safe, changes: vec![Change::Comment { file, at, old, new }] });
        finding.help = Some("remove what allows nothing, so that it hides nothing later".to_owned());
        finding
    });
    findings.collect()
}
