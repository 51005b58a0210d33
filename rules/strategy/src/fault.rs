//! Faults: why an instruction cannot be applied. Only unchecked commands, or commands outside of the rules, cause them.

use std::fmt;

/// Why an instruction cannot be applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It refers to an entity that does not exist or has the wrong category.
    Entity,
    /// It refers to a faction that is not in the game.
    Faction,
    /// It refers to a variable of the wrong kind.
    Variable,
    /// It changes a class to one of another category.
    Category,
    /// It violates an invariant: all units of a site have the same owner, and so do a site and its terrains.
    Invariant,
    /// An amount is out of range.
    Amount,
    /// The game is over.
    Over,
    /// The owner of units without an owner is needed. Only in games that reproduce Hexkit's bugs.
    Ownerless,
    /// A list has lost an entry during iteration. Only in games that reproduce Hexkit's bugs.
    Interrupted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Entity => "expected a unit, terrain, effect or upgrade of the game",
            Self::Faction => "expected a faction in the game",
            Self::Variable => "expected a variable of the kind that the instruction changes",
            Self::Category => "expected a class of the same category",
            Self::Invariant => "expected one owner for all units of a site, and for a site and its ground",
            Self::Amount => "expected an amount within the range of its variable",
            Self::Over => "expected a game that is not over",
            Self::Ownerless => "expected units with an owner",
            Self::Interrupted => "expected no upgrade to be removed while upgrades are applied",
        })
    }
}
