//! Checks the files after a journey: packs without errors, and journals that verify.

use std::fs;
use std::path::{Path, PathBuf};

use foeman_registry::SHIPPED;
use foeman_schema::finding::Severity;
use foeman_schema::text::RecordKey;
use foeman_window::pack::Pack;
use serde_json::Value;

use crate::person::{Outcome, Person};

/// Returns a record of the saved pack. Errors if the pack has an error, or more warnings than the shipped one.
pub(crate) fn saved(person: &Person, catalog: &str, title: &str) -> Outcome<Value> {
    let pack = open(person.pack())?;
    let shipped = person.pack().file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let before = open(&foeman_test_support::packs::shipped(shipped))?;
    let problems = |pack: &Pack| -> Vec<String> {
        let findings = pack.findings().iter().filter(|finding| finding.severity > Severity::Info);
        findings.map(|finding| format!("{}: {}", finding.code, finding.message)).collect()
    };
    let (old, new) = (problems(&before), problems(&pack));
    if new.len() > old.len() {
        return Err(format!("`check` reports {}", new.join("; ")));
    }
    let records = pack.draft().ids(catalog).map(|id| RecordKey::new(catalog, id));
    let mut merged = records.filter_map(|key| pack.draft().merged(&key));
    let found = merged.find(|record| record["title"] == title);
    found.ok_or_else(|| format!("no record in `{catalog}` has the title `{title}`"))
}

fn open(folder: &Path) -> Outcome<Pack> {
    Pack::open(folder, &SHIPPED.dialects()).map_err(|error| format!("the pack cannot be opened: {error}"))
}

/// Verifies the journal that the person has saved; returns its text.
pub(crate) fn journal(person: &Person) -> Outcome<String> {
    let file = find(person.folder()).ok_or("no journal was saved")?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let verified = SHIPPED.engine_of(&text).and_then(|engine| engine.verify(&text));
    verified.map_err(|error| format!("the journal does not verify, line {}: {}", error.line, error.message))?;
    Ok(text)
}

/// Returns the first journal in a folder and its subfolders.
fn find(folder: &Path) -> Option<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let is_journal = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "journal");
    let own = entries.iter().find(|path| path.is_file() && is_journal(path)).cloned();
    own.or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| find(path)))
}
