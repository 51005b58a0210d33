//! Filters findings: drops those that the header ignores or that comments suppress, and adds findings about unused
//! suppressions.

use std::collections::{BTreeMap, BTreeSet};

use super::settings::{ALWAYS, FindingSettings};
use crate::change::Change;
use crate::checks::{UNUSED_ALLOW, is_check};
use crate::draft::Draft;
use crate::finding::{Finding, Fix, Safety};
use crate::standards::check_of;
use crate::suppression::{Allow, allows};
use crate::text::{Location, Pointer, Span};

/// The findings to report, and the number of those suppressed.
#[derive(Debug, Default)]
pub(super) struct Filtered {
    /// The reported findings; `None` if all findings are reported unchanged.
    findings: Option<Vec<Finding>>,
    /// The number of findings suppressed by comments.
    pub(super) allowed: usize,
}

impl Filtered {
    /// Filters findings, in their order.
    pub(super) fn of(draft: &Draft, found: &[Finding]) -> Self {
        let (wishes, allows, echoes) = (FindingSettings::of(draft), allows(draft), echoes(draft, found));
        if wishes.is_none() && allows.is_empty() && echoes.is_empty() {
            return Self::default();
        }
        let wishes = wishes.unwrap_or_default();
        let mut told = Self::default();
        let counts = |number: usize, code: &str| !echoes.contains(&number) && wishes.wants(code);
        let (allowed, used) = allowed(&allows, found, &|number, code| counts(number, code) && !ALWAYS.contains(&code));
        let mut findings = Vec::new();
        for (number, finding) in found.iter().enumerate() {
            let always = ALWAYS.contains(&finding.code);
            if echoes.contains(&number) || !always && !wishes.wants(finding.code) {
                continue;
            }
            if allowed[number] {
                told.allowed += 1;
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

    /// Returns the reported findings.
    pub(super) fn findings<'a>(&'a self, found: &'a [Finding]) -> &'a [Finding] {
        self.findings.as_deref().unwrap_or(found)
    }
}

/// Returns the positions of findings about inherited values that are also reported where the value is written.
fn echoes(draft: &Draft, found: &[Finding]) -> BTreeSet<usize> {
    let inherits = |finding: &&Finding| {
        let is_below = finding.pointer.parts().len() > 2;
        let record = is_below.then(|| finding.pointer.record()).flatten();
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

/// The suppression comments of one check that start before a location, during a pass through a file.
#[derive(Default)]
struct Begun {
    /// Comments that have not suppressed anything yet, each with its end, its number and the position of the check's
    /// name.
    idle: Vec<(usize, (usize, usize))>,
    /// The last end of the other comments.
    end: usize,
}

/// Returns the suppressed findings and the comments that suppress them, by number and position of the check's name.
/// Considers only findings for which `counts` is true.
///
/// Makes one pass through findings and comments, even if the comments overlap.
fn allowed(
    allows: &[Allow],
    found: &[Finding],
    counts: &dyn Fn(usize, &str) -> bool,
) -> (Vec<bool>, BTreeSet<(usize, usize)>) {
    let (mut allowed, mut used) = (vec![false; found.len()], BTreeSet::new());
    let mut comments: Vec<usize> = (0..allows.len()).collect();
    comments.sort_by_key(|at| (allows[*at].file, allows[*at].covers.start));
    let mut findings: Vec<usize> = (0..found.len()).filter(|number| counts(*number, found[*number].code)).collect();
    findings.sort_by_key(|number| (found[*number].place.file, found[*number].place.span.start));
    let mut comments = comments.into_iter().peekable();
    let mut begun: BTreeMap<&str, Begun> = BTreeMap::new();
    let mut file = None;
    for number in findings {
        let place = found[number].place;
        if file.replace(place.file) != Some(place.file) {
            begun.clear();
        }
        let before = |at: &usize| (allows[*at].file, allows[*at].covers.start) <= (place.file, place.span.start);
        while let Some(at) = comments.next_if(before) {
            let allow = &allows[at];
            for (position, (name, _)) in allow.checks.iter().enumerate().filter(|_| allow.file == place.file) {
                // A repeated name suppresses only once.
                if allow.checks[..position].iter().all(|(other, _)| other != name) {
                    begun.entry(name).or_default().idle.push((allow.covers.end, (at, position)));
                }
            }
        }
        let code = found[number].code;
        for name in BTreeSet::from([code, check_of(code)]) {
            let Some(Begun { idle, end }) = begun.get_mut(name) else { continue };
            for (its_end, comment) in idle.drain(..).filter(|(its_end, _)| *its_end > place.span.start) {
                *end = its_end.max(*end);
                used.insert(comment);
            }
            allowed[number] |= *end > place.span.start;
        }
    }
    (allowed, used)
}

/// Reports the checks that a comment names without suppressing anything, each with a fix that removes the name.
fn unused(
    draft: &Draft,
    allow: &Allow,
    at: usize,
    used: &BTreeSet<(usize, usize)>,
    wishes: &FindingSettings,
) -> Vec<Finding> {
    // A check that the pack ignores does not run, so its suppressions may be needed.
    let idle = |position: usize, name: &str| {
        !used.contains(&(at, position)) && is_check(draft, name) && wishes.wants(name) && !ALWAYS.contains(&name)
    };
    let names = || allow.checks.iter().enumerate();
    let left: Vec<&str> =
        names().filter(|(position, (name, _))| !idle(*position, name)).map(|(_, (name, _))| name.as_str()).collect();
    let idle = names().filter(|(position, (name, _))| idle(*position, name));
    let text = draft.text(allow.file);
    let findings = idle.map(|(_, (name, span))| {
        let message = format!("`{name}` has no finding here");
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
        finding.help = Some("remove it, so that it does not hide later findings".to_owned());
        finding
    });
    findings.collect()
}
