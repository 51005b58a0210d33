//! The effects of statuses on movement, action and sight, and options that effects forbid.
//!
//! The sources define `unbalanced` (`F4.13`); the meaning of the others is an assumption, defined only here:
//!
//! | status | movement | action | sight |
//! |---|---|---|---|
//! | unbalanced | normal | normal; engages no figures | |
//! | clinched | no steps | no throw, shot, jab or dodge | |
//! | entangled | no steps, no pivots | no dodge; [`ENTANGLED_DX`] to DX | |
//! | stunned | none | none; engages no figures | |
//! | blinded | normal | normal against adjacent figures, at [`BLINDED_DX`] | sees adjacent figures only |
//! | invisible | normal | normal | seen by adjacent figures only, which strike at [`INVISIBLE_DX`] |
//! | silenced | normal | no spells | |
//! | slowed | half the MA | normal | |
//! | hasted | twice the MA | normal | |
//! | flying | every step costs 1 MP; the ground has no effect | normal | |
//!
//! [`ENTANGLED_DX`]: crate::constants::ENTANGLED_DX
//! [`BLINDED_DX`]: crate::constants::BLINDED_DX
//! [`INVISIBLE_DX`]: crate::constants::INVISIBLE_DX

use crate::catalogs::effects::Status;
use crate::ids::FigureId;
use crate::situation::{Situation, counting, footprint, limits, permits};
use crate::state::{Action, ActionKind};
use foeman_engine::ruleset::Refusal;

pub use crate::situation::applying::status::{all, flies, has, of};

/// The status that keeps a figure from taking steps now.
pub fn bars_steps(now: Situation<'_>, figure: FigureId) -> Option<Refusal> {
    refused(
        now,
        figure,
        &[
            (Status::Stunned, "it is stunned"),
            (Status::Entangled, "it is entangled"),
            (Status::Clinched, "it is held at close quarters"),
        ],
    )
}

/// The status that keeps a figure from pivoting now.
pub fn bars_pivots(now: Situation<'_>, figure: FigureId) -> Option<Refusal> {
    refused(now, figure, &[(Status::Stunned, "it is stunned"), (Status::Entangled, "it is entangled")])
}

/// The status or effect that keeps a figure from choosing an option now.
pub fn bars_option(now: Situation<'_>, figure: FigureId, option: ActionKind) -> Option<Refusal> {
    use ActionKind::{Dodge, Fire, Fire2, Hurl, Jab, Move};
    let reasons: &[(Status, &str)] = match option {
        Move => return None,
        Hurl | Fire | Fire2 | Jab => {
            &[(Status::Stunned, "it is stunned"), (Status::Clinched, "it is held at close quarters")]
        }
        Dodge => &[
            (Status::Stunned, "it is stunned"),
            (Status::Clinched, "it is held at close quarters"),
            (Status::Entangled, "it is entangled"),
        ],
        _ => &[(Status::Stunned, "it is stunned")],
    };
    // A figure that may not strike may not strike twice either.
    let single = match option {
        ActionKind::Strike2 => Some(ActionKind::Strike),
        Fire2 => Some(Fire),
        _ => None,
    };
    let bars = |option| permits::bars(now, figure, option);
    let barred = || bars(option).or_else(|| single.and_then(bars)).map(|_| refusal("an effect forbids that option"));
    refused(now, figure, reasons).or_else(barred)
}

/// Checks whether a figure may use an item that counts as another option. MP used or a status may forbid that (`F5`).
pub fn check_use(now: Situation<'_>, figure: FigureId, action: Action) -> Result<(), Refusal> {
    let (own, kind) = (now.figure(figure), counting::kind(now, action));
    if !limits::allows(kind, own.ma, own.mp) {
        return Err(Refusal { rule: "F5", message: "it has used too many MP for this option" });
    }
    match bars_option(now, figure, kind) {
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}

/// Whether a figure cannot see another one regardless of obstacles: it is blinded or the other is invisible, and they
/// are not adjacent.
pub fn hides(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    let touched = now.content.touched;
    if figure == other || !(touched.has_status(Status::Blinded) || touched.has_status(Status::Invisible)) {
        return false;
    }
    (has(now, figure, Status::Blinded) || has(now, other, Status::Invisible))
        && !footprint::adjacent(now, figure, other)
}

fn refused(now: Situation<'_>, figure: FigureId, reasons: &[(Status, &'static str)]) -> Option<Refusal> {
    let reason = reasons.iter().find(|&&(status, _)| has(now, figure, status))?;
    Some(refusal(reason.1))
}

/// The meaning of statuses is an assumption, so there is no rule to cite.
fn refusal(message: &'static str) -> Refusal {
    Refusal { rule: "", message }
}
