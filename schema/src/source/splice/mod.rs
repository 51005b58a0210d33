//! Incremental parsing: an edit splits and parses only the records it touches.

#[cfg(test)]
mod laws;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::conflict::has_markers;
use super::cut::{cut, cut_records};
use super::fault::SyntaxErrorKind;
use super::file::{Body, Known, Part, Section, SourceFile, is_plain, part, read_sections};
use super::limits;
use crate::splice::Splice;
use crate::text::Span;

/// The parts of a file that an edit changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Touched {
    /// Records of one section: the parts `before` were replaced by the parts `after`. All others are unchanged except
    /// for their location.
    Records {
        /// The position of the section.
        section: usize,
        /// The positions of the replaced parts.
        before: Range<usize>,
        /// The positions of the new parts.
        after: Range<usize>,
    },
    /// Possibly everything.
    Everything,
}

impl SourceFile {
    /// Applies sorted, disjoint splices and returns their inverse. Records with unchanged text are not parsed again.
    pub(crate) fn splice(&mut self, splices: &[Splice]) -> (Vec<Splice>, Touched) {
        let (text, back) = spliced(&self.text, splices);
        let old = std::mem::replace(&mut self.text, Arc::new(text));
        self.lines = OnceLock::new();
        let edit = splices.iter().map(|splice| splice.span).reduce(|first, last| Span::new(first.start, last.end));
        let was_plain = self.plain.take() == Some(true);
        if was_plain && edit.is_none_or(|edit| is_plain(self.lines_of(&old, edit))) {
            self.plain = OnceLock::from(true);
        }
        let touched = match edit {
            Some(edit)
                if self.apart
                    && self.text.len() <= limits::FILE_BYTES
                    && (self.is_plain() || !self.text.contains('\0'))
                    && !has_markers(self.lines_of(&old, edit)) =>
            {
                self.read_records_in(&old, edit).or_else(|| self.read_section_at(&old, edit))
            }
            _ => None,
        };
        let touched = touched.unwrap_or_else(|| {
            self.read_again(&old);
            Touched::Everything
        });
        (back, touched)
    }

    /// Reads the whole file again, reusing the parts with unchanged text.
    fn read_again(&mut self, old: &str) {
        let old_sections = std::mem::take(&mut self.sections);
        let known = known(old, old_sections.iter().flat_map(Section::parts));
        self.read(&known);
    }

    /// Reads the records touched by an edit, if the edit cannot affect anything else.
    fn read_records_in(&mut self, old: &str, edit: Span) -> Option<Touched> {
        let number = self.section_at(edit)?;
        let Body::Cut(parts) = &self.sections[number].body else { return None };
        let mut start = parts.partition_point(|part| part.span.start <= edit.start).checked_sub(1)?;
        let end = parts.partition_point(|part| part.span.start < edit.end).max(start + 1);
        let (first, last) = (parts.first()?.span, parts[end - 1].span);
        // The first line of the first record determines the indentation of all.
        if edit.end > last.end || (start == 0 && edit.start < line_end(old, first.start)) {
            return None;
        }
        let indent = indent_at(old, first.start);
        // The indentation of a record is checked against the record before it.
        if parts.get(end).is_some_and(|next| indent_at(old, next.span.start) != indent) {
            return None;
        }
        let end_now = self.moved(old, last.end);
        let cut = |start: usize| cut_records(&self.text, Span::new(parts[start].span.start, end_now), indent);
        let records = cut(start).or_else(|| {
            // If the first line of a record is deleted, the rest belongs to the record before it.
            start = start.checked_sub(1)?;
            cut(start)
        })?;
        let before = &parts[start..end];
        before.iter().filter(|part| part.fault().is_none()).for_each(|part| {
            self.recent.add(&old[part.span.range()], &part.chunk);
        });
        let known = known(old, before);
        let read: Vec<Part> = records
            .into_iter()
            .map(|span| match self.recent.get(&self.text[span.range()]) {
                Some(chunk) => Part { span, chunk },
                None => part(&self.text, span, &known),
            })
            .collect();
        if read.iter().any(Part::is_torn) {
            return None;
        }
        read.iter().filter(|part| part.fault().is_none()).for_each(|part| {
            self.recent.add(&self.text[part.span.range()], &part.chunk);
        });
        let after = start..start + read.len();
        let text = Arc::clone(&self.text);
        let moved = |span: &mut Span| *span = moved(old, &text, *span);
        let Body::Cut(parts) = &mut self.sections[number].body else { return None };
        parts[end..].iter_mut().for_each(|part| moved(&mut part.span));
        parts.splice(start..end, read);
        self.move_sections(number + 1, old);
        Some(Touched::Records { section: number, before: start..end, after })
    }

    /// Reads the section that contains an edit, if the edit cannot affect anything else.
    fn read_section_at(&mut self, old: &str, edit: Span) -> Option<Touched> {
        let number = self.section_at(edit)?;
        let start = self.sections[number].key_line.start;
        let end = self.moved(old, self.section_end(number, old));
        let text = &self.text[start..end];
        // A byte order mark is text unless it is at the start of the file.
        if (start > 0 && text.starts_with('\u{feff}')) || !(text.ends_with('\n') || end == self.text.len()) {
            return None;
        }
        let mut cuts = cut(text)?;
        let [only] = cuts.as_mut_slice() else { return None };
        if only.span.start > 0 {
            return None;
        }
        only.key_line = only.key_line.shifted(start);
        only.span = only.span.shifted(start);
        only.records.iter_mut().flatten().for_each(|record| *record = record.shifted(start));
        let known = known(old, self.sections[number].parts());
        let section = read_sections(&self.text, cuts, &known).pop()?;
        if section.parts().iter().any(Part::is_torn) {
            return None;
        }
        self.sections[number] = section;
        self.move_sections(number + 1, old);
        Some(Touched::Everything)
    }

    /// Returns the lines changed by an edit.
    fn lines_of(&self, old: &str, edit: Span) -> &str {
        let start = self.text[..edit.start].rfind('\n').map_or(0, |newline| newline + 1);
        &self.text[start..line_end(&self.text, self.moved(old, edit.end))]
    }

    /// Returns the section that contains an edit, located in the old text.
    fn section_at(&self, edit: Span) -> Option<usize> {
        let number = self.sections.partition_point(|section| section.key_line.start <= edit.start).checked_sub(1)?;
        let next = self.sections.get(number + 1);
        next.is_none_or(|next| edit.end <= next.key_line.start).then_some(number)
    }

    fn section_end(&self, number: usize, old: &str) -> usize {
        self.sections.get(number + 1).map_or(old.len(), |next| next.key_line.start)
    }

    /// Returns the new offset of a location after the edit.
    fn moved(&self, old: &str, at: usize) -> usize {
        at + self.text.len() - old.len()
    }

    /// Moves the sections from `number` on, which follow the edit.
    fn move_sections(&mut self, number: usize, old: &str) {
        let text = Arc::clone(&self.text);
        for section in &mut self.sections[number..] {
            section.key_span = moved(old, &text, section.key_span);
            section.key_line = moved(old, &text, section.key_line);
            let parts = match &mut section.body {
                Body::Whole(part) => std::slice::from_mut(part),
                Body::Cut(parts) => parts,
            };
            parts.iter_mut().for_each(|part| part.span = moved(old, &text, part.span));
        }
    }
}

/// Moves a span that follows the edit from `old` to `new`.
fn moved(old: &str, new: &str, span: Span) -> Span {
    Span::new(span.start + new.len() - old.len(), span.end + new.len() - old.len())
}

/// Returns parsed parts by their text, except parts that belong to something larger or depend on their neighbours.
fn known<'a>(old: &'a str, parts: impl IntoIterator<Item = &'a Part>) -> Known<'a> {
    let all = Span::new(0, old.len());
    let alone =
        |part: &&Part| part.span != all && part.fault().is_none_or(|fault| fault.kind != SyntaxErrorKind::Misplaced);
    let parts = parts.into_iter().filter(alone);
    parts.filter_map(|part| Some((old.get(part.span.range())?, Arc::clone(&part.chunk)))).collect()
}

fn indent_at(text: &str, start: usize) -> usize {
    text[start..].len() - text[start..].trim_start_matches(' ').len()
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

/// Applies splices to a text; returns the new text and the inverse splices.
fn spliced(text: &str, splices: &[Splice]) -> (String, Vec<Splice>) {
    let grown: usize = splices.iter().map(|splice| splice.text.len()).sum();
    let mut made = String::with_capacity(text.len() + grown);
    let mut back = Vec::with_capacity(splices.len());
    let mut from = 0;
    for splice in splices {
        made.push_str(&text[from..splice.span.start]);
        let start = made.len();
        made.push_str(&splice.text);
        let old = text[splice.span.range()].to_owned();
        back.push(Splice { file: splice.file, span: Span::new(start, made.len()), text: old });
        from = splice.span.end;
    }
    made.push_str(&text[from..]);
    (made, back)
}
