//! A save of the pack that was cut short.

use super::Draft;

/// The path under which a list of texts names the files of a save that was cut short, one on each line: for examples.
pub(crate) const UNFINISHED: &str = ".foeman/unfinished";

/// A save that was cut short: some files hold their new text, others still their old one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// The number of files in it.
    pub files: usize,
    /// The paths of those that still hold their old text, with `/`.
    pub pending: Vec<String>,
}

impl Unfinished {
    /// What was expected and found.
    pub fn message(&self) -> String {
        let Self { files, pending } = self;
        let first = pending.first().map_or_else(String::new, |path| format!(", such as `{path}`"));
        let hold = if pending.len() == 1 { "holds its" } else { "hold their" };
        format!(
            "expected all files of the last save, but it was cut short: {} of {files} still {hold} old text{first}",
            pending.len()
        )
    }

    /// What to do about it.
    pub fn help(&self) -> &'static str {
        "save the pack again, or run `foeman check --fix`, to finish it"
    }
}

impl Draft {
    /// The save of this pack that was cut short, as the program that reads the pack knows it.
    pub fn unfinished_save(&self) -> Option<&Unfinished> {
        self.unfinished.as_deref()
    }

    /// Notes a save that was cut short, or that there is none; whether that is news.
    pub fn set_unfinished_save(&mut self, unfinished: Option<Unfinished>) -> bool {
        let news = self.unfinished.as_deref() != unfinished.as_ref();
        if news {
            self.unfinished = unfinished.map(Into::into);
            self.revision += 1;
        }
        news
    }
}
