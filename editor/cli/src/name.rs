//! Resolves an argument to a record, a key or a file of a pack.

use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_schema::usages::keys_at;

use super::edit::pack_here;
use super::pack::{self, Pack, Shelves};
use super::{playable, unknown};
use foeman_base::console::{Console, Failure};

/// A part of a pack, named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// A record, or a key in one.
    Value(Pointer),
    /// A file, by its path in the pack.
    File(String),
}

/// Opens the named pack, or the default pack.
pub(super) fn open(
    pack: Option<&Path>,
    shelves: &Shelves,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Pack, Failure> {
    let pack = pack::read(&path(pack)?, shelves, registry, console)?;
    with_ruleset(pack, console)
}

/// Opens the named pack or the default pack for writing.
pub(super) fn open_to_write(
    pack: Option<&Path>,
    shelves: &Shelves,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Pack, Failure> {
    let pack = pack::open_to_write(&path(pack)?, shelves, registry, &mut console.err)?;
    with_ruleset(pack, console)
}

fn path(pack: Option<&Path>) -> Result<PathBuf, Failure> {
    pack.map(PathBuf::from).or_else(pack_here).ok_or_else(|| {
        let message = "expected a pack, found no `pack.yaml` here; name one with `--pack`";
        Failure::Usage(message.to_owned())
    })
}

fn with_ruleset(pack: Pack, console: &mut Console<'_>) -> Result<Pack, Failure> {
    if pack.draft.dialect().is_none() {
        return Err(playable::unknown_ruleset(&pack, console));
    }
    Ok(pack)
}

/// Resolves a word: `items/broadsword`, `broadsword` if only one catalog has it, `rosters/gate/figures/maud` or
/// `items/melee.yaml`.
pub(super) fn named(draft: &Draft, word: &str) -> Result<Named, Failure> {
    if word.ends_with(".yaml") || word.ends_with(".yml") {
        return file(draft, word);
    }
    let steps: Vec<String> = match word.strip_prefix('/').unwrap_or(word) {
        inner if inner.contains('/') => {
            Pointer::parse(&format!("/{inner}")).map(|at| at.parts().to_vec()).unwrap_or_default()
        }
        id => return record(draft, id),
    };
    let catalogs: Vec<&str> =
        draft.dialect().map_or(&[][..], |dialect| dialect.catalogs).iter().map(|it| it.name).collect();
    let Some(catalog) = catalogs.iter().find(|name| **name == steps[0]) else {
        return Err(unknown("a catalog", &steps[0], &catalogs));
    };
    let key = RecordKey::new(*catalog, &steps[1]);
    if !draft.contains(&key) {
        return Err(unknown_name(&format!("one of the {catalog}"), &key.id, draft.ids(catalog)));
    }
    let mut at = key.pointer();
    for step in &steps[2..] {
        let known = keys_at(draft, &at);
        if !known.contains(step) {
            let known = known.iter().map(String::as_str);
            return Err(unknown_name(&format!("a key of `{at}`"), step, known));
        }
        at = at.child(step);
    }
    Ok(Named::Value(at))
}

fn file(draft: &Draft, word: &str) -> Result<Named, Failure> {
    let word = word.strip_prefix("./").unwrap_or(word);
    match draft.file_at(word) {
        Some(_) => Ok(Named::File(word.to_owned())),
        None => Err(unknown_name("a file of the pack", word, draft.files().map(|file| draft.path(file)))),
    }
}

/// Finds a record by its id alone.
fn record(draft: &Draft, id: &str) -> Result<Named, Failure> {
    let catalogs = draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let all: Vec<RecordKey> = {
        let ids = |name: &'static str| draft.ids(name).map(move |id| RecordKey::new(name, id));
        catalogs.iter().flat_map(|catalog| ids(catalog.name)).collect()
    };
    let meant: Vec<&RecordKey> = all.iter().filter(|key| key.id == id).collect();
    match meant.as_slice() {
        [] => Err(unknown_name("a record id or CATALOG/ID", id, all.iter().map(|key| key.id.as_str()))),
        [key] => Ok(Named::Value(key.pointer())),
        several => {
            let names: Vec<_> = several.iter().map(|key| format!("`{key}`")).collect();
            Err(Failure::Usage(format!("`{id}` is ambiguous; use {}", names.join(" or "))))
        }
    }
}

/// The number of names to list if none is similar.
const LISTED: usize = 12;

fn unknown_name<'a>(expected: &str, word: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let near = foeman_schema::did_you_mean::near(word, known.iter().copied());
    if near.is_empty() && known.len() > LISTED {
        let more = known.len() - LISTED;
        let some = known[..LISTED].join("`, `");
        return Failure::Usage(format!("expected {expected}, found `{word}`; there is `{some}` and {more} more"));
    }
    unknown(expected, word, &known)
}
