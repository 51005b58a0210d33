//! What statuses mean for moving, acting and being seen, and what effects allow and bar.
//!
//! The rules give `unbalanced` its meaning (`F4.13`); what the others mean is a fill, told here and nowhere else:
//!
//! | status | moving | acting | seeing and being seen |
//! |---|---|---|---|
//! | unbalanced | as usual | as usual; engages nobody | |
//! | clinched | no step | no throw, shot, jab or dodge | |
//! | entangled | no step, no pivot | no dodge; DX less [`ENTANGLED_DX`] | |
//! | stunned | nothing | nothing; engages nobody | |
//! | blinded | as usual | as usual against who is adjacent, at [`BLINDED_DX`] | sees nobody who is not adjacent |
//! | invisible | as usual | as usual | seen by none but adjacent figures, who strike at [`INVISIBLE_DX`] |
//! | silenced | as usual | casts no spell | |
//! | slowed | half the MA | as usual | |
//! | hasted | twice the MA | as usual | |
//! | flying | every step costs 1 MP; the ground does nothing to it | as usual | |
//!
//! [`ENTANGLED_DX`]: crate::constants::ENTANGLED_DX
//! [`BLINDED_DX`]: crate::constants::BLINDED_DX
//! [`INVISIBLE_DX`]: crate::constants::INVISIBLE_DX

use crate::body::shape;
use crate::catalogs::effects::Status;
use crate::content::{Deed, Effect};
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::situation::applying::{self, Depth, Versus};
use crate::situation::permits;
use crate::state::{ActionKind, Source};
use foeman_engine::ruleset::Refusal;

/// Whether a figure has a status.
pub fn has(now: Situation<'_>, figure: FigureId, status: Status) -> bool {
    of(now, figure, status, Depth::FULL).is_some()
}

/// Whether a figure has a status wherever others are: what engaging and taking part may ask.
pub fn has_firmly(now: Situation<'_>, figure: FigureId, status: Status) -> bool {
    of(now, figure, status, Depth::FIRM).is_some()
}

/// What gives a figure a status; nothing when it does not have it. What takes a status away outweighs what gives it.
pub fn of(now: Situation<'_>, figure: FigureId, status: Status, depth: Depth) -> Option<Source> {
    if !now.content.touched.has_status(status) {
        return None;
    }
    let depth = if status == Status::Flying { Depth::ALOFT } else { depth };
    let (mut given, mut taken) = (None, false);
    let about = |effect: &Effect| match effect.deed {
        Deed::Status { add, remove } => [add, remove].contains(&Some(status)),
        _ => false,
    };
    applying::each(now, figure, (Versus::NOBODY, depth), about, &mut |applied| {
        if let Deed::Status { add, remove } = applied.effect.deed {
            given = given.or((add == Some(status)).then_some(applied.source));
            taken |= remove == Some(status);
        }
    });
    given.filter(|_| !taken)
}

/// All statuses of a figure, each with what gives it.
pub fn all(now: Situation<'_>, figure: FigureId) -> Vec<(Status, Source)> {
    Status::ALL.into_iter().filter_map(|status| Some((status, of(now, figure, status, Depth::FULL)?))).collect()
}

/// Whether a figure is above the ground. What the ground itself does makes nobody fly.
pub fn flies(now: Situation<'_>, figure: FigureId) -> bool {
    of(now, figure, Status::Flying, Depth::ALOFT).is_some()
}

/// Why a figure may make no step now; nothing when no status holds it.
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

/// Why a figure may not turn on the spot now; nothing when no status keeps it from that.
pub fn bars_pivots(now: Situation<'_>, figure: FigureId) -> Option<Refusal> {
    refused(now, figure, &[(Status::Stunned, "it is stunned"), (Status::Entangled, "it is entangled")])
}

/// Why a figure may not choose an option now: a status keeps it from that, or an effect bars it.
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
    // Who may not strike may not strike twice.
    let single = match option {
        ActionKind::Strike2 => Some(ActionKind::Strike),
        Fire2 => Some(Fire),
        _ => None,
    };
    let bars = |option| permits::bars(now, figure, option);
    let barred = || bars(option).or_else(|| single.and_then(bars)).map(|_| refusal("an effect bars that option"));
    refused(now, figure, reasons).or_else(barred)
}

/// Whether a figure cannot see another one whatever lies between: it is blinded or the other one invisible, and they
/// are not adjacent.
pub fn hides(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    let touched = now.content.touched;
    if figure == other || !(touched.has_status(Status::Blinded) || touched.has_status(Status::Invisible)) {
        return false;
    }
    (has(now, figure, Status::Blinded) || has(now, other, Status::Invisible)) && !shape::adjacent(now, figure, other)
}

fn refused(now: Situation<'_>, figure: FigureId, reasons: &[(Status, &'static str)]) -> Option<Refusal> {
    let reason = reasons.iter().find(|&&(status, _)| has(now, figure, status))?;
    Some(refusal(reason.1))
}

/// What statuses mean is a fill: no rule forbids it.
fn refusal(message: &'static str) -> Refusal {
    Refusal { rule: "", message }
}
