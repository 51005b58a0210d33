//! The decisions of a faction.

use serde::{Deserialize, Serialize};

use super::ids::{ClassId, EntityId, SiteId};

/// One decision of a faction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Command {
    /// Begin the turn. Players need not: the rules do.
    BeginTurn {},
    /// End the turn.
    EndTurn {},
    /// Attack the units in a site.
    Attack {
        /// Who attacks, the first of them first.
        units: Vec<EntityId>,
        /// Whom.
        target: SiteId,
    },
    /// Do what special rules make of some words; without such rules, nothing.
    Automate {
        /// With what.
        entities: Vec<EntityId>,
        /// The words.
        text: String,
    },
    /// Build things.
    Build {
        /// One of each of these.
        classes: Vec<ClassId>,
    },
    /// Tear down or disband things.
    Destroy {
        /// Which.
        entities: Vec<EntityId>,
    },
    /// Move units.
    Move {
        /// Which, the lowest of the stack first.
        units: Vec<EntityId>,
        /// Where to.
        target: SiteId,
    },
    /// Place things that lie nowhere yet.
    Place {
        /// Which.
        entities: Vec<EntityId>,
        /// Where.
        target: SiteId,
    },
    /// Give things a name.
    Rename {
        /// Which.
        entities: Vec<EntityId>,
        /// The name; that of their class where it is empty.
        name: String,
    },
    /// Give up.
    Resign {},
}

impl Command {
    /// What several units do together, as what each of them would do alone.
    pub fn parts(&self) -> Vec<Self> {
        let each =
            |units: &[EntityId], of: &dyn Fn(Vec<EntityId>) -> Self| units.iter().map(|&unit| of(vec![unit])).collect();
        match self {
            Self::Attack { units, target } => each(units, &|units| Self::Attack { units, target: *target }),
            Self::Move { units, target } => each(units, &|units| Self::Move { units, target: *target }),
            _ => Vec::new(),
        }
    }

    /// What several units do together, if they attack or move to the same cell.
    pub fn together(parts: &[Self]) -> Option<Self> {
        let units = parts.iter().flat_map(|part| part.entities().iter().copied()).collect();
        let joined = match *parts.first()? {
            Self::Attack { target, .. } => Self::Attack { units, target },
            Self::Move { target, .. } => Self::Move { units, target },
            _ => return None,
        };
        (joined.parts() == parts).then_some(joined)
    }

    /// What it is done with.
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
