//! What effects in force go by.

pub mod schedule;
