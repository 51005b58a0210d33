//! Detecting an interrupted save of the pack.

use std::path::Path;
use std::sync::Arc;

use super::Draft;

/// The path of a text that lists the files of an interrupted save, one per line; used in examples of checks.
pub(crate) const UNFINISHED: &str = ".foeman/unfinished";

/// An interrupted save: some files have their new text, others still the old one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// The number of files saved together.
    pub files: usize,
    /// The paths of files with the old text, with `/`.
    pub pending: Vec<String>,
}

impl Unfinished {
    /// Returns the message of the finding.
    pub fn message(&self) -> String {
        self.message_of("the last save")
    }

    /// Returns the message for a save named `save`.
    fn message_of(&self, save: &str) -> String {
        let Self { files, pending } = self;
        let first = pending.first().map_or_else(String::new, |path| format!(", such as `{path}`"));
        let hold = if pending.len() == 1 { "has its" } else { "have their" };
        format!("{save} was interrupted: {} of {files} files still {hold} old text{first}", pending.len())
    }

    /// Returns the help of the finding.
    pub fn help(&self) -> &'static str {
        "save the pack again or run `foeman check --fix` to complete it"
    }
}

/// The interrupted saves of a pack and of its required packs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnfinishedSaves {
    /// The save of the pack itself.
    pub own: Option<Unfinished>,
    /// The interrupted saves of required packs, by pack id.
    pub required: Vec<(String, Unfinished)>,
}

impl UnfinishedSaves {
    /// Returns the message and the remedy of every interrupted save, with the id of the required pack.
    pub fn told(&self) -> impl Iterator<Item = (Option<&str>, String, String)> {
        let own = self.own.iter().map(|save| (None, save.message(), save.help().to_owned()));
        let required = self.required.iter().map(|(pack, save)| {
            let message = save.message_of(&format!("the last save of the required pack `{pack}`"));
            let help = format!("save `{pack}` again or run `foeman check --fix` on it to complete it");
            (Some(pack.as_str()), message, help)
        });
        own.chain(required)
    }
}

impl Draft {
    /// Returns the interrupted save of this pack, as set by the program that opened it.
    pub fn unfinished_save(&self) -> Option<&Unfinished> {
        self.unfinished.own.as_ref()
    }

    /// Returns the interrupted saves of this pack and of its required packs.
    pub fn unfinished_saves(&self) -> &UnfinishedSaves {
        &self.unfinished
    }

    /// Looks for interrupted saves of this pack and of its required packs.
    pub fn find_unfinished_saves(&self, look: impl Fn(&Path) -> Option<Unfinished>) -> UnfinishedSaves {
        let required = self.required.packs.iter().filter_map(|pack| Some((pack.id.clone(), look(pack.root()?)?)));
        UnfinishedSaves { own: self.root().and_then(&look), required: required.collect() }
    }

    /// Sets the interrupted saves. Returns whether that is a change.
    pub fn set_unfinished_saves(&mut self, unfinished: UnfinishedSaves) -> bool {
        let news = *self.unfinished != unfinished;
        if news {
            self.unfinished = Arc::new(unfinished);
            self.revision += 1;
        }
        news
    }

    /// Sets or clears the interrupted save of this pack. Returns whether that is a change.
    pub fn set_unfinished_save(&mut self, own: Option<Unfinished>) -> bool {
        self.set_unfinished_saves(UnfinishedSaves { own, ..UnfinishedSaves::clone(&self.unfinished) })
    }
}
