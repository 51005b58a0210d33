//! What the parts of a game are known by: small numbers, in orders that the content fixes.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident($of:ty);)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $of);

        impl $name {
            /// The position in the list that it counts.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A variable: its place among all, sorted by id.
    VariableId(u16);
    /// A class of units, terrains, effects or upgrades: its place among all, sorted by category and id.
    ClassId(u16);
    /// A faction: its place in the order of turns that the scenario begins with.
    FactionId(u8);
    /// A custom rule: its place in the order in which the scenario names them.
    RuleId(u8);
    /// An entity: how many were created before it.
    EntityId(u32);
    /// A site of the map: its place, row by row.
    SiteId(u32);
}
