//! Changes of the text of a TMX file, which leave everything else as it is.

use std::ops::Range;

use crate::source::Source;
use crate::tiled::node::{Attribute, Node};
use crate::tiled::write::escaped;
use crate::tiled::xml::tag;

/// Replacements in a text, in any order. They may touch, and never overlap.
#[derive(Debug, Default)]
pub(super) struct Splices(Vec<(Range<usize>, String)>);

impl Splices {
    pub(super) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.0.push((range, with.into()));
    }

    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// Sets an attribute of an element.
    pub(super) fn set(&mut self, source: &Source<'_>, node: &Node<'_>, name: &str, value: &str) {
        match node.attribute(name) {
            Some(Attribute { value: old, .. }) if old == value => {}
            Some(attribute) => self.replace(attribute.written.clone(), escaped(value)),
            None => self.insert(attributes_end(source, node), format!(" {name}=\"{}\"", escaped(value))),
        }
    }

    /// Removes an attribute of an element, if it is there.
    pub(super) fn unset(&mut self, source: &Source<'_>, node: &Node<'_>, name: &str) {
        if let Some(attribute) = node.attribute(name) {
            let start = source.text[..attribute.at].trim_end().len();
            // With the closing quote.
            self.replace(start..attribute.written.end + 1, "");
        }
    }

    /// Adds text after the last child of an element; call it once for each element.
    pub(super) fn append(&mut self, source: &Source<'_>, node: &Node<'_>, text: &str) {
        if let Some(last) = node.children.last() {
            self.insert(last.end, text);
        } else if is_closed(source, node) {
            let end = format!(">{text}\n{}</{}>", indent(source, node), node.kind);
            self.replace(attributes_end(source, node)..node.end, end);
        } else {
            self.insert(start_tag_end(source, node), text);
        }
    }

    /// Removes an element with the space before it.
    pub(super) fn remove(&mut self, source: &Source<'_>, node: &Node<'_>) {
        self.replace(source.text[..node.at].trim_end().len()..node.end, "");
    }

    /// Returns a part of the text with the replacements in it. Inserted text gets the line endings of the file.
    pub(super) fn applied(mut self, text: &str, part: Range<usize>) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let crlf = text.contains("\r\n");
        let (mut done, mut at) = (String::with_capacity(part.len()), part.start);
        for (range, with) in self.0 {
            done.push_str(&text[at..range.start]);
            // A replacement may quote lines of the text.
            let with = if crlf { with.replace("\r\n", "\n").replace('\n', "\r\n") } else { with };
            done.push_str(&with);
            at = range.end;
        }
        done.push_str(&text[at..part.end]);
        done
    }
}

/// Returns the offset after the start tag of an element.
pub(super) fn start_tag_end(source: &Source<'_>, node: &Node<'_>) -> usize {
    node.at + tag(&source.text[node.at..node.end]).0
}

/// Returns whether an element has no end tag.
pub(super) fn is_closed(source: &Source<'_>, node: &Node<'_>) -> bool {
    start_tag_end(source, node) == node.end && source.text[node.at..node.end].ends_with("/>")
}

/// Returns the offset after the last attribute of an element.
fn attributes_end(source: &Source<'_>, node: &Node<'_>) -> usize {
    let start = &source.text[node.at..start_tag_end(source, node)];
    let start = start.strip_suffix('>').unwrap_or(start);
    node.at + start.strip_suffix('/').unwrap_or(start).trim_end().len()
}

/// Returns the space before an element in its line.
pub(super) fn indent<'a>(source: &Source<'a>, node: &Node<'_>) -> &'a str {
    let before = &source.text[..node.at];
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    if line.trim().is_empty() { line } else { "" }
}
