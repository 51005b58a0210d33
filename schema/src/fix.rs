//! Fixes: changes that findings offer, kept only if they are proven.
//!
//! A chosen fix is planned and applied to a copy, which is checked again.
//! The fix is refused, and nothing changes, unless the finding disappears and no new finding is as severe.
//! Records that were formatted before are formatted afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::analysis::Analysis;
use crate::change::{Change, ChangeError, Plan, joined, plan, settled, sketch};
use crate::checks::MERGE_CONFLICT;
use crate::draft::Draft;
use crate::edit::{Edit, FileChange, Splice};
use crate::field::FieldKind;
use crate::finding::{Finding, Fix, Safety, Severity};
use crate::source::limits;
use crate::splice::{by_lines, stretch};
use crate::text::{FileId, Pointer};

/// Maximum number of rounds of fixes; real content needs two or three.
const ROUNDS: usize = 30;

/// Maximum number of fixes in one record per round, since planning each of them reads the record again.
const MOST_IN_RECORD: usize = 500;

/// Maximum number of renames per round, since planning each of them visits all records.
const MOST_RENAMES: usize = 20;

/// Maximum number of failed batches, each of which costs an analysis, before the fixer gives up.
const MOST_TRIED: usize = 500;

/// A draft after fixing, with the fixes applied and refused.
#[derive(Debug)]
pub struct Fixed {
    /// The fixed draft.
    pub draft: Draft,
    /// The remaining findings.
    pub findings: Vec<Finding>,
    /// The applied fixes, in order.
    pub applied: Vec<Made>,
    /// The fixes that were not proven, with the reasons.
    pub refused: Vec<(Made, FixError)>,
    /// All changes as one edit of the original draft, with one splice per file.
    pub edit: Edit,
}

/// A fix of a finding, applied or refused.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Made {
    /// The code of the finding.
    pub code: &'static str,
    /// The value that the finding was about.
    pub pointer: Pointer,
    /// The message of the finding.
    pub message: String,
    /// The title of the fix.
    pub title: String,
}

/// Why a fix is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FixError {
    /// The text has changed since the finding was reported.
    Stale,
    /// The finding would remain.
    Remains,
    /// The fix would cause an equally severe finding, with this message.
    Breaks(String),
    /// The changes cannot be planned.
    Impossible(ChangeError),
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale => f.write_str("the text has changed since it was checked; check it again"),
            Self::Remains => f.write_str("it would not remove the finding"),
            Self::Breaks(message) => write!(f, "it would cause another problem: {message}"),
            Self::Impossible(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FixError {}

/// Applies all fixes allowed at this safety level, in rounds until nothing changes.
///
/// Fixes that overlap wait for the next round, where they are offered again if still needed.
pub fn apply_fixes(draft: &Draft, allowed: Safety) -> Fixed {
    apply_fixes_to(draft, allowed, &|_, _| true)
}

/// A filter for findings to fix, called with the draft as it is at that point.
pub type Wanted<'a> = dyn Fn(&Arc<Draft>, &Finding) -> bool + 'a;

/// Like [`apply_fixes`], but fixes only the findings that `wanted` selects.
pub fn apply_fixes_to(draft: &Draft, allowed: Safety, wanted: &Wanted<'_>) -> Fixed {
    rounds(draft, allowed, wanted)
}

/// Applies one fix of the first wanted finding that has it, whatever its safety; `number` is its position, from 0.
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

/// Applies fixes in at most `ROUNDS` rounds.
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
            // Fixes refused earlier may succeed now.
            run.refused.clear();
            run.refused_before.clear();
        }
    }
    run.done(draft)
}

/// Plans a fix and proves that it removes its finding, without changing the draft.
///
/// # Errors
///
/// Returns the reason if the fix is not one of `finding`, the finding is not one of `analysis`, or the proof fails.
pub fn prove(analysis: &Analysis, finding: &Finding, fix: &Fix) -> Result<Plan, FixError> {
    if !analysis.findings().contains(finding) || !finding.fixes.contains(fix) {
        return Err(FixError::Stale);
    }
    tried(analysis, &[(finding.clone(), fix.clone())]).map_err(|harm| harm.refusal)?;
    plan(analysis.draft(), &fix.changes).map_err(FixError::Impossible)
}

/// Plans changes and proves that they cause no error, without changing the draft.
///
/// # Errors
///
/// Returns the reason if the changes cannot be planned or cause an error.
pub fn harmless(analysis: &Analysis, changes: &[Change]) -> Result<Plan, FixError> {
    let plan = plan(analysis.draft(), changes).map_err(FixError::Impossible)?;
    let mut draft = Draft::clone(analysis.draft());
    plan.apply(&mut draft).map_err(FixError::Impossible)?;
    let after = Analysis::of(Arc::new(draft), Some(analysis));
    let (old, new) = (tally(analysis.findings()), tally(after.findings()));
    let worse = after.findings().iter().find(|it| it.severity == Severity::Error && more(it, &old, &new));
    worse.map_or(Ok(plan), |first| Err(FixError::Breaks(first.message.clone())))
}

/// Returns the edit that a fix would make, for previews; that it removes the finding is not proven.
pub fn offered(draft: &Draft, fix: &Fix) -> Result<Edit, ChangeError> {
    sketch(draft, &fix.changes)
}

/// A finding with the fix chosen for it.
type Choice = (Finding, Fix);

/// The state of a run of the fixer.
struct Run {
    analysis: Analysis,
    applied: Vec<Made>,
    refused: Vec<(Made, FixError)>,
    /// The fixes in `refused`, for look-ups.
    refused_before: BTreeSet<Made>,
    /// The number of batches that failed.
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

    /// Returns the result, compared with the draft before all fixes.
    fn done(self, before: &Draft) -> Fixed {
        let Self { mut analysis, applied, refused, .. } = self;
        if let Some(formatted) = formatted(before, analysis.draft()) {
            analysis = Analysis::of(Arc::new(formatted), Some(&analysis));
        }
        let after = Draft::clone(analysis.draft());
        let edit = difference(before, &after, |file, old, new| stretch(file, old, new).into_iter().collect());
        Fixed { draft: after, findings: analysis.findings().to_vec(), applied, refused, edit }
    }

    /// Returns the fixes to apply together: allowed, not refused before, in text order and not overlapping.
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

    /// Applies a batch, or the harmless part of it; suspicious fixes wait for the next round.
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
            // If the finding is gone, another fix has solved it too.
            if self.is_found(finding) {
                self.refuse(made(finding, fix), harm.refusal);
            }
            return;
        }
        let clear: Vec<Choice> = batch.iter().filter(|(finding, _)| !harm.is_near(finding)).cloned().collect();
        // Apply the later fixes first, so that the locations of the earlier ones stay valid.
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

/// Returns whether a change renames something together with all references to it.
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

/// Why some fixes cannot be applied together.
struct Harm {
    refusal: FixError,
    /// The records with new findings after applying them.
    at: BTreeSet<Pointer>,
}

impl Harm {
    /// Returns whether there are new findings in the record that the finding is about.
    fn is_near(&self, finding: &Finding) -> bool {
        self.at.contains(&root_of(finding))
    }
}

/// Returns the pointer to the record or header key that a finding is about.
fn root_of(finding: &Finding) -> Pointer {
    let parts = finding.pointer.parts();
    Pointer::root().join(&parts[..parts.len().min(2)])
}

/// Returns the analysis after these fixes if each of them removes its finding and none causes harm.
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
    // These fixes only remove conflict markers. Problems in the chosen version could not be reported before.
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
    // Notes on translations follow from any change of a text, and their counts are in their messages.
    let is_kept = |it: &&Finding| it.severity > Severity::Info || !after.draft().is_translation(it.place.file);
    let is_worse = |it: &&Finding| it.severity >= mildest && more(it, &old, &new);
    let worse: Vec<&Finding> = findings.iter().filter(is_kept).filter(is_worse).collect();
    match worse.first() {
        Some(first) => Err(Harm { refusal: FixError::Breaks(first.message.clone()), at: at(&worse) }),
        None => Ok(after.clone()),
    }
}

/// Records whose number of reported findings is at the limit: fixing some of them reveals more.
struct Crowds {
    records: BTreeSet<Pointer>,
}

impl Crowds {
    /// Finds the records whose number of findings has reached the limit and has not increased.
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

/// Identifies a finding before and after an edit, which may move it.
pub(crate) type Name<'a> = (&'static str, &'a Pointer, &'a str);

/// Returns what identifies a finding across an edit.
pub(crate) fn name_of(finding: &Finding) -> Name<'_> {
    (finding.code, &finding.pointer, &finding.message)
}

/// Counts the findings of each name.
pub(crate) fn tally(findings: &[Finding]) -> BTreeMap<Name<'_>, usize> {
    let mut tally = BTreeMap::new();
    for finding in findings {
        *tally.entry(name_of(finding)).or_insert(0) += 1;
    }
    tally
}

/// Returns whether findings with this name have become more frequent.
pub(crate) fn more(finding: &Finding, old: &BTreeMap<Name<'_>, usize>, new: &BTreeMap<Name<'_>, usize>) -> bool {
    let name = name_of(finding);
    new.get(&name).unwrap_or(&0) > old.get(&name).unwrap_or(&0)
}

fn made(finding: &Finding, fix: &Fix) -> Made {
    let Finding { code, pointer, message, .. } = finding;
    Made { code, pointer: pointer.clone(), message: message.clone(), title: fix.title.clone() }
}

/// The range from the first to the last byte that an edit touches.
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

/// Returns the fixed draft with the changed records formatted that were formatted before; `None` if nothing changes.
fn formatted(before: &Draft, after: &Draft) -> Option<Draft> {
    let edit = settled(before, difference(before, after, by_lines));
    let mut formatted = before.clone();
    formatted.apply(&edit);
    let is_same = |file| after.file_at(formatted.path(file)).is_some_and(|of| after.text(of) == formatted.text(file));
    let unchanged = formatted.files().all(is_same);
    (!unchanged).then_some(formatted)
}

/// Returns the edit that turns `before` into `after`; `splices` compares the texts of a file.
fn difference(before: &Draft, after: &Draft, splices: impl Fn(FileId, &str, &str) -> Vec<Splice>) -> Edit {
    let mut edit = Edit::default();
    for file in before.files() {
        match after.file_at(before.path(file)) {
            Some(other) => edit.splices.extend(splices(file, before.text(file), after.text(other))),
            None => edit.files.push(FileChange::Delete { path: before.path(file).to_owned() }),
        }
    }
    for file in after.files().filter(|file| before.file_at(after.path(*file)).is_none()) {
        let (path, text) = (after.path(file).to_owned(), after.text(file).to_owned());
        edit.files.push(FileChange::Create { path, text });
    }
    edit
}
