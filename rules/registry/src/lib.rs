//! The registry: the one place that lists the rulesets shipped here.

use crate::game::{EngineOf, Registry};

pub mod action_codes;

pub mod entropy;

pub mod foeman;

pub mod strategy;

/// The rulesets shipped with the program.
pub static SHIPPED: Registry = Registry::new(&[
    &EngineOf::<foeman::Foeman>::new(),
    &EngineOf::<entropy::Entropy>::new(),
    &EngineOf::<action_codes::ActionCodes>::new(),
    &EngineOf::<strategy::Strategy>::new(),
]);
