//! The suggested folder for new packs: in the user's documents, outside packs and checkouts.

use std::fs;
use std::path::{Path, PathBuf};

use foeman_schema::draft::PACK_FILE;

/// Entries that version control keeps at the root of a checkout. For git this can also be a file.
const CHECKOUTS: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// Returns the folder suggested for a new pack: the last one used, else the user's documents, else their home.
///
/// Folders that are gone or inside a pack or checkout are skipped; if all are, the documents folder is returned.
pub(super) fn for_new_packs(last: Option<&Path>, home: Option<&Path>) -> PathBuf {
    let documents = home.map(documents);
    let here = std::env::current_dir().unwrap_or_default();
    let all = [last, documents.as_deref(), home, Some(here.as_path())];
    let found = all.into_iter().flatten().find(|folder| folder.is_dir() && !is_part_of_something(folder));
    found.map(Path::to_owned).or(documents).unwrap_or(here)
}

/// Returns the pack that a new folder would be in.
pub(super) fn pack_above(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().skip(1).find(|above| above.join(PACK_FILE).is_file()).map(Path::to_owned)
}

/// Whether a folder is a pack or a checkout, or inside one.
pub(super) fn is_part_of_something(folder: &Path) -> bool {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    folder.ancestors().any(|folder| {
        folder.join(PACK_FILE).is_file() || CHECKOUTS.iter().any(|name| fs::symlink_metadata(folder.join(name)).is_ok())
    })
}

/// Returns the documents folder of a home, or the home itself if there is none.
fn documents(home: &Path) -> PathBuf {
    let named = || named_by_desktop(home).filter(|folder| folder.is_dir());
    let synced = || std::env::var_os("OneDrive").map(|folder| PathBuf::from(folder).join("Documents"));
    let usual = || Some(home.join("Documents"));
    let all: [&dyn Fn() -> Option<PathBuf>; 3] = [&named, &usual, &synced];
    let found = all.into_iter().filter_map(|folder| folder()).find(|folder| folder.is_dir());
    found.unwrap_or_else(|| home.to_owned())
}

/// Returns the documents folder as configured by Linux desktops (XDG user directories), in the user's language:
/// `XDG_DOCUMENTS_DIR="$HOME/Dokumente"`.
fn named_by_desktop(home: &Path) -> Option<PathBuf> {
    let own = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let list = own.unwrap_or_else(|| home.join(".config")).join("user-dirs.dirs");
    let text = fs::read_to_string(list).ok()?;
    let value = text.lines().find_map(|line| line.trim().strip_prefix("XDG_DOCUMENTS_DIR="))?;
    let value = value.trim().trim_matches('"');
    let folder = match value.strip_prefix("$HOME") {
        Some(below) => home.join(below.trim_start_matches('/')),
        None => PathBuf::from(value),
    };
    folder.is_absolute().then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_packs_go_to_the_folder_used_last_and_else_to_the_documents() {
        let folder = tempfile::tempdir().expect("a folder");
        let (home, last) = (folder.path().join("me"), folder.path().join("packs"));
        fs::create_dir_all(home.join("Documents")).expect("made");
        fs::create_dir_all(&last).expect("made");
        let suggested = |last: &Path| for_new_packs(Some(last), Some(&home));
        assert_eq!(for_new_packs(None, Some(&home)), home.join("Documents"));
        assert_eq!(suggested(&last), last);
        assert_eq!(suggested(&folder.path().join("gone")), home.join("Documents"));
        fs::write(last.join(PACK_FILE), "").expect("written");
        assert_eq!(suggested(&last), home.join("Documents"), "new packs are not suggested inside a pack");
        fs::create_dir_all(last.join("maps/old")).expect("made");
        assert_eq!(
            suggested(&last.join("maps/old")),
            home.join("Documents"),
            "folders inside a pack are not suggested either"
        );
        let checkout = folder.path().join("checkout");
        fs::create_dir_all(checkout.join("content")).expect("made");
        fs::write(checkout.join(".git"), "gitdir: elsewhere\n").expect("written");
        assert_eq!(
            suggested(&checkout.join("content")),
            home.join("Documents"),
            "new packs are not suggested inside a checkout"
        );
    }

    #[test]
    fn documents_are_found_by_the_name_that_the_desktop_gives_them() {
        let home = tempfile::tempdir().expect("a folder");
        assert_eq!(documents(home.path()), home.path(), "without a documents folder, the home folder is used");
        fs::create_dir_all(home.path().join("Dokumente")).expect("made");
        fs::create_dir_all(home.path().join(".config")).expect("made");
        let list = "# of the desktop\nXDG_DESKTOP_DIR=\"$HOME/Schreibtisch\"\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n";
        fs::write(home.path().join(".config/user-dirs.dirs"), list).expect("written");
        if std::env::var_os("XDG_CONFIG_HOME").is_none() {
            assert_eq!(documents(home.path()), home.path().join("Dokumente"));
        }
    }
}
