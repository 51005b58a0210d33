//! The registry: the one place that lists the rulesets shipped here.

use crate::game::{EngineOf, Registry};

pub mod entropy;

pub mod foeman;

/// The rulesets shipped with the program.
pub static SHIPPED: Registry =
    Registry::new(&[&EngineOf::<foeman::Foeman>::new(), &EngineOf::<entropy::Entropy>::new()]);
