//! Running checks in parallel, each over the records that need it.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::guard::{failed, guarded};
use super::kept::{Kept, Placed, Source, placed};
use crate::check::{Check, Scope};
use crate::checks::{checks_for, told_of_required_packs};
use crate::draft::Draft;
use crate::finding::{Finding, Severity};
use crate::referrers::Referrers;
use crate::standards::check_of;
use crate::survey::{Readings, Survey};

/// The records to check, for each scope; `None` means all. Numbers are sorted.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Records whose findings of [`Scope::Record`] are recomputed.
    pub(super) records: Option<Vec<usize>>,
    /// Records whose findings of [`Scope::Users`] are recomputed.
    pub(super) users: Option<Vec<usize>>,
    /// The same with all records that refer to them, which these checks have to visit.
    pub(super) with_users: Option<Vec<usize>>,
    /// For each check of [`Scope::Group`] and [`Scope::Leaders`], the records to check again.
    pub(super) groups: Option<FxHashMap<&'static str, Again>>,
    /// Checks that run in full: checks that failed before, and the check of standards if standards have changed.
    pub(super) again: Vec<&'static str>,
}

/// The records that a check of groups runs on. Numbers are sorted.
#[derive(Debug)]
pub(super) struct Again {
    /// Records whose findings are recomputed.
    pub(super) judged: Vec<usize>,
    /// The same with the records that they are compared with; `None` if there are no others.
    shown: Option<Vec<usize>>,
}

impl Again {
    pub(super) fn of(mut judged: Vec<usize>, mut shown: Option<Vec<usize>>) -> Self {
        for numbers in std::iter::once(&mut judged).chain(&mut shown) {
            // Most of them are sorted already, which this algorithm makes use of.
            numbers.sort();
            numbers.dedup();
        }
        Self { judged, shown }
    }
}

/// Sorted findings, with the source of each.
#[derive(Debug, Default)]
pub(super) struct Findings {
    findings: Vec<Finding>,
    sources: Vec<Source>,
    /// Findings in required packs, which are summarised by other findings.
    borrowed: Vec<(Finding, Source)>,
    failed: Vec<&'static str>,
    over_all: Vec<&'static str>,
}

impl Wanted {
    /// Runs every check over every record.
    pub(super) fn everything() -> Self {
        Self { records: None, users: None, with_users: None, groups: None, again: Vec::new() }
    }

    /// Returns the records that a check has to visit.
    fn subjects(&self, check: &Check) -> Option<&[usize]> {
        if self.again.contains(&check.name) {
            return None;
        }
        match check.scope {
            Scope::Record => self.records.as_deref(),
            Scope::Users | Scope::UsersIfSound(_) => self.with_users.as_deref(),
            Scope::Group(_) | Scope::Leaders(_) => {
                let again = self.groups.as_ref()?.get(check.name)?;
                Some(again.shown.as_ref().unwrap_or(&again.judged))
            }
            Scope::Pack => None,
        }
    }

    /// Returns whether the findings of a check in a record are to be recomputed, of those that the check reports.
    fn is_for(&self, check: &Check, record: Option<usize>) -> bool {
        match check.scope {
            // These checks also visit records that they only compare with.
            Scope::Users | Scope::UsersIfSound(_) | Scope::Leaders(_) => {
                let judged = self.judged(check.scope, check.name);
                judged.zip(record).is_none_or(|(judged, record)| judged.binary_search(&record).is_ok())
            }
            Scope::Record | Scope::Group(_) | Scope::Pack => true,
        }
    }

    /// Returns the records whose findings of a check are recomputed; `None` means all.
    pub(super) fn judged(&self, scope: Scope, check: &str) -> Option<&[usize]> {
        if self.again.contains(&check) {
            return None;
        }
        match scope {
            Scope::Record => self.records.as_deref(),
            Scope::Users | Scope::UsersIfSound(_) => self.users.as_deref(),
            Scope::Group(_) | Scope::Leaders(_) => Some(&self.groups.as_ref()?.get(check)?.judged),
            Scope::Pack => None,
        }
    }
}

impl Findings {
    /// Returns all findings.
    pub(super) fn all(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns all findings with their sources.
    pub(super) fn with_sources(&self) -> impl Iterator<Item = (&Finding, Source)> {
        let borrowed = self.borrowed.iter().map(|(finding, source)| (finding, *source));
        self.findings.iter().zip(self.sources.iter().copied()).chain(borrowed)
    }

    /// Returns the findings in required packs, which are not reported individually.
    pub(super) fn borrowed(&self) -> impl Iterator<Item = &Finding> {
        self.borrowed.iter().map(|(finding, _)| finding)
    }

    /// Adds sorted findings, each once, from two lists.
    fn merge(&mut self, kept: Vec<Kept<'_>>, fresh: Vec<(Finding, Source)>) {
        self.findings.reserve_exact(kept.len() + fresh.len());
        self.sources.reserve_exact(kept.len() + fresh.len());
        let (mut kept, mut fresh) = (kept.into_iter().peekable(), fresh.into_iter().peekable());
        let next = || match (kept.peek(), fresh.peek()) {
            (Some(first), Some((other, _))) if order(first.placed(), placed(other)).is_gt() => fresh.next(),
            (Some(_), _) => kept.next().map(Kept::moved),
            (None, _) => fresh.next(),
        };
        for (finding, source) in std::iter::from_fn(next) {
            // Findings in the same place are rare, so most are not compared in full.
            if self.findings.last().is_none_or(|last| last.place != finding.place || *last != finding) {
                self.findings.push(finding);
                self.sources.push(source);
            }
        }
    }

    /// Returns the checks that failed.
    pub(super) fn failed(&self) -> &[&'static str] {
        &self.failed
    }

    /// Returns the checks that ran over the whole pack.
    pub(super) fn over_all(&self) -> &[&'static str] {
        &self.over_all
    }
}

/// Runs the checks that apply and merges their findings with those kept; returns `None` once `stop` is set.
pub(super) fn run(
    stop: &AtomicBool,
    draft: &Draft,
    readings: &Readings,
    users: &Referrers,
    wanted: &Wanted,
    left_out: &[&str],
    mut kept: Vec<Kept<'_>>,
) -> Option<Findings> {
    let mut checks = checks_for(draft);
    // Ignored checks run only if they report errors, which make content unusable.
    checks.retain(|check| check.severity == Severity::Error || !left_out.contains(&check.name));
    let run = |check: &&'static Check| {
        let mut findings = Vec::new();
        if stop.load(atomic::Ordering::Relaxed) {
            return Ok(findings);
        }
        let survey = Survey::new(draft, readings, users, wanted.subjects(check));
        guarded(|| (check.run)(check, &survey, &mut findings)).map(|()| findings)
    };
    let outcomes: Vec<Result<Vec<Finding>, String>> = checks.par_iter().map(run).collect();
    if stop.load(atomic::Ordering::Relaxed) {
        return None;
    }
    let mut all = Findings::default();
    let mut told = Vec::new();
    for (check, outcome) in checks.into_iter().zip(outcomes) {
        if wanted.subjects(check).is_none() {
            all.over_all.push(check.name);
        }
        match outcome {
            Ok(findings) => told.extend(findings.into_iter().filter_map(|finding| {
                let source = Source { scope: check.scope, record: record_of(draft, &finding) };
                wanted.is_for(check, source.record).then_some((finding, source))
            })),
            Err(reason) => {
                // Its findings in other records may be incomplete.
                kept.retain(|kept| check_of(kept.finding.code) != check.name);
                told.push((failed(draft, check.name, &reason), Source { scope: Scope::Pack, record: None }));
                all.failed.push(check.name);
            }
        }
    }
    told.sort_by(|(a, _), (b, _)| order(placed(a), placed(b)));
    kept.sort_by(|a, b| order(a.placed(), b.placed()));
    all.merge(kept, told);
    if !draft.required().is_empty() {
        let told = std::mem::take(&mut all.findings).into_iter().zip(std::mem::take(&mut all.sources));
        let (mut told, borrowed): (Vec<_>, Vec<_>) =
            told.partition(|(finding, _)| draft.owner(finding.place.file).is_none());
        all.borrowed = borrowed;
        let errors: Vec<&Finding> = all.borrowed().filter(|finding| is_unusable(finding)).collect();
        let survey = Survey::new(draft, readings, users, None);
        let instead = told_of_required_packs(&survey, &errors);
        told.extend(instead.into_iter().map(|finding| (finding, Source { scope: Scope::Pack, record: None })));
        told.sort_by(|(a, _), (b, _)| order(placed(a), placed(b)));
        (all.findings, all.sources) = told.into_iter().unzip();
    }
    Some(all)
}

/// Returns whether a finding makes content unusable: errors do, except for those that packs declare themselves.
pub(super) fn is_unusable(finding: &Finding) -> bool {
    finding.severity == Severity::Error && check_of(finding.code) == finding.code
}

/// Orders by location, then code; ties are broken by content, so that the order does not depend on the threads.
fn order((a, place, related): Placed<'_>, (b, other, others): Placed<'_>) -> Ordering {
    (place, a.code).cmp(&(other, b.code)).then_with(|| {
        (&a.message, &a.pointer, a.hex, related, &a.help).cmp(&(&b.message, &b.pointer, b.hex, others, &b.help))
    })
}

/// Returns the number of the record that a finding points into.
fn record_of(draft: &Draft, finding: &Finding) -> Option<usize> {
    match finding.pointer.parts() {
        [catalog, id, ..] => draft.index().number(catalog, id),
        _ => None,
    }
}
