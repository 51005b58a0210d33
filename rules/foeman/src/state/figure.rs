//! What changes about figures.

use std::sync::Arc;

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use super::records::{DiceRecord, HaltRecord, Heading, Posture};
use super::{Action, ActionKind, Manoeuvres};
use crate::body::shape::Pose;
use crate::ids::{FigureId, ItemId, KindId};
use foeman_engine::ruleset::SideId;

/// What changes about a figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct FigureState {
    /// What it is.
    pub kind: KindId,
    /// Its side.
    pub side: SideId,
    /// The side it obeys: its own, unless it is bewitched.
    pub commander: SideId,
    /// Which of several figures of one name it is, from 1; 0 where there is only one.
    pub nth: u16,
    /// It is not on the map any more.
    pub gone: bool,
    /// It is hidden from whoever looks at this state, and nothing is known of it (`F9.2`); never in the battle itself.
    pub unseen: bool,
    /// What it owns, in the order it came by it.
    #[serde(with = "gear")]
    pub gear: Arc<[ItemId]>,
    /// Where its head is.
    pub hex: Hex,
    /// The way it faces.
    pub facing: Direction,
    /// Where it was before any side moved in this round (`FigOgn`, `F9.1`).
    pub origin: Pose,
    /// Whether it lies, kneels or stands.
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
    /// modIQ that Weapon Proficiency has taken (`F7.9`).
    pub iq_spent: i32,
    /// Damage dice that it rolls at most with the option it is asked for (`F7.5`).
    pub restrained: Option<u8>,
    /// MA of this round, as known since its move began.
    pub ma: u8,
    /// MP used in this round.
    pub mp: u8,
    /// Steps made in this round (`FigStp`).
    pub steps: u8,
    /// Whether it pivoted in this round.
    pub pivoted: bool,
    /// Its halt record.
    pub halt: HaltRecord,
    /// Its direction record.
    pub heading: Heading,
    /// Its dice record.
    pub dice: DiceRecord,
    /// Its place in the order of declaring or acting; 0 for none (`FigSeq`).
    pub sequence: u16,
    /// As a watcher it was asked again in this segment.
    pub asked_again: bool,
    /// The option chosen this round (`FigDo`).
    pub option: Option<Action>,
    /// The kind of option carried out last round (`FigDid`), as it counts (`F10.8`).
    pub did: Option<ActionKind>,
    /// What it aims at (`FigOn`, `FigSnc`).
    pub aim: Option<Aim>,
    /// What it did to others and they to it, as far as moving asks for it.
    pub manoeuvres: Manoeuvres,
}

/// What a figure owns, written as a list.
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

/// A credited aim (`F6.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// At whom.
    pub target: FigureId,
    /// Since which round.
    pub since: u32,
}

/// What is left of a figure (`F8.2`).
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
    /// A figure that has done nothing yet and carries nothing; `ma` in MP.
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

    /// Where its head is and the way it faces.
    pub fn pose(&self) -> Pose {
        Pose { head: self.hex, facing: self.facing }
    }
}

impl Condition {
    /// The condition at a modST.
    pub fn at(mod_st: i32) -> Self {
        match mod_st {
            ..=0 => Self::Dead,
            1 => Self::Unconscious,
            _ => Self::Active,
        }
    }
}
