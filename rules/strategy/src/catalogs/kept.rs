//! What files of Hexkit say and these rules have no use for.

use std::collections::BTreeMap;

/// Texts by the names of attributes, and for a scenario by the paths of elements and attributes: `info/author`.
///
/// They are there so that a scenario that was imported is exported as it was. Nobody plays with them, but where classes
/// name variables that there are not: in games that repeat the original's oversights these count as 0.
pub type Kept = BTreeMap<String, String>;
