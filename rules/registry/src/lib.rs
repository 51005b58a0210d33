//! The rulesets shipped with the program, and the checksum of the sources that they are built from.

use foeman_engine::game::{EngineOf, Registry};

/// The rulesets shipped with the program.
pub static SHIPPED: Registry = Registry::new(&[
    &EngineOf::<ruleset_foeman::Foeman>::new(),
    &EngineOf::<ruleset_entropy::Entropy>::new(),
    &EngineOf::<ruleset_codes::ActionCodes>::new(),
    &EngineOf::<ruleset_strategy::Strategy>::new(),
])
.built_as(BUILD);

/// The version of this build and a checksum of its sources. Builds with the same value play the same battles on every
/// machine.
const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("FOEMAN_SOURCES"));
