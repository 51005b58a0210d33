//! The beginning of an effect.

use crate::Foeman;
use crate::catalogs::effects::When;
use crate::content::{Deed, Effect};
use crate::effects::cause::{Cause, expiry};
use crate::effects::steps::Step;
use crate::ids::{EffectId, FigureId};
use crate::instruction::{EffectEvent, Instruction};
use crate::state::{EffectState, Stage};
use foeman_engine::ruleset::Emit;

/// Starts one effect on a figure.
pub(super) fn one(id: EffectId, cause: &Cause, figure: FigureId, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    let effect = out.content().effect(id);
    if !waits(effect) {
        return added.push(Step::Happens { id, cause: *cause, figure, other: None });
    }
    let expires = expiry(effect, cause, out);
    let force = EffectState {
        effect: id,
        source: cause.source,
        owner: cause.owner,
        target: figure,
        began: out.state().round,
        expires,
        count: 1,
        rolled: 0,
        stage: Stage::Waits,
    };
    out.push(Instruction::Effect(EffectEvent::Begins(Box::new(force))));
}

/// Whether an effect waits for its occasion after it has begun, instead of taking effect at once.
fn waits(effect: &Effect) -> bool {
    match effect.when {
        When::Apply => false,
        When::Hit | When::HitBy => !matches!(effect.deed, Deed::Modify { .. }),
        When::RoundStart | When::Enter | When::Leave | When::Expire => true,
    }
}
