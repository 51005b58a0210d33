//! What a side may choose from: structures that a window, a command line or a planner can each put their own way.

use serde::Serialize;

use crate::told::{Board, Odds};

/// One thing the asked side may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// What it does, in a sentence for people.
    pub text: String,
    /// The token that would do it, where one does.
    pub actor: Option<u32>,
    /// The tokens that would do it together, where some of them can do it without the others; else none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<u32>,
    /// What it does in one word of the ruleset, the same for all choices of its kind: `strike`.
    pub verb: String,
    /// The heading under which choices like it are listed: `Attack`; empty where the ruleset has none.
    pub group: &'static str,
    /// Its place among choices that differ in nothing but how many dice are rolled, where there are such.
    pub strip: Option<Strip>,
    /// What it is directed at.
    pub target: Target,
    /// What else it settles, in a fixed order: dice, items, facings.
    pub parameters: Vec<Parameter>,
    /// The exact chance of success as far as the side can know it, where it rolls.
    pub odds: Option<Odds>,
}

/// The place of a choice among those that differ in nothing but how many dice are rolled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Strip {
    /// The sentence of all of them: the number of dice is left out.
    pub text: String,
    /// How many dice.
    pub dice: u8,
}

/// Something that cannot be chosen now, and the rule that forbids it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Barred {
    /// What it would be.
    pub choice: Choice,
    /// The rule that forbids it, `F4.5`; empty where it is a fill of the ruleset's own.
    pub rule: &'static str,
    /// What forbids it: lower case, no final stop.
    pub why: &'static str,
}

/// What a choice is directed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "at")]
pub enum Target {
    /// Nothing in particular.
    None,
    /// A cell of the map, as column and row.
    Cell([i32; 2]),
    /// A token on the board, by its number.
    Token(u32),
}

/// One value that a choice settles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parameter {
    /// What it is: `dice`.
    pub name: &'static str,
    /// Its value, in words or digits: `3`.
    pub value: String,
    /// The id of the record that the value is the title of; scripted commands name it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Choice {
    /// A choice with a verb and a sentence, and nothing more.
    pub fn new(verb: &str, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            actor: None,
            members: Vec::new(),
            verb: verb.to_owned(),
            group: "",
            strip: None,
            target: Target::None,
            parameters: Vec::new(),
            odds: None,
        }
    }

    /// The same choice with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.parameters.push(Parameter { name, value: value.to_string(), id: None });
        self
    }

    /// The same choice with one more parameter: a record by its title and id. Ids with the name of a pack cannot be
    /// written in commands.
    #[must_use]
    pub fn with_record(mut self, name: &'static str, title: &str, id: &str) -> Self {
        let id = (!id.contains(':')).then(|| id.to_owned());
        self.parameters.push(Parameter { name, value: title.to_owned(), id });
        self
    }

    /// What it does, whatever the number of dice.
    pub fn deed(&self) -> &str {
        self.strip.as_ref().map_or(&self.text, |strip| &strip.text)
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.value.as_str())
    }

    /// The cells of a board that it is about: those of its target; none where it has none, or its target is not on the
    /// board.
    pub fn cells(&self, board: &Board) -> Vec<[i32; 2]> {
        match self.target {
            Target::None => Vec::new(),
            Target::Cell(cell) => vec![cell],
            Target::Token(id) => {
                let token = board.tokens.iter().find(|token| token.id == id);
                token.map(|token| token.cells.clone()).unwrap_or_default()
            }
        }
    }
}
