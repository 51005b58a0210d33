//! What files of Hexkit say and these rules have no use for.

use std::collections::BTreeMap;

/// Texts by the names of attributes, and for a scenario by the paths of elements and attributes: `info/author`.
///
/// Nobody plays with them; they are there so that a scenario that was imported is exported as it was.
pub type Kept = BTreeMap<String, String>;
