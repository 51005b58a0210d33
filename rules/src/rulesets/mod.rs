//! The registry: the one place that lists the rulesets shipped here.

use crate::game::Registry;

/// The rulesets shipped with the program.
pub static SHIPPED: Registry = Registry::new(&[]);
