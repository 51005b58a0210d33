//! Formatting the parts of a file separately: a key of the header, the key of a catalog, or a record.

use super::gap::gap;
use super::print::{Level, Printer, STEP, Start};
use crate::source::{Body, Part, Section, SourceFile, after_colon};
use crate::text::Span;

/// A part of a file: from its key to the next one, so that the units of a file have all of its text.
pub(crate) struct Unit<'a> {
    /// Its bytes.
    pub(crate) span: Span,
    /// Its catalog and id, or its key of the header; empty for the text above the first key.
    pub(crate) name: [&'a str; 2],
    content: Content<'a>,
    /// The column of its key.
    level: Level,
}

enum Content<'a> {
    /// The text above the first key.
    Head,
    /// The key of a catalog whose records are separate units.
    Catalog(&'a Section),
    /// A record, or a key of the header with its value.
    Entry(&'a Part),
}

/// Returns the units of a file that touch some bytes, with at least one more on each side, in order. All keys of the
/// header and of catalogs are among them.
pub(crate) fn units_near(file: &SourceFile, near: Span) -> Vec<Unit<'_>> {
    let text: &str = &file.text;
    let column = |at: usize| at - text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let start_of = |place: usize| file.sections.get(place).map_or(text.len(), |section| section.key_span.start);
    let root = Level { old: file.sections.first().map_or(0, |section| column(section.key_span.start)), new: 0 };
    let between = |start: usize, end: usize| Span { start, end: end.max(start) };
    let mut units = vec![Unit { span: between(0, start_of(0)), name: ["", ""], content: Content::Head, level: root }];
    for (place, section) in file.sections.iter().enumerate() {
        let (start, end, key) = (section.key_span.start, start_of(place + 1), section.key.as_str());
        match &section.body {
            Body::Whole(part) => {
                let content = Content::Entry(part);
                units.push(Unit { span: between(start, end), name: [key, ""], content, level: root });
            }
            Body::Cut(parts) => {
                let key_of =
                    |place: usize| parts.get(place).map_or(end, |part| part.key_span().start + part.span.start);
                let content = Content::Catalog(section);
                units.push(Unit { span: between(start, key_of(0)), name: [key, ""], content, level: root });
                let first = parts.partition_point(|part| part.span.end < near.start).saturating_sub(1);
                let last = parts.partition_point(|part| part.span.start <= near.end) + 1;
                let level = Level { old: parts.first().map_or(0, |_| column(key_of(0))), new: STEP };
                units.extend((first..last.min(parts.len())).map(|place| Unit {
                    span: between(key_of(place), key_of(place + 1)),
                    name: [key, parts[place].name().as_str()],
                    content: Content::Entry(&parts[place]),
                    level,
                }));
            }
        }
    }
    units
}

/// Returns the formatted text of a unit; `None` if it cannot be formatted.
pub(crate) fn unit(file: &SourceFile, units: &[Unit<'_>], at: usize) -> Option<String> {
    let Unit { span, content, level, .. } = units.get(at)?;
    let mut printer = Printer::new(&file.text, span.start);
    match content {
        Content::Head => printer.mark(),
        Content::Catalog(section) => printer.catalog(section),
        Content::Entry(part) => {
            printer.begun = true;
            printer.entry(part.entry()?, part.span.start, *level, Start::Beside).ok()?;
        }
    }
    let root = units.first()?.level;
    match units.get(at + 1) {
        Some(next) => {
            if next.level.new < level.new {
                printer.closed.push(*level);
            }
            // An anchor belongs to a value, not to the text between two keys.
            let anchors = gap(&file.text, printer.at, next.span.start).ok()?.anchors;
            anchors.is_empty().then_some(())?;
            printer.lead(next.span.start, next.level, &[]).ok()?;
        }
        None => {
            if level.new > root.new {
                printer.closed.push(*level);
            }
            printer.end(root).ok()?;
        }
    }
    Some(printer.out)
}

impl<'a> Printer<'a> {
    /// Prints the byte order mark.
    pub(super) fn mark(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.out.push('\u{feff}');
            self.at = '\u{feff}'.len_utf8();
        }
    }

    /// Prints the key of a catalog whose records follow.
    pub(super) fn catalog(&mut self, section: &Section) {
        let key = section.key_span;
        self.out.push_str(&super::inline::word(&self.text[key.range()], &section.key));
        self.out.push(':');
        self.at = after_colon(self.text, key);
        (self.begun, self.opened) = (true, true);
    }
}
