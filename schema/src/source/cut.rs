//! Splits the text of a file into sections (top-level keys) and records by indentation, without parsing it.

use super::lookalike::is_odd_blank;
use crate::header::means_fields;
use crate::text::Span;

/// A top-level key with everything below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SectionCut {
    /// From the line of its key up to the next section.
    pub(crate) span: Span,
    /// The line of its key.
    pub(crate) key_line: Span,
    /// The records of a block catalog, each from the line of its key up to the next one; `None` if the section is
    /// parsed as one value.
    pub(crate) records: Option<Vec<Span>>,
}

/// Returns whether a line continues those above it regardless of its indentation: it begins with whitespace other than
/// spaces, or with a closing bracket.
fn goes_on(content: &str) -> bool {
    content.starts_with(|c| matches!(c, '\t' | ']' | '}') || is_odd_blank(c))
}

/// Returns whether a top-level key belongs to the pack's header, rather than being a catalog.
pub(crate) fn is_header_key(key: &str) -> bool {
    crate::header::KEYS.contains(&key)
}

/// Returns the sections of a file; `None` if its structure is unusual and it must be parsed as a whole.
pub(crate) fn cut(text: &str) -> Option<Vec<SectionCut>> {
    if has_bare_returns(text) {
        return None;
    }
    let mut sections: Vec<SectionCut> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(offset, offset + line.len());
        let start = offset;
        offset = span.end;
        let line = if start == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let content = content.trim_end();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if indent > 0 || goes_on(content) {
            let section = sections.last_mut()?;
            add_line(section, text, span.start, indent, content);
        } else if content.starts_with('-') && !sections.is_empty() && !content.starts_with("---") {
            // A list may have the indentation of its key.
            let section = sections.last_mut()?;
            section.records = None;
        } else if content == "---" && sections.is_empty() {
        } else if is_odd(content) {
            return None;
        } else {
            if let Some(last) = sections.last_mut() {
                close(last, span.start);
            }
            sections.push(open(text, span));
        }
    }
    if let Some(last) = sections.last_mut() {
        close(last, text.len());
    }
    Some(sections)
}

/// Returns whether there is a carriage return without a line feed, which is a line end for the parser but not here.
fn has_bare_returns(text: &str) -> bool {
    text.match_indices('\r').any(|(at, _)| !text[at + 1..].starts_with('\n'))
}

/// Returns whether an unindented line is anything but a simple key.
fn is_odd(content: &str) -> bool {
    is_explicit(content)
        || content.starts_with("---")
        || content.starts_with("...")
        || content.starts_with(['%', '?', '-', '&', '!', '*', '|', '>', '{', '['])
}

/// Returns whether a line begins an explicit key (`? key`) or its value (`: value`), whose extent only the YAML parser
/// can determine.
fn is_explicit(content: &str) -> bool {
    content.strip_prefix(['?', ':']).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Splits some lines of a section into records; the first record of the section, in these lines or above them, has the
/// indentation `indent`.
/// `None` if these lines may affect the rest of the file: they do not begin with a record, or a line is unindented.
pub(crate) fn cut_records(text: &str, lines: Span, indent: usize) -> Option<Vec<Span>> {
    let mut records: Vec<Span> = Vec::new();
    let mut offset = lines.start;
    if has_bare_returns(&text[lines.range()]) {
        return None;
    }
    for line in text[lines.range()].split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let content = line.trim_start_matches(' ');
        let found = line.len() - content.len();
        let content = content.trim_end();
        let is_first = records.is_empty();
        if content.is_empty() || content.starts_with('#') {
            if is_first {
                return None;
            }
            continue;
        }
        let is_record = starts_record(content, found, indent);
        if found == 0 || (is_record && (found != indent || is_explicit(content))) || (is_first && !is_record) {
            return None;
        }
        if is_record {
            if let Some(last) = records.last_mut() {
                last.end = start;
            }
            records.push(Span::new(start, lines.end));
        }
    }
    (text[..lines.end].ends_with('\n') || lines.end == text.len()).then_some(records)
}

/// Returns whether a line begins another record of a section whose first record is indented by `record_indent`. A list
/// may have the indentation of its key.
fn starts_record(content: &str, indent: usize, record_indent: usize) -> bool {
    let is_item = content == "-" || content.starts_with("- ");
    indent <= record_indent && !is_item && !goes_on(content)
}

fn open(text: &str, line: Span) -> SectionCut {
    let content = text[line.range()].trim_start_matches('\u{feff}');
    let content = content.split(" #").next().unwrap_or(content).trim_end();
    let key = content.strip_suffix(':').and_then(|key| unquoted(key.trim_end()));
    let records = key.filter(|key| !is_header_key(key) && !means_fields(key)).map(|_| Vec::new());
    SectionCut { span: line, key_line: line, records }
}

/// Removes the quotes from a key; `None` if the text may be more than a key, or only the start of one.
fn unquoted(key: &str) -> Option<&str> {
    let quoted = ['"', '\''].into_iter().find_map(|quote| key.strip_prefix(quote)?.strip_suffix(quote));
    let key = quoted.unwrap_or(key);
    let is_plain = !key.contains(['"', '\'', '\\']) && !key.contains(": ") && !key.contains(":\t");
    is_plain.then_some(key)
}

fn add_line(section: &mut SectionCut, text: &str, start: usize, indent: usize, content: &str) {
    let Some(records) = &mut section.records else { return };
    let Some(first) = records.first() else {
        if is_explicit(content)
            || content.starts_with(['-', '{', '[', '&', '!', '*', '|', '>', '?', '\t'])
            || content.starts_with(is_odd_blank)
        {
            section.records = None;
        } else {
            records.push(Span::at(start));
        }
        return;
    };
    let first_line = &text[first.start..];
    let record_indent = first_line.len() - first_line.trim_start_matches(' ').len();
    if starts_record(content, indent, record_indent) {
        if is_explicit(content) {
            section.records = None;
            return;
        }
        if let Some(last) = records.last_mut() {
            last.end = start;
        }
        records.push(Span::at(start));
    }
}

fn close(section: &mut SectionCut, end: usize) {
    section.span.end = end;
    if let Some(last) = section.records.as_mut().and_then(|records| records.last_mut()) {
        last.end = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<Vec<(String, Option<Vec<String>>)>> {
        let sections = cut(text)?;
        Some(
            sections
                .into_iter()
                .map(|section| {
                    let records = section
                        .records
                        .map(|records| records.into_iter().map(|span| text[span.range()].to_owned()).collect());
                    (text[section.key_line.range()].trim_end().to_owned(), records)
                })
                .collect(),
        )
    }

    #[test]
    fn records_are_cut_by_the_indentation_of_the_first() {
        let text = "pack: a\nitems: # all\n  # one\n  a:\n    x: 1\n\n  b: {y: 2}\nrequires:\n- c\n";
        let expected = vec![
            ("pack: a".to_owned(), None),
            ("items: # all".to_owned(), Some(vec!["  a:\n    x: 1\n\n".to_owned(), "  b: {y: 2}\n".to_owned()])),
            ("requires:".to_owned(), None),
        ];
        assert_eq!(shown(text), Some(expected));
    }

    #[test]
    fn what_is_more_than_a_key_or_less_is_read_whole() {
        let is_cut = |line: &str| {
            let sections = shown(&format!("{line}\n  a: {{x: 1}}\n")).expect("the text is read in sections");
            sections[0].1.is_some()
        };
        for line in ["units:", "units :", "units: # all", "\"units\":", "'units':"] {
            assert!(is_cut(line), "{line}");
        }
        for line in ["units: x:", "units:\tx:", "title: x y:", "\"units:", "units':", "\"uni\\x74s\":", "'units\":"] {
            assert!(!is_cut(line), "{line}");
        }
    }

    #[test]
    fn documents_directives_and_lists_at_the_margin_are_read_whole() {
        for text in ["a: 1\n---\nb: 2\n", "%YAML 1.2\n---\na: 1\n", "- a\n", "{a: 1}\n", "? a\n: b\n", "--- {a: 1}\n"] {
            assert_eq!(shown(text), None, "{text:?}");
        }
        assert!(shown("---\na: 1\n").is_some());
    }
}
