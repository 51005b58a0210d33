//! The instructions of a contest.

use foeman_schema::notation::code::ActionCode;
use serde::{Deserialize, Serialize};

use super::catalogs::Harm;
use super::command::Command;
use super::contest::Mismatch;
use foeman_engine::ruleset::SideId;

/// A change of state, or an event for the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round {
        /// Its number, from 1.
        round: u32,
    },
    /// An actor has made its choice, which is still hidden.
    Chosen {
        /// The choice.
        choice: Command,
    },
    /// An actor reveals its code; log only.
    Shown {
        /// The actor's side.
        side: SideId,
        /// The code with its current score.
        code: ActionCode,
    },
    /// A response does not oppose the attack; log only.
    Mismatched {
        /// The attacker's side.
        side: SideId,
        /// The reason.
        why: Mismatch,
        /// The attack.
        attack: ActionCode,
        /// The response.
        response: ActionCode,
    },
    /// An attack is resolved against its response, or against a motionless defender; log only.
    Met {
        /// The attacker's side.
        side: SideId,
        /// The attack.
        attack: ActionCode,
        /// The response that opposes it.
        response: Option<ActionCode>,
    },
    /// An actor is harmed.
    Harmed {
        /// The harmed actor's side.
        side: SideId,
        /// The kind of harm.
        harm: Harm,
        /// The points of harm.
        points: u16,
    },
    /// An actor's code was used as a response.
    Tired {
        /// The actor's side.
        side: SideId,
        /// Its position in the actor's list.
        code: u8,
    },
    /// The exchange is over.
    Parted,
}
