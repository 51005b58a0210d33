//! Fast parsing of bracketed collections on one line.

use super::{KEY_BYTES, Reader, starts_plain, taken};
use crate::source::tree::{Layout, Node, NodeKind, Pair, Style};
use crate::text::Span;

impl Reader<'_> {
    /// Parses a bracketed collection.
    pub(super) fn flow(&mut self) -> Option<Node> {
        match self.peek()? {
            b'{' => self.inside(Self::flow_map),
            b'[' => self.inside(Self::flow_list),
            _ => None,
        }
    }

    fn flow_map(&mut self) -> Option<Node> {
        let (start, first) = (self.at, self.pairs.len());
        let mut more = self.opened(b'}');
        while more {
            let key = self.flow_scalar(Role::Key)?;
            let key_span = key.span();
            let (NodeKind::Scalar { text: key, .. }, true) = (key.kind, self.bytes[self.at..].starts_with(b": "))
            else {
                return None;
            };
            self.at += 2;
            let value = self.flow_value()?;
            self.pairs.push(Pair::new(key, key_span, value));
            more = self.separated(b'}')?;
        }
        Some(Node::new(Span::new(start, self.at), NodeKind::map(Layout::Flow, taken(&mut self.pairs, first))))
    }

    fn flow_list(&mut self) -> Option<Node> {
        let (start, first) = (self.at, self.items.len());
        let mut more = self.opened(b']');
        while more {
            let item = self.flow_value()?;
            self.items.push(item);
            more = self.separated(b']')?;
        }
        Some(Node::new(Span::new(start, self.at), NodeKind::seq(Layout::Flow, taken(&mut self.items, first))))
    }

    /// Skips the opening bracket; returns whether the collection has content.
    fn opened(&mut self, close: u8) -> bool {
        self.at += 1;
        self.skip_blanks();
        let empty = self.peek() == Some(close);
        self.at += usize::from(empty);
        !empty
    }

    /// Skips the separator after a value in brackets; returns whether it is a comma.
    fn separated(&mut self, close: u8) -> Option<bool> {
        self.skip_blanks();
        let found = self.peek()?;
        self.at += 1;
        match found {
            b',' => {
                self.skip_blanks();
                Some(true)
            }
            found => (found == close).then_some(false),
        }
    }

    fn flow_value(&mut self) -> Option<Node> {
        self.skip_blanks();
        if matches!(self.peek()?, b'{' | b'[') { self.flow() } else { self.flow_scalar(Role::Value) }
    }

    fn flow_scalar(&mut self, role: Role) -> Option<Node> {
        let start = self.at;
        match self.peek()? {
            b'"' | b'\'' => {
                let node = self.quoted()?;
                return (node.span().end - start <= KEY_BYTES).then_some(node);
            }
            b'-' if matches!(self.bytes.get(start + 1), Some(next) if starts_plain(*next)) => {}
            first if starts_plain(first) => {}
            _ => return None,
        }
        loop {
            let next = self.bytes.get(self.at + 1);
            match (self.peek()?, role) {
                (b',' | b'}' | b']', Role::Value) => break,
                (b':', Role::Key) if next == Some(&b' ') => break,
                (b':', _) if !matches!(next, Some(b' ' | b',' | b'[' | b']' | b'{' | b'}' | b'\n') | None) => {}
                (b'#', _) if self.bytes[self.at - 1] != b' ' => {}
                (b'[' | b']' | b'{' | b'}' | b',' | b':' | b'#' | b'\n', _) => return None,
                _ => {}
            }
            self.at += 1;
        }
        let blanks = self.bytes[start..self.at].iter().rev().take_while(|byte| **byte == b' ').count();
        let span = Span::new(start, self.at - blanks);
        let certain = span.end - span.start <= KEY_BYTES && (role == Role::Value || blanks == 0);
        certain.then(|| self.scalar(span, span, Style::Plain))
    }
}

/// The role of a scalar in brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Key,
    Value,
}
