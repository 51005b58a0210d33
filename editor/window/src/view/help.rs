//! What is read in the help.

use foeman_schema::text::Pointer;

/// Something that the help explains.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    /// Everything there is.
    #[default]
    Contents,
    /// A part of the window, or how something is done in it; by its name.
    Page(&'static str),
    /// A value of a record: what may stand there. A record's id may be any.
    Field(Pointer),
    /// A rule or a chapter of the ruleset, by its number.
    Rule(String),
    /// A check, by its code.
    Check(String),
}

/// What is read in the help, and what was read before. It is forgotten when the window closes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    topic: Topic,
    past: Vec<Topic>,
    sought: String,
}

impl Reading {
    /// What is read.
    pub fn topic(&self) -> &Topic {
        &self.topic
    }

    /// What is looked for.
    pub fn sought(&self) -> &str {
        &self.sought
    }

    /// Looks for a text in all of the help.
    pub fn seek(&mut self, text: String) {
        self.sought = text;
    }

    /// Reads about something else; what was read can be gone back to.
    pub fn open(&mut self, topic: Topic) {
        self.sought.clear();
        if self.topic != topic {
            self.past.push(std::mem::replace(&mut self.topic, topic));
        }
    }

    /// Goes back to what was read before.
    pub fn back(&mut self) {
        self.sought.clear();
        if let Some(before) = self.past.pop() {
            self.topic = before;
        }
    }

    /// Whether there is something to go back to.
    pub fn can_go_back(&self) -> bool {
        !self.past.is_empty() || !self.sought.is_empty()
    }
}
