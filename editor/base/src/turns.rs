//! Battles by files on a person's computer: opening a file that came, and writing the next one.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use foeman_engine::game::{Game, Registry};
use foeman_mail::turn::{Post, post};
use foeman_mail::{Known, Turns, TurnsError, check, hand_over};

use crate::desk::Desk;
use crate::save;

/// A file that has been checked.
pub struct Opened {
    /// The file.
    pub turns: Turns,
    /// What the profile knows of the battle; it does not include this file yet.
    pub known: Known,
    /// The battle at the last entry.
    pub game: Box<dyn Game>,
}

/// Why a file cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The file is not genuine.
    Refused(TurnsError),
    /// The profile cannot be read.
    Failed(String),
}

impl From<TurnsError> for OpenError {
    fn from(error: TurnsError) -> Self {
        Self::Refused(error)
    }
}

/// Reads a file, and checks it against the rules and the profile.
///
/// # Errors
///
/// The error names the hand-over or the entry that is not genuine, or the file of the profile that cannot be read.
pub fn open(text: &str, registry: Registry, desk: &Desk) -> Result<Opened, OpenError> {
    let turns = Turns::read(text)?;
    let known = desk.known(&turns.header.id).map_err(OpenError::Failed)?;
    let game = check(&turns, registry, &known)?;
    if let Some(original) = desk.original_level(&turns).filter(|_| known.is_new()) {
        let (original, level) = (original.name(), turns.header.level.name());
        let message = format!(
            "this battle began at level `{original}`, and the file has level `{level}` and another id; continue the file \
             that you received first"
        );
        return Err(TurnsError { line: 1, hand_over: None, entry: None, message }.into());
    }
    Ok(Opened { turns, known, game })
}

/// The files of a hand-over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    /// The file with the battle.
    pub file: PathBuf,
    /// The draft of an e-mail with that file.
    pub draft: PathBuf,
    /// The names of the recipients.
    pub to: Vec<String>,
}

/// Writes the next hand-over by a side, as a file and as a draft, and remembers it. `from` is the number of the side, or
/// 0 for a person who plays none; `sender` is the person's address.
///
/// # Errors
///
/// The error says which file could not be written, and why.
pub fn send(
    (turns, known): (&mut Turns, &mut Known),
    game: &dyn Game,
    (from, sender): (usize, Option<&str>),
    (desk, folder): (&Desk, &Path),
) -> Result<Sent, String> {
    let secret = match from {
        0 => None,
        from => Some(known.secret(from)?),
    };
    let dice = known.dice(turns)?;
    hand_over(turns, game, from, secret.as_ref(), dice);
    known.remember(turns);
    let Post { file_name, file, draft_name, draft, to } =
        post(turns, game, sender, SystemTime::now()).ok_or("expected a hand-over, found none")?;
    // The keys come first: a file that this profile cannot continue would be lost.
    desk.remember(&turns.header.id, known)?;
    let sent = Sent { file: folder.join(file_name), draft: folder.join(draft_name), to };
    for (path, text) in [(&sent.file, file), (&sent.draft, draft)] {
        write(path, text.as_bytes())?;
    }
    Ok(sent)
}

/// Keeps an unfinished turn in the file that was opened.
///
/// # Errors
///
/// The error says which file could not be written, and why.
pub fn keep((turns, known): (&mut Turns, &mut Known), game: &dyn Game, desk: &Desk, file: &Path) -> Result<(), String> {
    turns.journal = game.journal();
    known.remember(turns);
    desk.remember(&turns.header.id, known)?;
    write(file, turns.text().as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    save::atomically(path, bytes).map_err(|error| format!("could not write `{}`: {error}", path.display()))
}
