//! Choices of the active side, as data that a window, a command line or a computer player can present in its own way.

use foeman_schema::catalogs::images::ImageLayer;
use serde::Serialize;

use crate::display::{Board, Odds};

/// One option of the active side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// A sentence describing it.
    pub text: String,
    /// The token that acts, if any.
    pub actor: Option<u32>,
    /// The tokens that act together, if some of them can also act without the others; otherwise empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<u32>,
    /// The ruleset's one-word name for this kind of choice: `strike`.
    pub verb: String,
    /// The heading of its group in a list: `Attack`; empty if the ruleset has none.
    pub group: &'static str,
    /// What its actor does to its target.
    #[serde(skip_serializing_if = "Intent::is_other")]
    pub intent: Intent,
    /// Its position among choices that differ only in the number of dice, if there are any.
    pub strip: Option<Strip>,
    /// Its target.
    pub target: Target,
    /// Its other parameters, in a fixed order: dice, items, facings.
    pub parameters: Vec<Parameter>,
    /// The exact chance of success as far as the side can know it, if it is rolled for.
    pub odds: Option<Odds>,
    /// The unit or thing that it adds to the side, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
}

/// What the actor of a choice does to its target. Front ends show the targets of each kind in a different way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    /// None of the others.
    #[default]
    Other,
    /// Moves there.
    Move,
    /// Enters the board there.
    Place,
    /// Attacks it, with harm as the [prospect](crate::prospect).
    Attack,
    /// Adds the [`Product`] to its side.
    Recruit,
    /// Leaves the board for good.
    Remove,
    /// Begins or ends the turn of its side.
    Turn,
    /// Gives up the game.
    Resign,
}

impl Intent {
    fn is_other(&self) -> bool {
        *self == Self::Other
    }

    /// Whether a token that can do it has something left to do this turn.
    pub fn is_action(self) -> bool {
        matches!(self, Self::Other | Self::Move | Self::Place | Self::Attack)
    }
}

/// A unit or thing that a choice adds to a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Product {
    /// The name of each piece.
    pub name: String,
    /// The number of pieces.
    pub count: u32,
    /// The images of a piece, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// The price of all pieces: the names of the side's [gauges](crate::display::Gauge), and the amounts.
    pub cost: Vec<(String, i32)>,
    /// The values of a piece: name and value.
    pub values: Vec<(String, String)>,
    /// The cell where the side places it, if there is one.
    pub home: Option<[i32; 2]>,
}

/// The position of a choice among those that differ only in the number of dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Strip {
    /// The sentence they share, without the number of dice.
    pub text: String,
    /// The number of dice.
    pub dice: u8,
}

/// A choice that is illegal now, and the rule that forbids it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Barred {
    /// The choice.
    pub choice: Choice,
    /// The rule that forbids it, `F4.5`; empty for a decision the ruleset adds to its sources.
    pub rule: &'static str,
    /// The reason: lower case, no final stop.
    pub why: &'static str,
}

/// The target of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "at")]
pub enum Target {
    /// No target.
    None,
    /// A cell of the map, as column and row.
    Cell([i32; 2]),
    /// A token on the board, by its number.
    Token(u32),
}

/// A parameter of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parameter {
    /// Its name: `dice`.
    pub name: &'static str,
    /// Its value, in words or digits: `3`.
    pub value: String,
    /// The id of the record whose title is the value; scripted commands use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Choice {
    /// Creates a choice with a verb and a sentence.
    pub fn new(verb: &str, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            actor: None,
            members: Vec::new(),
            verb: verb.to_owned(),
            group: "",
            intent: Intent::Other,
            strip: None,
            target: Target::None,
            parameters: Vec::new(),
            odds: None,
            product: None,
        }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.parameters.push(Parameter { name, value: value.to_string(), id: None });
        self
    }

    /// Adds a parameter that is a record, by its title and id. The id is left out if it includes the name of a pack,
    /// since commands cannot contain that.
    #[must_use]
    pub fn with_record(mut self, name: &'static str, title: &str, id: &str) -> Self {
        let id = (!id.contains(':')).then(|| id.to_owned());
        self.parameters.push(Parameter { name, value: title.to_owned(), id });
        self
    }

    /// Returns its description without the number of dice.
    pub fn deed(&self) -> &str {
        self.strip.as_ref().map_or(&self.text, |strip| &strip.text)
    }

    /// Returns the value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.value.as_str())
    }

    /// Returns the cells of its target; empty if it has no target, or the target is not on the board.
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
