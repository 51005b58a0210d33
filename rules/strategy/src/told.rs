//! An instruction in the words of Hexkit, whatever it names.

use serde::{Deserialize, Serialize};

/// An instruction in the words of Hexkit: an element with its attributes in order, and what is in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// Its name.
    pub name: String,
    /// Attributes that say something.
    pub fields: Vec<(String, String)>,
    /// Along which sites something is shown.
    pub sites: Vec<[i32; 2]>,
    /// What a message says at length.
    pub details: String,
    /// What it is about, by name.
    pub names: Vec<String>,
}

impl Told {
    /// An instruction of which nothing but the name is told yet.
    pub fn of(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The same with an attribute, unless it is empty.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        let value = value.to_string();
        if !value.is_empty() {
            self.fields.push((name.to_owned(), value));
        }
        self
    }

    /// What an attribute says; nothing where it is missing.
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

    /// Whether it only shows something, whatever it names.
    pub(super) fn only_shows(&self) -> bool {
        ["MoveImage", "ShowImage", "SelectEntity", "ShowMessage", "ShowMessageDialog"].contains(&self.name.as_str())
    }
}
