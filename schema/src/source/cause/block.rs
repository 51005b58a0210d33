//! Scans block style: the indentation of lines, and what each of them begins.

use super::{Bare, Before, Cause, Kind, Level, Scan, Step};
use super::{at, bare_key, begins_entry, is_comment, is_dash, is_over, line_end, marked, missing_colon};
use crate::source::lookalike::is_odd_blank;
use crate::text::Span;
use crate::text::quoted;

impl<'a> Scan<'a> {
    pub(super) fn run(&mut self) -> Step<()> {
        while self.at < self.text.len() {
            let start = self.at;
            let end = line_end(self.text, start);
            let line = &self.text[start..end];
            let line = line.strip_suffix('\r').unwrap_or(line);
            let mark = if start == 0 { line.len() - line.trim_start_matches('\u{feff}').len() } else { 0 };
            let column = line[mark..].bytes().take_while(|byte| *byte == b' ').count();
            let content = line[mark + column..].trim_end_matches([' ', '\t']);
            self.at = end + 1;
            if content.is_empty() {
                continue;
            }
            if is_comment(content) {
                if let Before::Bare(bare) = &mut self.before {
                    bare.commented = true;
                }
                continue;
            }
            let start = start + mark + column;
            indented_by_blanks(start, content)?;
            if column == 0 && (content.starts_with("---") || content.starts_with("...")) {
                return Err(None);
            }
            if self.is_apart(start, column, content)? {
                self.content(start, column, content)?;
            }
        }
        Ok(())
    }

    /// Returns whether a line begins a new value rather than continuing the text above it, and finds its level.
    fn is_apart(&mut self, start: usize, column: usize, content: &'a str) -> Step<bool> {
        let top = self.levels.last().map(|level| level.column);
        let is_entry = bare_key(content).is_some() || is_dash(content);
        match self.before {
            Before::Bare(bare) if top.is_none_or(|top| column > top) => {
                if begins_entry(content) || (is_dash(content) && !bare.line.contains(' ') && column > bare.column) {
                    return Err(missing_colon(bare.start, bare.line));
                }
                let cannot_go_on = bare.commented || content.starts_with(NO_TEXT) || is_entry;
                match bare.owner {
                    Some(owner) if cannot_go_on => Err(self.missing_bar(owner)),
                    _ => Ok(false),
                }
            }
            Before::Plain | Before::Whole if top.is_some_and(|top| column > top) => match (is_entry, self.before) {
                (true, _) => Err(self.out_of_line(start, column, content)),
                (false, Before::Plain) => Ok(false),
                _ => Err(missing_colon(start, content)),
            },
            _ => {
                self.leave(start, column, content)?;
                Ok(true)
            }
        }
    }

    /// Leaves the levels to the right of a line.
    fn leave(&mut self, start: usize, column: usize, content: &str) -> Step<()> {
        if self.levels.last().is_none_or(|level| level.column < column) {
            return Ok(());
        }
        let inside = self.levels.iter().rposition(|level| level.column <= column);
        if inside.is_none_or(|number| self.levels[number].column < column) {
            return Err(self.out_of_line(start, column, content));
        }
        self.levels.truncate(inside.map_or(0, |number| number + 1));
        // Dashes may be in the column of the keys around them.
        if let [.., Level { column: keys, kind: Kind::Keys, .. }, Level { kind: Kind::Dashes, .. }] = &self.levels[..]
            && *keys == column
            && !is_dash(content)
        {
            self.levels.pop();
        }
        Ok(())
    }

    /// Reports a line indented between two levels.
    fn out_of_line(&self, start: usize, column: usize, content: &str) -> Option<Cause> {
        let kind = if is_dash(content) { Kind::Dashes } else { Kind::Keys };
        let alike = |level: &&Level<'_>| level.kind == kind;
        // The line most likely belongs to a level further right, or else to the innermost one.
        let level = self.levels.iter().rev().take_while(|level| level.column > column).filter(alike).last();
        let level = level.or_else(|| self.levels.iter().rev().find(alike))?;
        let found = marked_word(content);
        let expected = match kind {
            Kind::Keys => format!("a key indented by {} spaces like `{}` above it", level.column, level.key),
            Kind::Dashes => format!("a dash indented by {} spaces like the one above it", level.column),
        };
        marked(start, found, format!("expected {expected}, found {column}"))
    }

    /// Reports a multi-line text without `|`.
    fn missing_bar(&self, owner: &str) -> Option<Cause> {
        let start = owner.as_ptr().addr() - self.text.as_ptr().addr();
        marked(start, owner, format!("expected `|` after `{owner}:` before a text of several lines, found none"))
    }

    /// Scans a line after its indentation.
    fn content(&mut self, mut start: usize, mut column: usize, mut content: &'a str) -> Step<()> {
        while is_dash(content) {
            match self.levels.last() {
                Some(level) if level.column == column && level.kind == Kind::Keys => {
                    if !matches!(self.before, Before::Open(_)) {
                        let message = "expected a key with a colon, found a dash; write the list below a separate key";
                        return Err(marked(start, "-", message));
                    }
                    self.levels.push(Level { column, kind: Kind::Dashes, key: "" });
                }
                Some(level) if level.column == column => {}
                _ => self.levels.push(Level { column, kind: Kind::Dashes, key: "" }),
            }
            let rest = content[1..].trim_start_matches([' ', '\t']);
            let blanks = content.len() - rest.len();
            (start, column, content) = (start + blanks, column + blanks, rest);
            self.before = Before::Open(None);
            if content.is_empty() || is_comment(content) {
                return Ok(());
            }
        }
        let level = self.levels.last().filter(|level| level.column == column).map(|level| level.kind);
        let Some((key, after)) = self.key(start, column, content)? else {
            return self.without_key(start, column, content, level);
        };
        match level {
            Some(Kind::Dashes) => {
                let found = quoted(content);
                return Err(marked(start, content, format!("expected an item that begins with a dash, found {found}")));
            }
            Some(Kind::Keys) => {}
            None => self.levels.push(Level { column, kind: Kind::Keys, key }),
        }
        if let Some(level) = self.levels.last_mut() {
            level.key = key;
        }
        let rest = &content[after..];
        self.before = Before::Open(Some(key));
        if is_over(rest) {
            return Ok(());
        }
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.value(start + after + blanks, column, &rest[blanks..])
    }

    /// Returns the key that a line begins with, and the offset after its colon.
    fn key(&mut self, start: usize, column: usize, content: &'a str) -> Step<Option<(&'a str, usize)>> {
        match content.as_bytes() {
            [b'?'] | [b'?', b' ', ..] => Err(None),
            [b'"' | b'\'', ..] => {
                let end = self.quoted(start, column)?;
                let rest = &self.text[end..line_end(self.text, end)];
                let blanks = rest.len() - rest.trim_start_matches(' ').len();
                if !rest[blanks..].starts_with(':') || end > start + content.len() {
                    return Ok(None);
                }
                Ok(Some((&content[1..end - start - 1], end - start + blanks + 1)))
            }
            [b'{' | b'[' | b'|' | b'>' | b'*' | b'&' | b'!', ..] => Ok(None),
            _ => match bare_key(content) {
                Some(key) if key.contains(":{") || key.contains(":[") => Err(missing_colon(start, content)),
                Some(key) => {
                    let colon = content[key.len()..].find(':').unwrap_or_default();
                    Ok(Some((key, key.len() + colon + 1)))
                }
                None => Ok(None),
            },
        }
    }

    /// Scans a line, or the rest of one after a dash, that does not begin with a key.
    fn without_key(&mut self, start: usize, column: usize, content: &'a str, level: Option<Kind>) -> Step<()> {
        let is_plain = !content.starts_with(NO_TEXT) && !content.starts_with(['"', '\'', '{', '[', '|', '>', '*', '&']);
        match level {
            Some(Kind::Keys) if is_plain || content.starts_with(['"', '\'']) => Err(missing_colon(start, content)),
            Some(_) => Err(None),
            None if is_plain => {
                let owner = if let Before::Open(owner) = self.before { owner } else { None };
                self.before = Before::Bare(Bare { start, line: content, owner, column, commented: false });
                Ok(())
            }
            None => {
                let parent = self.levels.last().map_or(0, |level| level.column);
                self.value(start, parent, content)
            }
        }
    }

    /// Scans a value on the line of its key or dash, which is in this column.
    fn value(&mut self, start: usize, column: usize, content: &'a str) -> Step<()> {
        match content.as_bytes() {
            [b'"' | b'\'', ..] => {
                let end = self.quoted(start, column)?;
                self.go_behind(end);
                let rest = self.rest_of_line(end);
                if rest.trim_start().starts_with(':') {
                    return Err(None);
                }
                if is_over(rest) { Ok(()) } else { Err(self.behind_quote(start, end)) }
            }
            [b'{' | b'[', ..] => {
                let end = self.flow(start, column)?;
                self.go_behind(end);
                self.behind_bracket(end)
            }
            [b'|' | b'>', ..] => self.text_below(start, column, content),
            [b'-'] | [b'-', b' ', ..] => {
                let message = "expected a value, found a dash; begin the list on the next line";
                Err(marked(start, "-", message))
            }
            [b'&', ..] => {
                let name = content.find([' ', '\t']).unwrap_or(content.len());
                let rest = content[name..].trim_start_matches([' ', '\t']);
                match (name, rest) {
                    (1, _) => Err(None),
                    (_, rest) if rest.is_empty() || is_comment(rest) => Ok(()),
                    (_, rest) => self.value(start + content.len() - rest.len(), column, rest),
                }
            }
            [b'*', ..] => {
                self.before = Before::Whole;
                Ok(())
            }
            _ if content.starts_with(NO_TEXT) => Err(None),
            _ => {
                self.before = Before::Plain;
                let Some(key) = bare_key(content) else { return Ok(()) };
                let colon = start + key.len() + content[key.len()..].find(':').unwrap_or_default();
                let message = "expected a key with one colon and its value on a line; \
                               put a text that has a colon in quotes";
                Err(at(Span::new(colon, colon + 1), message))
            }
        }
    }

    /// Scans a block scalar from its indicator on, below a key or dash in this column.
    fn text_below(&mut self, start: usize, column: usize, content: &'a str) -> Step<()> {
        let sign = &content[..1];
        let rest = content[1..].trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
        if !is_over(rest) {
            let found = rest.trim_start();
            let message =
                format!("expected nothing after `{sign}`, found {}; begin the text on the next line", quoted(found));
            return Err(marked(start + content.len() - found.len(), found, message));
        }
        let explicit = content.len() - rest.len() > 1 && content[1..].starts_with(|c: char| c.is_ascii_digit());
        let mut first = None;
        self.before = Before::Whole;
        while self.at < self.text.len() {
            let end = line_end(self.text, self.at);
            let line = &self.text[self.at..end];
            let blanks = line.bytes().take_while(|byte| *byte == b' ').count();
            let begins = self.at + blanks;
            let text = line[blanks..].trim_end();
            if text.is_empty() && !line.contains('\t') {
                self.at = end + 1;
                continue;
            }
            if line[blanks..].starts_with('\t') && first.unwrap_or(column + 1) > blanks {
                indented_by_blanks(begins, &line[blanks..])?;
            }
            if blanks <= column {
                let is_text = first.is_none() && !is_comment(text) && bare_key(text).is_none() && !is_dash(text);
                let owner = self.levels.last().filter(|level| is_text && level.kind == Kind::Keys);
                return match owner {
                    Some(owner) => Err(marked(
                        begins,
                        text,
                        format!(
                            "expected the lines of `{}` indented by more than {column} spaces, found {blanks}",
                            owner.key
                        ),
                    )),
                    None => Ok(()),
                };
            }
            match first {
                Some(first) if blanks < first && !explicit => {
                    if is_comment(text) {
                        return Ok(());
                    }
                    let message = format!(
                        "expected a line indented by {first} spaces like the first one of the text, found {blanks}"
                    );
                    return Err(marked(begins, text, message));
                }
                _ => first = first.or(Some(blanks)),
            }
            self.at = end + 1;
        }
        Ok(())
    }

    /// Continues on the line after the end of a value.
    fn go_behind(&mut self, end: usize) {
        self.at = line_end(self.text, end) + 1;
        self.before = Before::Whole;
    }

    pub(super) fn rest_of_line(&self, from: usize) -> &'a str {
        self.text[from..line_end(self.text, from)].trim_end()
    }
}

/// Characters that plain text cannot begin with.
const NO_TEXT: [char; 9] = ['@', '`', '%', '!', ',', ']', '}', '#', '?'];

/// Returns the key, dash or first word of a line.
fn marked_word(content: &str) -> &str {
    match bare_key(content) {
        Some(key) => key,
        None if is_dash(content) => "-",
        None => content,
    }
}

/// Reports tabs and other whitespace that looks like indentation but is not.
fn indented_by_blanks(start: usize, content: &str) -> Step<()> {
    let Some(first) = content.chars().next() else { return Ok(()) };
    let message = match first {
        '\t' => "expected spaces, found a tab; indent with spaces",
        first if is_odd_blank(first) => "expected spaces, found a no-break space; indent with ordinary spaces",
        _ => return Ok(()),
    };
    Err(at(Span::new(start, start + first.len_utf8()), message))
}
