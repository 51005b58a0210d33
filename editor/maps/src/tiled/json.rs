//! Reads TMJ and TSJ files, as the elements of the XML format.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::node::{Attribute, MOST_DEPTH, Node};
use crate::finding::Finding;
use crate::source::Source;

/// The maximum number of objects in a file.
const MOST_ITEMS: usize = 1 << 18;

/// The maximum number of keys of an object.
const MOST_KEYS: usize = 1000;

/// Reads the root object as an element of this kind.
pub(super) fn read<'a>(source: &Source<'a>, kind: &'static str) -> Result<Node<'a>, Finding> {
    let whole: &RawValue = serde_json::from_str(source.text).map_err(|error| syntax(source, 0, &error))?;
    Reader { source, left: Cell::new(MOST_ITEMS) }.object(whole, kind, 0)
}

struct Reader<'s, 'a> {
    source: &'s Source<'a>,
    /// The number of further objects that may be read.
    left: Cell<usize>,
}

impl<'a> Reader<'_, 'a> {
    /// Converts an object to an element. Scalars are attributes; the lists that Tiled writes are child elements.
    fn object(&self, raw: &'a RawValue, kind: &'static str, depth: usize) -> Result<Node<'a>, Finding> {
        let at = self.source.offset_of(raw.get());
        if depth > MOST_DEPTH {
            let message = format!("expected at most {MOST_DEPTH} nested objects; ungroup some layers");
            return Err(self.source.error(at, message));
        }
        let Some(left) = self.left.get().checked_sub(1) else {
            return Err(self.source.error(at, format!("expected at most {MOST_ITEMS} objects, found more")));
        };
        self.left.set(left);
        let mut node = Node { end: at + raw.get().len(), ..Node::new(kind, at) };
        let mut encoding: Vec<Attribute<'a>> = Vec::new();
        let mut data = None;
        for (name, value) in self.entries(raw)? {
            let offset = self.source.offset_of(value.get());
            let written = offset..offset + value.get().len();
            let scalar = || {
                let (name, written) = (name.clone(), written.clone());
                Some(Attribute { name, value: scalar(value)?, at: offset, written })
            };
            let list = match (kind, &*name) {
                ("map" | "group", "layers") => "layer",
                ("map", "tilesets") => "tileset",
                ("objectgroup" | "layer", "objects") => "object",
                ("tileset", "tiles") => "tile",
                (_, "properties") => "property",
                ("layer", "chunks") => "chunk",
                ("object", "polygon" | "polyline") => {
                    node.children.push(self.points(value, &name, offset)?);
                    continue;
                }
                ("object", "point" | "ellipse" | "capsule") => {
                    if value.get() == "true" {
                        node.children.push(Node::new(name.clone(), offset));
                    }
                    continue;
                }
                ("object", "text") => {
                    node.children.push(Node::new("text", offset));
                    continue;
                }
                ("layer" | "chunk", "data") => {
                    data = Some((value, offset));
                    continue;
                }
                ("layer", "encoding" | "compression") => {
                    encoding.extend(scalar());
                    continue;
                }
                _ => {
                    node.attributes.extend(scalar());
                    continue;
                }
            };
            let mut children = Vec::new();
            for child in self.list(value)? {
                let kind = if list == "layer" { self.layer_kind(child)? } else { list };
                children.push(self.object(child, kind, depth + 1)?);
            }
            match list {
                "property" => {
                    node.children.push(Node { children, ..Node::new("properties", offset) });
                }
                "chunk" => {
                    let parent = Node { children, attributes: encoding.clone(), ..Node::new("data", offset) };
                    node.children.push(parent);
                }
                _ => node.children.extend(children),
            }
        }
        if let Some((value, offset)) = data {
            let text = match value.get().strip_prefix('[') {
                Some(list) => (Cow::Borrowed(list.strip_suffix(']').unwrap_or(list)), offset + 1),
                None => (scalar(value).unwrap_or_default(), offset + 1),
            };
            if kind == "chunk" {
                node.text = Some(text);
            } else {
                node.children.push(Node { text: Some(text), ..Node::new("data", offset) });
            }
        }
        // The order of keys is free, so the encoding may come after the data.
        if kind == "layer" {
            for child in node.children.iter_mut().filter(|child| child.kind == "data") {
                let is_list = child.children.iter().chain([&*child]).any(|one| is_csv(self.source, one));
                child.attributes = encoding.clone();
                if is_list && !child.attributes.iter().any(|attribute| attribute.name == "encoding") {
                    let (name, value, at) = ("encoding".into(), "csv".into(), child.at);
                    child.attributes.push(Attribute { name, value, at, written: at..at });
                }
            }
        }
        Ok(node)
    }

    /// Returns the element of a layer of this type.
    fn layer_kind(&self, raw: &'a RawValue) -> Result<&'static str, Finding> {
        let kind = self.entries(raw)?.into_iter().find(|(name, _)| name == "type");
        let word = kind.as_ref().and_then(|(_, value)| scalar(value)).unwrap_or_default();
        match &*word {
            "tilelayer" => Ok("layer"),
            "objectgroup" => Ok("objectgroup"),
            "imagelayer" => Ok("imagelayer"),
            "group" => Ok("group"),
            _ => {
                let at = self.source.offset_of(kind.map_or(raw.get(), |(_, value)| value.get()));
                let expected = "`tilelayer`, `objectgroup`, `imagelayer` or `group`";
                Err(self.source.error(at, format!("expected {expected} as type of a layer, found `{word}`")))
            }
        }
    }

    /// Converts a list of points to an element with the attribute `points`.
    fn points(&self, raw: &'a RawValue, kind: &Cow<'a, str>, at: usize) -> Result<Node<'a>, Finding> {
        let mut points = String::new();
        for point in self.list(raw)? {
            let entries = self.entries(point)?;
            let part = |name: &str| {
                let found = entries.iter().find(|(key, _)| key == name);
                found.and_then(|(_, value)| scalar(value)).unwrap_or_default()
            };
            points.push_str(&format!("{},{} ", part("x"), part("y")));
        }
        let mut node = Node::new(kind.clone(), at);
        let value = points.trim().to_owned().into();
        node.attributes.push(Attribute { name: "points".into(), value, at, written: at..at + raw.get().len() });
        Ok(node)
    }

    fn entries(&self, raw: &'a RawValue) -> Result<Vec<(Cow<'a, str>, &'a RawValue)>, Finding> {
        let at = self.source.offset_of(raw.get());
        if !raw.get().starts_with('{') {
            return Err(self.source.error(at, "expected an object in braces"));
        }
        let mut reader = serde_json::Deserializer::from_str(raw.get());
        reader.deserialize_map(Entries).map_err(|error| syntax(self.source, at, &error))
    }

    fn list(&self, raw: &'a RawValue) -> Result<Vec<&'a RawValue>, Finding> {
        let at = self.source.offset_of(raw.get());
        if !raw.get().starts_with('[') {
            return Err(self.source.error(at, "expected a list in brackets"));
        }
        let mut reader = serde_json::Deserializer::from_str(raw.get());
        reader.deserialize_seq(Items).map_err(|error| syntax(self.source, at, &error))
    }
}

/// Whether the text of an element is a list of numbers.
fn is_csv(source: &Source<'_>, node: &Node<'_>) -> bool {
    node.text.as_ref().is_some_and(|(_, at)| source.text[..*at].ends_with('['))
}

/// Returns a value that is not a list or an object, as text.
fn scalar(raw: &RawValue) -> Option<Cow<'_, str>> {
    let text = raw.get();
    match text.as_bytes().first()? {
        b'"' => {
            let inner = &text[1..text.len() - 1];
            if inner.contains('\\') {
                serde_json::from_str::<String>(text).ok().map(Cow::Owned)
            } else {
                Some(Cow::Borrowed(inner))
            }
        }
        b'[' | b'{' => None,
        _ if text == "null" => None,
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Creates the finding of a syntax error in a part of the file that starts at an offset.
fn syntax(source: &Source<'_>, at: usize, error: &serde_json::Error) -> Finding {
    let (line, column) = source.position(at);
    let text = error.to_string();
    let message = format!("invalid JSON: {}", text.split(" at line ").next().unwrap_or(&text));
    let row = error.line().max(1);
    let column = if row == 1 { column + error.column().saturating_sub(1) } else { error.column().max(1) };
    Finding { line: line + row - 1, column, ..source.error(at, message) }
}

/// Reads an object as its entries in order.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            if entries.len() == MOST_KEYS {
                return Err(A::Error::custom(format!("expected at most {MOST_KEYS} keys in an object, found more")));
            }
            entries.push((Cow::Owned(name), value));
        }
        Ok(entries)
    }
}

/// Reads a list of objects.
struct Items;

impl<'de> Visitor<'de> for Items {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element::<&'de RawValue>()? {
            if items.len() == MOST_ITEMS {
                return Err(A::Error::custom(format!("expected at most {MOST_ITEMS} items in a list, found more")));
            }
            items.push(item);
        }
        Ok(items)
    }
}
