//! The end of effects, and its consequences.

use crate::Foeman;
use crate::catalogs::Kind;
use crate::catalogs::effects::When;
use crate::content::{Deed, OF_NOBODY};
use crate::effects::cause::Cause;
use crate::effects::deeds;
use crate::ids::{FigureId, Source};
use crate::instruction::{EffectEvent, FigureEvent, Instruction, MagicEvent};
use crate::situation::Situation;
use crate::state::{EffectState, Stage};
use foeman_engine::ruleset::Emit;

/// Ends the effects in force that expire this round (`F10.9`, `F11.1`).
pub(super) fn expire(out: &mut Emit<'_, Foeman>) {
    let round = out.state().round;
    end_where(|_, force| force.expires.is_some_and(|last| last <= round), out);
}

/// Ends the effects in force on a figure that match.
pub(super) fn end_of(
    target: FigureId,
    meant: impl Fn(Situation<'_>, &EffectState) -> bool,
    out: &mut Emit<'_, Foeman>,
) {
    end_where(|now, force| force.target == target && meant(now, force), out);
}

/// Ends the effects in force that match, the oldest first. Effects that begin meanwhile stay.
fn end_where(meant: impl Fn(Situation<'_>, &EffectState) -> bool, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let ending: Vec<EffectState> = now.state.effects.iter().filter(|force| meant(now, force)).copied().collect();
    for force in ending {
        // An earlier end may have ended this one too.
        if let Some(at) = out.state().effects.iter().position(|other| *other == force) {
            end(at as u16, out);
        }
    }
}

/// Ends one effect in force, and everything that depends on it.
fn end(at: u16, out: &mut Emit<'_, Foeman>) {
    let force = out.state().effects[usize::from(at)];
    out.push(Instruction::Effect(EffectEvent::Ends { at }));
    let effect = out.content().effect(force.effect);
    if effect.when == When::Expire && force.stage == Stage::Waits {
        let cause = Cause { chain: 1, ..Cause::new(force.source, force.owner) };
        return deeds::occur(force.effect, &cause, (force.target, None), out);
    }
    match effect.deed {
        Deed::Create { .. } => {
            let event = MagicEvent::Vanishes { source: force.source };
            out.push(Instruction::Figure(force.target, FigureEvent::Magic(event)));
        }
        Deed::Control => obey(force.target, None, out),
        _ => {}
    }
}

/// Updates the side that a figure obeys: that of the last figure to control it, or its own.
pub(super) fn obey(figure: FigureId, source: Option<Source>, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    // Features are not controlled, and figures of no side control none (an assumption).
    if now.kind(figure).kind == Kind::Feature {
        return;
    }
    let controls = |force: &&EffectState| {
        force.target == figure
            && matches!(now.content.effect(force.effect).deed, Deed::Control)
            && now.figure(force.owner).side != OF_NOBODY
    };
    let side = match now.state.effects.iter().rev().find(controls) {
        // A controller that is itself controlled still controls for its own side.
        Some(force) => now.figure(force.owner).side,
        None => now.figure(figure).side,
    };
    if now.side(figure) != side {
        let event = MagicEvent::Obeys { side, source };
        out.push(Instruction::Figure(figure, FigureEvent::Magic(event)));
    }
}
