//! Data in Hexkit's files that these rules do not use.

use std::collections::BTreeMap;

/// Texts by attribute name or, for a scenario, by the path of the element and attribute: `info/author`.
///
/// They are kept so that an imported scenario is exported unchanged. They do not affect play, except for references of
/// classes to missing variables, which have the value 0 in games with the original behaviour.
pub type Kept = BTreeMap<String, String>;
