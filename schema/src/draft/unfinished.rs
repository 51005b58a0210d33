//! Detecting an interrupted save of the pack.

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
        let Self { files, pending } = self;
        let first = pending.first().map_or_else(String::new, |path| format!(", such as `{path}`"));
        let hold = if pending.len() == 1 { "holds its" } else { "hold their" };
        format!(
            "expected all files of the last save, but it was cut short: {} of {files} still {hold} old text{first}",
            pending.len()
        )
    }

    /// Returns the help of the finding.
    pub fn help(&self) -> &'static str {
        "save the pack again, or run `foeman check --fix`, to finish it"
    }
}

impl Draft {
    /// Returns the interrupted save of this pack, as set by the program that opened it.
    pub fn unfinished_save(&self) -> Option<&Unfinished> {
        self.unfinished.as_deref()
    }

    /// Sets or clears the interrupted save. Returns whether that is a change.
    pub fn set_unfinished_save(&mut self, unfinished: Option<Unfinished>) -> bool {
        let news = self.unfinished.as_deref() != unfinished.as_ref();
        if news {
            self.unfinished = unfinished.map(Into::into);
            self.revision += 1;
        }
        news
    }
}
