//! Occasions that trigger effects: the start and end of a round, moves, hits, and the use of spells, items and talents.

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::catalogs::effects::When;
use crate::content::items::ArmId;
use crate::effects::cause::Cause;
use crate::effects::steps::Step;
use crate::effects::{chain, ending};
use crate::ids::{EffectId, FigureId};
use crate::situation::Situation;
use crate::situation::applying::Versus;
use crate::state::EffectState;
use foeman_engine::ruleset::Emit;

/// Starts the effects of a spell, an item or a talent on a figure: each happens now, is in force from now on, or waits
/// for its occasion from now on.
pub(crate) fn start(effects: &[EffectId], cause: &Cause, figure: FigureId, out: &mut Emit<'_, Foeman>) {
    let cause = *cause;
    chain::run(effects.iter().map(|&id| Step::Begins { id, cause, figure }), out);
}

/// Puts a figure into a hex, with the effects of leaving and entering.
pub(super) fn put(target: FigureId, to: Hex, cause: Cause, out: &mut Emit<'_, Foeman>) {
    chain::run([Step::Put { target, to, cause }], out);
}

/// Triggers the effects at the start of a round, figure by figure.
pub(crate) fn round_starts(out: &mut Emit<'_, Foeman>) {
    if out.content().effects.is_empty() {
        return;
    }
    let figures: Vec<FigureId> = Situation::of(out).figures().collect();
    for figure in figures {
        chain::run([Step::Occasion { when: When::RoundStart, figure, versus: Versus::NOBODY, chain: 0 }], out);
    }
}

/// Ends the effects that last until the end of this round (`F10.9`, `F11.1`).
pub(crate) fn round_ends(out: &mut Emit<'_, Foeman>) {
    let round = out.state().round;
    let ending = ending::matching(Situation::of(out), |force| force.expires.is_some_and(|last| last <= round));
    chain::run(ending, out);
}

/// Ends the effects in force that are meant, with the consequences.
pub(crate) fn end(meant: impl Fn(&EffectState) -> bool, out: &mut Emit<'_, Foeman>) {
    chain::run(ending::matching(Situation::of(out), meant), out);
}

/// The hexes of all heads before a move, for [`stepped`]; empty if no effect depends on moves.
pub(crate) fn tracks(out: &Emit<'_, Foeman>) -> Vec<Hex> {
    if !out.content().touched.steps {
        return Vec::new();
    }
    out.state().figures.iter().map(|figure| figure.hex).collect()
}

/// Triggers the effects of leaving and entering hexes for all figures that have moved since `before`.
pub(crate) fn stepped(before: &[Hex], out: &mut Emit<'_, Foeman>) {
    for (figure, &hex) in (0..).map(FigureId).zip(before) {
        let to = out.state().figure(figure).hex;
        if to != hex {
            chain::run([Step::Leaves { figure, hex, chain: 0 }, Step::Enters { figure, hex: to, chain: 0 }], out);
        }
    }
}

/// Triggers the effects of a hit, on both figures.
pub(crate) fn on_hit(attacker: FigureId, target: FigureId, arm: ArmId, out: &mut Emit<'_, Foeman>) {
    if out.content().effects.is_empty() {
        return;
    }
    let occasion = |when, figure, other| {
        let versus = Versus { arm: Some(arm), ..Versus::other(other) };
        Step::Occasion { when, figure, versus, chain: 0 }
    };
    chain::run([occasion(When::Hit, attacker, target), occasion(When::HitBy, target, attacker)], out);
}
