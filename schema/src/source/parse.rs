//! Parses YAML text to a tree: a single document, with aliases expanded, within the limits.

use ecow::EcoString;
use std::collections::BTreeMap;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StructureStyle};

use super::cause::{Cause, cause};
use super::fault::{SyntaxError, SyntaxErrorKind};
use super::limits;
use super::lookalike;
use super::tree::{Header, Layout, Node, NodeKind, Pair, Style};
use super::wording;
use crate::text::Span;

/// Parses the only document of `text`; `None` if it is empty.
pub(crate) fn parse(text: &str) -> Result<Option<Node>, SyntaxError> {
    parse_as_is(text).map_err(|fault| lookalike::cause(text, fault, parse_as_is))
}

fn parse_as_is(text: &str) -> Result<Option<Node>, SyntaxError> {
    let options = granit_parser::options! {
        emit_unresolved_aliases: true,
        emit_comments: false,
        block_nesting_limit: limits::DEPTH + 2,
        flow_nesting_limit: limits::DEPTH,
    };
    let mut builder = Builder { text, root: None, open: Vec::new(), anchors: BTreeMap::new(), nodes: 0, last: 0 };
    let mut documents = 0;
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = next.map_err(|error| scan_fault(text, &error))?;
        let bytes = span.byte_range().unwrap_or_default();
        let span = Span::new(bytes.start, bytes.end.max(bytes.start));
        if matches!(event, Event::DocumentStart(..)) {
            documents += 1;
            if documents > 1 {
                return Err(syntax(span, "expected one document, found a second one".to_owned()));
            }
        }
        builder.event(event, span)?;
    }
    Ok(builder.root)
}

/// Builds a tree from parser events.
struct Builder<'a> {
    text: &'a str,
    root: Option<Node>,
    open: Vec<Open>,
    /// Anchored values by number, with their height.
    anchors: BTreeMap<usize, (Node, usize)>,
    nodes: usize,
    /// The end of the last token, where the search for block headers starts.
    last: usize,
}

/// A collection not yet closed.
struct Open {
    span: Span,
    layout: Layout,
    content: Content,
    anchor: usize,
    key: Option<(EcoString, Span)>,
    height: usize,
}

enum Content {
    Map(Vec<Pair>),
    Seq(Vec<Node>),
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), SyntaxError> {
        if event.tag().is_some() {
            return Err(syntax(
                self.tag(span),
                "expected a value, found a tag; packs use none, so remove it".to_owned(),
            ));
        }
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let node = self.scalar(&text, style, span);
                self.last = span.end;
                self.add(node, anchor, 0)
            }
            Event::MappingStart(style, anchor, _) => {
                self.open(Content::Map(Vec::new()), layout(style), anchor, span);
                Ok(())
            }
            Event::SequenceStart(style, anchor, _) => {
                let dash = Some(()).filter(|()| layout(style) == Layout::Block).and_then(|()| self.first_dash());
                let span = dash.map_or(span, Span::at);
                self.open(Content::Seq(Vec::new()), layout(style), anchor, span);
                Ok(())
            }
            Event::MappingEnd | Event::SequenceEnd => self.close(span),
            Event::Alias(anchor) => {
                self.last = span.end;
                let Some((node, height)) = self.anchors.get(&anchor).cloned() else {
                    return Err(syntax(
                        span,
                        "the alias is inside the value that it refers to; move it below that value".to_owned(),
                    ));
                };
                if self.open.len() + height > limits::DEPTH {
                    return Err(too_deep(span));
                }
                let node = self.copied(&node, span)?;
                self.add(node, 0, height)
            }
            Event::UnresolvedAlias(name) => Err(SyntaxError {
                span,
                message: format!(
                    "there is no anchor `{name}` above this alias; correct the name, or put the text in quotes"
                ),
                kind: SyntaxErrorKind::Anchor,
                instead: Vec::new(),
            }),
            _ => Ok(()),
        }
    }

    /// Returns the span of the tag of the value at `span`.
    fn tag(&self, span: Span) -> Span {
        let Some(gap) = self.text.get(self.last..span.start) else { return span };
        let Some(start) = gap.find('!') else { return span };
        let tag = gap[start..].split_whitespace().next().unwrap_or_default();
        Span::new(self.last + start, self.last + start + tag.len())
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span) -> Node {
        let (span, style) = match style {
            ScalarStyle::SingleQuoted => (span, Style::Single),
            ScalarStyle::DoubleQuoted => (span, Style::Double),
            ScalarStyle::Plain => (span, Style::Plain),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                // The parser's span covers only the lines; the value starts at its header, `|` or `>`.
                let sign = self.text.get(self.last..span.start).and_then(|gap| gap.find(['|', '>']));
                let start = sign.map_or(span.start, |at| self.last + at);
                let lines = self.text[span.range()].trim_end_matches([' ', '\n', '\r', '\t']);
                let content = Span::new(span.start, span.start + lines.len());
                let literal = style == ScalarStyle::Literal;
                let header = Header::new(content.start - start);
                let style = if literal { Style::Literal { header } } else { Style::Folded };
                (Span::new(start, content.end.max(start)), style)
            }
        };
        // The parser reports empty values as `~`.
        let text = if style == Style::Plain && span.start == span.end { "" } else { text };
        Node::new(span, NodeKind::Scalar { text: text.into(), style })
    }

    /// Returns the first dash of a list after a key. If the dashes have the indentation of the key, the parser reports
    /// the first item instead.
    fn first_dash(&self) -> Option<usize> {
        self.open.last()?.key.as_ref()?;
        let mut at = self.last;
        loop {
            let rest = self.text.get(at..)?;
            at += match rest.chars().next()? {
                '-' => return Some(at),
                '#' => rest.find('\n')?,
                '&' => rest.find(char::is_whitespace)?,
                c if c == ':' || c.is_whitespace() => c.len_utf8(),
                _ => return None,
            };
        }
    }

    fn open(&mut self, content: Content, layout: Layout, anchor: usize, span: Span) {
        self.last = span.end;
        self.open.push(Open { span, layout, content, anchor, key: None, height: 0 });
    }

    fn close(&mut self, span: Span) -> Result<(), SyntaxError> {
        let Some(Open { span: start, layout, content, anchor, height, .. }) = self.open.pop() else { return Ok(()) };
        // A block ends with its last value, not with the blank lines and comments after it.
        let end = if layout == Layout::Flow { span.end } else { self.block_end(&content) };
        self.last = span.end;
        let kind = match content {
            Content::Map(entries) => NodeKind::map(layout, entries),
            Content::Seq(items) => NodeKind::seq(layout, items),
        };
        self.add(Node::new(Span::new(start.start, end.max(start.start)), kind), anchor, height + 1)
    }

    fn block_end(&self, content: &Content) -> usize {
        match content {
            Content::Map(entries) => {
                entries.last().map_or(0, |entry| entry.value.span().end.max(after_colon(self.text, entry.key_span())))
            }
            Content::Seq(items) => items.last().map_or(0, |item| item.span().end),
        }
    }

    /// Adds a finished value to its parent.
    fn add(&mut self, node: Node, anchor: usize, height: usize) -> Result<(), SyntaxError> {
        self.nodes += 1;
        if self.nodes > limits::NODES {
            return Err(too_many(node.span()));
        }
        if self.open.len() > limits::DEPTH + 1 {
            return Err(too_deep(node.span()));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, (node.clone(), height));
        }
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        parent.height = parent.height.max(height);
        match &mut parent.content {
            Content::Seq(items) => items.push(node),
            Content::Map(entries) => match parent.key.take() {
                Some((key, key_span)) => entries.push(Pair::new(key, key_span, node)),
                None => {
                    let span = node.span();
                    let NodeKind::Scalar { text, .. } = node.kind else {
                        return Err(syntax(span, "expected a key, found a collection".to_owned()));
                    };
                    parent.key = Some((text, span));
                }
            },
        }
        Ok(())
    }

    /// Returns a copy of an anchored value for the alias at `span`.
    fn copied(&mut self, node: &Node, span: Span) -> Result<Node, SyntaxError> {
        self.nodes += 1;
        if self.nodes > limits::NODES {
            return Err(too_many(span));
        }
        let kind = match &node.kind {
            // A copy has no lines in the text.
            NodeKind::Scalar { text, style: Style::Plain } => {
                NodeKind::Scalar { text: text.clone(), style: Style::Plain }
            }
            NodeKind::Scalar { text, .. } => NodeKind::Scalar { text: text.clone(), style: Style::Double },
            NodeKind::Map { entries, .. } => {
                let mut copies = Vec::with_capacity(entries.len());
                for entry in entries {
                    let value = self.copied(&entry.value, span)?;
                    copies.push(Pair::new(entry.key.clone(), span, value));
                }
                NodeKind::map(Layout::Flow, copies)
            }
            NodeKind::Seq { items, .. } => {
                let mut copies = Vec::with_capacity(items.len());
                for item in items {
                    copies.push(self.copied(item, span)?);
                }
                NodeKind::seq(Layout::Flow, copies)
            }
        };
        Ok(Node::alias(span, kind))
    }
}

/// Returns the offset after the colon that follows a key, or the end of the key if there is none.
pub(crate) fn after_colon(text: &str, key: Span) -> usize {
    let end = key.end;
    let Some(rest) = text.get(end..) else { return end };
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if rest[blanks..].starts_with(':') { end + blanks + 1 } else { end }
}

fn layout(style: StructureStyle) -> Layout {
    match style {
        StructureStyle::Block => Layout::Block,
        StructureStyle::Flow => Layout::Flow,
    }
}

fn syntax(span: Span, message: String) -> SyntaxError {
    SyntaxError { span, message, kind: SyntaxErrorKind::Syntax, instead: Vec::new() }
}

fn too_deep(span: Span) -> SyntaxError {
    let message = format!("expected at most {} nested collections, found more", limits::DEPTH);
    SyntaxError { span, message, kind: SyntaxErrorKind::Limit, instead: Vec::new() }
}

fn too_many(span: Span) -> SyntaxError {
    let message = format!(
        "expected at most {} values in a record, including the values of its aliases, found more",
        limits::NODES
    );
    SyntaxError { span, message, kind: SyntaxErrorKind::Limit, instead: Vec::new() }
}

/// Converts an error of the parser, located at its likely cause.
fn scan_fault(text: &str, error: &ScanError) -> SyntaxError {
    let content = text.trim_end().len();
    let at = error.marker().byte_offset().unwrap_or(content);
    let kind = match error.kind() {
        ErrorKind::RecursionLimitExceeded => return too_deep(character(text, at.min(content))),
        kind if wording::may_continue(kind) || at >= content => SyntaxErrorKind::Torn,
        _ => SyntaxErrorKind::Syntax,
    };
    // The parser reports some errors at the start of an unfinished construct.
    let read = match kind {
        SyntaxErrorKind::Torn => text.len(),
        // Reported at the text that the tab would continue, regardless of how many lines and comments are in between.
        _ if matches!(error.kind(), ErrorKind::TabInPlainScalar) => text.len(),
        _ => text[floor(text, at)..].match_indices('\n').nth(1).map_or(text.len(), |(end, _)| floor(text, at) + end),
    };
    if let Some(Cause { span, message }) = cause(text, read) {
        return SyntaxError { span, message, kind, instead: Vec::new() };
    }
    // An error at the end of the text is shown at its last character, not on the next record's line.
    let span = character(text, at.min(text[..content].char_indices().next_back().map_or(0, |(start, _)| start)));
    SyntaxError { span, message: wording::message(error.kind()), kind, instead: Vec::new() }
}

/// Returns the bytes of the character at an offset; empty at a line end.
fn character(text: &str, at: usize) -> Span {
    let at = floor(text, at);
    let width = text[at..].chars().next().filter(|c| *c != '\n' && *c != '\r').map_or(0, char::len_utf8);
    Span::new(at, at + width)
}

/// Returns the nearest character boundary at or before an offset.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&start| text.is_char_boundary(start)).unwrap_or(0)
}
