//! Fast parsing of block maps, lists and literals.

use super::{KEY_BYTES, Reader, starts_plain, taken};
use crate::source::tree::{Header, Layout, Node, NodeKind, Pair, Style};
use crate::text::Span;
use ecow::EcoString;

impl Reader<'_> {
    /// Parses a map whose keys are in this column, from its first key on.
    pub(super) fn block_map(&mut self, column: usize) -> Option<Node> {
        self.inside(|reader| {
            let (start, first) = (reader.at, reader.pairs.len());
            loop {
                if column == 0 && is_marker(&reader.bytes[reader.at..]) {
                    return None;
                }
                let entry = reader.block_entry(column)?;
                reader.pairs.push(entry);
                match reader.next_content() {
                    Some((next, at)) if next == column => reader.at = at,
                    Some((next, _)) if next > column => return None,
                    _ => break,
                }
            }
            let last = reader.pairs.last()?;
            let end = last.value.span().end.max(last.key_span().end + 1);
            let kind = NodeKind::map(Layout::Block, taken(&mut reader.pairs, first));
            Some(Node::new(Span::new(start, end), kind))
        })
    }

    /// Parses a list whose dashes are in this column, from its first dash on.
    fn block_list(&mut self, column: usize) -> Option<Node> {
        self.inside(|reader| {
            let (start, first) = (reader.at, reader.items.len());
            loop {
                let item = reader.block_item(column)?;
                reader.items.push(item);
                match reader.next_content() {
                    Some((next, at)) if next == column && reader.is_dash(at) => reader.at = at,
                    Some((next, _)) if next > column => return None,
                    _ => break,
                }
            }
            let end = reader.items.last()?.span().end;
            let kind = NodeKind::seq(Layout::Block, taken(&mut reader.items, first));
            Some(Node::new(Span::new(start, end), kind))
        })
    }

    fn is_dash(&self, at: usize) -> bool {
        self.bytes[at..].starts_with(b"- ")
    }

    /// Parses a key with its value, up to the start of a line.
    fn block_entry(&mut self, column: usize) -> Option<Pair> {
        let (key, key_span) = self.block_key()?;
        self.at += 1;
        let colon_end = self.at;
        self.skip_blanks();
        let value = match self.peek() {
            Some(b'|') => self.literal(column)?,
            None | Some(b'\n' | b'#') => {
                self.at = colon_end;
                self.end_line()?;
                match self.next_content() {
                    Some((next, at)) if next >= column && self.is_dash(at) => {
                        self.at = at;
                        self.block_list(next)?
                    }
                    Some((next, at)) if next > column => {
                        self.at = at;
                        self.block_map(next)?
                    }
                    _ => self.scalar(Span::at(key_span.end), Span::at(key_span.end), Style::Plain),
                }
            }
            Some(_) => self.line_value()?,
        };
        Some(Pair::new(key, key_span, value))
    }

    /// Parses a key up to its colon, which must be followed by a space or line end.
    fn block_key(&mut self) -> Option<(EcoString, Span)> {
        let start = self.at;
        let span = match self.peek()? {
            b'"' | b'\'' => self.quoted()?.span(),
            first if starts_plain(first) => {
                let end = self.bytes[start..].windows(2).position(|pair| is_colon(pair) || is_end(pair))? + start;
                Span::new(start, end)
            }
            _ => return None,
        };
        let colon = self.bytes.get(span.end) == Some(&b':')
            && matches!(self.bytes.get(span.end + 1), None | Some(b' ' | b'\n'));
        if !colon || self.bytes[span.end - 1] == b' ' || span.end - start > KEY_BYTES {
            return None;
        }
        self.at = span.end;
        self.nodes += 1;
        let inner = if starts_plain(self.bytes[start]) { span } else { Span::new(start + 1, span.end - 1) };
        Some((EcoString::from(&self.text[inner.range()]), span))
    }

    /// Parses an item from its dash on, up to the start of a line.
    fn block_item(&mut self, column: usize) -> Option<Node> {
        let dash = self.at;
        self.at += 1;
        self.skip_blanks();
        let start = self.at;
        if self.block_key().is_some() {
            self.at = start;
            return self.block_map(column + start - dash);
        }
        self.at = start;
        self.line_value()
    }

    /// Parses a value that ends on this line, up to the start of the next one.
    fn line_value(&mut self) -> Option<Node> {
        let value = match self.peek()? {
            b'{' | b'[' => self.flow()?,
            b'"' | b'\'' => self.quoted()?,
            _ => self.plain()?,
        };
        self.end_line()?;
        Some(value)
    }

    fn plain(&mut self) -> Option<Node> {
        let start = self.at;
        let first = self.peek()?;
        let certain = starts_plain(first)
            || (first == b'-' && matches!(self.bytes.get(start + 1), Some(next) if starts_plain(*next)));
        if !certain {
            return None;
        }
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let line = &rest[..length];
        let length = line.windows(2).position(|pair| pair == b" #").unwrap_or(length);
        let content = line[..length].trim_ascii_end();
        if content.ends_with(b":") || content.windows(2).any(|pair| pair == b": ") {
            return None;
        }
        let span = Span::new(start, start + content.len());
        self.at = span.end;
        Some(self.scalar(span, span, Style::Plain))
    }

    /// Parses a `|` block, from its header on, below a key in this column.
    fn literal(&mut self, column: usize) -> Option<Node> {
        let start = self.at;
        self.at += 1;
        let strip = self.peek() == Some(b'-');
        self.at += usize::from(strip);
        if self.peek() != Some(b'\n') {
            return None;
        }
        self.at += 1;
        let indent = self.bytes[self.at..].iter().take_while(|byte| **byte == b' ').count();
        if indent <= column || self.bytes.get(self.at + indent) == Some(&b'\n') {
            return None;
        }
        let first = self.at + indent;
        let (mut text, mut end) = (String::new(), first);
        while let Some((line, next)) = self.line_below(indent)? {
            if !line.is_empty() {
                end = next - 1;
            }
            text.push_str(line);
            text.push('\n');
            self.at = next;
        }
        text.truncate(text.trim_end_matches('\n').len());
        // Blocks that are blank or end in spaces are left to the full parser.
        if text.is_empty() || text.ends_with(' ') {
            return None;
        }
        if !strip {
            text.push('\n');
        }
        self.nodes += 1;
        let style = Style::Literal { header: Header::new(first - start) };
        Some(Node::new(Span::new(start, end), NodeKind::Scalar { text: text.into(), style }))
    }

    /// Returns the next line of a block without its indentation, and the start of the following line. The inner `None`
    /// is the end of the block, the outer one means that the end is uncertain.
    fn line_below(&self, indent: usize) -> Option<Option<(&str, usize)>> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Some(None);
        }
        let length = rest.iter().position(|byte| *byte == b'\n')?;
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        let next = self.at + length + 1;
        match () {
            // Spaces beyond the indentation are text.
            () if blanks == length => (length <= indent).then_some(Some(("", next))),
            () if blanks < indent => Some(None),
            () => Some(Some((&self.text[self.at + indent..self.at + length], next))),
        }
    }
}

fn is_colon(pair: &[u8]) -> bool {
    pair[0] == b':' && matches!(pair[1], b' ' | b'\n')
}

/// Returns whether a plain key ends here.
fn is_end(pair: &[u8]) -> bool {
    pair[0] == b'\n' || pair == b" #"
}

/// Returns whether an unindented line starts or ends a document.
fn is_marker(rest: &[u8]) -> bool {
    rest.starts_with(b"---") || rest.starts_with(b"...")
}
