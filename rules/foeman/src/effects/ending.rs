//! The end of effects, and its consequences.

use crate::Foeman;
use crate::catalogs::Kind;
use crate::catalogs::effects::When;
use crate::content::{Deed, OF_NOBODY};
use crate::effects::cause::Cause;
use crate::effects::steps::Step;
use crate::ids::{FigureId, Source};
use crate::instruction::{EffectEvent, FigureEvent, Instruction, MagicEvent};
use crate::situation::Situation;
use crate::state::{EffectState, Stage};
use foeman_engine::ruleset::Emit;

/// The steps that end the effects in force that match, the oldest first. Effects that begin meanwhile stay.
pub(super) fn matching(now: Situation<'_>, meant: impl Fn(&EffectState) -> bool) -> Vec<Step> {
    now.state.effects.iter().filter(|force| meant(force)).copied().map(Step::Ends).collect()
}

/// Ends one effect in force, and everything that depends on it. An earlier end may have ended it already.
pub(super) fn end(force: EffectState, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    let Some(at) = out.state().effects.iter().position(|other| *other == force) else { return };
    out.push(Instruction::Effect(EffectEvent::Ends { at: at as u16 }));
    let effect = out.content().effect(force.effect);
    if effect.when == When::Expire && force.stage == Stage::Waits {
        let cause = Cause { chain: 1, ..Cause::new(force.source, force.owner) };
        return added.push(Step::Happens { id: force.effect, cause, figure: force.target, other: None });
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

/// Updates the side that a figure obeys: the side of the last figure to control it, or its own.
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
