//! Events of spells, items, talents and other sources of effects.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::ids::{FigureId, ItemId, Source, SpellId, TalentId};
use crate::rolls::{Check, Sum};
use crate::situation::protection::{Guard, Response};
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{Place, State};
use foeman_engine::ruleset::SideId;

/// An event of a figure that concerns effects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MagicEvent {
    /// It cast a spell, or tried to (`F11.2`).
    Casts {
        /// The spell.
        spell: SpellId,
        /// The target; `None` for a spell on a hex.
        target: Option<FigureId>,
        /// The target's response.
        response: Option<Response>,
        /// The casting roll.
        check: Box<Check>,
        /// The cost of the spell, in ST.
        cost: Box<Sum>,
        /// The exhaustion paid.
        paid: i32,
    },
    /// It used an item, or tried to.
    Uses {
        /// The item.
        item: ItemId,
        /// The roll.
        check: Box<Check>,
    },
    /// It used a talent, or tried to.
    Exerts {
        /// The talent.
        talent: TalentId,
        /// The roll.
        check: Box<Check>,
        /// The exhaustion paid.
        paid: i32,
    },
    /// It made a saving roll against an effect, successfully or not (`F11.2`).
    Resists {
        /// The source of the effect.
        source: Source,
        /// The roll.
        check: Box<Check>,
        /// Whether success halves the effect instead of negating it.
        halves: bool,
    },
    /// An effect harmed it, or its protection stopped the harm.
    Suffers(Box<Suffering>),
    /// It was healed.
    Heals {
        /// The source of the healing.
        source: Source,
        /// Physical damage healed.
        physical: i32,
        /// Exhaustion healed.
        exhaustion: i32,
    },
    /// Its posture was changed.
    Brought {
        /// The source of the change.
        source: Source,
        /// The new posture.
        to: Posture,
    },
    /// It was moved, or stayed where it was because there was no room.
    Moved {
        /// The source of the motion.
        source: Source,
        /// The hex before.
        from: Hex,
        /// The hex afterwards.
        to: Hex,
    },
    /// It obeys a side from now on.
    Obeys {
        /// The side.
        side: SideId,
        /// The source of the control; `None` if control has ended.
        source: Option<Source>,
    },
    /// The effect that created it has ended, and it disappears.
    Vanishes {
        /// The source that created it.
        source: Source,
    },
    /// The action it chose has become impossible.
    Thwarted,
    /// Its side must choose a hex.
    Asks(Place),
    /// Its side chose a hex.
    Answers {
        /// The hex.
        hex: Hex,
    },
    /// Its side must decide whether to keep up a spell (`F11.1`).
    MayKeepUp {
        /// The spell.
        spell: SpellId,
        /// The round it was cast in.
        began: u32,
        /// The position among the effects in force up to which renewals have been offered.
        seen: u16,
    },
    /// It keeps up a spell.
    KeepsUp {
        /// The spell.
        spell: SpellId,
        /// The round it was cast in.
        began: u32,
        /// The first of its targets.
        target: FigureId,
        /// The exhaustion paid.
        paid: Box<Sum>,
        /// The last round of the spell now.
        lasts: u32,
    },
    /// It lets a spell end.
    LetsGo {
        /// The spell.
        spell: SpellId,
    },
}

/// The harm that an effect did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Suffering {
    /// The source of the effect.
    pub source: Source,
    /// The harm before protection.
    pub points: i32,
    /// The protection that applied, in order, and the points each stopped.
    pub guards: Vec<Guard>,
    /// Physical damage.
    pub physical: i32,
    /// Exhaustion.
    pub exhaustion: i32,
    /// Whether it causes shock in the next round (`F8.6`).
    pub shocks: bool,
    /// Whether it throws the figure to the ground (`F8.6`).
    pub falls: bool,
}

impl MagicEvent {
    pub(super) fn apply(&self, state: &mut State, figure: FigureId) {
        match self {
            Self::Casts { paid, .. } | Self::Exerts { paid, .. } => tire(state, figure, *paid),
            Self::Uses { .. } | Self::Resists { .. } | Self::Thwarted => {}
            Self::Suffers(suffering) => {
                let own = state.figure_mut(figure);
                own.physical = own.physical.saturating_add(suffering.physical);
                own.exhaustion = own.exhaustion.saturating_add(suffering.exhaustion);
                own.manoeuvres.damage =
                    own.manoeuvres.damage.saturating_add(suffering.physical).saturating_add(suffering.exhaustion);
                own.shocks_to_come = own.shocks_to_come.saturating_add(u8::from(suffering.shocks));
                if suffering.falls {
                    own.posture = Posture::Prone;
                }
            }
            Self::Heals { physical, exhaustion, .. } => {
                let own = state.figure_mut(figure);
                own.physical = own.physical.saturating_sub(*physical);
                own.exhaustion = own.exhaustion.saturating_sub(*exhaustion);
            }
            Self::Brought { to, .. } => state.figure_mut(figure).posture = *to,
            Self::Moved { to, .. } => state.figure_mut(figure).hex = *to,
            Self::Obeys { side, .. } => obey(state, figure, *side),
            Self::Vanishes { .. } => state.figure_mut(figure).gone = true,
            Self::Asks(place) => state.places.push(*place),
            Self::Answers { .. } => {
                state.places.remove(0);
            }
            Self::MayKeepUp { seen, .. } => {
                state.asked = Some(self.question(figure));
                state.continued = *seen;
            }
            Self::KeepsUp { paid, .. } => {
                tire(state, figure, paid.total());
                forget_renewal(state);
            }
            Self::LetsGo { .. } => forget_renewal(state),
        }
    }

    fn question(&self, caster: FigureId) -> crate::state::Question {
        let (spell, began) = match self {
            Self::MayKeepUp { spell, began, .. } => (*spell, *began),
            _ => (SpellId(0), 0),
        };
        crate::state::Question::Renewal { caster, spell, began }
    }
}

fn tire(state: &mut State, figure: FigureId, points: i32) {
    let own = state.figure_mut(figure);
    own.exhaustion = own.exhaustion.saturating_add(points);
}

/// Clears the question about a renewal; a renewal by an option answers no question.
fn forget_renewal(state: &mut State) {
    if matches!(state.asked, Some(crate::state::Question::Renewal { .. })) {
        state.asked = None;
    }
}

/// Makes a figure obey another side: its choice for the old side is void, and its move is over.
fn obey(state: &mut State, figure: FigureId, side: SideId) {
    let own = state.figure_mut(figure);
    own.commander = side;
    own.aim = None;
    own.halt = HaltRecord::Halted;
    if !own.dice.has_acted() {
        own.option = None;
        own.dice = DiceRecord::NotAsked;
        own.sequence = 0;
    }
    if let Some(mover) = &mut state.mover
        && mover.current.as_ref().is_some_and(|current| current.figure == figure)
    {
        mover.current = None;
    }
}
