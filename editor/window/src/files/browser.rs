//! The built-in file browser, for systems without desktop dialogs and for keyboard use.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use foeman_schema::draft::PACK_FILE;

use super::action::BeginAction;
use crate::lab::{LabAction, Written};
use crate::map::MapAction;
use crate::play::PlayAction;
use crate::print::PrintAction;
use crate::shell::action::Action;

/// The maximum number of listed entries of a folder.
const MOST: usize = 10_000;

/// File extensions of readable images.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff"];

/// What the user chooses a path for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A pack to open: a folder, a YAML file or an archive.
    Pack,
    /// The folder of a new pack.
    NewPack,
    /// The folder to save a copy of the open pack in.
    SaveAs,
    /// A file to write the open pack to.
    Archive,
    /// A file to print the open pack to.
    Pdf,
    /// A file to write a journal to.
    Journal,
    /// A journal to open, or the file of a battle by files.
    OpenJournal,
    /// An image to trace on a map.
    Trace,
    /// A file to write the results of a simulation to.
    Results(Written),
}

/// A folder shown in the file browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Browser {
    /// What the path is chosen for.
    pub purpose: Purpose,
    /// The folder shown.
    pub folder: PathBuf,
    /// The entries, or the reason why the folder cannot be read.
    pub entries: Result<Vec<FolderItem>, String>,
    /// The name typed for a new file or folder.
    pub name: String,
}

/// An entry of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FolderItem {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
}

/// The kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A folder with a `pack.yaml`.
    Pack,
    /// Another folder.
    Folder,
    /// A file.
    File,
}

impl Purpose {
    /// Returns the title of the browser.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pack => "Open pack",
            Self::NewPack => "Folder of the new pack",
            Self::SaveAs => "Save pack as",
            Self::Archive => "Share pack as a file",
            Self::Pdf => "Save as PDF",
            Self::Journal => "Save journal",
            Self::OpenJournal => "Open journal or turn",
            Self::Trace => "Picture to trace",
            Self::Results(_) => "Save results",
        }
    }

    /// Returns the label of the confirming button.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Pack => "Open this folder",
            Self::NewPack => "Use this folder",
            Self::SaveAs | Self::Archive | Self::Pdf | Self::Journal | Self::Results(_) => "Save here",
            Self::OpenJournal => "Open this battle",
            Self::Trace => "Show this picture",
        }
    }

    /// Returns the label of the name field, for purposes that create something.
    pub fn new_name(self) -> Option<&'static str> {
        match self {
            Self::Pack | Self::OpenJournal | Self::Trace => None,
            Self::NewPack | Self::SaveAs => Some("New folder"),
            Self::Archive | Self::Pdf | Self::Journal | Self::Results(_) => Some("File name"),
        }
    }

    /// Returns the action for a chosen path.
    pub fn action(self, path: PathBuf) -> Action {
        match self {
            Self::Pack => Action::Open(path),
            Self::NewPack => Action::Begin(BeginAction::Folder(path.display().to_string())),
            Self::SaveAs => Action::SaveAs(path),
            Self::Archive => Action::Begin(BeginAction::Share(path)),
            Self::Pdf => Action::Print(PrintAction::Save(path)),
            Self::Journal => Action::Play(PlayAction::WriteJournal(path)),
            Self::OpenJournal if super::is_turn(&path) => Action::Play(PlayAction::OpenTurn(path)),
            Self::OpenJournal => Action::Play(PlayAction::OpenJournal(path)),
            Self::Trace => Action::Map(MapAction::Trace(path)),
            Self::Results(written) => Action::Lab(LabAction::Export(path, written)),
        }
    }

    /// Shows the desktop's dialog; returns `None` if the user cancels or there is no desktop.
    pub fn on_desktop(self, folder: &Path, name: &str) -> Option<PathBuf> {
        let dialog = rfd::FileDialog::new().set_title(self.title()).set_directory(folder);
        match self {
            Self::Archive | Self::Pdf | Self::Journal | Self::Results(_) => dialog.set_file_name(name).save_file(),
            Self::OpenJournal => dialog.add_filter("Battles", &["journal", "turn"]).pick_file(),
            Self::Trace => dialog.add_filter("Pictures", &PICTURES).pick_file(),
            Self::Pack | Self::NewPack | Self::SaveAs => dialog.pick_folder(),
        }
    }

    /// Whether a file with this name can be chosen.
    fn wants(self, name: &str) -> bool {
        match self {
            Self::Pack => [".yaml", ".yml", ".zip", ".turn"].iter().any(|ending| name.ends_with(ending)),
            Self::Archive => name.ends_with(".zip"),
            Self::Pdf => name.ends_with(".pdf"),
            Self::Journal => name.ends_with(".journal"),
            Self::OpenJournal => [".journal", ".turn"].iter().any(|ending| name.ends_with(ending)),
            Self::Trace => PICTURES.iter().any(|ending| name.to_lowercase().ends_with(&format!(".{ending}"))),
            Self::Results(Written::Csv) => name.ends_with(".csv"),
            Self::Results(Written::Json) => name.ends_with(".json"),
            Self::NewPack | Self::SaveAs => false,
        }
    }
}

impl Browser {
    /// Creates a browser for a folder, or for its nearest ancestor that exists.
    pub fn new(purpose: Purpose, folder: &Path, name: String) -> Self {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("/")).to_owned();
        Self { purpose, entries: list(&there, purpose), folder: there, name }
    }

    /// Opens another folder.
    pub fn go(&mut self, folder: &Path) {
        self.entries = list(folder, self.purpose);
        self.folder = folder.to_owned();
    }

    /// Returns the parent folder, if there is one.
    pub fn above(&self) -> Option<&Path> {
        self.folder.parent().filter(|above| !above.as_os_str().is_empty())
    }

    /// Returns the path that the confirming button chooses, if there is one.
    pub fn choice(&self) -> Option<PathBuf> {
        let name = self.name.trim();
        match self.purpose {
            Purpose::Pack => self.folder.join(PACK_FILE).is_file().then(|| self.folder.clone()),
            Purpose::NewPack | Purpose::SaveAs if name.is_empty() => self.entries.is_ok().then(|| self.folder.clone()),
            Purpose::Archive | Purpose::Pdf | Purpose::Journal | Purpose::OpenJournal | Purpose::Trace
                if name.is_empty() =>
            {
                None
            }
            _ => Some(self.folder.join(name)),
        }
    }
}

/// Lists the selectable entries of a folder: packs first, then folders, then files, without hidden ones.
fn list(folder: &Path, purpose: Purpose) -> Result<Vec<FolderItem>, String> {
    let told = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "Folder not found. Go to the folder above, or type another path".to_owned(),
        io::ErrorKind::PermissionDenied => "No permission to read this folder. Go to the folder above".to_owned(),
        _ => format!("This folder cannot be read: {error}"),
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)?.flatten().take(MOST) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        // Follow links.
        let Ok(data) = fs::metadata(entry.path()) else { continue };
        if data.is_dir() {
            let kind = if entry.path().join(PACK_FILE).is_file() { Kind::Pack } else { Kind::Folder };
            entries.push(FolderItem { name, kind });
        } else if purpose.wants(&name) {
            entries.push(FolderItem { name, kind: Kind::File });
        }
    }
    entries.sort_by_key(|entry| (entry.kind, entry.name.to_lowercase(), entry.name.clone()));
    Ok(entries)
}
