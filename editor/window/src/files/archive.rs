//! Packs as a single file: sharing the open pack, and opening the archives of others.

use std::path::{Path, PathBuf};

use foeman_base::{archive, save};
use foeman_schema::dialect::Dialect;

use crate::pack::Pack;
use crate::shell::session::{Session, Tone};

/// Whether a path belongs to an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    is_file(path, "zip")
}

/// Whether a path belongs to the journal of a battle.
pub(crate) fn is_journal(path: &Path) -> bool {
    is_file(path, "journal")
}

/// Whether a path belongs to a battle of people who play by files.
pub(crate) fn is_turn(path: &Path) -> bool {
    is_file(path, "turn")
}

fn is_file(path: &Path, ending: &str) -> bool {
    path.is_file() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Unpacks an archive into a new folder next to it, and returns the folder.
pub(crate) fn unpack(path: &Path, dialects: &[&'static Dialect]) -> Result<PathBuf, String> {
    let contents = archive::open(path).map_err(|error| error.to_string())?;
    let name = archive::folder_name(path);
    let beside = path.parent().unwrap_or(Path::new("."));
    let numbered = |number: u32| match number {
        1 => beside.join(&name),
        number => beside.join(format!("{name}-{number}")),
    };
    let folder = (1..1000).map(numbered).find(|folder| !folder.exists());
    let folder = folder.ok_or_else(|| format!("`{name}` and its numbered names are taken"))?;
    archive::unpack(contents, &folder, dialects).map_err(|error| error.to_string())?;
    Ok(folder)
}

/// Writes the open pack, with its unsaved changes, into an archive.
pub(crate) fn share(session: &mut Session, to: &Path) {
    let Some(pack) = &session.pack else { return };
    let folder = pack.root().map(|root| save::folder_of(&root)).unwrap_or_default();
    let written = archive::pack(pack.draft(), &folder)
        .map_err(|error| error.to_string())
        .and_then(|packed| save::atomically(to, &packed.bytes).map(|()| packed).map_err(|error| error.to_string()));
    match written {
        Ok(packed) if packed.missing.is_empty() => {
            session.tell(Tone::Good, format!("Shared {} files as {}", packed.files.len(), to.display()));
        }
        Ok(packed) => {
            let missing: Vec<&str> = packed.missing.iter().map(|(path, _)| path.as_str()).collect();
            let text = format!("Shared as {}, without the missing images {}", to.display(), missing.join(", "));
            session.tell(Tone::Bad, text);
        }
        Err(error) => session.tell(Tone::Bad, format!("Cannot write {}: {error}", to.display())),
    }
}

/// Returns the name of the archive of the open pack.
pub(super) fn name_of(pack: Option<&Pack>) -> String {
    let root = pack.and_then(Pack::root).map(|root| super::home_of(&root));
    let name = root.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    format!("{}.{}", name.unwrap_or_else(|| "pack".to_owned()), archive::EXTENSION)
}
