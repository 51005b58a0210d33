//! The commands of a faction.

use serde::{Deserialize, Serialize};

use super::ids::{ClassId, EntityId, SiteId};

/// A decision of a faction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Command {
    /// Begins the turn. The rules issue it; players need not.
    BeginTurn {},
    /// Ends the turn.
    EndTurn {},
    /// Attacks the units in a site.
    Attack {
        /// The attackers, in order.
        units: Vec<EntityId>,
        /// The site attacked.
        target: SiteId,
    },
    /// Passes a text to special rules; does nothing without special rules.
    Automate {
        /// The entities passed along.
        entities: Vec<EntityId>,
        /// The text.
        text: String,
    },
    /// Builds things.
    Build {
        /// The classes, one entry per thing.
        classes: Vec<ClassId>,
    },
    /// Destroys terrains or disbands units.
    Destroy {
        /// The entities.
        entities: Vec<EntityId>,
    },
    /// Moves units.
    Move {
        /// The units, the lowest of the stack first.
        units: Vec<EntityId>,
        /// The destination.
        target: SiteId,
    },
    /// Places things that are not on the map yet.
    Place {
        /// The entities.
        entities: Vec<EntityId>,
        /// The site.
        target: SiteId,
    },
    /// Renames things.
    Rename {
        /// The entities.
        entities: Vec<EntityId>,
        /// The new name; an empty one resets it to the class's name.
        name: String,
    },
    /// Resigns.
    Resign {},
}

impl Command {
    /// Splits a command of several units into one command for each.
    pub fn parts(&self) -> Vec<Self> {
        let each =
            |units: &[EntityId], of: &dyn Fn(Vec<EntityId>) -> Self| units.iter().map(|&unit| of(vec![unit])).collect();
        match self {
            Self::Attack { units, target } => each(units, &|units| Self::Attack { units, target: *target }),
            Self::Move { units, target } => each(units, &|units| Self::Move { units, target: *target }),
            _ => Vec::new(),
        }
    }

    /// Combines commands of several units, if all attack or move to the same cell.
    pub fn together(parts: &[Self]) -> Option<Self> {
        let units = parts.iter().flat_map(|part| part.entities().iter().copied()).collect();
        let joined = match *parts.first()? {
            Self::Attack { target, .. } => Self::Attack { units, target },
            Self::Move { target, .. } => Self::Move { units, target },
            _ => return None,
        };
        (joined.parts() == parts).then_some(joined)
    }

    /// Returns the entities it lists.
    pub fn entities(&self) -> &[EntityId] {
        match self {
            Self::Attack { units: entities, .. }
            | Self::Move { units: entities, .. }
            | Self::Automate { entities, .. }
            | Self::Destroy { entities }
            | Self::Place { entities, .. }
            | Self::Rename { entities, .. } => entities,
            Self::BeginTurn {} | Self::EndTurn {} | Self::Build { .. } | Self::Resign {} => &[],
        }
    }
}
