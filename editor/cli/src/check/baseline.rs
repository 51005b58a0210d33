//! Baselines: lists of known findings to ignore.
//!
//! A finding is identified by its pack, code, value and message, so that it may move to other lines and files.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use foeman_schema::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::pack::Pack;
use crate::report::counted;
use foeman_base::console::{Failure, Stream, printable};
use foeman_base::save;

/// The maximum number of obsolete entries to print individually.
const TOLD: usize = 10;

/// The known findings and their counts.
#[derive(Default)]
pub(super) struct Baseline {
    known: BTreeMap<KnownFinding, usize>,
}

/// Identifies a finding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownFinding {
    pack: String,
    code: String,
    /// The pointer of its value; the file for findings outside records.
    at: String,
    message: String,
}

/// The file format of a baseline.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    /// The format version.
    baseline: u32,
    findings: Vec<KnownFinding>,
}

/// The findings of a pack compared to the baseline.
pub(super) struct Compared {
    /// New findings.
    pub(super) new: Vec<Finding>,
    /// The number of known findings.
    known: usize,
    /// Descriptions of known findings that no longer occur.
    gone: Vec<String>,
}

impl Baseline {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let fail = |reason: String| Failure::Io(format!("could not read the baseline `{}`: {reason}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
        let page: Page =
            serde_json::from_str(&text).map_err(|error| fail(format!("{error}; `--write-baseline` replaces it")))?;
        if page.baseline != 1 {
            return Err(fail(format!("expected `\"baseline\": 1`, found {}", page.baseline)));
        }
        let mut known = BTreeMap::new();
        for entry in page.findings {
            *known.entry(entry).or_insert(0) += 1;
        }
        Ok(Self { known })
    }

    pub(super) fn add(&mut self, pack: &Pack, findings: &[&Finding]) {
        for finding in findings {
            *self.known.entry(KnownFinding::of(pack, finding)).or_insert(0) += 1;
        }
    }

    /// The number of listed findings.
    pub(super) fn count(&self) -> usize {
        self.known.values().sum()
    }

    /// Writes the baseline with one finding per line, so that its diffs are small.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let each = self.known.iter().flat_map(|(entry, count)| std::iter::repeat_n(entry, *count));
        let lines: Vec<String> =
            each.map(|entry| serde_json::to_string(entry).expect("an entry contains only strings")).collect();
        let list = if lines.is_empty() { String::new() } else { format!("\n  {}\n", lines.join(",\n  ")) };
        let text = format!("{{\"baseline\": 1, \"findings\": [{list}]}}\n");
        save::atomically(path, text.as_bytes())
            .map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))
    }

    /// Whether a finding is known.
    pub(super) fn has(&self, pack: &Pack, finding: &Finding) -> bool {
        !self.known.is_empty() && self.known.contains_key(&KnownFinding::of(pack, finding))
    }

    /// Removes known findings, each as often as it is listed.
    pub(super) fn compared(&self, pack: &Pack, findings: &[&Finding]) -> Compared {
        let mut left = self.known.clone();
        let mut new = Vec::new();
        for &finding in findings {
            match left.get_mut(&KnownFinding::of(pack, finding)).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => new.push(finding.clone()),
            }
        }
        let name = name_of(pack);
        let gone = left.iter().filter(|(entry, count)| **count > 0 && entry.pack == name);
        let gone = gone.map(|(entry, _)| format!("{}: {}: {}", entry.at, entry.code, entry.message)).collect();
        Compared { known: findings.len() - new.len(), new, gone }
    }
}

impl Compared {
    /// Prints the number of ignored findings, and the obsolete entries.
    pub(super) fn tell(&self, path: Option<&Path>, out: &mut Stream<'_>) -> io::Result<()> {
        let Some(path) = path.map(Path::display) else { return Ok(()) };
        writeln!(out, "{path}: {} ignored", counted(self.known, "known finding"))?;
        if self.gone.is_empty() {
            return Ok(());
        }
        let gone = counted(self.gone.len(), "finding");
        writeln!(out, "{path}: {gone} no longer found; update it with `--write-baseline`:")?;
        for entry in self.gone.iter().take(TOLD) {
            writeln!(out, "  {}", printable(entry))?;
        }
        if self.gone.len() > TOLD {
            writeln!(out, "  and {} more", self.gone.len() - TOLD)?;
        }
        Ok(())
    }
}

impl KnownFinding {
    fn of(pack: &Pack, finding: &Finding) -> Self {
        let at = match finding.pointer.parts() {
            [] => pack.draft.path(finding.place.file).to_owned(),
            _ => finding.pointer.to_string(),
        };
        Self { pack: name_of(pack), code: finding.code.to_owned(), at, message: finding.message.clone() }
    }
}

/// Returns the name of a pack, independent of its path.
fn name_of(pack: &Pack) -> String {
    let written = pack.draft.header("pack").and_then(|name| name.as_str().map(str::to_owned));
    written.unwrap_or_else(|| pack.draft.title().to_owned())
}
