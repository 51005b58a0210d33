//! Events and arrivals with resolved references.

use std::collections::BTreeSet;

use foeman_schema::grid::Hex;

use crate::ids::{CounterId, EffectId, FigureId, GoalId, ItemKindId, KindId, NamedId, SpellId, SuccessorId, TerrainId};
use crate::notation::event::Subject;
use crate::notation::expression::Attribute;
use foeman_engine::arithmetic::{Comparison, Expression};
use foeman_engine::ruleset::SideId;

pub use crate::catalogs::events::PhaseName;

/// An event of the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// Its headline; may be empty.
    pub title: String,
    /// Its occasion.
    pub when: When,
    /// Only if all of these hold.
    pub tests: Vec<Comparison<Bound>>,
    /// How often it can happen; `None`: on each occasion.
    pub limit: Option<u32>,
    /// Its deeds.
    pub deeds: Vec<Deed>,
}

/// An occasion with its restrictions; see [`Occasion`](crate::catalogs::events::Occasion).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// The first round has begun.
    Battle,
    /// A round has begun: this one, or any.
    Round(Option<u32>),
    /// A phase has begun: this one, or any of them.
    Phase(Option<PhaseName>),
    /// A figure has fallen.
    Falls(Group),
    /// A figure has been hit.
    Hit(Group),
    /// A figure has come into these hexes.
    Enters(Group, BTreeSet<Hex>),
    /// A figure has left these hexes.
    Leaves(Group, BTreeSet<Hex>),
    /// Another event has happened.
    Fired {
        /// Its id.
        event: String,
        /// The number of rounds to wait.
        after: u32,
    },
    /// The battle has been decided, for this side or for any or none.
    Over(Option<SideId>),
    /// A figure has picked up this item, or any.
    Takes(Group, Option<ItemKindId>),
    /// A figure has cast this spell, or any.
    Casts(Group, Option<SpellId>),
    /// A feature of this kind, or any, has been destroyed in these hexes, or anywhere.
    Destroyed(Option<KindId>, Option<BTreeSet<Hex>>),
    /// The conditions have begun to hold.
    Holds,
}

/// The figures that an occasion is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Their side; `None`: figures of all sides.
    pub side: Option<SideId>,
    /// The named figures, or all that the side places; empty without a side.
    pub figures: Vec<FigureId>,
    /// Whether figures are named, so that no others count.
    pub is_named: bool,
    /// How many of the figures are required.
    pub at_least: usize,
}

/// A name in an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The round.
    Round,
    /// A modified attribute of a figure of the occasion.
    Attribute(Subject, Attribute),
    /// The harm of a figure of the occasion.
    Harm(Subject),
    /// Whether the head of the figure of the occasion is in a terrain.
    Ground(TerrainId),
    /// The number of active figures of a side.
    Active(SideId),
    /// The number of unconscious and dead figures of a side.
    Fallen(SideId),
    /// A counter.
    Counter(CounterId),
}

/// A deed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Only if all of these hold at that point.
    pub tests: Vec<Comparison<Bound>>,
    /// The effect.
    pub does: Does,
}

/// The effect of a deed; see [`DeedKind`](crate::catalogs::events::DeedKind).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Writes a message, with or without a speaker and a hex.
    Say {
        /// The message.
        text: String,
        /// The figure that speaks.
        speaker: Option<FigureId>,
        /// The side that speaks.
        side: Option<SideId>,
        /// The hex that is shown.
        hex: Option<Hex>,
    },
    /// Figures arrive after a number of rounds.
    Arrive(Vec<FigureId>, u32),
    /// Figures leave; `None`: the figure of the occasion.
    Leave(Option<Vec<FigureId>>),
    /// A side wins or is eliminated, by this goal.
    Decide(GoalId),
    /// Adds to a counter.
    Change(CounterId, Expression<Bound>),
    /// Sets a counter.
    Set(CounterId, Expression<Bound>),
    /// A side has these goals from now on.
    Goal(SideId, u16),
    /// An item appears.
    Item(ItemKindId, Hex, u16),
    /// A feature appears.
    Raise(KindId, Hex),
    /// The features in a hex vanish.
    Clear(Hex),
    /// The terrain of these hexes changes.
    Terrain(BTreeSet<Hex>, TerrainId),
    /// A named effect begins on figures.
    Begin(NamedId, Crowd),
    /// A named effect ends on figures.
    End(NamedId, Crowd),
    /// Figures get an order; `None`: they pursue the goals of their side again.
    Order(Vec<FigureId>, Option<Task>),
    /// A scenario is the next one of the campaign.
    Next(SuccessorId),
}

impl Does {
    /// Whether it is still done after the battle: it writes a message, changes a counter or chooses the next battle.
    pub fn is_epilogue(&self) -> bool {
        matches!(self, Self::Say { .. } | Self::Change(..) | Self::Set(..) | Self::Next(_))
    }
}

/// An order to figures of a computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Go to these hexes, and stay there.
    Go(BTreeSet<Hex>),
    /// Fight only near the current hex.
    Hold,
    /// Fight the enemy wherever he is.
    Hunt,
}

/// The figures that an effect begins or ends on: those on the map to which all parts apply; without any part, the
/// figure of the occasion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crowd {
    /// Only figures of this side.
    pub side: Option<SideId>,
    /// Only these figures; `None`: all of the side.
    pub figures: Option<Vec<FigureId>>,
    /// Only figures with their head in these hexes.
    pub hexes: Option<BTreeSet<Hex>>,
}

/// A named effect that events begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The id of its record.
    pub record: String,
    /// Display name.
    pub title: String,
    /// Its effects.
    pub effects: Vec<EffectId>,
}

/// The arrival of a figure during the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The round at whose beginning it arrives; `None`: it waits for an event.
    pub round: Option<u32>,
    /// The hexes where its head can be; `None`: the whole map.
    pub hexes: Option<BTreeSet<Hex>>,
}
