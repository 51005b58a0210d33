//! The records and keys of a person's battles, in a folder of the profile.

use std::fs;
use std::path::{Path, PathBuf};

use foeman_mail::{Known, Level, Turns};

use crate::{profile, save};

/// The maximum size of the record of a battle, in bytes.
const MOST_KNOWN: u64 = 16 << 20;
/// The number of battles among which a copy without protection is looked for.
const MOST_BATTLES: usize = 10_000;

/// The folder with the records and keys of a person's battles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Desk {
    folder: PathBuf,
}

impl Desk {
    /// Uses this folder; it is made when something is stored.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the desk in a profile.
    pub fn in_profile(profile: &Path) -> Self {
        Self::new(profile.join("turns"))
    }

    /// Returns the desk of the user; none for users without a home folder.
    pub fn of_user() -> Option<Self> {
        profile::folder().map(|profile| Self::in_profile(&profile))
    }

    /// Returns what the profile knows of a battle, by its id.
    ///
    /// # Errors
    ///
    /// The error says which file could not be read, and why.
    pub fn known(&self, id: &str) -> Result<Known, String> {
        let path = self.folder.join(name(id));
        let failed = |error: String| format!("could not read `{}`: {error}", path.display());
        let text = profile::read(&path, MOST_KNOWN).map_err(|error| failed(error.to_string()))?;
        match text {
            None => Ok(Known::default()),
            Some(text) => serde_json::from_str(&text).map_err(|error| failed(error.to_string())),
        }
    }

    /// Stores what the profile knows of a battle, by its id.
    ///
    /// # Errors
    ///
    /// The error says which folder could not be written to, and why.
    pub fn remember(&self, id: &str, known: &Known) -> Result<(), String> {
        let failed = |error: String| format!("could not write to `{}`: {error}", self.folder.display());
        let text = serde_json::to_string(known).map_err(|error| failed(error.to_string()))?;
        save::privately(&self.folder, &name(id), text.as_bytes()).map_err(|error| failed(error.to_string()))
    }

    /// Returns the level of a battle, if the profile knows one with a higher level of which a file, unknown by its id, is
    /// a copy. The first hand-over may begin another battle with the same seed.
    pub fn original_level(&self, turns: &Turns) -> Option<Level> {
        if turns.hand_overs.len() < 2 {
            return None;
        }
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten().take(MOST_BATTLES);
        let known = |entry: fs::DirEntry| {
            let text = profile::read(&entry.path(), MOST_KNOWN).ok().flatten()?;
            serde_json::from_str::<Known>(&text).ok()
        };
        entries.filter_map(known).find_map(|known| known.stripped(turns))
    }
}

/// The file of a battle. Ids are hexadecimal; other letters, which could lead elsewhere, are left out.
fn name(id: &str) -> String {
    let digits: String = id.chars().filter(char::is_ascii_hexdigit).take(32).collect();
    format!("{digits}.json")
}
