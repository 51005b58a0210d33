//! Permissions and prohibitions by effects.

use crate::content::{Deed, DeedSet, Effect, Permit};
use crate::ids::{FigureId, Source};
use crate::situation::Situation;
use crate::situation::applying::{self, Depth, Versus};
use crate::state::ActionKind;

/// The source of an effect that forbids an option to a figure.
pub fn bars(now: Situation<'_>, figure: FigureId, option: ActionKind) -> Option<Source> {
    find(now, figure, Versus::NOBODY, |deed| match deed {
        Deed::Forbid(permit) => covers(permit, option),
        _ => false,
    })
}

/// The source of an effect that grants a figure a restricted option: Strike2 or Fire2.
pub fn grants(now: Situation<'_>, figure: FigureId, option: ActionKind) -> Option<Source> {
    find(now, figure, Versus::NOBODY, |deed| match deed {
        Deed::Grant(permit) => covers(permit, option),
        _ => false,
    })
}

/// The number of times that an attacker may reroll any of its hit dice (`F7.5`).
pub fn rerolls(now: Situation<'_>, figure: FigureId, versus: Versus) -> u8 {
    let mut stages = 0u8;
    if now.content.touched.permits {
        let grants = |effect: &Effect| matches!(effect.deed, Deed::Grant(permit) if permit.rerolls > 0);
        applying::each(now, figure, (versus, Depth::FULL), (DeedSet::PERMITS, grants), &mut |applied| {
            if let Deed::Grant(permit) = applied.effect.deed {
                stages = stages.saturating_add(permit.rerolls);
            }
        });
    }
    stages
}

fn find(now: Situation<'_>, figure: FigureId, versus: Versus, wanted: impl Fn(&Deed) -> bool) -> Option<Source> {
    if !now.content.touched.permits {
        return None;
    }
    let mut found = None;
    let wanted = |effect: &Effect| wanted(&effect.deed);
    applying::each(now, figure, (versus, Depth::FULL), (DeedSet::PERMITS, wanted), &mut |applied| {
        found = found.or(Some(applied.source));
    });
    found
}

fn covers(permit: &Permit, option: ActionKind) -> bool {
    permit.option == Some(option)
}
