//! Events of a scenario: on an occasion, if conditions hold, deeds happen. They are data; packs cannot run code.
//!
//! Custom rules of other rulesets use the same vocabulary: `when`, `if`, `do` and `kind`.

mod deeds;
mod occasions;

use foeman_schema::dialect::Ref;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use deeds::{Deed, DeedKind, Order};
pub use occasions::{Occasion, PhaseName};

use super::figures::FigureType;
use super::items::Item;
use super::sides::Side;
use super::spells::Spell;
use super::victory::{FigureName, Share, ZoneName};
use crate::notation::EventCondition;

/// Something that happens during a battle: on an occasion, if conditions hold, deeds are done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Event {
    /// A headline for the log; without it, only the deeds are logged.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Its occasion.
    #[schemars(extend("x-group" = "Occasion"))]
    pub when: Occasion,
    /// For `round-begins`: only this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "round"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub round: Option<u16>,
    /// For `phase-begins`: the phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub phase: Option<PhaseName>,
    /// Only figures of this side; for `over`, only if this side wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub side: Option<Ref<Side>>,
    /// Only these figures of the side; default: all that it places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 99), extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub figures: Vec<FigureName>,
    /// Whether each of the figures is an occasion, or all of them together: the last one to fall, or to enter a zone
    /// in which all others are.
    #[serde(default)]
    #[schemars(extend("x-group" = "Occasion"))]
    pub who: Share,
    /// Only if at least this many of the figures have fallen, are in the zone, or are outside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "figures"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub at_least: Option<u16>,
    /// For `enters` and `leaves`: the zone of the map. For `destroyed`: only features in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub zone: Option<ZoneName>,
    /// For `fired`: the other event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub event: Option<EventName>,
    /// For `fired`: the number of rounds to wait; the event then happens at the beginning of that round.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "rounds"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub after: u16,
    /// For `takes`: only this item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub item: Option<Ref<Item>>,
    /// For `casts`: only this spell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub spell: Option<Ref<Spell>>,
    /// For `destroyed`: only features of this type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub feature: Option<Ref<FigureType>>,
    /// Only if all of these hold. For `holds`, they are the occasion: they begin to hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub r#if: Vec<EventCondition>,
    /// Whether it happens on each occasion; by default, it happens once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("x-group" = "Occasion"))]
    pub each_time: bool,
    /// How often it can happen; default: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "times"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub at_most: Option<u16>,
    /// The deeds, in order.
    #[schemars(length(min = 1))]
    #[schemars(extend("x-group" = "Effect"))]
    pub r#do: Vec<Deed>,
}

/// The id of an event of the enclosing scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["events"], "from": "around" }))]
pub struct EventName(pub String);

/// The id of a counter of the enclosing scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["counters"], "from": "around" }))]
pub struct CounterName(pub String);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(rounds: &u16) -> bool {
    *rounds == 0
}
