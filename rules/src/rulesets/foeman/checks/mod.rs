//! The checks this ruleset adds, sorted by name.

use foeman_schema::check::Check;

/// All of them.
pub(super) static ALL: &[&Check] = &[];
