//! The registry: the one place that lists the rulesets shipped here.

pub mod entropy;

use crate::game::{EngineOf, Registry};

/// The rulesets shipped with the program.
pub static SHIPPED: Registry = Registry::new(&[&EngineOf::<entropy::Entropy>::new()]);
