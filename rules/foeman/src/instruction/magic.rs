//! What happens to a figure by spells, items, talents and all else that has effects.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::ids::{FigureId, ItemId, SpellId, TalentId};
use crate::rolls::{Check, Sum};
use crate::situation::protection::{Guard, Response};
use crate::state::records::{DiceRecord, HaltRecord, Posture};
use crate::state::{Place, Source, State};
use foeman_engine::ruleset::SideId;

/// What happens to a figure by something that has effects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MagicEvent {
    /// It cast a spell, or tried to (`F11.2`).
    Casts {
        /// Which.
        spell: SpellId,
        /// On whom; nobody for a spell on a hex.
        target: Option<FigureId>,
        /// What the target did against it.
        response: Option<Response>,
        /// The casting roll.
        check: Check,
        /// What the spell costs, in ST.
        cost: Sum,
        /// What it paid, as exhaustion.
        paid: i32,
    },
    /// It used an item, or tried to.
    Uses {
        /// Which.
        item: ItemId,
        /// The roll.
        check: Check,
    },
    /// It used a talent, or tried to.
    Exerts {
        /// Which.
        talent: TalentId,
        /// The roll.
        check: Check,
        /// What it paid, as exhaustion.
        paid: i32,
    },
    /// It made a saving roll against something, or failed to (`F11.2`).
    Resists {
        /// What against.
        source: Source,
        /// The roll.
        check: Check,
        /// Success halves it instead of negating it.
        halves: bool,
    },
    /// It was harmed, or protected from it.
    Suffers(Suffering),
    /// Harm was taken from it.
    Heals {
        /// By what.
        source: Source,
        /// Physical damage that is mended.
        physical: i32,
        /// Exhaustion that is gone.
        exhaustion: i32,
    },
    /// It was brought into a posture.
    Brought {
        /// By what.
        source: Source,
        /// Which.
        to: Posture,
    },
    /// It was moved, or stayed where it was for want of room.
    Moved {
        /// By what.
        source: Source,
        /// From where.
        from: Hex,
        /// Whereto.
        to: Hex,
    },
    /// It obeys a side from now on.
    Obeys {
        /// Which.
        side: SideId,
        /// What it is bewitched by; nothing when that has ended.
        source: Option<Source>,
    },
    /// What it was made by has ended, and it is gone.
    Vanishes {
        /// What made it.
        source: Source,
    },
    /// What it had chosen to do has become impossible meanwhile.
    Thwarted,
    /// Its side is asked for a hex.
    Asks(Place),
    /// Its side chose a hex.
    Answers {
        /// Which.
        hex: Hex,
    },
    /// Its side is asked whether it keeps up a spell (`F11.1`).
    MayKeepUp {
        /// Which.
        spell: SpellId,
        /// Cast in this round.
        began: u32,
        /// Effects in force before this position have been gone through.
        seen: u16,
    },
    /// It keeps up a spell.
    KeepsUp {
        /// Which.
        spell: SpellId,
        /// Cast in this round.
        began: u32,
        /// Whom it is on, or the first of those.
        target: FigureId,
        /// What it pays, as exhaustion.
        paid: Sum,
        /// The spell works through this round now.
        lasts: u32,
    },
    /// It does not keep up a spell.
    LetsGo {
        /// Which.
        spell: SpellId,
    },
}

/// What an effect did that harms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Suffering {
    /// What did it.
    pub source: Source,
    /// How much it would have been.
    pub points: i32,
    /// What was in the way, in order, and what it stopped.
    pub guards: Vec<Guard>,
    /// Physical damage.
    pub physical: i32,
    /// Exhaustion.
    pub exhaustion: i32,
    /// Whether it weakens the next round (`F8.6`).
    pub shocks: bool,
    /// Whether it throws the figure down (`F8.6`).
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

/// A renewal that was asked for is answered; one that an option brings about answers nothing.
fn forget_renewal(state: &mut State) {
    if matches!(state.asked, Some(crate::state::Question::Renewal { .. })) {
        state.asked = None;
    }
}

/// A figure changes sides: what it had chosen for the old one is void, and it does not move any more for either.
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
