//! Finds the map and key at a cursor in text that may not parse, from indentation and brackets alone.

use foeman_schema::text::{Pointer, Span};

/// The position of a cursor in the structure of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The map that contains the key at the cursor, or the value at the cursor if it is not in a map.
    pub around: Pointer,
    /// Whether a key or a value is written at the cursor.
    pub spot: Spot,
    /// The other keys of the map, with their text if they have a scalar value.
    pub siblings: Vec<(String, Option<String>)>,
    /// The bytes typed so far, up to the cursor.
    pub span: Span,
    /// The layout of the map.
    pub layout: Layout,
    /// The column of the typed text, and the column of the first non-blank character of its line.
    pub columns: [usize; 2],
}

/// The part of an entry at a cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A key of the surrounding map, or the surrounding value itself; the field's type decides which.
    Entry,
    /// The value of a key.
    Value(Pointer),
}

/// The layout of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Block style, by lines.
    Block,
    /// Flow style, in brackets.
    Flow,
}

/// Longer texts are too slow to scan on each keystroke.
const MOST: usize = 1 << 20;

/// Finds the cursor `at` in `part` of a text, where `base` is the pointer of `part`. Returns nothing inside comments
/// and block scalars.
pub fn find(text: &str, part: Span, base: &Pointer, at: usize) -> Option<Cursor> {
    let (at, text) = (at.checked_sub(part.start)?, text.get(part.range())?);
    if text.len() > MOST {
        return None;
    }
    let mut scan = Scan::new(base);
    scan.lines(text.get(..at)?, Until::Cursor);
    let Found { start, part: is } = scan.found.take()?;
    let around = scan.around.clone()?;
    let line = &text[text[..at].rfind('\n').map_or(0, |newline| newline + 1)..at];
    let line_start = at - line.len();
    let own = text[start..].split([':', '\n', ',', '}']).next().unwrap_or_default().trim_end();
    let mut all = Scan::new(base);
    all.wanted = Some((around.clone(), scan.depth));
    all.lines(text, Until::End);
    all.close();
    let mut siblings = all.collected;
    if is == Is::Entry {
        siblings.retain(|(key, _)| key != own);
    }
    let spot = match is {
        Is::Entry => Spot::Entry,
        Is::Value => Spot::Value(scan.path()),
    };
    let indent = line.len() - line.trim_start_matches(' ').len();
    Some(Cursor {
        around,
        spot,
        siblings,
        span: Span::new(start, at).shifted(part.start),
        layout: if scan.levels.iter().any(|level| level.flow) { Layout::Flow } else { Layout::Block },
        columns: [start.saturating_sub(line_start), indent],
    })
}

/// A map or list that is still open at this point of the scan.
#[derive(Clone, Debug)]
struct Level {
    col: usize,
    flow: bool,
    list: bool,
    /// The current key or index.
    step: String,
    /// Whether a value follows.
    value: bool,
    entries: Vec<(String, Option<String>)>,
}

/// The part of an entry at the end of the scanned text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Is {
    Entry,
    Value,
}

#[derive(Debug)]
struct Found {
    start: usize,
    part: Is,
}

/// How far to scan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Up to the cursor, which is at the end of the text.
    Cursor,
    /// Up to the end of the text.
    End,
}

struct Scan<'b> {
    base: &'b Pointer,
    levels: Vec<Level>,
    /// The column of the key whose block scalar is being scanned.
    block: Option<usize>,
    found: Option<Found>,
    around: Option<Pointer>,
    /// The number of levels up to the map at the cursor.
    depth: usize,
    /// The map whose keys to collect, with its depth.
    wanted: Option<(Pointer, usize)>,
    collected: Vec<(String, Option<String>)>,
}

impl<'b> Scan<'b> {
    fn new(base: &'b Pointer) -> Self {
        Self {
            base,
            levels: Vec::new(),
            block: None,
            found: None,
            around: None,
            depth: 0,
            wanted: None,
            collected: Vec::new(),
        }
    }

    /// Returns the pointer to the current value.
    fn path(&self) -> Pointer {
        self.way(self.levels.len())
    }

    /// Returns the pointer through the first `levels` levels.
    fn way(&self, levels: usize) -> Pointer {
        let steps = self.levels[..levels].iter().map(|level| level.step.clone()).filter(|step| !step.is_empty());
        self.base.join(&steps.collect::<Vec<_>>())
    }

    fn lines(&mut self, text: &str, until: Until) {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let is_last = until == Until::Cursor && start + line.len() == text.len() && !line.ends_with('\n');
            self.line(start, line.trim_end_matches(['\n', '\r']), is_last);
            start += line.len();
        }
        if until == Until::Cursor && (text.is_empty() || text.ends_with('\n')) {
            self.line(start, "", true);
        }
    }

    fn pop(&mut self) {
        let depth = self.levels.len();
        let wanted =
            self.wanted.as_ref().is_some_and(|(at, at_depth)| *at_depth == depth && *at == self.way(depth - 1));
        if let Some(level) = self.levels.pop()
            && wanted
        {
            self.collected.extend(level.entries);
        }
    }

    fn pop_while(&mut self, goes: impl Fn(&Level) -> bool) {
        while self.levels.last().is_some_and(&goes) {
            self.pop();
        }
    }

    fn close(&mut self) {
        self.pop_while(|_| true);
    }

    /// Records that the key or value from `start` extends to the cursor.
    fn find(&mut self, start: usize, part: Is, col: usize) {
        let depth = self.levels.len();
        let in_map = self.levels.last().is_some_and(|top| !top.list && (top.flow || top.col == col));
        let around = match part {
            _ if depth == 0 && col == 0 => Pointer::root(),
            Is::Entry if !in_map => self.path(),
            Is::Entry | Is::Value => self.way(depth.saturating_sub(1)),
        };
        self.around = Some(around);
        // A map whose first key is being typed has no level yet.
        self.depth = if part == Is::Entry && !in_map { depth + 1 } else { depth };
        self.found = Some(Found { start, part });
    }

    fn line(&mut self, start: usize, line: &str, last: bool) {
        let shown = if start == 0 { line.trim_start_matches('\u{feff}') } else { line };
        let mut start = start + line.len() - shown.len();
        let mut content = shown.trim_start_matches(' ');
        let mut col = shown.len() - content.len();
        start += col;
        if content.is_empty() && !last {
            return;
        }
        if let Some(parent) = self.block {
            if col > parent {
                return;
            }
            self.block = None;
        }
        if self.levels.last().is_some_and(|level| level.flow) {
            let base = self.levels.iter().rev().find(|level| !level.flow).map_or(0, |level| level.col);
            if col > base || content.starts_with(['}', ']']) || self.levels.iter().all(|level| level.flow) {
                self.flow(start, content, last);
                return;
            }
            // An unclosed bracket ends at the next block entry.
            self.pop_while(|level| level.flow);
        }
        if content.starts_with('#') {
            return;
        }
        let mut dashed = false;
        while content == "-" && !last || content.starts_with("- ") {
            self.pop_while(|level| level.col > col);
            match self.levels.last_mut().filter(|level| level.list && level.col == col) {
                Some(list) => list.step = (list.step.parse::<usize>().unwrap_or_default() + 1).to_string(),
                None => self.push(col, false, true),
            }
            let rest = content[1..].trim_start_matches(' ');
            let gone = content.len() - rest.len();
            (start, col, content, dashed) = (start + gone, col + gone, rest, true);
        }
        self.pop_while(|level| level.col > col || level.col == col && level.list && !dashed);
        if content.is_empty() && last {
            return self.find(start, Is::Entry, col);
        }
        let Some((key, after)) = key(content) else {
            if content.starts_with(['{', '[']) {
                self.flow(start, content, last);
            } else if last && !content.starts_with(['|', '>', '&', '*', '!']) {
                self.find(start, Is::Entry, col);
            }
            return;
        };
        if self.levels.last().is_none_or(|level| level.list || level.col != col) {
            self.push(col, false, false);
        }
        self.begin(key);
        let value = content[after..].trim_start_matches(' ');
        let start = start + content.len() - value.len();
        if value.starts_with(['{', '[']) {
            self.flow(start, value, last);
        } else if value.starts_with(['|', '>']) {
            self.block = Some(col);
        } else if value.starts_with('#') || value.contains(" #") {
            self.end(value.split(" #").next().unwrap_or_default());
        } else if last {
            let quote = usize::from(value.starts_with(['"', '\'']));
            self.find(start + quote, Is::Value, col);
        } else {
            self.end(value);
        }
    }

    fn push(&mut self, col: usize, flow: bool, list: bool) {
        let step = if list { "0" } else { "" }.to_owned();
        self.levels.push(Level { col, flow, list, step, value: false, entries: Vec::new() });
    }

    /// Starts an entry of the current map.
    fn begin(&mut self, key: &str) {
        if let Some(map) = self.levels.last_mut() {
            map.step = key.to_owned();
            map.value = true;
            map.entries.push((key.to_owned(), None));
        }
    }

    /// Sets the text of the current entry's value.
    fn end(&mut self, value: &str) {
        let value = value.trim();
        if let Some((_, text)) = self.levels.last_mut().and_then(|map| map.entries.last_mut())
            && !value.is_empty()
        {
            *text = Some(value.trim_matches(['"', '\'']).to_owned());
        }
    }

    /// Scans a line inside brackets.
    fn flow(&mut self, start: usize, line: &str, last: bool) {
        let mut at = 0;
        loop {
            at += line[at..].len() - line[at..].trim_start_matches([' ', '\t']).len();
            let rest = &line[at..];
            let in_value = self.levels.last().is_some_and(|level| level.flow && !level.list && level.value);
            let is = if in_value { Is::Value } else { Is::Entry };
            let Some(first) = rest.chars().next() else {
                if last && self.levels.last().is_some_and(|level| level.flow) {
                    self.find(start + at, is, usize::MAX);
                }
                return;
            };
            match first {
                '{' | '[' => self.push(usize::MAX, true, first == '['),
                '}' | ']' => {
                    self.pop();
                    if !self.levels.last().is_some_and(|level| level.flow) {
                        return;
                    }
                }
                ',' => {
                    if let Some(level) = self.levels.last_mut() {
                        let next = level.step.parse::<usize>().unwrap_or_default() + 1;
                        level.step = if level.list { next.to_string() } else { String::new() };
                        level.value = false;
                    }
                }
                '#' => return,
                ':' => {
                    if let Some(level) = self.levels.last_mut() {
                        level.value = true;
                    }
                }
                _ => {
                    let (word, length) = word(rest);
                    let quote = usize::from(matches!(first, '"' | '\''));
                    let closed = quote == 1 && length == word.len() + 2;
                    if last && length == rest.len() && !closed {
                        return self.find(start + at + quote, is, usize::MAX);
                    }
                    at += length;
                    let is_key = is == Is::Entry && line[at..].trim_start_matches(' ').starts_with(':');
                    match self.levels.last() {
                        Some(level) if is_key && !level.list => self.begin(word),
                        Some(_) if in_value => self.end(word),
                        _ => {}
                    }
                    continue;
                }
            }
            at += 1;
        }
    }
}

/// Returns the key at the start of a line, and the offset after its colon.
fn key(content: &str) -> Option<(&str, usize)> {
    let quote = content.chars().next().filter(|first| matches!(first, '"' | '\''));
    let (key, colon) = match quote {
        Some(quote) => {
            let end = content[1..].find(quote)? + 1;
            let blanks = content[end + 1..].len() - content[end + 1..].trim_start_matches(' ').len();
            (&content[1..end], end + 1 + blanks)
        }
        None if content.starts_with(['{', '[', '#', '|', '>']) => return None,
        None => {
            let ends = |(at, _): &(usize, &str)| matches!(content.as_bytes().get(at + 1), None | Some(b' '));
            let colon = content.match_indices(':').find(ends)?.0;
            if content[..colon].contains(" #") {
                return None;
            }
            (content[..colon].trim_end(), colon)
        }
    };
    content[colon..].starts_with(':').then_some((key, colon + 1))
}

/// Returns the word at the start of a text in flow style, and its length in bytes including quotes.
fn word(rest: &str) -> (&str, usize) {
    if let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) {
        return match rest[1..].find(quote) {
            Some(end) => (&rest[1..=end], end + 2),
            None => (&rest[1..], rest.len()),
        };
    }
    let ends = |(at, letter): &(usize, char)| match letter {
        ',' | ']' | '}' | '{' | '[' => true,
        ':' => matches!(rest.as_bytes().get(at + 1), None | Some(b' ' | b',' | b'}' | b']')),
        '#' => rest[..*at].ends_with(' '),
        _ => false,
    };
    let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
    let word = rest[..end].trim_end();
    // If blanks end the line, the cursor is after them, so they are not part of the word.
    (word, if end == rest.len() && word.len() < end { word.len() } else { end })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For the `|` in a record below `/items`: the surrounding map or the value, the typed text, and the other keys.
    fn at(text: &str) -> Option<(String, String, Vec<String>)> {
        let cursor = text.find('|').unwrap();
        let text = [&text[..cursor], &text[cursor + 1..]].concat();
        let found = find(&text, Span::new(0, text.len()), &Pointer::root().child("items"), cursor)?;
        let shown = match &found.spot {
            Spot::Entry => format!("in {}", found.around),
            Spot::Value(at) => format!("at {at}"),
        };
        let siblings = found.siblings.iter().map(|(key, _)| key.clone()).collect();
        Some((shown, text[found.span.range()].to_owned(), siblings))
    }

    fn check(text: &str, place: &str, typed: &str, siblings: &[&str]) {
        let found = at(text).unwrap_or_else(|| panic!("no cursor position found in {text:?}"));
        assert_eq!((found.0.as_str(), found.1.as_str()), (place, typed), "{text:?}");
        assert_eq!(found.2, siblings, "{text:?}");
    }

    #[test]
    fn keys_are_written_in_the_map_that_their_column_says() {
        check("  axe:\n    title: Axe\n    si|\n    class: wpn\n", "in /items/axe", "si", &["title", "class"]);
        check("  axe:\n    title: Axe\n    |\n", "in /items/axe", "", &["title"]);
        check("  axe:\n    |\n    class: wpn\n", "in /items/axe", "", &["class"]);
        check("  axe:\n    |", "in /items/axe", "", &[]);
        check("  axe:\n    requires:\n      s|\n    size: 1\n", "in /items/axe/requires", "s", &[]);
        check("  axe:\n    requires:\n      st: 1\n    |\n", "in /items/axe", "", &["requires"]);
        check("  axe:\n    title: Axe\n|", "in ", "", &[]);
        check("  ax|", "in /items", "ax", &[]);
        check("  axe:\n    title: Axe\n  |\n", "in /items", "", &["axe"]);
        check("  axe:\n    ti|tle: Axe\n    size: 1\n", "in /items/axe", "ti", &["size"]);
        check("  axe:\r\n    title: Axe\r\n    si|\r\n    class: wpn\r\n", "in /items/axe", "si", &["title", "class"]);
    }

    #[test]
    fn items_of_lists_are_counted() {
        let text = "  a:\n    gear:\n      - {item: x}\n      - item: y\n        pl|\n      - item: z\n";
        check(text, "in /items/a/gear/1", "pl", &["item"]);
        check("  a:\n    gear:\n    - item: x\n    - |\n", "in /items/a/gear/1", "", &[]);
        check("  a:\n    with:\n      - sand\n      - gr|\n", "in /items/a/with/1", "gr", &[]);
        check("  a:\n    gear:\n    - item: x|\n", "at /items/a/gear/0/item", "x", &["item"]);
        check("  a:\n    gear:\n    - item: x\n    siz|\n", "in /items/a", "siz", &["gear"]);
    }

    #[test]
    fn values_are_found_with_their_keys() {
        check("  axe:\n    class: w|\n", "at /items/axe/class", "w", &["class"]);
        check("  axe:\n    class: |\n    size: 1\n", "at /items/axe/class", "", &["class", "size"]);
        check("  axe:\n    class:|\n", "at /items/axe/class", "", &["class"]);
        check("  axe:\n    extends: \"sw|\"\n", "at /items/axe/extends", "sw", &["extends"]);
        check("  axe:\n    extends:\n      sw|\n", "in /items/axe/extends", "sw", &[]);
        check("  \"a b\":\n    'class': w|\n", "at /items/a b/class", "w", &["class"]);
    }

    #[test]
    fn brackets_are_followed_over_lines_and_left_where_they_were_never_closed() {
        check("  axe:\n    requires: {st: 1, d|}\n", "in /items/axe/requires", "d", &["st"]);
        check("  axe:\n    requires: {|, st: 1}\n", "in /items/axe/requires", "", &["st"]);
        check("  axe:\n    requires: {st: |}\n", "at /items/axe/requires/st", "", &["st"]);
        check("  a:\n    gear: [{item: x, place: b}, {item: y|}]\n", "at /items/a/gear/1/item", "y", &["item"]);
        check("  a:\n    gear: [{item: 'x, y', pl|\n", "in /items/a/gear/0", "pl", &["item"]);
        check("  a:\n    with: [sand, gr|]\n", "in /items/a/with/1", "gr", &[]);
        check("  a:\n    gear: [\n      {item: x},\n      {it|\n    ]\n", "in /items/a/gear/1", "it", &[]);
        check("  a:\n    requires: {st: 1\n    si|\n", "in /items/a", "si", &["requires"]);
        check("  a: {title: A, cl|", "in /items/a", "cl", &["title"]);
        check("  a:\n    requires: {st: 1}\n    s|\n", "in /items/a", "s", &["requires"]);
    }

    #[test]
    fn nothing_is_found_in_comments_and_in_blocks_of_text() {
        for text in ["  a:\n    # class: |\n", "  a:\n    class: wpn # w|\n", "  a:\n    with: [sand, # gr|\n"] {
            assert_eq!(at(text), None, "{text:?}");
        }
        let text = "  a:\n    rows: |\n      wsw\n    le";
        let end = find(text, Span::new(0, text.len()), &Pointer::root(), text.len()).unwrap();
        assert_eq!((end.around.to_string(), &text[end.span.range()]), ("/a".to_owned(), "le"));
        assert_eq!(find(text, Span::new(0, text.len()), &Pointer::root(), text.len() - 8), None);
    }
}
