//! The computer players: Hexkit's Seeker, our own Commander, which beats it (`commander`), one without a plan
//! (`random`), and the greedy one shared by all rulesets.
//!
//! Seeker plans a whole turn (`turn`), unit after unit (`units`, `select`), then builds and places what it can
//! (`settle`, `threat`). [`plan`] does so on a copy of the game, as in Hexkit; in a battle (`seeker`) it decides command by
//! command, with the results of the previous ones.

mod commander;
mod planner;
mod random;
mod ranking;
mod seeker;
mod select;
mod settle;
mod threat;
mod turn;
mod units;

pub use planner::{Options, Plan, Planned};
pub use turn::{plan, plan_on};

use super::Strategy;
use foeman_engine::player::{PlayerDef, greedy};

/// The players, the default one first.
pub(super) static PLAYERS: &[PlayerDef<Strategy>] = &[
    PlayerDef::new(
        "seeker",
        "seeking",
        "Sends units against the nearest enemies and sites that they can take, together if necessary",
        || Box::new(seeker::Seeker::default()),
    ),
    PlayerDef::new(
        "commander",
        "commanding",
        "Calculates the losses of both sides, attacks with sufficient units, and avoids superior enemies",
        || Box::new(commander::Commander::default()),
    ),
    greedy(),
    PlayerDef::new(
        "random",
        "random",
        "Chooses legal commands at random, except giving up and destroying its own units and buildings",
        || Box::new(random::Random),
    ),
];
