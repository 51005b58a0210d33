//! Where the violations of a type are shown.

use crate::draft::Draft;
use crate::text::{Location, Pointer};
use crate::validate::ViolationKind;

/// Returns where a violation is shown: at a key or at its value.
pub(super) fn place_of_flaw(draft: &Draft, pointer: &Pointer, kind: &ViolationKind) -> Option<Location> {
    let at_key = matches!(
        kind,
        ViolationKind::UnknownKey { .. }
            | ViolationKind::InvalidKey { .. }
            | ViolationKind::MissingField { .. }
            | ViolationKind::Unreadable { .. }
    );
    if at_key { draft.key_place(pointer) } else { draft.place(pointer) }
}
