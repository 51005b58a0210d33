//! Index types: positions in the lists of [`Content`](super::content::Content), which never change during a battle, and
//! of [`State`](super::state::State), which only grow.

use serde::{Deserialize, Serialize};

/// Declares an index type.
macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// The position in the list.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

id! {
    /// A figure of the battle, by its position in `State::figures`; also its token's number.
    FigureId
}

id! {
    /// An item of the battle, by its position in `State::items`.
    ItemId
}

id! {
    /// A kind of figure, by its position in `Content::kinds`.
    KindId
}

id! {
    /// A kind of item, by its position in `Content::items`.
    ItemKindId
}

id! {
    /// A spell, by its position in `Content::spells`.
    SpellId
}

id! {
    /// A talent, by its position in `Content::talents`.
    TalentId
}

id! {
    /// An effect, by its position in `Content::effects`.
    EffectId
}

id! {
    /// A terrain, by its position in `Content::terrains`.
    TerrainId
}

id! {
    /// A condition of victory or defeat, by its position in `Content::goals`.
    GoalId
}

id! {
    /// An event of the scenario, by its position in `Content::events`.
    EventId
}

id! {
    /// A counter of the scenario, by its position in `Content::counters`.
    CounterId
}

id! {
    /// A named effect that events begin, by its position in `Content::named`.
    NamedId
}

id! {
    /// A scenario that events can choose as the next one, by its position in `Content::successors`.
    SuccessorId
}

id! {
    /// A zone to hold, by its position in `Goals::holds`.
    HoldId
}

/// The source of an effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A kind of item.
    Item(ItemKindId),
    /// A spell.
    Spell(SpellId),
    /// A talent.
    Talent(TalentId),
    /// A kind of figure.
    Kind(KindId),
    /// The ground.
    Terrain(TerrainId),
    /// A named effect that an event began.
    Named(NamedId),
}
