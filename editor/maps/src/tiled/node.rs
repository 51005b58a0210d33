//! The elements of a Tiled file, the same for XML and JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::finding::Finding;
use crate::source::{Source, quoted};

/// The maximum depth of nested elements. The JSON reader visits the text once for each level.
pub(super) const MOST_DEPTH: usize = 20;

/// An element of the TMX format. JSON is converted to the same elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Node<'a> {
    pub(super) kind: Cow<'a, str>,
    /// Its offset in the file.
    pub(super) at: usize,
    /// The offset of its end.
    pub(super) end: usize,
    pub(super) attributes: Vec<Attribute<'a>>,
    pub(super) children: Vec<Node<'a>>,
    /// Its text as written, and the offset of the text.
    pub(super) text: Option<(Cow<'a, str>, usize)>,
}

#[derive(Clone, Debug)]
pub(super) struct Attribute<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) value: Cow<'a, str>,
    /// Its offset in the file.
    pub(super) at: usize,
    /// The place of its value as written, without quotes in XML.
    pub(super) written: Range<usize>,
}

impl<'a> Node<'a> {
    pub(super) fn new(kind: impl Into<Cow<'a, str>>, at: usize) -> Self {
        Self { kind: kind.into(), at, end: at, ..Self::default() }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Returns an attribute; empty if it is missing.
    pub(super) fn word(&self, name: &str) -> &str {
        self.attribute(name).map_or("", |attribute| &attribute.value)
    }

    /// Returns the child elements of a kind.
    pub(super) fn named<'n>(&'n self, kind: &'static str) -> impl Iterator<Item = &'n Self> + use<'a, 'n> {
        self.children.iter().filter(move |child| child.kind == kind)
    }

    pub(super) fn first(&self, kind: &'static str) -> Option<&Self> {
        self.named(kind).next()
    }

    /// Returns the class of a map, tile or object: `class` in files of Tiled 1.9, `type` in others.
    pub(super) fn class(&self) -> &str {
        ["class", "type"].into_iter().map(|name| self.word(name)).find(|class| !class.is_empty()).unwrap_or("")
    }

    /// Reads an attribute as a number; `None` if it is missing.
    pub(super) fn number<T: std::str::FromStr>(
        &self,
        source: &Source<'_>,
        name: &str,
        expected: &str,
    ) -> Result<Option<T>, Finding> {
        let Some(attribute) = self.attribute(name) else { return Ok(None) };
        match attribute.value.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => {
                let found = quoted(&attribute.value);
                Err(source.error(attribute.at, format!("expected {expected} for `{name}`, found {found}")))
            }
        }
    }

    /// Reads an attribute as a length in pixels, 0 if it is missing.
    pub(super) fn pixels(&self, source: &Source<'_>, name: &str) -> Result<f64, Finding> {
        let number = self.number::<f64>(source, name, "a number of pixels")?.unwrap_or(0.0);
        if number.is_finite() && number.abs() <= 1e9 {
            return Ok(number);
        }
        let at = self.attribute(name).map_or(self.at, |attribute| attribute.at);
        Err(source.error(at, format!("expected a number of pixels for `{name}`, found `{number}`")))
    }

    /// Reads a required whole number.
    pub(super) fn required<T: std::str::FromStr>(
        &self,
        source: &Source<'_>,
        name: &str,
        expected: &str,
    ) -> Result<T, Finding> {
        let found = self.number(source, name, expected)?;
        found.ok_or_else(|| source.error(self.at, format!("expected `{name}` in `{}`, found none", self.kind)))
    }

    /// Returns the properties with their positions.
    pub(super) fn properties(&self) -> BTreeMap<String, (String, usize)> {
        let all = self.named("properties").flat_map(|list| list.named("property"));
        all.map(|property| {
            let text = || property.text.as_ref().map_or("", |(text, _)| text.trim());
            let value = property.attribute("value").map_or_else(text, |value| &value.value);
            (property.word("name").to_owned(), (value.to_owned(), property.at))
        })
        .collect()
    }
}
