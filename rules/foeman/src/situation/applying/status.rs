//! The statuses of figures; what they mean is in [`statuses`](crate::situation::statuses).

use super::{Depth, Versus, each};
use crate::catalogs::effects::Status;
use crate::content::{Deed, DeedSet, Effect};
use crate::ids::{FigureId, Source};
use crate::situation::Situation;

/// Whether a figure has a status.
pub fn has(now: Situation<'_>, figure: FigureId, status: Status) -> bool {
    of(now, figure, status, Depth::FULL).is_some()
}

/// Whether a figure has a status regardless of the places of others; used for engagement and activity.
pub fn has_firmly(now: Situation<'_>, figure: FigureId, status: Status) -> bool {
    of(now, figure, status, Depth::FIRM).is_some()
}

/// The source of a status of a figure; `None` if it does not have the status. Removal takes precedence.
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
    let what = DeedSet::of_status(status);
    each(now, figure, (Versus::NOBODY, depth), (what, about), &mut |applied| {
        if let Deed::Status { add, remove } = applied.effect.deed {
            given = given.or((add == Some(status)).then_some(applied.source));
            taken |= remove == Some(status);
        }
    });
    given.filter(|_| !taken)
}

/// All statuses of a figure, each with its source.
pub fn all(now: Situation<'_>, figure: FigureId) -> Vec<(Status, Source)> {
    Status::ALL.into_iter().filter_map(|status| Some((status, of(now, figure, status, Depth::FULL)?))).collect()
}

/// Whether a figure is above the ground. Effects of the ground do not make figures fly.
pub fn flies(now: Situation<'_>, figure: FigureId) -> bool {
    of(now, figure, Status::Flying, Depth::ALOFT).is_some()
}
