//! Effects in force.

use serde::{Deserialize, Serialize};

use crate::ids::{EffectId, FigureId, Source};

/// An effect in force on a figure (`F11.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EffectState {
    /// The effect.
    pub effect: EffectId,
    /// Its source.
    pub source: Source,
    /// The caster of a spell, or the owner of an item or talent.
    pub owner: FigureId,
    /// The target.
    pub target: FigureId,
    /// The round in which it began.
    pub began: u32,
    /// The last round it is in force; `None`: to the end of the battle.
    pub expires: Option<u32>,
    /// How often it has been paid for: 1 at casting, and 1 more with every renewal.
    pub count: u8,
    /// The amount rolled when it began.
    pub rolled: i32,
    /// Whether it applies, or waits for its occasion.
    pub stage: Stage,
}

/// Whether an effect in force applies, or waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It applies continuously.
    Works,
    /// It takes place on each occasion.
    Waits,
}
