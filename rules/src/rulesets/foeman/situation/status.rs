//! Statuses that effects in force give.

use crate::rulesets::foeman::catalogs::effects::Status;
use crate::rulesets::foeman::content::Deed;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::situation::Situation;

/// Whether some effect in force gives a figure a status.
pub fn has(now: Situation<'_>, figure: FigureId, status: Status) -> bool {
    let gives =
        |effect| matches!(now.content.effect(effect).deed, Deed::Status { add: Some(added), .. } if added == status);
    now.state.effects.iter().any(|effect| effect.target == figure && gives(effect.effect))
}
