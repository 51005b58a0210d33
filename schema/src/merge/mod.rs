//! Three-way merge of pack files, by record and field, preserving comments and layout.
//!
//! A file is split into entries: sections, records, fields and list items, each with the comments above it. Entries
//! changed on one side are taken from that side; entries changed on both sides are merged recursively. They conflict
//! only if both sides changed the same value in different ways. A list is one value, unless the schema says how to
//! identify its items. Texts that cannot be read are merged line by line.

mod entries;

mod flow;

mod kinds;

mod lines;

mod lost;

mod order;

mod plan;

mod rows;

mod write;

use std::borrow::Cow;

use crate::dialect::Dialect;
use crate::source::{Section, SourceFile};
use entries::Tree;
pub use lost::{LostRename, lost_renames};
use write::Merger;

/// What to do about conflicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// Write both versions between conflict markers, like git.
    Mark,
    /// Take our version.
    Ours,
    /// Take their version.
    Theirs,
}

/// The result of a merge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The merged text.
    pub text: String,
    /// The number of conflicts.
    pub clashes: usize,
}

/// Merges two versions of a file with a common base, without knowing its ruleset. Lists are merged as a whole.
///
/// Never fails: texts that cannot be read are merged line by line.
///
/// ```
/// use foeman_schema::merge::{Clash, merge};
///
/// let base = "weapons:\n  sword: {title: Sword, damage: 6}\n";
/// let ours = base.replace("6", "7");
/// let theirs = base.replace("title: Sword", "title: Broadsword");
/// let merged = merge(base, &ours, &theirs, Clash::Mark);
/// assert_eq!(merged.text, "weapons:\n  sword: {title: Broadsword, damage: 7}\n");
/// assert_eq!(merged.clashes, 0);
///
/// // Both sides changed the same value.
/// let merged = merge(base, &ours, &base.replace("6", "8"), Clash::Theirs);
/// assert_eq!((merged.text, merged.clashes), (base.replace("6", "8"), 1));
/// ```
pub fn merge(base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    merge_in(None, base, ours, theirs, clash)
}

/// Merges two versions of a pack file with a common base. The dialect defines which lists are merged item by item;
/// lists unknown to it are merged as a whole.
///
/// An empty base means that both sides have added the file; their common parts then count as the base.
pub fn merge_in(dialect: Option<&'static Dialect>, base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    if let Some(text) = untouched(base, ours, theirs) {
        return Merged { text: text.to_owned(), clashes: 0 };
    }
    let ends = [base, ours, theirs].map(Ends::of);
    // Mixed line endings are treated as text.
    let alike = ends.iter().all(|ends| ends.newline != "mixed");
    let [b, o, t] = [base, ours, theirs].map(|text| plain(text, alike));
    let merged = of_plain(dialect, [&b, &o, &t], clash);
    Merged { text: Ends::both(&ends).put(&merged.text, alike), clashes: merged.clashes }
}

/// Returns the changed side if only one has changes, or either one if both are equal.
fn untouched<'a>(base: &str, ours: &'a str, theirs: &'a str) -> Option<&'a str> {
    if ours == theirs || theirs == base {
        return Some(ours);
    }
    (ours == base).then_some(theirs)
}

fn of_plain(dialect: Option<&'static Dialect>, [base, ours, theirs]: [&str; 3], clash: Clash) -> Merged {
    if let Some(text) = untouched(base, ours, theirs) {
        return Merged { text: text.to_owned(), clashes: 0 };
    }
    let files = [base, ours, theirs].map(|text| SourceFile::new(String::new(), text.to_owned()));
    let readable = files.iter().all(is_readable);
    let mut merger = Merger::new(clash);
    if files.iter().any(|file| !file.conflicts.is_empty()) {
        // The tree contains only one side of an existing conflict; lines contain both.
        merger.lines(base, ours, theirs);
        return Merged { text: merger.text, clashes: merger.clashes };
    }
    match files.each_ref().map(|file| Tree::of(file, dialect)) {
        [Some(base), Some(ours), Some(theirs)] => merger.tree(&base, &ours, &theirs),
        _ if !readable => merger.lines(base, ours, theirs),
        // A merge by lines could mix up the items of a list.
        _ => merger.clash(ours, theirs),
    }
    let marked = merger.clashes > 0 && clash == Clash::Mark;
    if readable && !marked && !is_readable(&SourceFile::new(String::new(), merger.text.clone())) {
        // Both sides are readable, but the merged text is not, so the user has to resolve it.
        merger = Merger::new(clash);
        merger.clash(ours, theirs);
    }
    Merged { text: merger.text, clashes: merger.clashes }
}

fn is_readable(file: &SourceFile) -> bool {
    file.fault.is_none() && file.sections.iter().flat_map(Section::parts).all(|part| part.fault().is_none())
}

/// The byte order mark and line endings of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    mark: bool,
    newline: &'static str,
    last: bool,
}

impl Ends {
    fn of(text: &str) -> Self {
        let lines = text.matches('\n').count();
        let newline = match text.matches("\r\n").count() {
            0 => "\n",
            both if both == lines => "\r\n",
            _ => "mixed",
        };
        Self { mark: text.starts_with('\u{feff}'), newline, last: text.is_empty() || text.ends_with('\n') }
    }

    /// Returns the line endings of the side that changed them.
    fn both([base, ours, theirs]: &[Self; 3]) -> Self {
        fn changed<T: PartialEq + Copy>(base: T, ours: T, theirs: T) -> T {
            if ours == base { theirs } else { ours }
        }
        Self {
            mark: changed(base.mark, ours.mark, theirs.mark),
            newline: changed(base.newline, ours.newline, theirs.newline),
            last: changed(base.last, ours.last, theirs.last),
        }
    }

    fn put(self, text: &str, alike: bool) -> String {
        let text = if self.last { text } else { text.strip_suffix('\n').unwrap_or(text) };
        let text = if alike && self.newline == "\r\n" { text.replace('\n', "\r\n") } else { text.to_owned() };
        if self.mark { format!("\u{feff}{text}") } else { text }
    }
}

/// Returns the text without byte order mark, with its last line terminated and, if line endings are consistent, with
/// `\n`.
fn plain(text: &str, alike: bool) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_plain = !alike || !text.contains("\r\n");
    let mut text = if is_plain { Cow::Borrowed(text) } else { Cow::Owned(text.replace("\r\n", "\n")) };
    if !text.is_empty() && !text.ends_with('\n') {
        text.to_mut().push('\n');
    }
    text
}
