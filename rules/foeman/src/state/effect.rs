//! Effects in force: what was begun and lasts.

use serde::{Deserialize, Serialize};

use crate::ids::{EffectId, FigureId, ItemKindId, KindId, SpellId, TalentId, TerrainId};

/// An effect in force on a figure (`F11.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EffectState {
    /// What it does.
    pub effect: EffectId,
    /// Where it comes from.
    pub source: Source,
    /// Who brought it about: the caster of a spell, the owner of an item or talent.
    pub owner: FigureId,
    /// Whom it is about.
    pub target: FigureId,
    /// The round in which it began.
    pub began: u32,
    /// It ends with this round; without it with the battle.
    pub expires: Option<u32>,
    /// How often it was paid for: 1 at casting, and 1 more with every renewal.
    pub count: u8,
    /// What was rolled when it began.
    pub rolled: i32,
    /// Whether it works, or waits for its occasion.
    pub stage: Stage,
}

/// Whether an effect in force works, or waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// What it does goes on.
    Works,
    /// What it does happens whenever its occasion comes.
    Waits,
}

/// Where an effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A kind of item.
    Item(ItemKindId),
    /// A spell.
    Spell(SpellId),
    /// A talent.
    Talent(TalentId),
    /// What a kind of figure is.
    Kind(KindId),
    /// The ground.
    Terrain(TerrainId),
}
