//! Steps of the scenario's events.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::body::shape::Pose;
use crate::catalogs::Lie;
use crate::content::{Content, LyingItem, OF_NOBODY};
use crate::ids::{CounterId, EventId, FigureId, ItemKindId, KindId, SuccessorId, TerrainId};
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{Due, FigureState, Order, State};
use foeman_engine::ruleset::SideId;

/// A step of the scenario's events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventStep {
    /// An event is due.
    Due(Due),
    /// The first event that is due happens.
    Happens {
        /// Its position among the events that are due.
        at: u16,
    },
    /// An event that was due does not happen: its conditions do not hold, or it has happened often enough.
    Lapses {
        /// Its position among the events that are due.
        at: u16,
    },
    /// The conditions of an event begin to hold, or hold no longer.
    Holds {
        /// The event.
        event: EventId,
        /// Whether they hold.
        holds: bool,
    },
    /// Events have set each other off too often; no more become due.
    Stops,
    /// The battle has been decided, and events about that are due.
    Over,
    /// A message is written.
    Says {
        /// The event.
        event: EventId,
        /// The position of the deed.
        deed: u16,
    },
    /// A counter has a new value.
    Counts {
        /// The counter.
        counter: CounterId,
        /// The value.
        value: i32,
    },
    /// A side has other goals.
    Goals {
        /// The side.
        side: SideId,
        /// The set of goals.
        set: u16,
    },
    /// A figure will arrive in a round.
    Awaits {
        /// The figure.
        figure: FigureId,
        /// The round.
        round: u32,
    },
    /// An item appears on the ground.
    Lies {
        /// Its kind.
        kind: ItemKindId,
        /// The hex.
        hex: Hex,
        /// The number of pieces.
        count: u16,
    },
    /// A feature appears.
    Rises {
        /// Its kind.
        kind: KindId,
        /// Its number among the features of its kind, from 1.
        nth: u16,
        /// The hex.
        hex: Hex,
        /// Its posture.
        posture: Posture,
    },
    /// The terrain of hexes changes.
    Turns {
        /// The hexes.
        hexes: Vec<Hex>,
        /// The new terrain.
        terrain: TerrainId,
    },
    /// A figure gets an order, or is free again.
    Orders {
        /// The figure.
        figure: FigureId,
        /// The order.
        order: Option<Order>,
    },
    /// A scenario is the next one of the campaign.
    Leads {
        /// The scenario.
        to: SuccessorId,
    },
}

impl EventStep {
    pub(super) fn apply(&self, content: &Content, state: &mut State) {
        match self {
            Self::Due(due) => state.unfolding.due.push(*due),
            Self::Happens { at } => {
                let due = state.unfolding.due.remove(usize::from(*at));
                let fired = &mut state.unfolding.fired[due.event.index()];
                *fired = fired.saturating_add(1);
            }
            Self::Lapses { at } => {
                state.unfolding.due.remove(usize::from(*at));
            }
            Self::Holds { event, holds } => state.unfolding.holding[event.index()] = *holds,
            Self::Stops | Self::Says { .. } => {}
            Self::Over => state.unfolding.over = true,
            Self::Counts { counter, value } => state.unfolding.counters[counter.index()] = *value,
            Self::Goals { side, set } => state.unfolding.goals[usize::from(side.0)] = *set,
            Self::Awaits { figure, round } => {
                for awaited in state.unfolding.awaited.iter_mut().filter(|awaited| awaited.figure == *figure) {
                    awaited.round = Some(*round);
                }
            }
            Self::Lies { kind, hex, count } => {
                let item = LyingItem { kind: *kind, hex: *hex, count: *count, lie: Lie::default() };
                state.items.push(item.state());
            }
            Self::Turns { hexes, terrain } => {
                state.unfolding.ground.turn(&content.lands, &content.land, hexes, *terrain);
            }
            Self::Orders { figure, order: Some(order) } => {
                state.unfolding.orders.insert(*figure, *order);
            }
            Self::Orders { figure, order: None } => {
                state.unfolding.orders.remove(figure);
            }
            Self::Leads { to } => state.unfolding.next = Some(*to),
            Self::Rises { kind, nth, hex, posture } => {
                let pose = Pose { head: *hex, facing: Direction::default() };
                state.figures.push(FigureState {
                    nth: *nth,
                    posture: *posture,
                    dice: DiceRecord::Acted(0),
                    halt: HaltRecord::Halted,
                    ..FigureState::new(*kind, OF_NOBODY, pose, 0)
                });
            }
        }
    }
}

/// A figure arrives in the battle or leaves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passage {
    /// It arrives.
    Arrives {
        /// The hex of its head.
        hex: Hex,
        /// Its facing.
        facing: Direction,
    },
    /// It leaves the map with its gear.
    Departs,
}

impl Passage {
    pub(super) fn apply(self, state: &mut State, figure: FigureId) {
        match self {
            Self::Arrives { hex, facing } => {
                state.unfolding.awaited.retain(|awaited| awaited.figure != figure);
                let own = state.figure_mut(figure);
                (own.hex, own.facing, own.gone) = (hex, facing, false);
                own.origin = own.pose();
            }
            Self::Departs => {
                state.figure_mut(figure).gone = true;
                state.unfolding.awaited.retain(|awaited| awaited.figure != figure);
                state.figures.lose_aim(figure);
                if let Some(mover) = &mut state.mover
                    && mover.current.as_ref().is_some_and(|current| current.figure == figure)
                {
                    mover.current = None;
                }
            }
        }
    }
}
