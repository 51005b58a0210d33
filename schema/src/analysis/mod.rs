//! Everything derived from a draft, worked out once and shared by whoever asks: findings, usages, resolved scenarios.
//!
//! Read [`Analysis`] first, then `record` (what is found out about one record), `stale` (what an edit makes doubtful) and
//! `run` (the checks).

mod bare;

mod carry;

mod guard;

mod keyboard;

mod outside;

mod record;

mod resolve;

mod run;

mod stale;

mod told;

mod wishes;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::draft::Draft;
use crate::finding::Finding;
use crate::resolve::Resolved;
use crate::survey::{Merged, Reading, Readings};
use crate::text::{Pointer, RecordKey};
use crate::usages::{self, Usage};
use crate::users::Users;
pub use guard::CHECK_FAILED;
use run::{Findings, Wanted};
use stale::Stale;
use told::Told;
pub use wishes::is_always_told;

/// Everything derived from one revision of a draft. Cheap to clone; threads may share it.
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
    users: Arc<Users>,
    findings: Findings,
    told: Told,
    scenarios: resolve::Scenarios,
    done: Done,
}

/// What making an analysis took, by record numbers.
#[derive(Debug)]
struct Done {
    read: Vec<usize>,
    merged: Vec<usize>,
    checked: Vec<usize>,
}

/// What making an analysis took: everything the first time, and little after an edit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// The records that were read and validated.
    pub read: Vec<RecordKey>,
    /// The records that were merged with what they extend, and read as their types.
    pub merged: Vec<RecordKey>,
    /// The records that the checks of single records looked at.
    pub checked: Vec<RecordKey>,
    /// The checks that looked at the whole pack.
    pub over_all: Vec<&'static str>,
}

impl Analysis {
    /// Analyses a draft. What holds still of `before`, an analysis of an earlier state of the same draft, is kept; the
    /// result is the same with and without it.
    pub fn of(draft: Arc<Draft>, before: Option<&Self>) -> Self {
        Self::unless(&AtomicBool::new(false), draft, before).expect("nobody stops it")
    }

    /// Like [`of`](Self::of), but gives up soon after `stop` becomes true, because a newer state is to be analysed.
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

    /// The draft it is about.
    pub fn draft(&self) -> &Arc<Draft> {
        &self.parts.draft
    }

    /// What the checks found, sorted by place, then code; without what the pack leaves out or allows.
    pub fn findings(&self) -> &[Finding] {
        self.parts.told.findings(self.parts.findings.all())
    }

    /// All that the checks found, also what the pack leaves out or allows: what cannot be used can still not be used.
    pub(crate) fn found(&self) -> &[Finding] {
        self.parts.findings.all()
    }

    /// How many findings are allowed by comments in the pack.
    pub fn allowed(&self) -> usize {
        self.parts.told.allowed
    }

    /// The checks that the pack's header leaves out.
    ///
    /// They are not run, but for those that find errors: what cannot be used can still not be used.
    pub fn left_out(&self) -> &[&'static str] {
        &self.parts.left_out
    }

    /// Everything that leads to what is at a pointer: to a record, there or not, or to a key chosen by the author.
    ///
    /// Like [`usages`](crate::usages::usages), but who names a record is known already.
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

    /// What making it took.
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

/// The findings of a draft, for those who ask once.
pub fn check(draft: &Draft) -> Vec<Finding> {
    Analysis::of(Arc::new(draft.clone()), None).findings().to_vec()
}

/// One scenario of a draft, for those who ask once.
pub fn resolve(draft: &Draft, scenario: &str) -> Result<Resolved, Vec<Finding>> {
    Analysis::of(Arc::new(draft.clone()), None).resolve(scenario).map(Arc::unwrap_or_clone)
}

/// Records so few are not worth a second thread.
const FEW: usize = 64;

/// What may be missing only because something else is wrong: that is reported, so references to it are not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Unreadable {
    /// Catalogs that cannot be read, or whose key is misspelt.
    catalogs: BTreeSet<&'static str>,
    /// Records that cannot be read, or whose id is not written as ids are; by catalog and id.
    records: BTreeSet<(&'static str, String)>,
    /// The texts whose parts can only be judged together: those with conflicts of a merge, or with aliases of what cannot
    /// be read.
    entangled: Vec<String>,
}

impl Unreadable {
    /// Whether a record may be there, if only it could be read.
    fn may_hold(&self, catalog: &'static str, id: &str) -> bool {
        self.catalogs.contains(catalog)
            || (!self.records.is_empty() && self.records.contains(&(catalog, id.to_owned())))
    }
}

fn afresh(stop: &AtomicBool, draft: Arc<Draft>, unreadable: Unreadable) -> Option<Parts> {
    let all: Vec<usize> = (0..draft.index().records().len()).collect();
    let read = read(stop, &draft, &all, &unreadable);
    let users = Arc::new(Users::new(&draft, read.iter().map(|reading| reading.targets.as_slice())));
    let merged = merged(stop, &draft, &all, &read);
    let readings = readings(&draft, read, merged);
    let left_out = wishes::left_out(&draft);
    let findings = run::run(stop, &draft, &readings, &users, &Wanted::everything(), &left_out, Vec::new())?;
    let done = Done { read: all.clone(), merged: all.clone(), checked: all };
    let told = Told::of(&draft, findings.all());
    let scenarios = resolve::Scenarios::default();
    Some(Parts { draft, unreadable, left_out, readings, users, findings, told, scenarios, done })
}

fn after(stop: &AtomicBool, before: &Parts, stale: Stale, draft: Arc<Draft>, unreadable: Unreadable) -> Option<Parts> {
    let fresh = read(stop, &draft, stale.to_read(), &unreadable);
    let read = stale.patched(&before.readings.read, stale.to_read(), fresh);
    let users = stale.users(before, &draft, &read);
    let to_merge = stale.to_merge(&draft, &users);
    let fresh = merged(stop, &draft, &to_merge, &read);
    let merged = stale.patched(&before.readings.merged, &to_merge, fresh);
    let readings = readings(&draft, read, merged);
    let mut wanted = stale.wanted(before, &draft, &readings, &users);
    let kept = carry::kept(before, &draft, &stale, &mut wanted);
    let findings = run::run(stop, &draft, &readings, &users, &wanted, &before.left_out, kept)?;
    let checked: Vec<usize> = wanted.records.iter().flatten().copied().collect();
    let scenarios = before.scenarios.carried(&draft, &checked);
    let done = Done { read: stale.to_read().to_vec(), merged: to_merge, checked };
    let told = Told::of(&draft, findings.all());
    let left_out = before.left_out.clone();
    Some(Parts { draft, unreadable, left_out, readings, users, findings, told, scenarios, done })
}

/// The readings of some records; worthless once `stop` is set.
fn read(stop: &AtomicBool, draft: &Draft, numbers: &[usize], unreadable: &Unreadable) -> Vec<Arc<Reading>> {
    let records = draft.index().records();
    let read = |&number: &usize| match stop.load(Ordering::Relaxed) {
        true => Arc::default(),
        false => Arc::new(record::read(draft, &records[number], unreadable)),
    };
    numbers.par_iter().with_min_len(FEW).map(read).collect()
}

/// Some records merged with what they extend; worthless once `stop` is set.
fn merged(stop: &AtomicBool, draft: &Draft, numbers: &[usize], read: &[Arc<Reading>]) -> Vec<Arc<Merged>> {
    let merge = |&number: &usize| match stop.load(Ordering::Relaxed) {
        true => Arc::default(),
        false => Arc::new(record::merge(draft, number, read)),
    };
    numbers.par_iter().with_min_len(FEW).map(merge).collect()
}

fn readings(draft: &Draft, read: Vec<Arc<Reading>>, merged: Vec<Arc<Merged>>) -> Readings {
    let (outside, endless) = (outside::problems(draft), outside::endless(draft, &merged));
    let is_flawed = |&number: &usize| !read[number].problems.is_empty() || !merged[number].problems.is_empty();
    let flawed = (0..read.len()).filter(is_flawed).collect();
    Readings { read, merged, outside, endless, flawed }
}
