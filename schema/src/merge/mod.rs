//! What two people have made of one file, as one: by record and field, with the comments and the layout of both.
//!
//! A file is cut into entries: sections, records, fields, items of lists, each with the comments above it. What one side
//! has changed and the other has not is taken over; what both have changed is looked into as deep as it goes. Only where
//! both say something else about the same thing do they clash. A list is one value, unless the schema says how its items
//! are known. A text that cannot be read is joined line by line.

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

/// What is done where two people have changed the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// Both are written, between the marks that git makes.
    Mark,
    /// What we have made of it is taken.
    Ours,
    /// What they have made of it is taken.
    Theirs,
}

/// A text as it is after a merge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The text.
    pub text: String,
    /// In how many places both sides have changed the same in different ways.
    pub clashes: usize,
}

/// Joins two versions of a file that come from a third, whatever ruleset it is written for. Lists are replaced as a whole.
pub fn merge(base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    merge_in(None, base, ours, theirs, clash)
}

/// Joins two versions of a file of a pack that come from a third. The dialect says which lists are joined item by item;
/// where nothing is known, a list is one value.
///
/// If the third is empty, both sides have added the file, and what the two share counts as the third.
pub fn merge_in(dialect: Option<&'static Dialect>, base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    if let Some(text) = untouched(base, ours, theirs) {
        return Merged { text: text.to_owned(), clashes: 0 };
    }
    let ends = [base, ours, theirs].map(Ends::of);
    // Where line ends are mixed they are letters like others.
    let alike = ends.iter().all(|ends| ends.newline != "mixed");
    let [b, o, t] = [base, ours, theirs].map(|text| plain(text, alike));
    let merged = of_plain(dialect, [&b, &o, &t], clash);
    Merged { text: Ends::both(&ends).put(&merged.text, alike), clashes: merged.clashes }
}

/// The side that has changed something where only one has, or both the same.
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
        // A tree has one side of a conflict only; lines have both.
        merger.lines(base, ours, theirs);
        return Merged { text: merger.text, clashes: merger.clashes };
    }
    match files.each_ref().map(|file| Tree::of(file, dialect)) {
        [Some(base), Some(ours), Some(theirs)] => merger.tree(&base, &ours, &theirs),
        _ if !readable => merger.lines(base, ours, theirs),
        // Line by line, the items of a list would be mixed.
        _ => merger.clash(ours, theirs),
    }
    let marked = merger.clashes > 0 && clash == Clash::Mark;
    if readable && !marked && !is_readable(&SourceFile::new(String::new(), merger.text.clone())) {
        // Each side can be read, but not what becomes of both: somebody has to look.
        merger = Merger::new(clash);
        merger.clash(ours, theirs);
    }
    Merged { text: merger.text, clashes: merger.clashes }
}

fn is_readable(file: &SourceFile) -> bool {
    file.fault.is_none() && file.sections.iter().flat_map(Section::parts).all(|part| part.fault().is_none())
}

/// What stands at the ends of a text and of its lines.
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

    /// Those of the side that has changed them.
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

/// The text without a mark at its beginning and with its last line ended, and where all are alike with the usual ends of
/// lines.
fn plain(text: &str, alike: bool) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_plain = !alike || !text.contains("\r\n");
    let mut text = if is_plain { Cow::Borrowed(text) } else { Cow::Owned(text.replace("\r\n", "\n")) };
    if !text.is_empty() && !text.ends_with('\n') {
        text.to_mut().push('\n');
    }
    text
}
