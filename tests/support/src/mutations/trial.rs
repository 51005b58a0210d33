//! Plants mistakes and compares the program's findings with the expected ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use fastrand::Rng;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::edit::Edit;
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::splice::Splice;
use foeman_schema::standards::check_of;
use foeman_schema::text::Span;

use super::text::{File, Pack, Site};
use super::{At, KINDS, Kind, Mutation, Told};
use crate::packs;

/// A shipped pack without problems, ready to be mutated.
pub struct Patient {
    /// Its text.
    pub pack: Pack,
    analysis: Analysis,
    known: BTreeSet<(&'static str, String, String)>,
}

/// The result of one mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Whether its check reported it.
    pub found: bool,
    /// Whether the location was exact.
    pub exact: bool,
    /// Other warnings and errors.
    pub extra: Vec<String>,
    /// A description of the mistake and the findings.
    pub story: String,
}

/// The results for one kind of mistake.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// The number of mistakes.
    pub planted: usize,
    /// The number that were reported.
    pub found: usize,
    /// The number with the exact location.
    pub exact: usize,
    /// The number that caused other findings.
    pub extra: usize,
    /// Descriptions of mistakes with a wrong result.
    pub failures: Vec<String>,
}

impl Patient {
    /// Returns all shipped packs.
    pub fn all() -> Vec<Self> {
        vec![
            Self::shipped("arena", &[]),
            Self::shipped("bent-nail", &["arena"]),
            Self::shipped("codes", &[]),
            Self::shipped("entropy", &[]),
            Self::shipped("strategy", &[]),
        ]
    }

    /// Reads a shipped pack and its required packs.
    ///
    /// Panics if it already has warnings or errors.
    pub fn shipped(name: &'static str, requires: &[&str]) -> Self {
        let draft = Draft::open(&packs::shipped(name), &SHIPPED.dialects()).expect("the pack is there");
        let analysis = Analysis::of(Arc::new(draft), None);
        let findings = analysis.findings();
        let grave: Vec<_> = findings.iter().filter(|finding| finding.severity > Severity::Info).collect();
        assert!(grave.is_empty(), "{name}, unspoilt: {grave:#?}");
        let known = findings.iter().map(name_of).collect();
        Self { pack: Pack::shipped(name, requires), analysis, known }
    }

    /// Checks the pack with a mistake.
    pub fn trial(&self, kind: &Kind, mutation: &Mutation) -> Outcome {
        let before = self.analysis.draft();
        let file = before.file_at(&mutation.file).expect("the file is there");
        let span = Span::new(mutation.span.0, mutation.span.1);
        let mut draft = Draft::clone(before);
        draft.apply(&Edit::from(vec![Splice { file, span, text: mutation.new.clone() }]));
        let analysis = Analysis::of(Arc::new(draft), Some(&self.analysis));
        let draft = analysis.draft();
        let fresh = |finding: &&Finding| !self.known.contains(&name_of(finding));
        let told: Vec<&Finding> = analysis.findings().iter().filter(fresh).collect();
        let is_it = |finding: &&&Finding| check_of(finding.code) == kind.check;
        let at = |finding: &Finding| {
            let span = finding.place.span;
            let place = match mutation.told {
                Told::At(start, end) => (start, end) == (span.start, span.end),
                Told::From(start) => start == span.start,
            };
            place && draft.path(finding.place.file) == mutation.file
        };
        let chosen = told.iter().filter(is_it).max_by_key(|finding| at(finding)).copied();
        let others =
            told.iter().filter(|it| it.severity > Severity::Info && chosen.is_none_or(|one| !std::ptr::eq(one, **it)));
        let line = |at: usize| draft.line_col(file, at);
        let tell = |finding: &&Finding| {
            let (line, column) = draft.line_col(finding.place.file, finding.place.span.start);
            let text = &draft.text(finding.place.file)[finding.place.span.range()];
            format!(
                "{} at {}:{line}:{column} `{text}`: {}",
                finding.code,
                draft.path(finding.place.file),
                finding.message
            )
        };
        let old = &before.text(file)[span.range()];
        let expected = match mutation.told {
            Told::At(start, end) => format!("{:?} `{}`", line(start), &draft.text(file)[start..end]),
            Told::From(start) => format!("{:?}", line(start)),
        };
        let story = format!(
            "{}: {}/{}:{}: `{}` -> `{}`, expected at {expected}, found: {:#?}",
            kind.name,
            self.pack.name,
            mutation.file,
            line(span.start).0,
            old,
            mutation.new,
            told.iter().map(tell).collect::<Vec<_>>()
        );
        Outcome { found: chosen.is_some(), exact: chosen.is_some_and(at), extra: others.map(tell).collect(), story }
    }
}

/// Plants `times` different mistakes of a kind in some packs, and counts the results.
///
/// Each kind has a separate seed, so that a new kind does not affect the others.
pub fn tried(patients: &[Patient], kind: &Kind, times: usize) -> Tally {
    let mut tally = Tally::default();
    let packs: Vec<&Pack> = patients.iter().map(|patient| &patient.pack).collect();
    for (at, mutation) in planted(&packs, kind, times) {
        let outcome = patients[at].trial(kind, &mutation);
        tally.planted += 1;
        tally.found += usize::from(outcome.found);
        tally.exact += usize::from(outcome.exact);
        tally.extra += usize::from(!outcome.extra.is_empty());
        if !outcome.exact || !outcome.extra.is_empty() {
            tally.failures.push(outcome.story);
        }
    }
    tally
}

/// Returns all places for a kind of mistake.
fn places<'a>(pack: &'a Pack, kind: &Kind) -> Vec<(&'a File, &'a Site)> {
    let sites = pack.files.iter().flat_map(|file| file.sites.iter().map(move |site| (file, site)));
    sites.filter(|(_, site)| kind.at.iter().any(|form| *form == "**" || site.is_like(form))).collect()
}

/// Returns `times` different mistakes of a kind, each with the index of its pack; always the same ones.
pub fn planted(packs: &[&Pack], kind: &Kind, times: usize) -> Vec<(usize, Mutation)> {
    let sites =
        packs.iter().enumerate().flat_map(|(number, pack)| places(pack, kind).into_iter().map(move |it| (number, it)));
    let places: Vec<(usize, (&File, &Site))> = sites.collect();
    let mut rng = Rng::with_seed(kind.name.bytes().fold(7, |seed, byte| seed * 31 % 1_000_003 + u64::from(byte)));
    let (mut mutations, mut seen) = (Vec::new(), BTreeSet::new());
    for _ in 0..times * PATIENCE {
        if mutations.len() == times || places.is_empty() {
            break;
        }
        let (number, (file, site)) = places[rng.usize(..places.len())];
        let Some(mutation) = (kind.plant)(&At { pack: packs[number], file, site }, &mut rng) else { continue };
        if seen.insert((number, mutation.clone())) {
            mutations.push((number, mutation));
        }
    }
    mutations
}

/// Plants `times` mistakes of each kind, on all cores; returns the results in the order of the kinds.
pub fn measured(patients: &[Patient], times: usize) -> Vec<(&'static Kind, Tally)> {
    let kinds: Vec<&Kind> = KINDS.iter().copied().flatten().collect();
    let (next, tallies) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((number, kind)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, kinds.get(n)?)))
                {
                    let tally = tried(patients, kind, times);
                    tallies.lock().expect("no thread panics while it holds the lock").insert(number, tally);
                }
            });
        }
    });
    let tallies = tallies.into_inner().expect("no thread panics while it holds the lock");
    tallies.into_iter().map(|(number, tally)| (kinds[number], tally)).collect()
}

/// The maximum number of attempts per mistake.
const PATIENCE: usize = 100;

/// Identifies a finding independently of its position.
fn name_of(finding: &Finding) -> (&'static str, String, String) {
    (finding.code, finding.pointer.to_string(), finding.message.clone())
}
