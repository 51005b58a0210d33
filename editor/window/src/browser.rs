//! Choosing a file or folder in the window itself: where no desktop answers, and by keyboard.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use foeman_schema::draft::PACK_FILE;

use super::action::{Action, BeginAction, LabAction, MapAction, PlayAction, Written};

/// Most entries of a folder that are listed.
const MOST: usize = 10_000;

/// Endings of the pictures that can be read.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff"];

/// What is being chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A pack to open: a folder or a YAML file.
    Pack,
    /// The folder of a new pack.
    NewPack,
    /// The folder in which the open pack is saved anew.
    SaveAs,
    /// A file to write a journal to.
    Journal,
    /// A journal to open.
    OpenJournal,
    /// A picture to trace on a map.
    Trace,
    /// A file to write the results of a simulation to.
    Results(Written),
}

/// A folder that is looked into, to choose something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Browser {
    /// What is being chosen.
    pub purpose: Purpose,
    /// The folder looked into.
    pub folder: PathBuf,
    /// What is in it, or why that cannot be told.
    pub entries: Result<Vec<Entry>, String>,
    /// The name typed for what is new.
    pub name: String,
}

/// Something in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// What stands in a folder.
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
    /// What the browser is headed.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pack => "Open pack",
            Self::NewPack => "Folder of the new pack",
            Self::SaveAs => "Save pack as",
            Self::Journal => "Save journal",
            Self::OpenJournal => "Open journal",
            Self::Trace => "Picture to trace",
            Self::Results(_) => "Save results",
        }
    }

    /// What the button says that takes the choice.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Pack => "Open this folder",
            Self::NewPack => "Use this folder",
            Self::SaveAs | Self::Journal | Self::Results(_) => "Save here",
            Self::OpenJournal => "Open this journal",
            Self::Trace => "Show this picture",
        }
    }

    /// What the field for a new name is called, where something new is named.
    pub fn new_name(self) -> Option<&'static str> {
        match self {
            Self::Pack | Self::OpenJournal | Self::Trace => None,
            Self::NewPack | Self::SaveAs => Some("New folder"),
            Self::Journal | Self::Results(_) => Some("File name"),
        }
    }

    /// What is done with a path that was chosen.
    pub fn action(self, path: PathBuf) -> Action {
        match self {
            Self::Pack => Action::Open(path),
            Self::NewPack => Action::Begin(BeginAction::Folder(path.display().to_string())),
            Self::SaveAs => Action::SaveAs(path),
            Self::Journal => Action::Play(PlayAction::WriteJournal(path)),
            Self::OpenJournal => Action::Play(PlayAction::OpenJournal(path)),
            Self::Trace => Action::Map(MapAction::Trace(path)),
            Self::Results(written) => Action::Lab(LabAction::Export(path, written)),
        }
    }

    /// The desktop's own dialog for it; nothing when the user thinks better of it, or no desktop answers.
    pub fn on_desktop(self, folder: &Path, name: &str) -> Option<PathBuf> {
        let dialog = rfd::FileDialog::new().set_title(self.title()).set_directory(folder);
        match self {
            Self::Journal | Self::Results(_) => dialog.set_file_name(name).save_file(),
            Self::OpenJournal => dialog.add_filter("Journals", &["journal"]).pick_file(),
            Self::Trace => dialog.add_filter("Pictures", &PICTURES).pick_file(),
            Self::Pack | Self::NewPack | Self::SaveAs => dialog.pick_folder(),
        }
    }

    /// Whether files of this name can be chosen.
    fn wants(self, name: &str) -> bool {
        match self {
            Self::Pack => name.ends_with(".yaml") || name.ends_with(".yml"),
            Self::Journal | Self::OpenJournal => name.ends_with(".journal"),
            Self::Trace => PICTURES.iter().any(|ending| name.to_lowercase().ends_with(&format!(".{ending}"))),
            Self::Results(Written::Csv) => name.ends_with(".csv"),
            Self::Results(Written::Json) => name.ends_with(".json"),
            Self::NewPack | Self::SaveAs => false,
        }
    }
}

impl Browser {
    /// Looks into a folder, or into the nearest one above it that is there.
    pub fn new(purpose: Purpose, folder: &Path, name: String) -> Self {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("/")).to_owned();
        Self { purpose, entries: list(&there, purpose), folder: there, name }
    }

    /// Looks into another folder.
    pub fn go(&mut self, folder: &Path) {
        self.entries = list(folder, self.purpose);
        self.folder = folder.to_owned();
    }

    /// The folder above, if there is one.
    pub fn above(&self) -> Option<&Path> {
        self.folder.parent().filter(|above| !above.as_os_str().is_empty())
    }

    /// What the main button takes; nothing while there is nothing to take.
    pub fn choice(&self) -> Option<PathBuf> {
        let name = self.name.trim();
        match self.purpose {
            Purpose::Pack => self.folder.join(PACK_FILE).is_file().then(|| self.folder.clone()),
            Purpose::NewPack | Purpose::SaveAs if name.is_empty() => self.entries.is_ok().then(|| self.folder.clone()),
            Purpose::Journal | Purpose::OpenJournal | Purpose::Trace if name.is_empty() => None,
            _ => Some(self.folder.join(name)),
        }
    }
}

/// What stands in a folder and may be chosen or entered: packs first, then folders, then files; hidden ones left out.
fn list(folder: &Path, purpose: Purpose) -> Result<Vec<Entry>, String> {
    let told = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "This folder is gone. Go to the one above, or type another".to_owned(),
        io::ErrorKind::PermissionDenied => "This folder may not be read. Go to the one above".to_owned(),
        _ => format!("This folder cannot be read: {error}"),
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)?.flatten().take(MOST) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        // A link counts as what it leads to.
        let Ok(data) = fs::metadata(entry.path()) else { continue };
        if data.is_dir() {
            let kind = if entry.path().join(PACK_FILE).is_file() { Kind::Pack } else { Kind::Folder };
            entries.push(Entry { name, kind });
        } else if purpose.wants(&name) {
            entries.push(Entry { name, kind: Kind::File });
        }
    }
    entries.sort_by_key(|entry| (entry.kind, entry.name.to_lowercase(), entry.name.clone()));
    Ok(entries)
}
