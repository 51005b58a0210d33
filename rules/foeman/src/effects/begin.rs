//! Starts the effects of a spell, an item or a talent.

use crate::Foeman;
use crate::catalogs::effects::When;
use crate::content::{Deed, Effect};
use crate::effects::cause::{Cause, expiry};
use crate::effects::deeds;
use crate::ids::{EffectId, FigureId};
use crate::instruction::{EffectEvent, Instruction};
use crate::state::{EffectState, Stage};
use foeman_engine::ruleset::Emit;

/// Starts effects on a figure: each happens now, is in force from now on, or waits for its occasion from now on.
pub(crate) fn all(effects: &[EffectId], cause: &Cause, subject: FigureId, out: &mut Emit<'_, Foeman>) {
    for &id in effects {
        one(id, cause, subject, out);
    }
}

/// Starts one effect on a figure.
pub(super) fn one(id: EffectId, cause: &Cause, subject: FigureId, out: &mut Emit<'_, Foeman>) {
    let effect = out.content().effect(id);
    if !waits(effect) {
        return deeds::occur(id, cause, (subject, None), out);
    }
    let expires = expiry(effect, cause, out);
    let force = EffectState {
        effect: id,
        source: cause.source,
        owner: cause.owner,
        target: subject,
        began: out.state().round,
        expires,
        count: 1,
        rolled: 0,
        stage: Stage::Waits,
    };
    out.push(Instruction::Effect(EffectEvent::Begins(force)));
}

/// Whether an effect waits for its occasion after it has begun, instead of taking effect at once.
fn waits(effect: &Effect) -> bool {
    match effect.when {
        When::Apply => false,
        When::Hit | When::HitBy => !matches!(effect.deed, Deed::Modify { .. }),
        When::RoundStart | When::Enter | When::Leave | When::Expire => true,
    }
}
