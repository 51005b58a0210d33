//! The deeds of events.

use foeman_schema::dialect::{Ref, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CounterName;
use crate::catalogs::effects::NamedEffect;
use crate::catalogs::figures::FigureType;
use crate::catalogs::items::Item;
use crate::catalogs::sides::Side;
use crate::catalogs::terrains::Terrain;
use crate::catalogs::victory::{Condition, FigureName, ZoneName};
use crate::notation::{EventAmount, EventCondition};

/// A deed of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Deed")]
pub struct Deed {
    /// The conditions.
    #[serde(flatten)]
    pub scope: DeedScope,
    /// The kind of deed.
    #[serde(flatten)]
    pub kind: DeedKind,
}

/// The conditions of a deed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct DeedScope {
    /// Only if all of these hold at that point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub r#if: Vec<EventCondition>,
}

/// The kind of deed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeedKind {
    /// Writes a message to the log.
    Say {
        /// The message, in a sentence.
        text: String,
        /// The side of the speaker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Ref<Side>>,
        /// The figure that speaks; it is silent while it is not able to act.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speaker: Option<FigureName>,
    },
    /// Points at a hex of the map in the log.
    Show {
        /// The message, in a sentence.
        text: String,
        /// Column and row, from 0.
        #[schemars(extend("x-widget" = "hex"))]
        hex: [u16; 2],
    },
    /// Figures that have not arrived yet arrive, with their gear.
    Arrive {
        /// Their side.
        side: Ref<Side>,
        /// The figures; default: all of the side that are still to arrive.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// The number of rounds to wait.
        #[serde(default)]
        #[schemars(range(min = 0, max = 9999), extend("x-unit" = "rounds"))]
        after: u16,
    },
    /// Figures leave the battle with their gear, and do not come back.
    Leave {
        /// Their side; default: the figure of the occasion leaves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Ref<Side>>,
        /// The figures; default: all of the side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
    },
    /// A side wins the battle.
    Win {
        /// The side.
        side: Ref<Side>,
    },
    /// A side is eliminated, as if it had no active figures.
    Lose {
        /// The side.
        side: Ref<Side>,
    },
    /// Adds to a counter of the battle.
    Change {
        /// The counter.
        counter: CounterName,
        /// The amount to add.
        #[schemars(title = "By")]
        by: EventAmount,
    },
    /// Sets a counter of the battle.
    Set {
        /// The counter.
        counter: CounterName,
        /// The new value.
        amount: EventAmount,
    },
    /// Replaces the victory and defeat conditions of a side.
    Goal {
        /// The side.
        side: Ref<Side>,
        /// The new victory conditions.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(extend("x-merge" = "pile"))]
        victory: Vec<Condition>,
        /// The new defeat conditions.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(extend("x-merge" = "pile"))]
        defeat: Vec<Condition>,
    },
    /// An item appears on the ground.
    Item {
        /// The item.
        item: Ref<Item>,
        /// Column and row, from 0.
        #[schemars(extend("x-widget" = "hex"))]
        hex: [u16; 2],
        /// The number of pieces of an item that accumulates (`F10.2`).
        #[serde(default = "one_piece")]
        #[schemars(range(min = 1, max = 999), extend("x-unit" = "pieces"))]
        count: u16,
    },
    /// A feature appears, such as a wall or a closed door, if there is room.
    Raise {
        /// Its type: a figure type of the kind `feature`.
        figure: Ref<FigureType>,
        /// Column and row, from 0.
        #[schemars(extend("x-widget" = "hex"))]
        hex: [u16; 2],
    },
    /// The features in a hex vanish: a wall falls, a door opens.
    Clear {
        /// Column and row, from 0.
        #[schemars(extend("x-widget" = "hex"))]
        hex: [u16; 2],
    },
    /// The terrain of a hex, or of a zone, changes. Hexes in which figures are do not become impassable.
    Terrain {
        /// The new terrain.
        terrain: Ref<Terrain>,
        /// Column and row, from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-widget" = "hex"))]
        hex: Option<[u16; 2]>,
        /// A zone of the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<ZoneName>,
    },
    /// A named effect begins on figures. Without a duration, it lasts until it is ended.
    Begin {
        /// The effect.
        effect: Ref<NamedEffect>,
        /// The side of the figures; without it and a zone, the effect is on the figure of the occasion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Ref<Side>>,
        /// The figures; default: all of the side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// Only figures whose head is in this zone of the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<ZoneName>,
    },
    /// A named effect that an event began ends on figures.
    End {
        /// The effect.
        effect: Ref<NamedEffect>,
        /// The side of the figures; without it and a zone, the effect ends on the figure of the occasion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Ref<Side>>,
        /// The figures; default: all of the side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// Only figures whose head is in this zone of the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<ZoneName>,
    },
    /// Gives figures an order, which computer players obey.
    Order {
        /// The side of the figures.
        side: Ref<Side>,
        /// The figures; default: all of the side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<FigureName>,
        /// What they have to do.
        order: Order,
        /// For `go`: column and row, from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-widget" = "hex"))]
        hex: Option<[u16; 2]>,
        /// For `go`: a zone of the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<ZoneName>,
    },
    /// Chooses the next scenario of the campaign, whatever the result of the battle.
    Next {
        /// The scenario; it must be a battle of the campaign.
        scenario: Ref<Scenarios>,
    },
}

/// The catalog of scenarios, as a target of references: a scenario contains its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scenarios;

impl Target for Scenarios {
    const TARGET: &'static str = "scenarios";
}

/// An order to figures of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Go to the hex or the zone, and stay there.
    Go,
    /// Fight only near the current hex.
    Hold,
    /// Fight the enemy wherever he is.
    Hunt,
    /// Pursue the goals of the side again.
    Free,
}

impl DeedKind {
    /// Returns its keyword.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Say { .. } => "say",
            Self::Show { .. } => "show",
            Self::Arrive { .. } => "arrive",
            Self::Leave { .. } => "leave",
            Self::Win { .. } => "win",
            Self::Lose { .. } => "lose",
            Self::Change { .. } => "change",
            Self::Set { .. } => "set",
            Self::Goal { .. } => "goal",
            Self::Item { .. } => "item",
            Self::Raise { .. } => "raise",
            Self::Clear { .. } => "clear",
            Self::Terrain { .. } => "terrain",
            Self::Begin { .. } => "begin",
            Self::End { .. } => "end",
            Self::Order { .. } => "order",
            Self::Next { .. } => "next",
        }
    }

    /// The hex and the zone of the map that it names.
    pub fn place(&self) -> (Option<[u16; 2]>, Option<&ZoneName>) {
        match self {
            Self::Show { hex, .. } | Self::Item { hex, .. } | Self::Raise { hex, .. } | Self::Clear { hex } => {
                (Some(*hex), None)
            }
            Self::Terrain { hex, zone, .. } | Self::Order { hex, zone, .. } => (*hex, zone.as_ref()),
            Self::Begin { zone, .. } | Self::End { zone, .. } => (None, zone.as_ref()),
            Self::Say { .. }
            | Self::Arrive { .. }
            | Self::Leave { .. }
            | Self::Win { .. }
            | Self::Lose { .. }
            | Self::Change { .. }
            | Self::Set { .. }
            | Self::Goal { .. }
            | Self::Next { .. } => (None, None),
        }
    }

    /// Whether it can still be done after the battle has been decided: it changes nothing that decides it.
    pub fn is_epilogue(&self) -> bool {
        matches!(
            self,
            Self::Say { .. } | Self::Show { .. } | Self::Change { .. } | Self::Set { .. } | Self::Next { .. }
        )
    }
}

fn one_piece() -> u16 {
    1
}
