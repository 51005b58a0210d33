//! Movement limits of options (`F5`).

use crate::state::ActionKind;

/// The divisor of MA that gives the most MP a figure may have used for an option; `None` if there is no limit.
pub fn divisor(option: ActionKind) -> Option<u8> {
    match option {
        ActionKind::Move => None,
        ActionKind::Strike | ActionKind::Strike2 | ActionKind::Defend | ActionKind::Dodge => Some(2),
        ActionKind::Hurl | ActionKind::Ready => Some(4),
        ActionKind::Jab | ActionKind::Watch => Some(6),
        ActionKind::Fire | ActionKind::Fire2 | ActionKind::Use => Some(8),
    }
}

/// The most MP that a figure with this MA may have used for an option; `None` if there is no limit.
pub fn limit(option: ActionKind, ma: u8) -> Option<u8> {
    // Using the whole MA is always too much, even if rounding up would allow it.
    Some(ma.div_ceil(divisor(option)?).min(ma.saturating_sub(1)))
}

/// Whether a figure with this MA that has used this many MP may choose an option.
pub fn allows(option: ActionKind, ma: u8, mp: u8) -> bool {
    limit(option, ma).is_none_or(|limit| mp <= limit)
}
