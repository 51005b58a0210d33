//! What content allows or bars beyond the usual: options and rerolls.

use crate::rulesets::foeman::catalogs::effects::ActionOption;
use crate::rulesets::foeman::content::{Deed, Permit};
use crate::rulesets::foeman::ids::{EffectId, FigureId};
use crate::rulesets::foeman::option::ActionKind;
use crate::rulesets::foeman::situation::Situation;

/// On how many occasions a figure may roll hit dice of one attack again (`F7.5`).
pub fn rerolls(now: Situation<'_>, figure: FigureId) -> u8 {
    let stages = permits(now, figure).map(|permit| permit.rerolls);
    stages.fold(0, u8::saturating_add)
}

/// Whether something grants a figure an option that nobody has otherwise.
pub fn option(now: Situation<'_>, figure: FigureId, option: ActionKind) -> bool {
    permits(now, figure).any(|permit| permit.option.map(kind) == Some(option))
}

fn permits(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = Permit> {
    effects(now, figure).filter_map(move |effect| match now.content.effect(effect).deed {
        Deed::Grant(permit) => Some(permit),
        _ => None,
    })
}

/// What a figure is and has learnt, and what was brought upon it.
fn effects(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = EffectId> {
    let kind = now.kind(figure);
    let learnt = kind.talents.iter().flat_map(move |&talent| &now.content.talent(talent).effects);
    let in_force = now.state.effects.iter().filter(move |effect| effect.target == figure);
    kind.effects.iter().chain(learnt).copied().chain(in_force.map(|effect| effect.effect))
}

fn kind(option: ActionOption) -> ActionKind {
    match option {
        ActionOption::Move => ActionKind::Move,
        ActionOption::Watch => ActionKind::Watch,
        ActionOption::Ready => ActionKind::Ready,
        ActionOption::Defend => ActionKind::Defend,
        ActionOption::Strike => ActionKind::Strike,
        ActionOption::Jab => ActionKind::Jab,
        ActionOption::Hurl => ActionKind::Hurl,
        ActionOption::Fire => ActionKind::Fire,
        ActionOption::Use => ActionKind::Use,
        ActionOption::Dodge => ActionKind::Dodge,
        ActionOption::Strike2 => ActionKind::Strike2,
        ActionOption::Fire2 => ActionKind::Fire2,
    }
}
