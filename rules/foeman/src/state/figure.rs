//! The state of figures.

use std::sync::Arc;

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use super::records::{DiceRecord, HaltRecord, Heading, Posture};
use super::{Action, ActionKind, Manoeuvres};
use crate::body::shape::Pose;
use crate::ids::{FigureId, ItemId, KindId};
use crate::rolls::success::AutomaticMiss;
use foeman_engine::ruleset::SideId;

/// The state of a figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct FigureState {
    /// Its kind.
    pub kind: KindId,
    /// Its side.
    pub side: SideId,
    /// The side it obeys: its own, unless it is controlled by an effect.
    pub commander: SideId,
    /// Its number among the figures of the same name, from 1; 0 if there is only one.
    pub nth: u16,
    /// Whether it has left the map.
    pub gone: bool,
    /// Whether it is hidden from the viewer of this state, so that nothing is known about it (`F9.2`); always false in
    /// the battle itself.
    pub unseen: bool,
    /// The items it owns, in the order in which it got them.
    #[serde(with = "gear")]
    pub gear: Arc<[ItemId]>,
    /// The hex of its head.
    pub hex: Hex,
    /// Its facing.
    pub facing: Direction,
    /// Its place before any side moved in this round (`FigOgn`, `F9.1`).
    pub origin: Pose,
    /// Its posture.
    pub posture: Posture,
    /// Physical damage taken.
    pub physical: i32,
    /// Exhaustion taken.
    pub exhaustion: i32,
    /// Shocks that count in this round (`F8.6`).
    pub shocks: u8,
    /// Shocks that count in the next round.
    pub shocks_to_come: u8,
    /// modDX lost for the rest of the round by a hasty pivot (`F4.6`).
    pub unsteady: u8,
    /// modIQ spent on Weapon Proficiency (`F7.9`).
    pub iq_spent: i32,
    /// The limit of damage dice it has set for the option it must choose (`F7.5`).
    pub restrained: Option<u8>,
    /// MA of this round, determined when its move began.
    pub ma: u8,
    /// MP used in this round.
    pub mp: u8,
    /// Steps taken in this round (`FigStp`).
    pub steps: u8,
    /// Whether it pivoted in this round.
    pub pivoted: bool,
    /// Its halt record.
    pub halt: HaltRecord,
    /// Its direction record.
    pub heading: Heading,
    /// Its dice record.
    pub dice: DiceRecord,
    /// Its position in the order of declaring or acting; 0 for none (`FigSeq`).
    pub sequence: u16,
    /// Whether, as a watcher, it has chosen again in this segment.
    pub asked_again: bool,
    /// The option chosen this round (`FigDo`).
    pub option: Option<Action>,
    /// The kind of option carried out last round (`FigDid`), by what it counts as (`F10.8`).
    pub did: Option<ActionKind>,
    /// The target it aims at (`FigOn`, `FigSnc`).
    pub aim: Option<Aim>,
    /// Events of this round and the last that matter to movement.
    pub manoeuvres: Manoeuvres,
}

/// Serialises a figure's items as a list.
mod gear {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::ids::ItemId;

    pub(super) fn serialize<S: Serializer>(gear: &Arc<[ItemId]>, serializer: S) -> Result<S::Ok, S::Error> {
        gear.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<[ItemId]>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into())
    }
}

/// A running aim (`F6.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// The target.
    pub target: FigureId,
    /// The round since which it counts.
    pub since: u32,
}

/// Whether a figure is active, unconscious or dead (`F8.2`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// modST 0 or less.
    Dead,
    /// modST 1.
    Unconscious,
    /// modST 2 or more.
    Active,
}

impl FigureState {
    /// A figure without gear that has not acted yet; `ma` in MP.
    pub fn new(kind: KindId, side: SideId, pose: Pose, ma: u8) -> Self {
        Self {
            kind,
            side,
            commander: side,
            nth: 0,
            gone: false,
            unseen: false,
            gear: Arc::default(),
            hex: pose.head,
            facing: pose.facing,
            origin: pose,
            posture: Posture::default(),
            physical: 0,
            exhaustion: 0,
            shocks: 0,
            shocks_to_come: 0,
            unsteady: 0,
            iq_spent: 0,
            restrained: None,
            ma,
            mp: 0,
            steps: 0,
            pivoted: false,
            halt: HaltRecord::default(),
            heading: Heading::default(),
            dice: DiceRecord::default(),
            sequence: 0,
            asked_again: false,
            option: None,
            did: None,
            aim: None,
            manoeuvres: Manoeuvres::default(),
        }
    }

    /// Its place and facing.
    pub fn pose(&self) -> Pose {
        Pose { head: self.hex, facing: self.facing }
    }

    /// Whether a high total misses automatically: not if an option repeats the option of the last round and the figure
    /// has not moved (`F6.6`).
    pub fn repeats(&self, option: ActionKind) -> AutomaticMiss {
        if self.did == Some(option) && self.steps == 0 { AutomaticMiss::Lifted } else { AutomaticMiss::Threatens }
    }
}

impl Condition {
    /// The condition at this modST.
    pub fn at(mod_st: i32) -> Self {
        match mod_st {
            ..=0 => Self::Dead,
            1 => Self::Unconscious,
            _ => Self::Active,
        }
    }
}
