//! Cards for the actions of a scenario, to be played at a table.

/// A card for an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The name of the player or side that has it; empty if every player does.
    pub owner: String,
    /// The colour of its owner, `#rrggbb`; empty if it has none.
    pub color: String,
    /// Its title.
    pub title: String,
    /// Its action code, with a placeholder for each number that depends on the situation.
    pub code: String,
    /// The blocks of its code: text and meaning.
    pub blocks: Vec<(String, String)>,
    /// Its effect, in sentences; may be empty.
    pub text: String,
}
