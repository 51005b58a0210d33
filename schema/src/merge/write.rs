//! Writes the merged text of three versions.

use super::entries::{Block, Inner, Lines, MapEntry, Sort, Tree};
use super::flow::{self, Flow};
use super::kinds::Members;
use super::plan::steps;
use super::{Clash, lines, rows, untouched};

/// The merged text written so far.
pub(super) struct Merger {
    clash: Clash,
    /// Whether both sides have added the file, so that their common parts count as the base.
    shared: bool,
    pub(super) text: String,
    pub(super) clashes: usize,
}

impl Merger {
    pub(super) fn new(clash: Clash) -> Self {
        Self { clash, shared: false, text: String::new(), clashes: 0 }
    }

    pub(super) fn clash(&mut self, ours: &str, theirs: &str) {
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

    /// Merges some lines as text.
    pub(super) fn lines(&mut self, base: &str, ours: &str, theirs: &str) {
        self.pieces(lines::joined(base, ours, theirs));
    }

    fn pieces(&mut self, pieces: Vec<lines::Piece>) {
        for piece in pieces {
            match piece {
                lines::Piece::Agreed(text) => self.text.push_str(&text),
                lines::Piece::Clash(ours, theirs) => self.clash(&ours, &theirs),
            }
        }
    }

    pub(super) fn tree(&mut self, base: &Tree<'_>, ours: &Tree<'_>, theirs: &Tree<'_>) {
        self.shared = base.text.trim().is_empty();
        let known = (!self.shared).then_some(&base.entries[..]);
        let tails = (known.map(|_| base.tail), ours.tail, theirs.tail);
        if self.entries(Members::Fields, [0, usize::MAX], known, [&ours.entries, &theirs.entries]) {
            self.comments(tails.0, tails.1, tails.2);
        } else {
            self.clash(ours.text, theirs.text);
        }
    }

    /// Merges the entries of a collection. Writes nothing and returns `false` if only one side's version as a whole can
    /// be correct.
    fn entries(
        &mut self,
        members: Members,
        sizes: [usize; 2],
        base: Option<&[MapEntry<'_>]>,
        [ours, theirs]: [&[MapEntry<'_>]; 2],
    ) -> bool {
        // Entries with different indentation would become nested.
        let column = |entries: &[MapEntry<'_>]| entries.first().map(|entry| entry.column);
        let aligned = column(ours).zip(column(theirs)).is_none_or(|(ours, theirs)| ours == theirs);
        let [in_ours, in_theirs] = [ours, theirs].map(|all| all.iter().map(MapEntry::member).collect::<Vec<_>>());
        let in_base: Option<Vec<_>> = base.map(|base| base.iter().map(MapEntry::member).collect());
        let steps = steps(members, sizes, in_base.as_deref(), &in_ours, &in_theirs);
        let Some(steps) = steps.filter(|_| aligned) else { return false };
        for step in steps {
            let base = step.base.zip(base).map(|(at, base)| &base[at]);
            self.entry(base, step.ours.map(|at| &ours[at]), step.theirs.map(|at| &theirs[at]));
        }
        true
    }

    fn entry(&mut self, base: Option<&MapEntry<'_>>, ours: Option<&MapEntry<'_>>, theirs: Option<&MapEntry<'_>>) {
        match (base, ours, theirs) {
            (Some(base), Some(ours), Some(theirs)) if ours.key == theirs.key => {
                self.comments(Some(base.lead), ours.lead, theirs.lead);
                self.body(Some(base), ours, theirs);
            }
            (Some(base), Some(one), Some(other)) if one.key != base.key && other.says_as(base) => {
                self.text.push_str(&one.whole());
            }
            (Some(base), Some(other), Some(one)) if one.key != base.key && other.says_as(base) => {
                self.text.push_str(&one.whole());
            }
            (None, Some(ours), Some(theirs)) if ours.text == theirs.text => {
                self.comments(None, ours.lead, theirs.lead);
                self.text.push_str(ours.text);
            }
            (None, Some(ours), Some(theirs)) if self.shared => {
                self.comments(None, ours.lead, theirs.lead);
                self.body(None, ours, theirs);
            }
            (None, one, other) if one.is_none() || other.is_none() => {
                one.or(other).into_iter().for_each(|entry| self.text.push_str(&entry.whole()));
            }
            (Some(base), one, other) if [one, other].into_iter().flatten().all(|entry| entry.says_as(base)) => {}
            (_, ours, theirs) => {
                let [ours, theirs] = [ours, theirs].map(|entry| entry.map_or(String::new(), MapEntry::whole));
                self.clash(&ours, &theirs);
            }
        }
    }

    /// Merges comments and empty lines. Empty lines alone do not count as changes.
    fn comments(&mut self, base: Option<&str>, ours: &str, theirs: &str) {
        match base {
            None if ours.trim().is_empty() => self.text.push_str(theirs),
            None if theirs.trim().is_empty() => self.text.push_str(ours),
            _ => {
                let mut pieces = lines::joined(base.unwrap_or_default(), ours, theirs);
                for piece in &mut pieces {
                    let empty = match piece {
                        lines::Piece::Clash(ours, theirs) if ours.trim().is_empty() && theirs.trim().is_empty() => {
                            std::mem::take(if ours.len() > theirs.len() { ours } else { theirs })
                        }
                        _ => continue,
                    };
                    *piece = lines::Piece::Agreed(empty);
                }
                self.pieces(pieces);
            }
        }
    }

    /// Merges an entry of one key, without the comments above it. Without a base, both sides have added it.
    fn body(&mut self, base: Option<&MapEntry<'_>>, ours: &MapEntry<'_>, theirs: &MapEntry<'_>) {
        if ours.text == theirs.text {
            return self.text.push_str(ours.text);
        }
        if let Some(text) = base.and_then(|base| untouched(base.text, ours.text, theirs.text)) {
            return self.text.push_str(text);
        }
        // Combining fields of different variants would give a value that neither side wrote.
        let of_one_kind = ours.tag() == theirs.tag() && base.is_none_or(|base| base.tag() == ours.tag());
        let written = of_one_kind
            && match (base.map(|base| &base.inner), &ours.inner, &theirs.inner) {
                (Some(Inner::Block(b)), Inner::Block(o), Inner::Block(t)) => self.block(Some(b), o, t),
                (None, Inner::Block(o), Inner::Block(t)) => self.block(None, o, t),
                (Some(Inner::Lines(b)), Inner::Lines(o), Inner::Lines(t)) => self.literal(b, o, t),
                (Some(Inner::Flow(b)), Inner::Flow(o), Inner::Flow(t)) => self.flow(Some(b), o, t),
                (None, Inner::Flow(o), Inner::Flow(t)) => self.flow(None, o, t),
                _ => false,
            };
        if !written {
            self.clash(ours.text, theirs.text);
        }
    }

    /// Merges a block map or list. Writes nothing and returns `false` if only one side's version as a whole can be
    /// correct.
    fn block(&mut self, base: Option<&Block<'_>>, ours: &Block<'_>, theirs: &Block<'_>) -> bool {
        let first = |block: &Block<'_>| block.entries.first().map(|entry| entry.key.clone());
        // The first key of a list item is on the line of the dash.
        let fits = |one: &Block<'_>| {
            one.sort == ours.sort
                && one.members == ours.members
                && one.beside == ours.beside
                && (!one.beside || first(one) == first(ours))
        };
        if ![base, Some(theirs)].into_iter().flatten().all(fits) {
            return false;
        }
        let (start, clashes) = (self.text.len(), self.clashes);
        match base {
            Some(base) => self.lines(base.head, ours.head, theirs.head),
            None if ours.head == theirs.head => self.text.push_str(ours.head),
            None => return false,
        }
        let below = self.text.len();
        let known = base.map(|base| &base.entries[..]);
        if !self.entries(ours.members, ours.sizes, known, [&ours.entries, &theirs.entries]) {
            self.text.truncate(start);
            self.clashes = clashes;
            return false;
        }
        self.comments(base.map(|base| base.tail), ours.tail, theirs.tail);
        let is_empty = |line: &str| line.trim_start().is_empty() || line.trim_start().starts_with('#');
        if self.clashes == clashes && self.text[below..].lines().all(is_empty) {
            // Both sides kept entries, but different ones, so none are left. A key without a value would be null.
            let Some(head) = emptied(&self.text[start..below], ours.sort) else {
                self.text.truncate(start);
                return false;
            };
            self.text.replace_range(start..below, &head);
        }
        true
    }

    fn literal(&mut self, base: &Lines<'_>, ours: &Lines<'_>, theirs: &Lines<'_>) -> bool {
        let cells = base.cells && ours.cells && theirs.cells;
        let reshaped = |lines: &Lines<'_>| rows::shape(lines.body) != rows::shape(base.body);
        if cells && reshaped(ours) && reshaped(theirs) {
            // The map would contain the rows of both sides.
            return false;
        }
        self.lines(base.head, ours.head, theirs.head);
        match rows::joined(base.body, ours.body, theirs.body).filter(|_| cells) {
            Some(pieces) => self.pieces(pieces),
            None => self.lines(base.body, ours.body, theirs.body),
        }
        true
    }

    fn flow(&mut self, base: Option<&Flow<'_>>, ours: &Flow<'_>, theirs: &Flow<'_>) -> bool {
        let joined = flow::joined(base, ours, theirs);
        joined.iter().for_each(|text| self.text.push_str(text));
        joined.is_some()
    }
}

/// Returns the line of a key with an empty map or list as value; `None` if the line contains anything else except for a
/// comment.
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
