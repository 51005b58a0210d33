//! The progress of the scenario's events and arrivals.

use std::collections::BTreeMap;

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::ids::{EventId, FigureId, SuccessorId};
use crate::landscape::Changes;

/// The progress of events and arrivals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Unfolding {
    /// The figures still to arrive, in the order of their numbers.
    pub awaited: Vec<Awaited>,
    /// The events that are due, in the order in which they happen.
    pub due: Vec<Due>,
    /// How often each event has happened.
    pub fired: Vec<u32>,
    /// Whether the conditions of each event hold that waits for them.
    pub holding: Vec<bool>,
    /// The values of the counters.
    pub counters: Vec<i32>,
    /// The set of goals that each side has.
    pub goals: Vec<u16>,
    /// Whether events about the end of the battle are already due.
    pub over: bool,
    /// The hexes with other terrain than at the start.
    #[serde(skip_serializing_if = "Changes::is_empty")]
    pub ground: Changes,
    /// The orders that figures have, by figure.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<FigureId, Order>,
    /// The scenario that an event has chosen as the next one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<SuccessorId>,
}

/// A figure that has not arrived yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Awaited {
    /// The figure.
    pub figure: FigureId,
    /// The round at whose beginning it arrives, or tries to; `None`: it waits for an event.
    pub round: Option<u32>,
}

/// An order to a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Go to the hexes that a deed of an event names, and stay there.
    Go {
        /// The event.
        event: EventId,
        /// The position of the deed.
        deed: u16,
    },
    /// Fight only near this hex.
    Hold {
        /// The hex.
        post: Hex,
    },
    /// Fight the enemy wherever he is.
    Hunt,
}

/// An event that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Due {
    /// The event.
    pub event: EventId,
    /// The figure of its occasion.
    pub figure: Option<FigureId>,
    /// The other figure of its occasion.
    pub other: Option<FigureId>,
    /// The number of events that led to it.
    pub chain: u8,
    /// The first round in which it can happen.
    pub round: u32,
}

impl Unfolding {
    /// Whether nothing has to be written: the scenario has no events and no arrivals.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a figure is still to arrive.
    pub fn awaits(&self, figure: FigureId) -> bool {
        self.awaited.iter().any(|awaited| awaited.figure == figure)
    }

    /// Whether a figure is still to arrive in a certain round.
    pub fn expects(&self, figure: FigureId) -> bool {
        self.awaited.iter().any(|awaited| awaited.figure == figure && awaited.round.is_some())
    }
}
