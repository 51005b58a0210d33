//! The command palette: finds commands, records and catalogs by words of their names.

mod action;
pub mod dialog;

pub use action::{COMMANDS, PaletteAction};

use foeman_schema::plural::plural;
use foeman_schema::text::RecordKey;

use crate::keys;
use crate::shell::commands::Command;
use crate::shell::menus;
use crate::shell::session::{Now, Session};

/// The maximum number of results.
const MOST: usize = 200;

/// The state of the palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The query.
    pub text: String,
    /// The index of the selected result.
    pub at: usize,
}

/// A search result.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Its name.
    pub text: String,
    /// The shortcut of a command, or the key of a record.
    pub note: String,
    /// The command or record found.
    pub what: What,
}

/// The target of a search result.
#[derive(Clone, Debug)]
pub enum What {
    /// A command, by its id.
    Command(&'static str),
    /// A record.
    Record(RecordKey),
    /// A catalog, by its name.
    Catalog(String),
}

/// Returns the results for a query, best first.
pub fn hits(now: &Now<'_>, text: &str) -> Vec<Hit> {
    let (only_commands, needle) = match text.strip_prefix(COMMANDS) {
        Some(rest) => (true, rest.trim().to_lowercase()),
        None => (false, text.trim().to_lowercase()),
    };
    let mut found: Vec<(usize, Hit)> = Vec::new();
    for command in menus::listed(now).filter(|command| (command.applies)(now)) {
        let text = command.label(now);
        // Records come before commands, except for commands whose name starts with the query.
        let rank = rank(&text, command.id, &needle);
        let rank = rank.map(|rank| if only_commands || rank == 0 { rank } else { rank + 1 });
        let hit = || Hit { text, note: shortcut(now.session, command), what: What::Command(command.id) };
        found.extend(rank.map(|rank| (rank, hit())));
    }
    let catalogs = now.session.pack().filter(|_| !only_commands).map(|pack| pack.index().catalogs.as_slice());
    let catalogs = catalogs.unwrap_or_default();
    for catalog in catalogs {
        if let Some(rank) = rank(&catalog.title, catalog.def.name, &needle) {
            let (text, note) = (catalog.title.clone(), plural(catalog.records.len(), "record", "records"));
            found.push((rank, Hit { text, note, what: What::Catalog(catalog.def.name.to_owned()) }));
        }
    }
    for entry in catalogs.iter().flat_map(|catalog| &catalog.records) {
        if let Some(rank) = rank(&entry.title, &entry.key.id, &needle) {
            let what = What::Record(entry.key.clone());
            found.push((rank, Hit { text: entry.title.clone(), note: entry.key.to_string(), what }));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(MOST);
    found.into_iter().map(|(_, hit)| hit).collect()
}

impl Palette {
    /// Whether Enter takes the selected result: only after a word was typed or a result chosen, so that a stray Enter
    /// runs nothing.
    pub fn is_meant(&self) -> bool {
        self.at > 0 || !self.text.trim_start_matches(COMMANDS).trim().is_empty()
    }
}

/// Ranks a match: 0 if the name starts with the query, 2 if it contains all words, 4 if some words are only in the id;
/// `None` if it does not match.
fn rank(text: &str, id: &str, needle: &str) -> Option<usize> {
    let text = text.to_lowercase();
    if needle.is_empty() || text.starts_with(needle) {
        return Some(0);
    }
    let words = || needle.split_whitespace();
    if words().all(|word| text.contains(word)) {
        return Some(2);
    }
    words().all(|word| text.contains(word) || id.contains(word)).then_some(4)
}

fn shortcut(session: &Session, command: &Command) -> String {
    command.keys_of(session).first().map(keys::text).unwrap_or_default()
}
