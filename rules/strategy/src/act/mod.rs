//! What commands do: which are allowed, and what happens by them.
//!
//! Read `table` (what commands work with), `perform` (one instruction, and all that follows from it at once), `check`,
//! `turns` (how turns begin and end), `resources`, `deeds` (everything else that players do), and `rules` (what custom
//! rules make of all that).

mod check;
mod deeds;
mod perform;
mod resources;
mod rules;
mod table;
mod turns;

pub(super) use check::check;
pub(super) use table::{Act, Table};

use super::command::Command;
use super::fault::Fault;
use super::ids::FactionId;

impl Act<'_> {
    /// Carries out a command of a faction that was checked. A fault ends it half way: what was done stays done.
    pub(super) fn carry_out(&mut self, faction: FactionId, command: &Command) -> Result<(), Fault> {
        match command {
            Command::BeginTurn {} => self.begin_turn(faction),
            Command::EndTurn {} => self.end_turn(faction),
            Command::Attack { units, target } => self.attack(units, *target),
            Command::Automate { .. } => Ok(()),
            Command::Build { classes } => self.build(faction, classes),
            Command::Destroy { entities } => self.destroy(faction, entities),
            Command::Move { units, target } => self.go(units, *target),
            Command::Place { entities, target } => self.place(entities, *target),
            Command::Rename { entities, name } => self.rename(entities, name),
            Command::Resign {} => self.resign(faction),
        }
    }
}
