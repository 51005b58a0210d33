//! Go to definition and find references across packs: those open in the client and those on disk next to them.

use std::collections::BTreeMap;
use std::path::Path;

use foeman_schema::draft::{Dependents, Draft, Unreadable};
use foeman_schema::text::{Pointer, RecordKey};

use super::home::Home;
use super::snapshot::Snapshot;

/// A definition and the pack that contains it.
pub struct Defined {
    /// The pack that contains the definition.
    pub pack: Snapshot,
    /// The definition's pointer in that pack.
    pub at: Pointer,
}

/// Finds the definition of the record or key at `at`, in this pack or in another open one.
pub fn defined(snapshot: &Snapshot, at: &Pointer) -> Option<Defined> {
    let Some((key, steps)) = at.record() else { return Some(Defined { pack: snapshot.clone(), at: at.clone() }) };
    let Some(origin) = snapshot.draft.origin(&key) else {
        return Some(Defined { pack: snapshot.clone(), at: at.clone() });
    };
    let root = origin.root()?.canonicalize().ok()?;
    let pack = snapshot.others.iter().find(|other| is_at(other, &root))?.clone();
    let id = key.id.rsplit_once(':').map_or(key.id.as_str(), |(_, id)| id);
    let at = RecordKey::new(&key.catalog, id).pointer().join(steps);
    // Seen from the defining pack, "others" are the remaining open packs and this one.
    let mut this = snapshot.clone();
    let others = std::mem::take(&mut this.others).into_iter().filter(|other| other.home != pack.home);
    let others = others.chain([this]).collect();
    Some(Defined { pack: Snapshot { others, ..pack }, at })
}

/// Returns the packs that require `pack`, from open buffers if there are any and otherwise from disk, and the packs
/// that cannot be read.
pub fn dependents(pack: &Snapshot) -> (Vec<Snapshot>, Vec<Unreadable>) {
    let Some(root) = pack.draft.root().and_then(|root| root.canonicalize().ok()) else {
        return (Vec::new(), Vec::new());
    };
    let mut found: Vec<Snapshot> =
        pack.others.iter().filter(|other| other.draft.requires_root(&root)).cloned().collect();
    let Dependents { packs, unreadable } = pack.draft.dependents();
    let is_open = |root: Option<&Path>| {
        let root = root.and_then(|root| root.canonicalize().ok());
        root.is_some_and(|root| pack.others.iter().any(|other| is_at(other, &root)))
    };
    let closed = packs.into_iter().filter(|draft| !is_open(draft.root()));
    found.extend(closed.map(|draft| on_disk(draft, pack)));
    let unreadable = unreadable.into_iter().filter(|other| !is_open(Some(&other.path))).collect();
    (found, unreadable)
}

/// Makes a snapshot of a pack that is not open. It sees `required` with its unsaved buffers.
fn on_disk(draft: Draft, required: &Snapshot) -> Snapshot {
    let root = draft.root().map(Path::to_owned).unwrap_or_default();
    let home = if root.is_dir() { Home::Folder(root) } else { Home::File(root) };
    let draft = std::sync::Arc::new(draft.built_on(&[&required.draft]));
    let (lines, buffers, encoding) = (BTreeMap::new(), BTreeMap::new(), required.encoding);
    Snapshot { home, draft, analysis: None, lines, buffers, encoding, others: Vec::new() }
}

fn is_at(snapshot: &Snapshot, root: &Path) -> bool {
    match &snapshot.home {
        Home::Folder(path) | Home::File(path) => path.canonicalize().is_ok_and(|path| path == root),
        Home::Buffer(_) => false,
    }
}
