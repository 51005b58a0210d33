//! What lies where when the game begins, as the scenario says.

use super::Modifier;
use crate::ids::{ClassId, FactionId, SiteId, VariableId};

/// What lies where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// What each faction has that lies nowhere yet: units, then terrains, then upgrades.
    pub reserves: Vec<Vec<Made>>,
    /// The terrain of the map in each site.
    pub terrains: Vec<ClassId>,
    /// What lies in every site on that; where the first is a ground, in its place.
    pub ground: Vec<Made>,
    /// What comes on top, in order.
    pub areas: Vec<Area>,
}

/// Sites, whose they are, and what is put there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The sites, rectangle by rectangle and column by column; those of two rectangles twice.
    pub sites: Vec<SiteId>,
    /// Who owns them from here on.
    pub owner: Option<FactionId>,
    /// Who owns the units, if it is not the owner of the site.
    pub units_owner: Option<FactionId>,
    /// Terrains, from the bottom up.
    pub terrains: Vec<Made>,
    /// Units.
    pub units: Vec<Made>,
    /// Effects.
    pub effects: Vec<Made>,
}

/// An entity that is made at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// What it is.
    pub class: ClassId,
    /// Its own name.
    pub name: Option<String>,
    /// Values that differ from those of its class.
    pub values: Vec<(VariableId, i32)>,
    /// Modifiers that differ from those of its class.
    pub modifiers: Vec<Modifier>,
    /// Which of its images is shown.
    pub frame: u32,
}

impl Made {
    /// One like all others of its class.
    pub fn plain(class: ClassId) -> Self {
        Self { class, name: None, values: Vec::new(), modifiers: Vec::new(), frame: 0 }
    }
}
