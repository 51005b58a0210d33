//! Why an instruction cannot be carried out: only commands that nobody checked, or that are given outside the rules, bring
//! it that far.

use std::fmt;

/// What stands against an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It names an entity that is not there, or not of the right sort.
    Entity,
    /// It names a faction that does not play.
    Faction,
    /// It names a variable that is of the wrong kind.
    Variable,
    /// It gives something a class of another category.
    Category,
    /// It would break what always holds: one owner for all units of a site, and for a site with its ground.
    Invariant,
    /// An amount is out of range.
    Amount,
    /// The game is over.
    Over,
    /// Units that are nobody's are asked whose they are. Only in games that repeat the original's oversights.
    Ownerless,
    /// A list that is gone over has lost an entry. Only in games that repeat the original's oversights.
    Interrupted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Entity => "expected something that is in the game",
            Self::Faction => "expected a faction that plays",
            Self::Variable => "expected a variable of another kind",
            Self::Category => "expected a class of the same category",
            Self::Invariant => "expected one owner for all units of a site, and for a site and its ground",
            Self::Amount => "expected another amount",
            Self::Over => "expected a game that goes on, but it is over",
            Self::Ownerless => "expected units that are somebody's",
            Self::Interrupted => "expected all upgrades to stay while they are gone over",
        })
    }
}
