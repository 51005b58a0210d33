//! Instructions in Hexkit's notation, including ones that refer to unknown things.

use serde::{Deserialize, Serialize};

/// An instruction as an XML element of Hexkit, with its attributes and contents in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HexkitInstruction {
    /// The name of the element.
    pub name: String,
    /// The non-empty attributes.
    pub fields: Vec<(String, String)>,
    /// The sites along which something is shown.
    pub sites: Vec<[i32; 2]>,
    /// The details of a message.
    pub details: String,
    /// The names of the entities it is about.
    pub names: Vec<String>,
}

impl HexkitInstruction {
    /// Creates an instruction with a name only.
    pub fn of(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds an attribute, unless it is empty.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        let value = value.to_string();
        if !value.is_empty() {
            self.fields.push((name.to_owned(), value));
        }
        self
    }

    /// Returns the value of an attribute; empty if it is missing.
    pub fn get(&self, name: &str) -> &str {
        self.fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    pub(super) fn id(self, id: &str) -> Self {
        self.with("id", id)
    }

    pub(super) fn text(self, text: &str) -> Self {
        self.with("text", text)
    }

    pub(super) fn value(self, value: impl ToString) -> Self {
        self.with("value", value)
    }

    pub(super) fn cell(self, [x, y]: [i32; 2]) -> Self {
        self.with("x", x).with("y", y)
    }

    pub(super) fn delay(self, delay: u32) -> Self {
        self.with("delay", if delay == 0 { String::new() } else { delay.to_string() })
    }

    /// Whether it only shows something, whatever it refers to.
    pub(super) fn only_shows(&self) -> bool {
        ["MoveImage", "ShowImage", "SelectEntity", "ShowMessage", "ShowMessageDialog"].contains(&self.name.as_str())
    }
}
