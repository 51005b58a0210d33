//! The layout of the map at the start.

use super::Modifier;
use crate::ids::{ClassId, FactionId, SiteId, VariableId};

/// The layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The entities of each faction that are not on the map yet: units, then terrains, then upgrades.
    pub reserves: Vec<Vec<Made>>,
    /// The map's own terrain in each site.
    pub terrains: Vec<ClassId>,
    /// Terrains on top of that in every site; if the first is a ground, it replaces the map's.
    pub ground: Vec<Made>,
    /// The areas on top of that, in order.
    pub areas: Vec<Area>,
}

/// Sites with their owner and contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The sites, rectangle by rectangle and column by column; sites in two rectangles are listed twice.
    pub sites: Vec<SiteId>,
    /// The owner of the sites.
    pub owner: Option<FactionId>,
    /// The owner of the units, if different from the owner of the site.
    pub units_owner: Option<FactionId>,
    /// Terrains, from the bottom up.
    pub terrains: Vec<Made>,
    /// Units.
    pub units: Vec<Made>,
    /// Effects.
    pub effects: Vec<Made>,
}

/// An entity created at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// Its class.
    pub class: ClassId,
    /// Its own name.
    pub name: Option<String>,
    /// Values that differ from its class.
    pub values: Vec<(VariableId, i32)>,
    /// Modifiers that differ from its class.
    pub modifiers: Vec<Modifier>,
    /// The frame of its image that is shown.
    pub frame: u32,
}

impl Made {
    /// Creates an entity without differences from its class.
    pub fn plain(class: ClassId) -> Self {
        Self { class, name: None, values: Vec::new(), modifiers: Vec::new(), frame: 0 }
    }
}
