//! Writes XML like Hexkit: indented by two spaces, without default values.

use std::fmt::Write;

/// An element to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Parts(Vec<OutputPart>),
    Text(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum OutputPart {
    Element(Element),
    /// Raw XML as it was read.
    Written(String),
}

impl Element {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), attributes: Vec::new(), content: Content::Parts(Vec::new()) }
    }

    /// Adds an attribute.
    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds an attribute, if it has a value.
    pub(super) fn with_some(self, name: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an attribute, unless it has its default value.
    pub(super) fn unless<T: ToString + PartialEq>(self, name: &str, value: T, usual: T) -> Self {
        self.with_some(name, (value != usual).then_some(value))
    }

    /// Removes an attribute.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.attributes.retain(|(of, _)| of != name);
        self
    }

    /// Sets the text.
    pub(super) fn text(mut self, text: impl ToString) -> Self {
        let text = text.to_string();
        if !text.is_empty() {
            self.content = Content::Text(text);
        }
        self
    }

    pub(super) fn push(&mut self, element: Self) {
        self.part(OutputPart::Element(element));
    }

    /// Adds raw XML.
    pub(super) fn push_written(&mut self, text: &str) {
        self.part(OutputPart::Written(text.to_owned()));
    }

    fn part(&mut self, part: OutputPart) {
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

    /// Adds elements before all others.
    pub(super) fn beginning(mut self, elements: impl IntoIterator<Item = Self>) -> Self {
        if let Content::Parts(parts) = &mut self.content {
            parts.splice(0..0, elements.into_iter().map(OutputPart::Element));
        }
        self
    }

    /// Adds elements.
    pub(super) fn holding(mut self, elements: impl IntoIterator<Item = Self>) -> Self {
        self.extend(elements);
        self
    }

    /// Whether it has neither attributes nor content.
    pub(super) fn is_bare(&self) -> bool {
        self.attributes.is_empty() && self.content == Content::Parts(Vec::new())
    }

    /// Writes the element at an indentation depth.
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
                        OutputPart::Element(element) => element.write(depth + 1, out),
                        OutputPart::Written(text) => {
                            let _ = write!(out, "{indent}  {text}");
                        }
                    }
                }
                let _ = write!(out, "\n{indent}</{}>", self.name);
            }
        }
    }
}

/// Escapes a text for XML, and removes characters that XML does not allow.
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
