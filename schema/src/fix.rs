//! Fixes: ordinary changes that findings offer, kept only when they prove themselves.
//!
//! A fix is planned when it is chosen, made on a copy, and everything is checked again.
//! The finding must be gone and nothing new as severe may have come; else the fix is refused and nothing is changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::analysis::Analysis;
use crate::change::{Change, ChangeError, Plan, joined, plan, sketch};
use crate::checks::MERGE_CONFLICT;
use crate::draft::Draft;
use crate::edit::{Edit, FileChange};
use crate::field::FieldKind;
use crate::finding::{Finding, Fix, Safety, Severity};
use crate::source::limits;
use crate::splice::stretch;
use crate::text::{FileId, Pointer};

/// Rounds of fixes after which whatever is left stays; content needs two or three.
const ROUNDS: usize = 30;

/// Fixes made in one record in one round: each is planned with the work of reading its record.
const MOST_IN_RECORD: usize = 500;

/// Renames made in one round: each is planned with the work of going through all records.
const MOST_RENAMES: usize = 20;

/// Fixes that are tried one by one after they failed together, each with the work of an analysis.
const MOST_TRIED: usize = 500;

/// A draft after its fixes.
#[derive(Debug)]
pub struct Fixed {
    /// The draft with everything mended that could be.
    pub draft: Draft,
    /// What is still wrong with it.
    pub findings: Vec<Finding>,
    /// The fixes made, in the order made.
    pub applied: Vec<Made>,
    /// The fixes that did not prove themselves, and why.
    pub refused: Vec<(Made, FixError)>,
    /// All changes as one edit of the draft as it was, with one splice for each file.
    pub edit: Edit,
}

/// A fix of a finding that was made, or not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Made {
    /// The finding's code.
    pub code: &'static str,
    /// The value the finding was about.
    pub pointer: Pointer,
    /// What the finding said.
    pub message: String,
    /// What the fix does.
    pub title: String,
}

/// Why a fix is not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FixError {
    /// The text has changed since the finding was made.
    Stale,
    /// The finding would still be there.
    Remains,
    /// Something as severe would be wrong instead; its message.
    Breaks(String),
    /// It cannot be made where it should be.
    Impossible(ChangeError),
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale => f.write_str("the text has changed since it was checked; check it again"),
            Self::Remains => f.write_str("expected it to mend the finding, but the finding would remain"),
            Self::Breaks(message) => write!(f, "it would bring up another problem: {message}"),
            Self::Impossible(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FixError {}

/// Makes every fix that is allowed at this safety, in rounds until nothing changes.
///
/// Fixes that touch each other wait for the next round, when the second is offered again if it is still needed.
pub fn apply_fixes(draft: &Draft, allowed: Safety) -> Fixed {
    apply_fixes_to(draft, allowed, &|_, _| true)
}

/// Which findings are to be mended, of a draft as it is by then.
pub type Wanted<'a> = dyn Fn(&Arc<Draft>, &Finding) -> bool + 'a;

/// Like [`apply_fixes`], but mends only those findings that are wanted.
pub fn apply_fixes_to(draft: &Draft, allowed: Safety, wanted: &Wanted<'_>) -> Fixed {
    rounds(draft, allowed, wanted)
}

/// Makes one fix of the first wanted finding that offers so many, whatever its safety: `number` 0 is its first.
pub fn apply_one_fix(draft: &Draft, number: usize, wanted: &Wanted<'_>) -> Fixed {
    let mut run = Run::of(draft);
    let findings = run.analysis.findings().iter();
    let mut choices = findings.filter_map(|finding| Some((finding, finding.fixes.get(number)?)));
    let choice = choices.find(|(finding, _)| wanted(run.analysis.draft(), finding));
    if let Some((finding, fix)) = choice {
        let choice = (finding.clone(), fix.clone());
        run.make(&[choice]);
    }
    run.done(draft)
}

/// Makes fixes in at most `ROUNDS` rounds.
fn rounds(draft: &Draft, allowed: Safety, wanted: &Wanted<'_>) -> Fixed {
    let mut run = Run::of(draft);
    for _ in 0..ROUNDS {
        let batch = run.batch(allowed, wanted);
        if batch.is_empty() || run.failed >= MOST_TRIED {
            break;
        }
        let before = run.applied.len();
        run.make(&batch);
        if run.applied.len() > before {
            // What was in the way may be gone now.
            run.refused.clear();
            run.refused_before.clear();
        }
    }
    run.done(draft)
}

/// Plans a fix and proves that it mends its finding, without changing the draft.
pub fn prove(analysis: &Analysis, finding: &Finding, fix: &Fix) -> Result<Plan, FixError> {
    if !analysis.findings().contains(finding) || !finding.fixes.contains(fix) {
        return Err(FixError::Stale);
    }
    tried(analysis, &[(finding.clone(), fix.clone())]).map_err(|harm| harm.refusal)?;
    plan(analysis.draft(), &fix.changes).map_err(FixError::Impossible)
}

/// Plans changes and proves that they bring up no error, without changing the draft.
pub fn harmless(analysis: &Analysis, changes: &[Change]) -> Result<Plan, FixError> {
    let plan = plan(analysis.draft(), changes).map_err(FixError::Impossible)?;
    let mut draft = Draft::clone(analysis.draft());
    plan.apply(&mut draft).map_err(FixError::Impossible)?;
    let after = Analysis::of(Arc::new(draft), Some(analysis));
    let (old, new) = (tally(analysis.findings()), tally(after.findings()));
    let worse = after.findings().iter().find(|it| it.severity == Severity::Error && more(it, &old, &new));
    worse.map_or(Ok(plan), |first| Err(FixError::Breaks(first.message.clone())))
}

/// What a fix would write, for those who show it; whether it mends its finding is not proven.
pub fn offered(draft: &Draft, fix: &Fix) -> Result<Edit, ChangeError> {
    sketch(draft, &fix.changes)
}

/// A finding with the fix chosen for it.
type Choice = (Finding, Fix);

/// Fixes on their way: what they have made of the draft so far.
struct Run {
    analysis: Analysis,
    applied: Vec<Made>,
    refused: Vec<(Made, FixError)>,
    /// The same, to look up.
    refused_before: BTreeSet<Made>,
    /// How many batches failed when they were tried.
    failed: usize,
}

impl Run {
    fn of(draft: &Draft) -> Self {
        Self {
            analysis: Analysis::of(Arc::new(draft.clone()), None),
            applied: Vec::new(),
            refused: Vec::new(),
            refused_before: BTreeSet::new(),
            failed: 0,
        }
    }

    /// The result, compared with the draft before all fixes.
    fn done(self, before: &Draft) -> Fixed {
        let Self { analysis, applied, refused, .. } = self;
        let after = Draft::clone(analysis.draft());
        let edit = difference(before, &after);
        Fixed { draft: after, findings: analysis.findings().to_vec(), applied, refused, edit }
    }

    /// The fixes to be made together: allowed, not refused before, in text order and apart from each other.
    fn batch(&mut self, allowed: Safety, wanted: &Wanted<'_>) -> Vec<Choice> {
        let mut choices: Vec<(Hull, Choice)> = Vec::new();
        let mut refused = Vec::new();
        let draft = self.analysis.draft();
        let (mut in_record, mut renames): (BTreeMap<Pointer, usize>, usize) = (BTreeMap::new(), 0);
        for finding in self.analysis.findings().iter().filter(|finding| !finding.fixes.is_empty()) {
            let fit = |fix: &&Fix| fix.safety <= allowed && !self.is_refused(&made(finding, fix));
            let Some(fix) = finding.fixes.iter().find(fit).filter(|_| wanted(draft, finding)) else { continue };
            let renames_uses = fix.changes.iter().any(|change| renames_uses(draft, change));
            let count = in_record.entry(root_of(finding)).or_default();
            if *count >= MOST_IN_RECORD || (renames_uses && renames >= MOST_RENAMES) {
                continue;
            }
            *count += 1;
            renames += usize::from(renames_uses);
            match sketch(self.analysis.draft(), &fix.changes) {
                Ok(edit) => choices.extend(Hull::of(&edit).map(|hull| (hull, (finding.clone(), fix.clone())))),
                Err(error) => refused.push((made(finding, fix), FixError::Impossible(error))),
            }
        }
        refused.into_iter().for_each(|(made, error)| self.refuse(made, error));
        choices.sort_by_key(|(hull, _)| *hull);
        let mut batch: Vec<(Hull, Choice)> = Vec::new();
        for (hull, choice) in choices {
            if batch.last().is_none_or(|(last, _)| last.end < hull.start) {
                batch.push((hull, choice));
            }
        }
        batch.into_iter().map(|(_, choice)| choice).collect()
    }

    fn is_refused(&self, fix: &Made) -> bool {
        self.refused_before.contains(fix)
    }

    fn refuse(&mut self, fix: Made, error: FixError) {
        self.refused_before.insert(fix.clone());
        self.refused.push((fix, error));
    }

    /// Makes a batch, or as much of it as does no harm; what is suspected to do harm is put off to the next round.
    fn make(&mut self, batch: &[Choice]) {
        if self.failed >= MOST_TRIED {
            return;
        }
        let harm = match tried(&self.analysis, batch) {
            Ok(after) => {
                self.analysis = after;
                self.applied.extend(batch.iter().map(|(finding, fix)| made(finding, fix)));
                return;
            }
            Err(harm) => harm,
        };
        self.failed += 1;
        if let [(finding, fix)] = batch {
            // Else another fix has mended this finding too.
            if self.is_found(finding) {
                self.refuse(made(finding, fix), harm.refusal);
            }
            return;
        }
        let clear: Vec<Choice> = batch.iter().filter(|(finding, _)| !harm.is_near(finding)).cloned().collect();
        // The later fixes first, so that the places of the earlier ones still hold.
        if clear.len() == batch.len() {
            let (early, late) = batch.split_at(batch.len() / 2);
            self.make(late);
            self.make(early);
        } else if clear.is_empty() {
            batch.chunks(1).rev().for_each(|one| self.make(one));
        } else {
            self.make(&clear);
        }
    }

    fn is_found(&self, finding: &Finding) -> bool {
        self.analysis.findings().iter().any(|other| name_of(other) == name_of(finding))
    }
}

/// Whether a change renames something together with all values that name it.
fn renames_uses(draft: &Draft, change: &Change) -> bool {
    match change {
        Change::Correct { .. } => true,
        Change::Rename { at, .. } if at.parts().len() == 2 => true,
        Change::Rename { at, .. } => {
            let map = at.parent().and_then(|map| draft.field(&map));
            map.is_some_and(|map| map.kind() == FieldKind::Map)
        }
        _ => false,
    }
}

/// Why some fixes cannot be made together.
struct Harm {
    refusal: FixError,
    /// The records in which something is wrong then.
    at: BTreeSet<Pointer>,
}

impl Harm {
    /// Whether something is wrong in the record that the finding is about.
    fn is_near(&self, finding: &Finding) -> bool {
        self.at.contains(&root_of(finding))
    }
}

/// The record that a finding is about, or the key at the margin.
fn root_of(finding: &Finding) -> Pointer {
    let parts = finding.pointer.parts();
    Pointer::root().join(&parts[..parts.len().min(2)])
}

/// What is so with these fixes made, if every one of them did its work and no harm.
fn tried(before: &Analysis, batch: &[Choice]) -> Result<Analysis, Harm> {
    let stale = || Harm { refusal: FixError::Stale, at: BTreeSet::new() };
    let draft = before.draft();
    let edits: Result<Vec<Edit>, ChangeError> = batch.iter().map(|(_, fix)| sketch(draft, &fix.changes)).collect();
    let impossible = |error| Harm { refusal: FixError::Impossible(error), at: BTreeSet::new() };
    let edit = edits.and_then(|edits| joined(draft, edits)).map_err(impossible)?;
    let mut after = Draft::clone(draft);
    if after.apply(&edit).is_empty() {
        return Err(stale());
    }
    let after = Analysis::of(Arc::new(after), Some(before));
    // Each of these removes its markers. What is wrong with the chosen version could not be seen before.
    if batch.iter().all(|(finding, _)| finding.code == MERGE_CONFLICT.name) {
        return Ok(after);
    }
    let findings = after.findings();
    let (mut old, new) = (tally(before.findings()), tally(findings));
    for (finding, _) in batch {
        let count = old.get_mut(&name_of(finding)).filter(|count| **count > 0).ok_or_else(stale)?;
        *count -= 1;
    }
    let crowds = Crowds::of(before.findings(), findings);
    let more = |it: &Finding, old: &_, new: &_| more(it, old, new) && !crowds.may_hide(it);
    let left: Vec<&Finding> = batch.iter().map(|(finding, _)| finding).filter(|it| more(it, &old, &new)).collect();
    let at = |findings: &[&Finding]| findings.iter().map(|finding| root_of(finding)).collect();
    if !left.is_empty() {
        return Err(Harm { refusal: FixError::Remains, at: at(&left) });
    }
    let mildest = batch.iter().map(|(finding, _)| finding.severity).min().unwrap_or(Severity::Info);
    let worse: Vec<&Finding> = findings.iter().filter(|it| it.severity >= mildest && more(it, &old, &new)).collect();
    match worse.first() {
        Some(first) => Err(Harm { refusal: FixError::Breaks(first.message.clone()), at: at(&worse) }),
        None => Ok(after.clone()),
    }
}

/// Records of which not all findings are told: those that were hidden come to light when others are mended.
struct Crowds {
    records: BTreeSet<Pointer>,
}

impl Crowds {
    /// The records with as many findings as are told of one, and not more than before.
    fn of(before: &[Finding], after: &[Finding]) -> Self {
        let mut counts: BTreeMap<Pointer, [usize; 2]> = BTreeMap::new();
        for (which, findings) in [before, after].into_iter().enumerate() {
            for group in findings.chunk_by(|a, b| root_of(a) == root_of(b)).filter(|group| group.len() > 1) {
                counts.entry(root_of(&group[0])).or_default()[which] += group.len();
            }
        }
        counts.retain(|_, [old, new]| *old >= limits::FLAWS && new <= old);
        Self { records: counts.into_keys().collect() }
    }

    fn may_hide(&self, finding: &Finding) -> bool {
        !self.records.is_empty() && self.records.contains(&root_of(finding))
    }
}

/// What a finding is known by before and after an edit, which may move it.
pub(crate) type Name<'a> = (&'static str, &'a Pointer, &'a str);

/// What a finding is known by.
pub(crate) fn name_of(finding: &Finding) -> Name<'_> {
    (finding.code, &finding.pointer, &finding.message)
}

/// How many findings there are of each name.
pub(crate) fn tally(findings: &[Finding]) -> BTreeMap<Name<'_>, usize> {
    let mut tally = BTreeMap::new();
    for finding in findings {
        *tally.entry(name_of(finding)).or_insert(0) += 1;
    }
    tally
}

/// Whether there are more findings of this name than there were.
pub(crate) fn more(finding: &Finding, old: &BTreeMap<Name<'_>, usize>, new: &BTreeMap<Name<'_>, usize>) -> bool {
    let name = name_of(finding);
    new.get(&name).unwrap_or(&0) > old.get(&name).unwrap_or(&0)
}

fn made(finding: &Finding, fix: &Fix) -> Made {
    let Finding { code, pointer, message, .. } = finding;
    Made { code, pointer: pointer.clone(), message: message.clone(), title: fix.title.clone() }
}

/// From the first to the last byte that an edit touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Hull {
    start: (FileId, usize),
    end: (FileId, usize),
}

impl Hull {
    fn of(edit: &Edit) -> Option<Self> {
        let (first, last) = (edit.splices.first()?, edit.splices.last()?);
        Some(Self { start: (first.file, first.span.start), end: (last.file, last.span.end) })
    }
}

/// The edit that makes `after` of `before`: for each file that differs, the stretch from its first to its last change.
fn difference(before: &Draft, after: &Draft) -> Edit {
    let mut edit = Edit::default();
    for file in before.files() {
        match after.file_at(before.path(file)) {
            Some(other) => edit.splices.extend(stretch(file, before.text(file), after.text(other))),
            None => edit.files.push(FileChange::Delete { path: before.path(file).to_owned() }),
        }
    }
    for file in after.files().filter(|file| before.file_at(after.path(*file)).is_none()) {
        let (path, text) = (after.path(file).to_owned(), after.text(file).to_owned());
        edit.files.push(FileChange::Create { path, text });
    }
    edit
}
