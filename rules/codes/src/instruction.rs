//! The changes a contest is made of.

use foeman_schema::notation::code::ActionCode;
use serde::{Deserialize, Serialize};

use super::catalogs::Harm;
use super::command::Command;
use super::contest::Mismatch;
use foeman_engine::ruleset::SideId;

/// What changes, or is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round {
        /// Its number, from 1.
        round: u32,
    },
    /// An actor has made its choice; not shown yet.
    Chosen {
        /// What.
        choice: Command,
    },
    /// An actor shows its code; told, changes nothing.
    Shown {
        /// Whose.
        side: SideId,
        /// The code, with the score it has now.
        code: ActionCode,
    },
    /// A response does not oppose the attack; told, changes nothing.
    Mismatched {
        /// Whose attack.
        side: SideId,
        /// Why.
        why: Mismatch,
        /// The attack.
        attack: ActionCode,
        /// The response.
        response: ActionCode,
    },
    /// An attack meets its response, or somebody motionless; told, changes nothing.
    Met {
        /// Whose attack.
        side: SideId,
        /// The attack.
        attack: ActionCode,
        /// The response that opposes it.
        response: Option<ActionCode>,
    },
    /// An actor is harmed.
    Harmed {
        /// Who.
        side: SideId,
        /// What is taken.
        harm: Harm,
        /// How many points.
        points: u16,
    },
    /// An actor's code was used as a response.
    Tired {
        /// Whose.
        side: SideId,
        /// Its position in the actor's list.
        code: u8,
    },
    /// The exchange is over.
    Parted,
}
