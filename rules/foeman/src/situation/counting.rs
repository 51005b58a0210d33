//! Items whose use counts as another option (`F10.8`).

use crate::catalogs::CountsAs;
use crate::ids::FigureId;
use crate::situation::{Situation, limits};
use crate::state::{Action, ActionKind};

/// The option that a figure counts as performing.
pub fn kind(now: Situation<'_>, action: Action) -> ActionKind {
    match counts_as(now, action) {
        None => action.kind(),
        Some(CountsAs::Watch) => ActionKind::Watch,
        Some(CountsAs::Ready) => ActionKind::Ready,
        Some(CountsAs::Defend) => ActionKind::Defend,
        Some(CountsAs::Dodge) => ActionKind::Dodge,
        Some(CountsAs::Strike | CountsAs::Charge) => ActionKind::Strike,
        Some(CountsAs::Jab) => ActionKind::Jab,
        Some(CountsAs::Hurl) => ActionKind::Hurl,
        Some(CountsAs::Fire) => ActionKind::Fire,
    }
}

/// The option that a figure has performed in this round, by what it counts as; `None` if it has not acted yet.
pub fn performed(now: Situation<'_>, figure: FigureId) -> Option<ActionKind> {
    let own = now.figure(figure);
    own.option.filter(|_| own.dice.has_acted()).map(|action| kind(now, action))
}

/// Whether a figure charges, or has used an item that counts as charging.
pub fn charges(now: Situation<'_>, figure: FigureId) -> bool {
    let own = now.figure(figure);
    let used = || own.option.filter(|_| own.dice.has_acted()).and_then(|action| counts_as(now, action));
    own.manoeuvres.charges || used() == Some(CountsAs::Charge)
}

/// Whether an aim continues because an item in use counts as watching, defending or dodging (`F6.5`, `F10.8`).
pub fn keeps_aim(now: Situation<'_>, figure: FigureId, action: Action) -> bool {
    let own = now.figure(figure);
    counts_as(now, action).is_some()
        && matches!(kind(now, action), ActionKind::Watch | ActionKind::Defend | ActionKind::Dodge)
        && limits::allows(ActionKind::Watch, own.ma, own.mp)
}

fn counts_as(now: Situation<'_>, action: Action) -> Option<CountsAs> {
    match action {
        // A command may name an item that does not exist.
        Action::Use { item, .. } => now.content.item(now.state.items.get(item.index())?.kind).counts_as,
        _ => None,
    }
}
