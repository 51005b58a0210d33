//! The XML elements of a file, and notes on invalid ones.

use roxmltree::{Document, Node, ParsingOptions};

use super::include::Expanded;
use foeman_engine::exchange::Note;

/// The maximum number of elements in a file.
const MOST_NODES: u32 = 1 << 20;

/// The maximum number of attributes of an element; Hexkit writes a dozen. The parser compares each with all others.
const MOST_ATTRIBUTES: usize = 256;

/// The maximum number of `CDATA` sections in a file. The parser copies the text before each one.
const MOST_SECTIONS: usize = 1000;

/// The maximum number of notes that are listed individually.
const MOST_NOTES: usize = 1000;

/// Parses a text as XML. The error says why it is invalid.
pub(super) fn parse(expanded: &Expanded) -> Result<Document<'_>, Note> {
    if let Some((at, message)) = excess(&expanded.text) {
        let row = expanded.text[..at].matches('\n').count() + 1;
        return Err(Note { place: expanded.origin(row), message });
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(&expanded.text, options).map_err(|error| Note {
        place: expanded.origin(error.pos().row as usize),
        message: format!("expected XML: {error}"),
    })
}

/// Returns the position and description of the first construct that the parser cannot handle in linear time.
fn excess(text: &str) -> Option<(usize, String)> {
    let (mut at, mut sections) = (0, 0);
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        let skip =
            [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].into_iter().find(|(open, _)| rest.starts_with(open));
        let Some((open, close)) = skip else {
            let (length, attributes) = tag(rest);
            if attributes > MOST_ATTRIBUTES {
                let message = format!("expected at most {MOST_ATTRIBUTES} attributes, found {attributes}");
                return Some((start, message));
            }
            at = start + length;
            continue;
        };
        sections += usize::from(open == "<![CDATA[");
        if sections > MOST_SECTIONS {
            return Some((start, format!("expected at most {MOST_SECTIONS} `CDATA` sections, found more")));
        }
        at = start + rest.find(close).map_or(rest.len(), |end| end + close.len());
    }
    None
}

/// Returns the length of the tag at the start of a text, and its number of attributes.
fn tag(text: &str) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return (at + 1, attributes),
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if open == byte => {
                attributes += 1;
                quote = None;
            }
            _ => {}
        }
    }
    (text.len(), attributes)
}

/// Returns the child elements with a name.
pub(super) fn named<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> + use<'a> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

/// Returns the child elements.
pub(super) fn elements<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> + use<'a> {
    node.children().filter(Node::is_element)
}

/// Returns the text of an element, with whitespace collapsed.
pub(super) fn text(node: Node<'_, '_>) -> String {
    let text: String = node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the paragraphs of an element, separated by empty lines; an empty text if all are empty.
pub(super) fn paragraphs(node: Node<'_, '_>) -> String {
    let texts: Vec<String> = named(node, "para").map(text).collect();
    if texts.iter().all(String::is_empty) { String::new() } else { texts.join("\n\n") }
}

/// A file as XML, with the notes on it.
pub(super) struct Sheet<'a> {
    expanded: &'a Expanded,
    /// The start of each line of the text.
    lines: Vec<usize>,
    notes: Vec<Note>,
    /// The number of notes that are not listed individually.
    more: usize,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(expanded: &'a Expanded) -> Self {
        let ends = expanded.text.match_indices('\n').map(|(at, _)| at + 1);
        Self { expanded, lines: std::iter::once(0).chain(ends).collect(), notes: Vec::new(), more: 0 }
    }

    /// Returns all notes.
    pub(super) fn into_notes(mut self) -> Vec<Note> {
        if self.more > 0 {
            let place = self.expanded.origin(1);
            let message = format!("{} more findings are not listed: fix the listed ones first", self.more);
            self.notes.push(Note { place, message });
        }
        self.notes
    }

    /// Returns the place of an element.
    pub(super) fn place(&self, node: Node<'_, '_>) -> String {
        let at = node.range().start;
        self.expanded.origin(self.lines.partition_point(|&start| start <= at))
    }

    /// Returns an element as written.
    pub(super) fn written(&self, node: Node<'_, '_>) -> String {
        self.expanded.text[node.range()].to_owned()
    }

    pub(super) fn note(&mut self, node: Node<'_, '_>, message: String) {
        if self.notes.len() == MOST_NOTES {
            self.more += 1;
            return;
        }
        self.notes.push(Note { place: self.place(node), message });
    }

    /// Reports unknown elements and attributes.
    pub(super) fn only(&mut self, node: Node<'_, '_>, attributes: &[&str], children: &[&str]) {
        for attribute in node.attributes().filter(|attribute| !attributes.contains(&attribute.name())) {
            let message = format!("expected an attribute of Hexkit, found `{}`: it is left out", attribute.name());
            self.note(node, message);
        }
        for child in elements(node).filter(|child| !children.contains(&child.tag_name().name())) {
            let name = child.tag_name().name();
            self.note(child, format!("expected an element of Hexkit, found `{name}`: it is left out"));
        }
    }

    /// Returns an attribute as a whole number; `None` if it is missing or invalid.
    pub(super) fn whole(&mut self, node: Node<'_, '_>, name: &str) -> Option<i32> {
        let text = node.attribute(name)?;
        let read = text.trim().parse();
        if read.is_err() {
            self.note(node, format!("expected a whole number for `{name}`, found `{text}`"));
        }
        read.ok()
    }

    /// Returns an attribute as a whole number within limits; a number beyond is reported, and replaced by the nearer
    /// limit.
    pub(super) fn within(&mut self, node: Node<'_, '_>, name: &str, least: i32, most: i32) -> Option<i32> {
        let read = self.whole(node, name)?;
        let kept = read.clamp(least, most);
        if kept != read {
            let message =
                format!("expected {least} to {most} for `{name}`, found {read}: {kept} is kept, write another");
            self.note(node, message);
        }
        Some(kept)
    }

    pub(super) fn flag(&mut self, node: Node<'_, '_>, name: &str, otherwise: bool) -> bool {
        match node.attribute(name).map(str::trim) {
            None => otherwise,
            Some("true" | "1") => true,
            Some("false" | "0") => false,
            Some(text) => {
                self.note(node, format!("expected `true` or `false` for `{name}`, found `{text}`"));
                otherwise
            }
        }
    }

    /// Returns the value of a keyword; `None` if the attribute is missing or unknown.
    pub(super) fn word<T: Copy>(&mut self, node: Node<'_, '_>, name: &str, words: &[(&str, T)]) -> Option<T> {
        let text = node.attribute(name)?;
        let found = words.iter().find(|(word, _)| *word == text.trim());
        if found.is_none() {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            self.note(node, format!("expected {} for `{name}`, found `{text}`", words.join(" or ")));
        }
        found.map(|&(_, value)| value)
    }

    /// Returns the content of an element as a whole number.
    pub(super) fn content(&mut self, node: Node<'_, '_>) -> i32 {
        let text = text(node);
        text.parse().unwrap_or_else(|_| {
            self.note(node, format!("expected a whole number, found `{text}`"));
            0
        })
    }

    /// Returns a colour as `#rrggbb`.
    pub(super) fn color(&mut self, node: Node<'_, '_>) -> String {
        self.only(node, &["red", "green", "blue"], &[]);
        let [red, green, blue] =
            ["red", "green", "blue"].map(|name| self.within(node, name, 0, 255).unwrap_or_default());
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns the column and row of a site; reports invalid ones.
    pub(super) fn cell(&mut self, node: Node<'_, '_>) -> Option<[u16; 2]> {
        self.only(node, &["x", "y"], &[]);
        let cell = ["x", "y"].map(|name| self.whole(node, name).unwrap_or(0));
        if cell.iter().any(|&value| u16::try_from(value).is_err()) {
            self.note(node, format!("expected a site of the map, found {cell:?}: it is left out"));
            return None;
        }
        Some(cell.map(|value| value as u16))
    }
}
