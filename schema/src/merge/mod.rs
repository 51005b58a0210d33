//! What two people have made of one file, as one: by record and field, with the comments and the layout of both.
//!
//! A file is cut into entries: sections, records, fields, items of lists, each with the comments above it. What one side
//! has changed and the other has not is taken over; what both have changed is looked into as deep as it goes. Only where
//! both say something else about the same thing do they clash. A text that cannot be read is joined line by line.

mod entries;

mod flow;

mod lines;

mod order;

mod rows;

use std::borrow::Cow;

use crate::source::SourceFile;
use entries::{Entry, Inner, Sort, Tree};

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

/// Joins what two people have made of a text.
pub fn merge(base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    if let Some(text) = untouched(base, ours, theirs) {
        return Merged { text: text.to_owned(), clashes: 0 };
    }
    let ends = [base, ours, theirs].map(Ends::of);
    // Where line ends are mixed they are letters like others.
    let alike = ends.iter().all(|ends| ends.newline != "mixed");
    let [b, o, t] = [base, ours, theirs].map(|text| plain(text, alike));
    let merged = of_plain(&b, &o, &t, clash);
    Merged { text: Ends::both(&ends).put(&merged.text, alike), clashes: merged.clashes }
}

/// The side that has changed something where only one has, or both the same.
fn untouched<'a>(base: &str, ours: &'a str, theirs: &'a str) -> Option<&'a str> {
    if ours == theirs || theirs == base {
        return Some(ours);
    }
    (ours == base).then_some(theirs)
}

fn of_plain(base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    if let Some(text) = untouched(base, ours, theirs) {
        return Merged { text: text.to_owned(), clashes: 0 };
    }
    let files = [base, ours, theirs].map(|text| SourceFile::new(String::new(), text.to_owned()));
    let trees = files.each_ref().map(Tree::of);
    let readable = trees.iter().all(Option::is_some);
    if let [Some(base), Some(ours), Some(theirs)] = &trees {
        let mut merger = Merger { clash, text: String::new(), clashes: 0 };
        merger.tree(base, ours, theirs);
        if merger.clashes > 0 && clash == Clash::Mark || is_readable(&merger.text) {
            return Merged { text: merger.text, clashes: merger.clashes };
        }
    }
    let mut merger = Merger { clash, text: String::new(), clashes: 0 };
    merger.lines(base, ours, theirs);
    if readable && merger.clashes == 0 && !is_readable(&merger.text) {
        // Each side can be read, but not what becomes of both: somebody has to look.
        merger.text.clear();
        merger.clash(ours, theirs);
    }
    Merged { text: merger.text, clashes: merger.clashes }
}

fn is_readable(text: &str) -> bool {
    Tree::of(&SourceFile::new(String::new(), text.to_owned())).is_some()
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

/// Writes what becomes of both.
struct Merger {
    clash: Clash,
    text: String,
    clashes: usize,
}

impl Merger {
    fn clash(&mut self, ours: &str, theirs: &str) {
        self.clashes += 1;
        match self.clash {
            Clash::Ours => self.text.push_str(ours),
            Clash::Theirs => self.text.push_str(theirs),
            Clash::Mark => {
                for piece in ["<<<<<<< ours\n", ours, "=======\n", theirs, ">>>>>>> theirs\n"] {
                    self.text.push_str(piece);
                }
            }
        }
    }

    /// One text of some lines, line by line.
    fn lines(&mut self, base: &str, ours: &str, theirs: &str) {
        for piece in lines::joined(base, ours, theirs) {
            match piece {
                lines::Piece::Agreed(text) => self.text.push_str(&text),
                lines::Piece::Clash(ours, theirs) => self.clash(&ours, &theirs),
            }
        }
    }

    fn tree(&mut self, base: &Tree<'_>, ours: &Tree<'_>, theirs: &Tree<'_>) {
        let whole = [base, ours, theirs].map(|tree| (tree.text, tree.tail));
        self.entries(&base.entries, &ours.entries, &theirs.entries, whole);
    }

    /// The entries of three versions of one collection; `whole` are their texts with what follows the last entry in
    /// each, and that alone.
    fn entries(&mut self, base: &[Entry<'_>], ours: &[Entry<'_>], theirs: &[Entry<'_>], whole: [(&str, &str); 3]) {
        let keys = [base, ours, theirs].map(|all| all.iter().map(|entry| entry.key.as_str()).collect::<Vec<_>>());
        // Entries of one collection that are not indented alike would stand in each other.
        let column = |entries: &[Entry<'_>]| entries.first().map(|entry| entry.column);
        let aligned = column(ours).zip(column(theirs)).is_none_or(|(ours, theirs)| ours == theirs);
        let Some(order) = order::joined(&keys[0], &keys[1], &keys[2]).filter(|_| aligned) else {
            return self.clash(whole[1].0, whole[2].0);
        };
        let find = |all: &[Entry<'_>], key: &str| all.iter().position(|entry| entry.key == key);
        for key in order {
            let [b, o, t] = [find(base, key), find(ours, key), find(theirs, key)];
            self.entry(b.map(|at| &base[at]), o.map(|at| &ours[at]), t.map(|at| &theirs[at]));
        }
        let [base, ours, theirs] = whole.map(|(_, tail)| tail);
        self.lines(base, ours, theirs);
    }

    fn entry(&mut self, base: Option<&Entry<'_>>, ours: Option<&Entry<'_>>, theirs: Option<&Entry<'_>>) {
        match (base, ours, theirs) {
            (Some(base), Some(ours), Some(theirs)) => {
                self.lines(base.lead, ours.lead, theirs.lead);
                self.body(base, ours, theirs);
            }
            (None, Some(ours), Some(theirs)) if ours.text == theirs.text => {
                self.lines("", ours.lead, theirs.lead);
                self.text.push_str(ours.text);
            }
            (None, one, other) if one.is_none() || other.is_none() => {
                one.or(other).into_iter().for_each(|entry| self.text.push_str(&entry.whole()));
            }
            (Some(base), one, other)
                if [one, other].into_iter().flatten().all(|entry| entry.whole() == base.whole()) => {}
            (_, ours, theirs) => {
                let [ours, theirs] = [ours, theirs].map(|entry| entry.map_or(String::new(), Entry::whole));
                self.clash(&ours, &theirs);
            }
        }
    }

    fn body(&mut self, base: &Entry<'_>, ours: &Entry<'_>, theirs: &Entry<'_>) {
        if let Some(text) = untouched(base.text, ours.text, theirs.text) {
            return self.text.push_str(text);
        }
        match (&base.inner, &ours.inner, &theirs.inner) {
            (Inner::Block(b), Inner::Block(o), Inner::Block(t)) if b.sort == o.sort && b.sort == t.sort => {
                let first = |block: &entries::Block<'_>| block.entries.first().map(|entry| entry.key.clone());
                // The first key of an item stands behind its dash.
                if b.beside && (first(b) != first(o) || first(b) != first(t))
                    || b.beside != o.beside
                    || b.beside != t.beside
                {
                    return self.clash(ours.text, theirs.text);
                }
                let (start, clashes) = (self.text.len(), self.clashes);
                self.lines(b.head, o.head, t.head);
                let below = self.text.len();
                let rests = [(b, base), (o, ours), (t, theirs)]
                    .map(|(block, entry)| (&entry.text[block.head.len()..], block.tail));
                if b.keyed && o.keyed && t.keyed {
                    self.entries(&b.entries, &o.entries, &t.entries, rests);
                } else {
                    self.lines(rests[0].0, rests[1].0, rests[2].0);
                }
                let is_empty = |line: &str| line.trim_start().is_empty() || line.trim_start().starts_with('#');
                if self.clashes == clashes && self.text[below..].lines().all(is_empty) {
                    // Each side has left something, but not the same: a key without a value would say something else.
                    match emptied(&self.text[start..below], b.sort) {
                        Some(head) => self.text.replace_range(start..below, &head),
                        None => {
                            self.text.truncate(start);
                            self.clash(ours.text, theirs.text);
                        }
                    }
                }
            }
            (Inner::Lines(b), Inner::Lines(o), Inner::Lines(t)) => {
                self.lines(b.head, o.head, t.head);
                match rows::joined(b.body, o.body, t.body) {
                    Some(pieces) => {
                        for piece in pieces {
                            match piece {
                                lines::Piece::Agreed(text) => self.text.push_str(&text),
                                lines::Piece::Clash(ours, theirs) => self.clash(&ours, &theirs),
                            }
                        }
                    }
                    None => self.lines(b.body, o.body, t.body),
                }
            }
            (Inner::Flow(b), Inner::Flow(o), Inner::Flow(t)) => match flow::joined(b, o, t) {
                Some(text) => self.text.push_str(&text),
                None => self.clash(ours.text, theirs.text),
            },
            _ => self.clash(ours.text, theirs.text),
        }
    }
}

/// The line of a key with an empty map or list as its value; nothing where something else than a comment stands there.
fn emptied(head: &str, sort: Sort) -> Option<String> {
    let line = head.strip_suffix('\n')?;
    let comment = line.find(" #").unwrap_or(line.len());
    let (key, comment) = (line[..comment].trim_end(), &line[comment..]);
    let value = match sort {
        Sort::Map => "{}",
        Sort::List => "[]",
    };
    key.ends_with(':').then(|| format!("{key} {value}{comment}\n"))
}
