//! Reading PO files.

use super::{Entry, Fault, MOST_BYTES, MOST_ENTRIES, MOST_FAULTS, Po};
use crate::text::Span;

/// The string that the following lines continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// None: a new entry begins.
    Start,
    Context,
    Original,
    Translation,
    /// A string that is read but not kept, such as `#| msgctxt`.
    Ignored,
    /// The string is faulty; its continuation is skipped.
    Faulty,
}

struct Reader<'a> {
    text: &'a str,
    po: Po,
    entry: Entry,
    part: Part,
    /// The string of `#|` lines that the following ones continue.
    before: Part,
    has_context: bool,
    has_original: bool,
    has_translation: bool,
    faulty: bool,
}

impl Po {
    /// Reads a PO file. Entries with errors are left out.
    pub fn read(text: &str) -> Self {
        if text.len() > MOST_BYTES {
            let message = format!("expected a file of at most {} MiB; divide the pack", MOST_BYTES >> 20);
            return Self::refused(Span::at(0), message);
        }
        let capacity = text.matches("msgctxt \"").count().min(MOST_ENTRIES);
        let mut reader = Reader {
            text,
            po: Self { entries: Vec::with_capacity(capacity), ..Self::default() },
            entry: Entry::default(),
            part: Part::Start,
            before: Part::Start,
            has_context: false,
            has_original: false,
            has_translation: false,
            faulty: false,
        };
        let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        while at < text.len() && reader.is_within_limits(at) {
            let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
            reader.line(at, end);
            at = end + 1;
        }
        reader.finish(text.len());
        let rest = std::mem::take(&mut reader.entry);
        reader.po.trailing = rest.comments;
        reader.po
    }
}

impl Reader<'_> {
    fn is_within_limits(&mut self, at: usize) -> bool {
        if self.po.entries.len() >= MOST_ENTRIES {
            self.fault(Span::at(at), format!("expected at most {MOST_ENTRIES} entries, found more"));
            return false;
        }
        self.po.faults.len() < MOST_FAULTS
    }

    fn fault(&mut self, span: Span, message: impl Into<String>) {
        self.faulty = true;
        if self.po.faults.len() < MOST_FAULTS {
            self.po.faults.push(Fault { span, message: message.into() });
        }
    }

    fn line(&mut self, start: usize, end: usize) {
        let line = self.text[start..end].trim_end();
        let rest = line.trim_start();
        let at = start + line.len() - rest.len();
        if rest.is_empty() {
            self.finish(at);
        } else if let Some(obsolete) = rest.strip_prefix("#~") {
            let rest = obsolete.trim_start();
            let at = at + 2 + obsolete.len() - rest.len();
            match rest.strip_prefix('|') {
                Some(_) => self.previous(at, &rest[1..]),
                None => self.statement(at, rest, true),
            }
        } else if rest.starts_with('#') {
            self.comment(at, rest);
        } else {
            self.statement(at, rest, false);
        }
    }

    fn comment(&mut self, at: usize, line: &str) {
        // A comment after a complete entry belongs to the next one.
        if self.has_translation {
            self.finish(at);
        }
        let said = |from: usize| line[from..].strip_prefix(' ').unwrap_or(&line[from..]);
        let add = |to: &mut String, line: &str| {
            to.push_str(line);
            to.push('\n');
        };
        match line.as_bytes().get(1) {
            Some(b'.') => add(&mut self.entry.hints, said(2)),
            Some(b':') => add(&mut self.entry.places, said(2)),
            Some(b'|') => self.previous(at + 2, &line[2..]),
            Some(b',') => {
                for flag in line[2..].split(',').map(str::trim).filter(|flag| !flag.is_empty()) {
                    if flag == "fuzzy" {
                        self.entry.fuzzy = true;
                        continue;
                    }
                    if !self.entry.flags.is_empty() {
                        self.entry.flags.push_str(", ");
                    }
                    self.entry.flags.push_str(flag);
                }
            }
            _ => add(&mut self.entry.comments, said(1)),
        }
    }

    /// Reads a line after `#|`.
    fn previous(&mut self, at: usize, line: &str) {
        let rest = line.trim_start();
        let at = at + line.len() - rest.len();
        let (part, quoted) = match keyword(rest) {
            ("msgid", quoted) => (Part::Original, quoted),
            ("", quoted) => (self.before, quoted),
            (_, quoted) => (Part::Ignored, quoted),
        };
        self.before = part;
        match unquoted(quoted) {
            Ok(text) if part == Part::Original => self.entry.previous.get_or_insert_default().push_str(&text),
            Ok(_) => {}
            Err((from, message)) => self.fault(Span::at(at + rest.len() - quoted.len() + from), message),
        }
    }

    fn statement(&mut self, at: usize, line: &str, obsolete: bool) {
        let (word, quoted) = keyword(line);
        let whole = Span::new(at, at + line.len());
        let part = match word {
            "" => self.part,
            "msgctxt" => Part::Context,
            "msgid" => Part::Original,
            "msgstr" => Part::Translation,
            _ => Part::Faulty,
        };
        if self.has_translation && matches!(part, Part::Context | Part::Original) {
            self.finish(at);
        }
        match (word, part) {
            ("", Part::Start) => {
                self.part = Part::Faulty;
                return self.fault(whole, "expected `msgctxt`, `msgid`, `msgstr` or a comment");
            }
            (_, Part::Faulty) if word.is_empty() => return,
            (_, Part::Faulty) => {
                self.part = Part::Faulty;
                return self.fault(whole, unknown_word(word));
            }
            ("", _) => {}
            _ => {
                if !self.begin(part, whole) {
                    return;
                }
            }
        }
        self.part = part;
        self.entry.obsolete |= obsolete;
        let from = at + line.len() - quoted.len();
        match unquoted(quoted) {
            Ok(text) => self.append(part, &text, Span::new(from, at + line.len())),
            Err((offset, message)) => {
                self.part = Part::Faulty;
                self.fault(Span::at(from + offset), message);
            }
        }
    }

    /// Begins a string of the entry. Returns whether it is expected here.
    fn begin(&mut self, part: Part, whole: Span) -> bool {
        let (known, early) = match part {
            Part::Context => (&mut self.has_context, self.has_original),
            Part::Original => (&mut self.has_original, false),
            _ => (&mut self.has_translation, !self.has_original),
        };
        let message = match (*known, early) {
            (true, _) => "the entry already has this string; separate entries by an empty line",
            (_, true) if part == Part::Context => "expected `msgctxt` before `msgid`",
            (_, true) => "expected `msgid` before `msgstr`",
            _ => {
                *known = true;
                return true;
            }
        };
        self.part = Part::Faulty;
        self.fault(whole, message);
        false
    }

    fn append(&mut self, part: Part, text: &str, span: Span) {
        let entry = &mut self.entry;
        let (string, place) = match part {
            Part::Context => (&mut entry.context, Some(&mut entry.place)),
            Part::Original if self.has_context => (&mut entry.original, None),
            Part::Original => (&mut entry.original, Some(&mut entry.place)),
            _ => (&mut entry.translation, Some(&mut entry.translated)),
        };
        string.push_str(text);
        if let Some(place) = place {
            *place = if *place == Span::default() { span } else { Span::new(place.start, span.end) };
        }
    }

    /// Ends the entry at an empty line, at the next entry or at the end of the file.
    fn finish(&mut self, at: usize) {
        let begun = self.has_context || self.has_original || self.has_translation || self.part != Part::Start;
        if !begun {
            // Comments on their own are kept with the next entry.
            self.before = Part::Start;
            return;
        }
        if !self.faulty && !self.has_translation {
            let known = Some(self.entry.place).filter(|place| *place != Span::default());
            self.fault(
                known.unwrap_or(Span::at(at.min(self.text.len()))),
                if self.has_original { "expected `msgstr`" } else { "expected `msgid`" },
            );
        }
        let entry = std::mem::take(&mut self.entry);
        if !self.faulty {
            self.keep(entry);
        }
        (self.part, self.before) = (Part::Start, Part::Start);
        (self.has_context, self.has_original, self.has_translation, self.faulty) = (false, false, false, false);
    }

    fn keep(&mut self, entry: Entry) {
        match (self.has_context, entry.original.is_empty()) {
            (false, true) if self.po.header.is_some() => self.fault(entry.place, "the file has a header already"),
            (false, true) => {
                if let Some(other) = charset(&entry.translation) {
                    self.fault(entry.translated, format!("expected the encoding UTF-8, found `{other}`"));
                }
                self.po.header = Some(entry);
            }
            (false, false) if !entry.obsolete => {
                self.fault(entry.place, "expected `msgctxt` before `msgid`, with the path of the text in the pack");
            }
            (true, true) => self.fault(entry.place, "expected an original, found an empty text"),
            _ => self.po.entries.push(entry),
        }
    }
}

/// Returns the encoding in a header, if it is another one than UTF-8.
fn charset(header: &str) -> Option<&str> {
    let (_, rest) = header.split_once("charset=")?;
    let name = rest.split(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default();
    // Templates have the word CHARSET.
    let fits = ["utf-8", "utf8", "charset", ""].iter().any(|known| name.eq_ignore_ascii_case(known));
    (!fits).then_some(name)
}

fn unknown_word(word: &str) -> String {
    if word == "msgid_plural" || word.starts_with("msgstr[") {
        return "plural forms are not supported; write one text".to_owned();
    }
    let shown: String = word.chars().take(20).collect();
    format!("expected `msgctxt`, `msgid`, `msgstr` or a comment, found `{shown}`")
}

/// Divides a line into the keyword at its start, which may be missing, and the rest.
fn keyword(line: &str) -> (&str, &str) {
    let end = line.find(|c: char| c == '"' || c.is_whitespace()).unwrap_or(line.len());
    (&line[..end], line[end..].trim_start())
}

/// Returns the text in quotes. The error is an offset and a message.
fn unquoted(quoted: &str) -> Result<String, (usize, String)> {
    let Some(inner) = quoted.strip_prefix('"') else {
        return Err((0, "expected a text in double quotes".to_owned()));
    };
    if let Some(plain) = inner.strip_suffix('"').filter(|text| text.bytes().all(is_plain)) {
        return Ok(plain.to_owned());
    }
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' if at + 1 == inner.len() => return Ok(text),
            '"' => return Err((at + 1, "expected the line to end after the closing quote".to_owned())),
            '\\' => match letters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, 'r')) => text.push('\r'),
                Some((_, same @ ('"' | '\\'))) => text.push(same),
                Some((_, other)) => {
                    let shown = other.escape_debug();
                    return Err((at + 1, format!("expected `\\n`, `\\t`, `\\\"` or `\\\\`, found `\\{shown}`")));
                }
                None => break,
            },
            control if control.is_control() && control != '\t' => {
                return Err((at + 1, "expected visible characters, found a control character".to_owned()));
            }
            other => text.push(other),
        }
    }
    Err((quoted.len(), "expected a closing quote at the end of the line".to_owned()))
}

/// Returns whether a byte is part of a text in quotes that stands for itself. 0xC2 may begin a control character.
fn is_plain(byte: u8) -> bool {
    !matches!(byte, b'"' | b'\\' | 0x7f | 0xc2) && (byte >= b' ' || byte == b'\t')
}
