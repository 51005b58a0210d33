//! The steps of a chain of effects, as plain data.

use foeman_schema::grid::Hex;

use crate::catalogs::effects::{Motion, When};
use crate::effects::cause::Cause;
use crate::effects::triggers::Trigger;
use crate::ids::{EffectId, FigureId};
use crate::situation::applying::Versus;
use crate::state::EffectState;

/// A step that is still to be carried out. Carrying it out can add further steps, which come before all others.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// An occasion for the effects on a figure, other than leaving a hex.
    Occasion { when: When, figure: FigureId, versus: Versus, chain: u8 },
    /// The head of a figure has left a hex.
    Leaves { figure: FigureId, hex: Hex, chain: u8 },
    /// The head of a figure has entered a hex; nothing happens if it is elsewhere by now.
    Enters { figure: FigureId, hex: Hex, chain: u8 },
    /// An effect is due on an occasion; `other` is the other figure of a hit.
    Due { trigger: Trigger, when: When, figure: FigureId, other: Option<FigureId>, chain: u8 },
    /// An effect begins: it happens now, is in force from now on, or waits for its occasion.
    Begins { id: EffectId, cause: Cause, figure: FigureId },
    /// An effect happens to its targets; `other` is the other figure of a hit.
    Happens { id: EffectId, cause: Cause, figure: FigureId, other: Option<FigureId> },
    /// An effect happens to one target.
    HappensTo { id: EffectId, cause: Cause, target: FigureId },
    /// A continuous effect is put in force.
    GoesOn { id: EffectId, cause: Cause, target: FigureId, rolled: i32 },
    /// An effect in force ends, unless it has ended already.
    Ends(EffectState),
    /// A figure is put into a hex.
    Put { target: FigureId, to: Hex, cause: Cause },
    /// A figure is pushed or pulled on.
    Drifts(Drift),
}

/// A figure that an effect pushes or pulls, hex by hex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drift {
    pub target: FigureId,
    pub how: Motion,
    pub cause: Cause,
    /// The number of hexes left.
    pub left: u8,
    /// The hex of the last move; `None` before the first.
    pub last: Option<Hex>,
}
