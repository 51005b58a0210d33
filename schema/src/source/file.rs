//! Source files: the text of a file, and the sections and records parsed from it.

use ecow::EcoString;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use line_index::{LineIndex, TextSize, WideEncoding};
use rayon::prelude::*;

use super::conflict::{self, Conflict};
use super::cut::{SectionCut, cut};
use super::fault::{SyntaxError, SyntaxErrorKind};
use super::kept::Kept;
use super::limits;
use super::lookalike;
use super::parse::parse;
use super::plain;
use super::recent::Recent;
use super::tree::{Node, NodeKind, Pair, Style};
use super::wording::is_foreign;
use crate::po::{Po, is_po};
use crate::text::Span;

/// A file of a pack.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// The path relative to the pack's folder, with `/`.
    pub(crate) path: String,
    /// The current text. Not an `Arc<str>`, which would be a copy of the text that was read.
    pub(crate) text: Arc<String>,
    /// The text last loaded or saved.
    pub(crate) saved: Arc<String>,
    /// The translations, if it is a file of translations; it has no sections then.
    pub(crate) po: Option<Arc<Po>>,
    /// Its top-level keys.
    pub(crate) sections: Vec<Section>,
    /// An error that affects the whole file.
    pub(crate) fault: Option<SyntaxError>,
    /// Unresolved merge conflicts. The file is read as if our side of each had been taken.
    pub(crate) conflicts: Vec<Conflict>,
    /// Records that exist only on the other side of a conflict, by catalog and id.
    pub(crate) theirs: Vec<(String, String)>,
    /// Whether the text differs from the bytes on disk because these could not be read; the file is then never edited.
    pub(crate) locked: bool,
    /// Whether each part could be parsed separately, so that an edit of one does not affect the others.
    pub(super) apart: bool,
    pub(super) lines: OnceLock<LineIndex>,
    /// See [`Self::is_plain`].
    pub(super) plain: OnceLock<bool>,
    pub(super) recent: Recent<Chunk>,
}

/// A top-level key with its value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Section {
    /// The text of the key.
    pub(crate) key: String,
    /// The bytes of the key.
    pub(crate) key_span: Span,
    /// The line of the key.
    pub(crate) key_line: Span,
    /// The value.
    pub(crate) body: Body,
}

/// How a section was parsed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Body {
    /// As one key and value.
    Whole(Part),
    /// Record by record.
    Cut(Vec<Part>),
}

/// A separately parsed key and value, with its location in the file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Part {
    /// The bytes it was parsed from; spans in its tree are relative to the start.
    pub(crate) span: Span,
    /// The result.
    pub(crate) chunk: Arc<Chunk>,
}

/// The result of parsing a text: an entry or an error. Reused as long as the text stays the same.
#[derive(PartialEq, Debug)]
pub(crate) struct Chunk {
    entry: Result<Pair, Box<Broken>>,
    /// Its value as a type.
    pub(crate) kept: Kept,
}

/// A text that could not be parsed.
#[derive(PartialEq, Debug)]
struct Broken {
    fault: SyntaxError,
    /// The key, as far as known.
    name: EcoString,
    key_span: Span,
}

/// The start of a comment to the program, after `#` and spaces.
pub(crate) const MARK: &str = "foeman:";

/// Up to this number of records are processed on one thread.
const FEW: usize = 256;

/// Parsed chunks, by their text.
pub(super) type Known<'a> = HashMap<&'a str, Arc<Chunk>>;

impl SourceFile {
    /// Parses a text.
    pub(crate) fn new(path: String, text: String) -> Self {
        let text = Arc::new(text);
        let mut file = Self {
            path,
            saved: Arc::clone(&text),
            text,
            po: None,
            sections: Vec::new(),
            fault: None,
            conflicts: Vec::new(),
            theirs: Vec::new(),
            locked: false,
            apart: false,
            lines: OnceLock::new(),
            plain: OnceLock::new(),
            recent: Recent::default(),
        };
        file.read(&Known::new());
        file
    }

    /// Creates a file that is not on disk yet.
    pub(crate) fn created(path: String, text: String) -> Self {
        Self { saved: Arc::default(), ..Self::new(path, text) }
    }

    /// Creates a file that could not be read as text, with `shown` as its text.
    pub(crate) fn unreadable(path: String, shown: String, fault: SyntaxError) -> Self {
        let text = Arc::new(shown);
        let saved = Arc::clone(&text);
        let lines = OnceLock::new();
        // An unreadable translation leaves the records readable.
        let (po, fault) = match is_po(&path) {
            true => (Some(Arc::new(Po::refused(fault.span, fault.message))), None),
            false => (None, Some(fault)),
        };
        Self {
            path,
            text,
            saved,
            po,
            sections: Vec::new(),
            fault,
            conflicts: Vec::new(),
            theirs: Vec::new(),
            locked: true,
            apart: false,
            lines,
            plain: OnceLock::new(),
            recent: Recent::default(),
        }
    }

    /// Converts an offset to line and column, from 1; columns count characters.
    pub(crate) fn line_col(&self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len());
        let offset = (0..=offset).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let lines = self.lines.get_or_init(|| LineIndex::new(&self.text));
        let Some(at) = u32::try_from(offset).ok().and_then(|at| lines.try_line_col(TextSize::from(at))) else {
            return (1, 1);
        };
        let col = lines.to_wide(WideEncoding::Utf32, at).map_or(at.col, |wide| wide.col);
        // The byte order mark does not count as a character.
        let mark = u32::from(at.line == 0 && at.col > 0 && self.text.starts_with('\u{feff}'));
        (at.line + 1, col - mark + 1)
    }

    /// Returns whether the text has neither null characters nor comments to the program. Few files have any, and to look
    /// for them in all of a large file would take long after an edit.
    pub(crate) fn is_plain(&self) -> bool {
        *self.plain.get_or_init(|| is_plain(&self.text))
    }

    /// Returns whether a part is unreadable only because of an error in another one: it has an alias whose anchor is
    /// there.
    pub(crate) fn follows_from_another(&self, part: &Part) -> bool {
        let Some(fault) = part.fault().filter(|fault| fault.kind == SyntaxErrorKind::Anchor) else { return false };
        let alias = self.text.get(fault.span.shifted(part.span.start).range()).unwrap_or_default();
        let anchor = alias.replacen('*', "&", 1);
        let has_anchor = |text: &str| {
            let ends =
                |rest: &str| rest.chars().next().is_none_or(|next| next.is_whitespace() || ",[]{}".contains(next));
            text.match_indices(&anchor).any(|(at, _)| ends(&text[at + anchor.len()..]))
        };
        // In a file with errors not all anchors are known.
        let parts = || self.sections.iter().flat_map(|section| section.parts());
        let is_faulty = |other: &Part| other.fault().is_some_and(|fault| fault.kind != SyntaxErrorKind::Anchor);
        (!self.conflicts.is_empty() || parts().any(is_faulty)) && has_anchor(&self.text)
    }

    /// Returns whether part of the text of a part is in an unresolved merge conflict.
    pub(crate) fn is_in_conflict(&self, part: &Part) -> bool {
        if self.conflicts.is_empty() {
            return false;
        }
        let start = part.key_span().start + part.span.start;
        let end = part
            .entry()
            .map_or(part.span.end, |entry| entry.value.span().end.max(entry.key_span().end) + part.span.start);
        self.has_conflict_in(Span::new(start, end.max(start)))
    }

    /// Returns whether a conflict overlaps these bytes.
    pub(crate) fn has_conflict_in(&self, span: Span) -> bool {
        self.conflicts.iter().any(|conflict| conflict.overlaps(span))
    }

    /// Returns whether a word occurs in a version of a conflict, and so may be in use there.
    pub(crate) fn mentions_in_conflict(&self, word: &str) -> bool {
        self.conflicts.iter().any(|conflict| self.text[conflict.span.range()].contains(word))
    }

    /// Moves the file to another path, and reads it again if it becomes or was a file of translations.
    pub(crate) fn move_to(&mut self, path: &str) {
        let was_po = is_po(&self.path);
        self.path = path.to_owned();
        if was_po != is_po(path) && !self.locked {
            self.read(&Known::new());
        }
    }

    pub(super) fn read(&mut self, known: &Known<'_>) {
        self.fault = None;
        self.apart = false;
        self.theirs = Vec::new();
        let text = Arc::clone(&self.text);
        self.po = is_po(&self.path).then(|| Arc::new(Po::read(&text)));
        if self.po.is_some() {
            (self.sections, self.conflicts) = (Vec::new(), Vec::new());
            return;
        }
        self.conflicts = if text.len() > limits::FILE_BYTES { Vec::new() } else { conflict::find(&text) };
        if self.conflicts.is_empty() {
            return self.read_text(&text, known);
        }
        let mut other = Self { conflicts: Vec::new(), ..self.clone() };
        other.read_text(&conflict::taking(&text, &self.conflicts, 1), known);
        self.read_text(&conflict::taking(&text, &self.conflicts, 0), known);
        // Parts cannot be parsed again separately, since a change may move the ends of a conflict.
        self.apart = false;
        let own: HashSet<(&str, &str)> = names(&self.sections).collect();
        let theirs = names(&other.sections).filter(|name| !own.contains(name));
        self.theirs = theirs.map(|(catalog, id)| (catalog.to_owned(), id.to_owned())).collect();
    }

    fn read_text(&mut self, text: &str, known: &Known<'_>) {
        if text.len() > limits::FILE_BYTES {
            self.sections = Vec::new();
            self.fault = Some(too_large(text.len()));
            return;
        }
        let cut = cut(text).filter(|sections| !foreign_outside(text, sections));
        let cut = cut.map(|sections| read_sections(text, sections, known));
        if let Some(sections) = &cut
            && !sections.iter().any(|section| section.parts().iter().any(Part::is_torn))
        {
            self.sections = cut.unwrap_or_default();
            self.apart = true;
            return;
        }
        match (read_whole(text), cut) {
            (Ok(sections), _) | (Err(_), Some(sections)) => self.sections = sections,
            (Err(fault), None) => {
                self.sections = Vec::new();
                self.fault = Some(fault);
            }
        }
    }
}

impl Section {
    /// Returns the separately parsed parts.
    pub(crate) fn parts(&self) -> &[Part] {
        match &self.body {
            Body::Whole(part) => std::slice::from_ref(part),
            Body::Cut(parts) => parts,
        }
    }

    /// Returns the ids of its records in order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        let (whole, cut) = match &self.body {
            Body::Whole(part) => (part.value().map(Node::entries).unwrap_or_default(), [].as_slice()),
            Body::Cut(parts) => ([].as_slice(), parts.as_slice()),
        };
        whole.iter().map(|entry| entry.key.as_str()).chain(cut.iter().map(|part| part.name().as_str()))
    }

    /// Returns the value of a section that was parsed as a whole.
    pub(crate) fn whole(&self) -> Option<&Part> {
        match &self.body {
            Body::Whole(part) => Some(part),
            Body::Cut(_) => None,
        }
    }
}

impl Part {
    /// Returns the key, as far as known even for a broken entry.
    pub(crate) fn name(&self) -> &EcoString {
        match &self.chunk.entry {
            Ok(entry) => &entry.key,
            Err(broken) => &broken.name,
        }
    }

    /// Returns the bytes of the key, as far as known even for a broken entry.
    pub(crate) fn key_span(&self) -> Span {
        match &self.chunk.entry {
            Ok(entry) => entry.key_span(),
            Err(broken) => broken.key_span,
        }
    }

    /// Returns the key with its value, if it could be parsed.
    pub(crate) fn entry(&self) -> Option<&Pair> {
        self.chunk.entry.as_ref().ok()
    }

    /// Returns the value, if it could be parsed.
    pub(crate) fn value(&self) -> Option<&Node> {
        self.entry().map(|entry| &entry.value)
    }

    /// Returns the error, if it could not be parsed.
    pub(crate) fn fault(&self) -> Option<&SyntaxError> {
        self.chunk.entry.as_ref().err().map(|broken| &broken.fault)
    }

    pub(super) fn is_torn(&self) -> bool {
        self.fault().is_some_and(|fault| matches!(fault.kind, SyntaxErrorKind::Torn | SyntaxErrorKind::Anchor))
    }
}

pub(super) fn is_plain(text: &str) -> bool {
    !text.contains('\0') && !text.contains(MARK)
}

/// Returns the catalogs and ids of the records in some sections.
fn names(sections: &[Section]) -> impl Iterator<Item = (&str, &str)> {
    sections.iter().flat_map(|section| section.ids().map(|id| (section.key.as_str(), id)))
}

/// Returns the error for a file over the size limit.
pub(crate) fn too_large(bytes: usize) -> SyntaxError {
    let message = format!("expected a file of at most {} bytes, found {bytes}", limits::FILE_BYTES);
    SyntaxError { span: Span::at(0), message, kind: SyntaxErrorKind::Limit, instead: Vec::new() }
}

pub(super) fn read_sections(text: &str, cuts: Vec<SectionCut>, known: &Known<'_>) -> Vec<Section> {
    let mut sections = Vec::with_capacity(cuts.len());
    for cut in cuts {
        let (key, body) = match cut.records {
            Some(records) if !records.is_empty() => {
                (key_of(&text[cut.key_line.range()]), Body::Cut(read_records(text, &records, known)))
            }
            _ => {
                let part = part(text, cut.span, known);
                ((part.name().clone(), part.key_span()), Body::Whole(part))
            }
        };
        let key_span = key.1.shifted(cut.span.start);
        sections.push(Section { key: key.0.into(), key_span, key_line: cut.key_line, body });
    }
    sections
}

fn read_records(text: &str, records: &[Span], known: &Known<'_>) -> Vec<Part> {
    let indent = |span: Span| {
        let source = &text[span.range()];
        source.len() - source.trim_start_matches(' ').len()
    };
    let (first, mut previous) = (records.first().map_or(0, |&span| indent(span)), None);
    // Report wrong indentation once: the following records may have the same indentation or return to the first.
    let judge = |&span: &Span| {
        let found = indent(span);
        let misplaced = found != first && previous != Some(found);
        previous = Some(found);
        (span, misplaced.then_some(found))
    };
    let judged: Vec<(Span, Option<usize>)> = records.iter().map(judge).collect();
    let read = |&(span, misplaced): &(Span, Option<usize>)| match misplaced {
        None => part(text, span, known),
        Some(found) => {
            let chunk = Chunk::misplaced(&text[span.range()], first, found);
            Part { span, chunk: Arc::new(chunk) }
        }
    };
    judged.par_iter().with_min_len(FEW).map(read).collect()
}

pub(super) fn part(text: &str, span: Span, known: &Known<'_>) -> Part {
    let source = &text[span.range()];
    let chunk = known.get(source).cloned().unwrap_or_else(|| Arc::new(Chunk::read(source)));
    Part { span, chunk }
}

impl Chunk {
    fn read(source: &str) -> Self {
        let root = match plain::read(source).map_or_else(|| parse(source), |root| Ok(Some(root))) {
            Ok(Some(root)) => root,
            Ok(None) => return Self::broken(source, "expected a key and a value, found nothing", Span::at(0)),
            Err(fault) => return Self::failed(source, fault),
        };
        let span = root.span();
        let NodeKind::Map { entries, .. } = root.kind else {
            return Self::broken(source, "expected a key with a colon and a value", span);
        };
        let mut entries = entries.into_pairs();
        let Some(entry) = entries.pop().filter(|_| entries.is_empty()) else {
            let message = "expected all keys of a level at the same indentation";
            let fault =
                SyntaxError { span, message: message.to_owned(), kind: SyntaxErrorKind::Torn, instead: Vec::new() };
            return Self::failed(source, fault);
        };
        if let Some(fault) = keys_of_another_keyboard(source, &entry) {
            return Self::failed(source, fault);
        }
        Self::of(entry)
    }

    pub(crate) fn of(entry: Pair) -> Self {
        Self { entry: Ok(entry), kept: Kept::default() }
    }

    fn failed(source: &str, fault: SyntaxError) -> Self {
        let (name, key_span) = key_of(source);
        Self { entry: Err(Box::new(Broken { fault, name, key_span })), kept: Kept::default() }
    }

    /// Creates the error for a record that is not indented like the first one of its catalog.
    fn misplaced(source: &str, expected: usize, found: usize) -> Self {
        let (_, span) = key_of(source);
        let message = format!("expected records indented by {expected} spaces like the first one, found {found}");
        let kind = SyntaxErrorKind::Misplaced;
        Self::failed(source, SyntaxError { span, message, kind, instead: Vec::new() })
    }

    fn broken(source: &str, message: &str, span: Span) -> Self {
        let fault =
            SyntaxError { span, message: message.to_owned(), kind: SyntaxErrorKind::Syntax, instead: Vec::new() };
        let entry = |text: &str| match parse(text)? {
            Some(Node { kind: NodeKind::Map { .. }, .. }) => Ok(None),
            _ => Err(fault.clone()),
        };
        Self::failed(source, lookalike::cause(source, fault.clone(), entry))
    }
}

/// Returns the error for a record that is parsed as plain text because its colons are look-alike characters.
fn keys_of_another_keyboard(source: &str, entry: &Pair) -> Option<SyntaxError> {
    let is_word = matches!(&entry.value.kind, NodeKind::Scalar { style: Style::Plain, .. });
    // Only records are indented.
    if source.is_ascii() || !source.starts_with(' ') || !is_word {
        return None;
    }
    let message = "expected keys with values".to_owned();
    let (span, kind) = (entry.value.span(), SyntaxErrorKind::Syntax);
    let word = SyntaxError { span, message, kind, instead: Vec::new() };
    let has_keys = |text: &str| match parse(text)? {
        Some(root) if root.entries().iter().any(|entry| !entry.value.entries().is_empty()) => Ok(None),
        _ => Err(word.clone()),
    };
    Some(lookalike::cause(source, word.clone(), has_keys)).filter(|fault| !fault.instead.is_empty())
}

/// Returns the key at the start of a text, as far as it can be found without parsing, with its bytes.
fn key_of(source: &str) -> (EcoString, Span) {
    let line = source.lines().next().unwrap_or_default();
    let start = line.len() - line.trim_start_matches(['\u{feff}', ' ', '\t']).len();
    let rest = &line[start..];
    let end = rest.find(": ").or_else(|| rest.find(" #").filter(|_| !rest.contains(':'))).unwrap_or_else(|| {
        let rest = rest.split(" #").next().unwrap_or(rest).trim_end();
        rest.strip_suffix(':').unwrap_or(rest).len()
    });
    let key = rest[..end].trim_end();
    (key.trim_matches(['"', '\'']).into(), Span::new(start, start + key.len()))
}

/// Returns whether text that belongs to no part contains a character that is invalid in YAML, which would go unreported
/// otherwise.
fn foreign_outside(text: &str, sections: &[SectionCut]) -> bool {
    let parts = sections.iter().flat_map(|section| match section.records.as_deref() {
        Some(records @ [_, ..]) => records,
        _ => std::slice::from_ref(&section.span),
    });
    let mut read = 0;
    for part in parts {
        if text[read..part.start].contains(is_foreign) {
            return true;
        }
        read = part.end;
    }
    text[read..].contains(is_foreign)
}

/// Parses a file as a whole because its structure is unusual or its records have aliases to each other.
fn read_whole(text: &str) -> Result<Vec<Section>, SyntaxError> {
    let Some(root) = parse(text)? else { return Ok(Vec::new()) };
    let NodeKind::Map { entries, .. } = root.kind else {
        let message = "expected keys with values, found something else".to_owned();
        return Err(SyntaxError { span: root.span(), message, kind: SyntaxErrorKind::Syntax, instead: Vec::new() });
    };
    Ok(entries.into_pairs().into_iter().map(|entry| whole_section(text, entry)).collect())
}

fn whole_section(text: &str, entry: Pair) -> Section {
    let key = (entry.key.clone(), entry.key_span());
    let line = text[..entry.key_span().start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[entry.key_span().end..].find('\n').map_or(text.len(), |at| entry.key_span().end + at + 1);
    let chunk = Arc::new(Chunk::of(entry));
    Section {
        key: key.0.into(),
        key_span: key.1,
        key_line: Span::new(line, line_end),
        body: Body::Whole(Part { span: Span::new(0, text.len()), chunk }),
    }
}
