//! The state of the Help pane.

use foeman_schema::text::Pointer;

/// A help topic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    /// The table of contents.
    #[default]
    Contents,
    /// A page about a part of the window or a task, by its name.
    Page(&'static str),
    /// A field of a record. The id in the pointer can be arbitrary.
    Field(Pointer),
    /// The syntax of a short text, by the name of its notation.
    Notation(String),
    /// A rule or chapter of the ruleset, by its number.
    Rule(String),
    /// A check, by its code.
    Check(String),
}

/// The state of the Help pane: topic, history and search. It is not saved with the view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    topic: Topic,
    past: Vec<Topic>,
    sought: String,
}

impl Reading {
    /// Returns the current topic.
    pub fn topic(&self) -> &Topic {
        &self.topic
    }

    /// Returns the search text.
    pub fn sought(&self) -> &str {
        &self.sought
    }

    /// Sets the search text.
    pub fn seek(&mut self, text: String) {
        self.sought = text;
    }

    /// Opens a topic; the previous one is added to the history.
    pub fn open(&mut self, topic: Topic) {
        self.sought.clear();
        if self.topic != topic {
            self.past.push(std::mem::replace(&mut self.topic, topic));
        }
    }

    /// Goes back to the previous topic.
    pub fn back(&mut self) {
        self.sought.clear();
        if let Some(before) = self.past.pop() {
            self.topic = before;
        }
    }

    /// Whether there is a topic or a search to go back from.
    pub fn can_go_back(&self) -> bool {
        !self.past.is_empty() || !self.sought.is_empty()
    }
}
