//! Reads TMX and TSX files.

use std::borrow::Cow;

use roxmltree::{Document, ParsingOptions};

use super::node::{Attribute, MOST_DEPTH, Node};
use crate::finding::Finding;
use crate::source::Source;

/// The maximum number of elements and texts in a file.
const MOST_NODES: u32 = 1 << 19;

/// The maximum number of attributes in a file.
const MOST_ATTRIBUTES_IN_ALL: usize = 1 << 19;

/// The maximum number of attributes of an element. The parser compares each with all others.
const MOST_ATTRIBUTES: usize = 256;

/// The maximum number of `CDATA` sections in a file. The parser copies the text before each one.
const MOST_SECTIONS: usize = 1000;

/// Reads the root element.
pub(super) fn read<'a>(source: &Source<'a>) -> Result<Node<'a>, Finding> {
    check_size(source)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(source.text, options).map_err(|error| {
        let (row, column) = (error.pos().row as usize, error.pos().col as usize);
        let message = match error {
            roxmltree::Error::DtdDetected => "document types and entities are not supported; remove `<!DOCTYPE`".into(),
            roxmltree::Error::NodesLimitReached => format!("expected at most {MOST_NODES} elements, found more"),
            error => format!("invalid XML: {error}"),
        };
        Finding { line: row, column, ..source.error(0, message) }
    })?;
    node(source, document.root_element(), 0)
}

fn node<'a>(source: &Source<'a>, element: roxmltree::Node<'_, 'a>, depth: usize) -> Result<Node<'a>, Finding> {
    let at = element.range().start;
    if depth > MOST_DEPTH {
        return Err(source.error(at, format!("expected at most {MOST_DEPTH} nested elements; ungroup some layers")));
    }
    let mut node = Node { end: element.range().end, ..Node::new(element.tag_name().name().to_owned(), at) };
    node.attributes = element
        .attributes()
        .map(|attribute| Attribute {
            name: Cow::Borrowed(attribute.name()),
            value: match source.text.get(attribute.range_value()) {
                Some(raw) if raw == attribute.value() => Cow::Borrowed(raw),
                // References, line ends and tabs are replaced.
                _ => Cow::Owned(attribute.value().to_owned()),
            },
            at: attribute.range().start,
            written: attribute.range_value(),
        })
        .collect();
    for child in element.children() {
        if child.is_element() {
            node.children.push(self::node(source, child, depth + 1)?);
        } else if child.is_text() {
            // As written, so that offsets within the text are offsets in the file.
            let range = child.range();
            let text = &source.text[range.clone()];
            match &mut node.text {
                None => node.text = Some((Cow::Borrowed(text), range.start)),
                Some((whole, _)) => whole.to_mut().push_str(text),
            }
        }
    }
    Ok(node)
}

/// Fails at the first construct that the parser cannot handle in linear time.
fn check_size(source: &Source<'_>) -> Result<(), Finding> {
    let text = source.text;
    let (mut at, mut sections, mut all) = (0, 0, 0);
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        let skip = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        let Some((open, close)) = skip.into_iter().find(|(open, _)| rest.starts_with(open)) else {
            let (length, attributes) = tag(rest);
            if attributes > MOST_ATTRIBUTES {
                let message = format!("expected at most {MOST_ATTRIBUTES} attributes, found {attributes}");
                return Err(source.error(start, message));
            }
            all += attributes;
            if all > MOST_ATTRIBUTES_IN_ALL {
                let message = format!("expected at most {MOST_ATTRIBUTES_IN_ALL} attributes in the file, found more");
                return Err(source.error(start, message));
            }
            at = start + length;
            continue;
        };
        sections += usize::from(open == "<![CDATA[");
        if sections > MOST_SECTIONS {
            let message = format!("expected at most {MOST_SECTIONS} `CDATA` sections, found more");
            return Err(source.error(start, message));
        }
        at = start + rest.find(close).map_or(rest.len(), |end| end + close.len());
    }
    Ok(())
}

/// Returns the length of the tag at the start of a text, and its number of attributes.
pub(super) fn tag(text: &str) -> (usize, usize) {
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
