//! Typed indexes of variables, classes, factions, rules, entities and sites, in orders fixed by the content.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident($of:ty);)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $of);

        impl $name {
            /// Returns the position in its list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A variable: its position among all, sorted by id.
    VariableId(u16);
    /// A class of units, terrains, effects or upgrades: its position among all, sorted by category and id.
    ClassId(u16);
    /// A faction: its position in the initial turn order.
    FactionId(u8);
    /// A custom rule: its position in the scenario's list.
    RuleId(u8);
    /// An entity: the number of entities created before it.
    EntityId(u32);
    /// A site of the map: its position, row by row.
    SiteId(u32);
}
