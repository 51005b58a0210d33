//! Incremental analysis: everything derived from a draft, computed once and shared by all callers: findings, usages,
//! resolved scenarios.
//!
//! Read [`Analysis`] first, then `record` (the analysis of a single record), `stale` (invalidation after an edit) and
//! `run` (running the checks).

mod bare;

mod carry;

mod guard;

mod flaw;

mod groups;

mod kept;

mod keyboard;

mod leaders;

mod outside;

mod record;

mod resolve;

mod run;

mod stale;

mod filter;

mod settings;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::blocks::Blocks;
use crate::draft::Draft;
use crate::finding::Finding;
use crate::referrers::Referrers;
use crate::resolve::Resolved;
use crate::survey::{Merged, Reading, Readings};
use crate::text::{Pointer, RecordKey};
use crate::usages::{self, Usage};
use filter::Filtered;
use groups::Groups;
pub use guard::CHECK_FAILED;
use run::{Findings, Wanted};
pub(crate) use settings::is_always_reported;
use stale::Stale;

/// Everything derived from one revision of a draft. Cheap to clone and safe to share between threads.
///
/// ```
/// use std::sync::Arc;
/// use foeman_schema::{analysis::Analysis, draft::Draft};
///
/// let draft = Draft::from_texts([("pack.yaml".into(), "pack: nothing yet".into())], &[]);
/// let analysis = Analysis::of(Arc::new(draft), None);
/// assert_eq!(analysis.findings()[0].code, "pack-header");
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    parts: Arc<Parts>,
}

#[derive(Debug)]
struct Parts {
    draft: Arc<Draft>,
    unreadable: Unreadable,
    left_out: Vec<&'static str>,
    readings: Readings,
    users: Arc<Referrers>,
    findings: Findings,
    /// Made for the first edit.
    groups: OnceLock<Groups>,
    told: Filtered,
    scenarios: resolve::Scenarios,
    done: Done,
}

/// The work done for an analysis, by record numbers.
#[derive(Debug)]
struct Done {
    read: Arc<[usize]>,
    merged: Arc<[usize]>,
    checked: Arc<[usize]>,
}

/// The work done for an analysis: everything the first time, and little after an edit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// The records that were read and validated.
    pub read: Vec<RecordKey>,
    /// The records that were merged with those they extend, and read as their types.
    pub merged: Vec<RecordKey>,
    /// The records visited by the checks of single records.
    pub checked: Vec<RecordKey>,
    /// The checks that ran over the whole pack.
    pub over_all: Vec<&'static str>,
}

impl Analysis {
    /// Analyses a draft, reusing the valid parts of `before`, an analysis of an earlier state of the same draft. The
    /// result does not depend on `before`.
    ///
    /// The first call installs a panic hook, which silences panics of checks and passes all others on.
    pub fn of(draft: Arc<Draft>, before: Option<&Self>) -> Self {
        Self::unless(&AtomicBool::new(false), draft, before).expect("the stop flag is never set")
    }

    /// Like [`of`](Self::of), but returns `None` soon after `stop` becomes true, so that a newer state can be analysed
    /// instead.
    pub fn unless(stop: &AtomicBool, draft: Arc<Draft>, before: Option<&Self>) -> Option<Self> {
        if let Some(before) = before.filter(|before| Arc::ptr_eq(&before.parts.draft, &draft)) {
            return Some(before.clone());
        }
        let unreadable = outside::unreadable(&draft);
        let stale = before.and_then(|before| Stale::between(&before.parts, &draft, &unreadable));
        let parts = match (before, stale) {
            (Some(before), Some(stale)) => after(stop, &before.parts, stale, draft, unreadable)?,
            _ => afresh(stop, draft, unreadable)?,
        };
        Some(Self { parts: Arc::new(parts) })
    }

    /// Returns the analysed draft.
    pub fn draft(&self) -> &Arc<Draft> {
        &self.parts.draft
    }

    /// Returns the findings, sorted by location, then code, without those that the pack ignores or suppresses.
    pub fn findings(&self) -> &[Finding] {
        self.parts.told.findings(self.parts.findings.all())
    }

    /// Returns all findings, ignored and suppressed ones included: a suppressed error still makes a record unusable.
    pub(crate) fn found(&self) -> &[Finding] {
        self.parts.findings.all()
    }

    /// Returns the number of findings suppressed by comments in the pack.
    pub fn allowed(&self) -> usize {
        self.parts.told.allowed
    }

    /// Returns the checks that the pack's header ignores.
    ///
    /// Ignored checks do not run, except for those that report errors: content with errors stays unusable.
    pub fn left_out(&self) -> &[&'static str] {
        &self.parts.left_out
    }

    /// Returns all references to the value at a pointer: to a record, existing or missing, or to a key chosen by the
    /// author.
    ///
    /// Like [`usages`](crate::usages::usages), but uses the stored references between records.
    pub fn usages(&self, at: &Pointer) -> Vec<Usage> {
        let (draft, users) = (self.draft(), &self.parts.users);
        let ([_, _], Some((key, _))) = (at.parts(), at.record()) else { return usages::usages(draft, at) };
        let index = draft.index();
        let numbers = match index.number(&key.catalog, &key.id) {
            Some(number) => users.of(number),
            None => users.of_missing(&key),
        };
        let mut found = usages::of_record(draft, numbers.iter().map(|&number| &index.records()[number]), &key);
        found.extend(usages::in_commands(draft, at));
        found
    }

    /// Returns the work done for this analysis.
    pub fn work(&self) -> Work {
        let Parts { draft, findings, done, .. } = &*self.parts;
        let keys = |numbers: &[usize]| {
            let keys = numbers.iter().map(|&number| draft.index().records()[number].key.clone());
            keys.collect::<BTreeSet<_>>().into_iter().collect()
        };
        Work {
            read: keys(&done.read),
            merged: keys(&done.merged),
            checked: keys(&done.checked),
            over_all: findings.over_all().to_vec(),
        }
    }
}

/// Returns the findings of a draft, sorted by location. For callers that need no further analysis.
///
/// ```
/// use foeman_schema::analysis::check;
/// use foeman_schema::example::{self, PACK};
///
/// assert_eq!(check(&example::draft()), []);
/// let findings = check(&example::draft_of(&PACK.replace("damage: 6", "harm: 6")));
/// let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
/// assert_eq!(codes, ["missing-field", "unknown-key"]);
/// ```
pub fn check(draft: &Draft) -> Vec<Finding> {
    Analysis::of(Arc::new(draft.clone()), None).findings().to_vec()
}

/// Resolves one scenario of a draft. For callers that need no further analysis.
///
/// # Errors
///
/// Returns the errors in the records that the scenario reaches, or a single finding if the scenario does not exist.
///
/// # Example
///
/// ```
/// use foeman_schema::analysis::resolve;
/// use foeman_schema::example::{self, Duel, PACK};
///
/// let first = resolve(&example::draft(), "first").unwrap();
/// assert_eq!(first.scenario::<Duel>().unwrap().fighters.len(), 2);
/// assert_eq!(first.records["weapons"].len(), 2);
///
/// let broken = example::draft_of(&PACK.replace("damage: 6", "damage: 60"));
/// assert_eq!(resolve(&broken, "first").unwrap_err()[0].code, "invalid-value");
/// assert_eq!(resolve(&broken, "second").unwrap_err()[0].code, "unknown-reference");
/// ```
pub fn resolve(draft: &Draft, scenario: &str) -> Result<Resolved, Vec<Finding>> {
    Analysis::of(Arc::new(draft.clone()), None).resolve(scenario).map(Arc::unwrap_or_clone)
}

/// Up to this number of records are processed on one thread.
const FEW: usize = 64;

/// Content that may be missing only because of another error. That error is reported; references to the missing content
/// are not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Unreadable {
    /// Catalogs that cannot be read, or whose key is misspelt.
    catalogs: BTreeSet<&'static str>,
    /// Records that cannot be read, or whose id is malformed; by catalog and id.
    records: BTreeSet<(&'static str, String)>,
    /// Texts whose parts can only be judged together: those with merge conflicts, or with aliases of unreadable
    /// anchors.
    entangled: Vec<String>,
}

impl Unreadable {
    /// Returns whether a record may be in text that cannot be read.
    fn may_hold(&self, catalog: &'static str, id: &str) -> bool {
        self.catalogs.contains(catalog)
            || (!self.records.is_empty() && self.records.contains(&(catalog, id.to_owned())))
    }
}

fn afresh(stop: &AtomicBool, draft: Arc<Draft>, unreadable: Unreadable) -> Option<Parts> {
    let all: Arc<[usize]> = (0..draft.index().records().len()).collect();
    let read: Blocks<Reading> = read(stop, &draft, &all, &unreadable).into_iter().collect();
    let users = Arc::new(Referrers::new(&draft, read.iter().map(|reading| &*reading.targets)));
    let merged: Blocks<Merged> = merged(stop, &draft, &all, &read).into_iter().collect();
    let readings = readings(&draft, read, merged, &all);
    let left_out = settings::left_out(&draft);
    let findings = run::run(stop, &draft, &readings, &users, &Wanted::everything(), &left_out, Vec::new())?;
    let done = Done { read: Arc::clone(&all), merged: Arc::clone(&all), checked: all };
    let told = Filtered::of(&draft, findings.all());
    let (scenarios, groups) = (resolve::Scenarios::default(), OnceLock::new());
    Some(Parts { draft, unreadable, left_out, readings, users, findings, groups, told, scenarios, done })
}

fn after(stop: &AtomicBool, before: &Parts, stale: Stale, draft: Arc<Draft>, unreadable: Unreadable) -> Option<Parts> {
    let fresh = read(stop, &draft, stale.to_read(), &unreadable);
    let read = stale.patched(&before.readings.read, stale.to_read(), fresh);
    let users = stale.users(before, &draft, &read);
    let to_merge = stale.to_merge(&draft, &users);
    let fresh = merged(stop, &draft, &to_merge, &read);
    let merged = stale.patched(&before.readings.merged, &to_merge, fresh);
    let Readings { flawed, unsound, .. } = &before.readings;
    let mut maybe: Vec<usize> = flawed.iter().chain(unsound).filter_map(|&old| stale.new_of(old)).collect();
    maybe.extend(&to_merge);
    maybe.sort_unstable();
    maybe.dedup();
    let readings = readings(&draft, read, merged, &maybe);
    let mut wanted = stale.wanted(before, &draft, &readings, &users);
    let groups = OnceLock::new();
    if let Some((updated, again)) = stale.groups(before, &draft, &readings, &to_merge) {
        wanted.groups = Some(again);
        groups.get_or_init(|| updated);
    }
    let kept = carry::kept(before, &draft, &stale, &mut wanted);
    let findings = run::run(stop, &draft, &readings, &users, &wanted, &before.left_out, kept)?;
    let checked: Vec<usize> = wanted.records.iter().flatten().copied().collect();
    let scenarios = before.scenarios.carried(&draft, &checked);
    let done = Done { read: stale.to_read().into(), merged: to_merge.into(), checked: checked.into() };
    let told = Filtered::of(&draft, findings.all());
    let left_out = before.left_out.clone();
    Some(Parts { draft, unreadable, left_out, readings, users, findings, groups, told, scenarios, done })
}

/// Reads some records. The results are meaningless once `stop` is set.
fn read(stop: &AtomicBool, draft: &Draft, numbers: &[usize], unreadable: &Unreadable) -> Vec<Arc<Reading>> {
    let records = draft.index().records();
    // Most records are valid and refer to no others, so they share one reading.
    let plain = Arc::new(Reading { is_sound: true, ..Reading::default() });
    let read = |&number: &usize| match stop.load(Ordering::Relaxed) {
        true => Arc::default(),
        false => match record::read(draft, &records[number], unreadable) {
            reading if reading.is_plain() => Arc::clone(&plain),
            reading => Arc::new(reading),
        },
    };
    numbers.par_iter().with_min_len(FEW).map(read).collect()
}

/// Merges some records with those they extend. The results are meaningless once `stop` is set.
fn merged(stop: &AtomicBool, draft: &Draft, numbers: &[usize], read: &Blocks<Reading>) -> Vec<Arc<Merged>> {
    let merge = |&number: &usize| match stop.load(Ordering::Relaxed) {
        true => Arc::default(),
        false => Arc::new(record::merge(draft, number, read)),
    };
    numbers.par_iter().with_min_len(FEW).map(merge).collect()
}

/// Completes the analysis; only the records `maybe` can have problems or be invalid.
fn readings(draft: &Draft, read: Blocks<Reading>, merged: Blocks<Merged>, maybe: &[usize]) -> Readings {
    let is_flawed = |number: &usize| !read[*number].problems.is_empty() || merged[*number].flaws.is_some();
    let flawed: Vec<usize> = maybe.iter().copied().filter(is_flawed).collect();
    let unsound = maybe.iter().copied().filter(|&number| merged[number].sound.is_none()).collect();
    let (outside, endless) = (outside::problems(draft), outside::endless(draft, &merged, &flawed));
    let (translations, words) = (OnceLock::new(), OnceLock::new());
    Readings { read, merged, outside, endless, flawed, unsound, translations, words }
}
