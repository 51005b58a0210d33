//! XML as Hexkit writes it: two blanks for each step in, nothing that goes without saying.

use std::fmt::Write;

/// An element that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Parts(Vec<Part>),
    Text(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Element(Element),
    /// As it was read.
    Written(String),
}

impl Element {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), attributes: Vec::new(), content: Content::Parts(Vec::new()) }
    }

    /// The same with an attribute.
    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.push((name.to_owned(), value.to_string()));
        self
    }

    /// The same with an attribute, if it says anything.
    pub(super) fn with_some(self, name: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The same with an attribute, unless it goes without saying.
    pub(super) fn unless<T: ToString + PartialEq>(self, name: &str, value: T, usual: T) -> Self {
        self.with_some(name, (value != usual).then_some(value))
    }

    /// The same without an attribute.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.attributes.retain(|(of, _)| of != name);
        self
    }

    /// The same with a text.
    pub(super) fn text(mut self, text: impl ToString) -> Self {
        let text = text.to_string();
        if !text.is_empty() {
            self.content = Content::Text(text);
        }
        self
    }

    pub(super) fn push(&mut self, element: Self) {
        self.part(Part::Element(element));
    }

    /// Adds what was read as it stands there.
    pub(super) fn push_written(&mut self, text: &str) {
        self.part(Part::Written(text.to_owned()));
    }

    fn part(&mut self, part: Part) {
        if let Content::Text(_) = self.content {
            self.content = Content::Parts(Vec::new());
        }
        if let Content::Parts(parts) = &mut self.content {
            parts.push(part);
        }
    }

    pub(super) fn extend(&mut self, elements: impl IntoIterator<Item = Self>) {
        elements.into_iter().for_each(|element| self.push(element));
    }

    /// The same with elements before those in it.
    pub(super) fn beginning(mut self, elements: impl IntoIterator<Item = Self>) -> Self {
        if let Content::Parts(parts) = &mut self.content {
            parts.splice(0..0, elements.into_iter().map(Part::Element));
        }
        self
    }

    /// The same with elements in it.
    pub(super) fn holding(mut self, elements: impl IntoIterator<Item = Self>) -> Self {
        self.extend(elements);
        self
    }

    /// Whether it says nothing at all.
    pub(super) fn is_bare(&self) -> bool {
        self.attributes.is_empty() && self.content == Content::Parts(Vec::new())
    }

    /// As a text, at this depth.
    pub(super) fn write(&self, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        let _ = write!(out, "{indent}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value, true));
        }
        match &self.content {
            Content::Parts(parts) if parts.is_empty() => out.push_str(" />"),
            Content::Text(text) => {
                let _ = write!(out, ">{}</{}>", escaped(text, false), self.name);
            }
            Content::Parts(parts) => {
                out.push('>');
                for part in parts {
                    out.push('\n');
                    match part {
                        Part::Element(element) => element.write(depth + 1, out),
                        Part::Written(text) => {
                            let _ = write!(out, "{indent}  {text}");
                        }
                    }
                }
                let _ = write!(out, "\n{indent}</{}>", self.name);
            }
        }
    }
}

/// A text as XML has it; characters that XML has not are left out.
fn escaped(text: &str, is_attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if is_attribute => out.push_str("&quot;"),
            '\n' | '\t' | '\r' if is_attribute => {
                let _ = write!(out, "&#x{:X};", u32::from(c));
            }
            '\n' | '\t' => out.push(c),
            '\r' => out.push_str("&#xD;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}
