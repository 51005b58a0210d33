//! Executes commands: whether they are legal, and all that follows from them.
//!
//! Read `table` (the interface to the game), `perform` (one instruction and its immediate consequences), `check`,
//! `turns` (start and end of turns), `resources`, `deeds` (all other commands of players), and `rules` (custom rules).

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
    /// Executes a command of a faction that was checked. A fault stops it halfway; its effects until then remain.
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
