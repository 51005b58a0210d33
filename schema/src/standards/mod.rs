//! Standards, the checks that packs declare: their codes, the records they apply to, and their evaluation.

mod explain;
mod offers;
mod typed;
mod values;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::catalogs::standards::{Standard, StandardSeverity};
use crate::dialect::Record as _;
use crate::draft::Draft;
use crate::finding::Severity;
use crate::survey::{Sound, Survey};
use crate::text::RecordKey;

pub use explain::{Explanation, explain};
pub use offers::{completions, fields, words};
pub use typed::{Unfit, field_of};
pub(crate) use values::{Subject, help_of};

/// The check whose findings have the codes of standards.
pub(crate) const UNMET: &str = "unmet-standard";

/// The codes of standards begin with this.
const PREFIX: &str = "standards/";

/// The maximum work of all standards of a pack: names in their conditions and requirements, times records.
const MOST_WORK: usize = 2_000_000;

/// Returns the code of the findings of a standard: `standards/ID`.
///
/// Codes live until the program ends, so that a code costs no memory in each finding.
pub(crate) fn code(id: &str) -> &'static str {
    static CODES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let code = format!("{PREFIX}{id}");
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = codes.get(code.as_str()) {
        return known;
    }
    let code: &'static str = Box::leak(code.into_boxed_str());
    codes.insert(code);
    code
}

/// Returns the name of the check that reports findings with a code: for standards `unmet-standard`, else the code.
pub fn check_of(code: &str) -> &str {
    if code.starts_with(PREFIX) { UNMET } else { code }
}

/// Returns the id of the standard with a code.
pub fn id_of(code: &str) -> Option<&str> {
    code.strip_prefix(PREFIX)
}

/// A valid standard of a pack or of one that it requires.
#[derive(Debug)]
pub(crate) struct Active<'a> {
    /// The id.
    pub(crate) id: &'a str,
    /// The standard.
    pub(crate) standard: &'a Standard,
    /// The id of the required pack that declares it; `None` for the pack itself.
    owner: Option<&'a str>,
    /// Whether checking it would take too long.
    pub(crate) too_long: bool,
}

/// Returns the valid standards in file order.
pub(crate) fn active<'a>(survey: &Survey<'a>) -> Vec<Active<'a>> {
    let draft = survey.draft;
    let mut work: usize = 0;
    let active = draft.ids(Standard::CATALOG).filter_map(|id| {
        let standard = survey.record::<Standard>(id)?;
        let owner = owner_of(draft, &RecordKey::new(Standard::CATALOG, id));
        let records = standard.catalog.as_ref().map_or(1, |catalog| draft.ids(catalog).count());
        work = work.saturating_add(names(standard).saturating_mul(records));
        Some(Active { id, standard, owner, too_long: work > MOST_WORK })
    });
    active.collect()
}

/// Returns the number of values that a standard looks up for a record, at least 1.
fn names(standard: &Standard) -> usize {
    let all = standard.conditions.iter().chain(&standard.require);
    all.map(|requirement| requirement.fields().len() + requirement.counted().len()).sum::<usize>() + 1
}

fn owner_of<'a>(draft: &'a Draft, key: &RecordKey) -> Option<&'a str> {
    draft.file_of(key).and_then(|file| draft.owner(file)).map(|pack| pack.id.as_str())
}

impl<'a> Active<'a> {
    /// Returns those of the records to check that the standard applies to: records of its pack and of the open pack.
    pub(crate) fn subjects(&self, survey: &'a Survey<'a>) -> impl Iterator<Item = (&'a RecordKey, &'a Sound)> {
        let catalog = self.standard.catalog.as_deref().filter(|_| !self.too_long).unwrap_or_default();
        let owner = self.owner;
        survey.sound_in(catalog).filter(move |(key, _)| {
            let of = owner_of(survey.draft, key);
            of.is_none() || of == owner
        })
    }
}

impl From<StandardSeverity> for Severity {
    fn from(severity: StandardSeverity) -> Self {
        match severity {
            StandardSeverity::Error => Self::Error,
            StandardSeverity::Warning => Self::Warning,
            StandardSeverity::Info => Self::Info,
        }
    }
}
