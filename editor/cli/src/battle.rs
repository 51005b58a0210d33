//! One battle of `foeman play`, by itself or in a campaign: who plays it, how it is told, where it is kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_engine::game::{Engine, Game};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::MOST_ENTRIES;

use super::log::{Format, Running};
use super::number;
use super::person;
use super::playable::Playable;
use super::players::{self, SidePlayer};
use foeman_base::console::{Console, Failure};
use foeman_base::save;

#[derive(clap::Args)]
pub(super) struct Battle {
    /// The seed of the dice; each battle of a campaign has the next one
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = number::whole(0..=u64::MAX))]
    pub(super) seed: u64,
    /// Write the battle's journal to this file, in place of what is there, or with `-` to the standard output in
    /// place of the battle; those of a campaign are numbered
    #[arg(long, value_name = "JOURNAL")]
    pub(super) save: Option<PathBuf>,
    /// Who decides for a side, given by number or name: one of the players of its ruleset; one that
    /// it does not have is answered with those that it has
    #[arg(long = "player", value_name = "SIDE=PLAYER")]
    players: Vec<SidePlayer>,
    /// Play a side yourself, given by number or name: choices are numbered, and a line with a number takes one;
    /// you are told what your side may know, and the end of the input breaks the battle off
    #[arg(long, value_name = "SIDE")]
    human: Option<String>,
    /// How the battle is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    /// A battle without an end is broken off after so many entries
    #[arg(long, value_name = "N", default_value_t = MOST_ENTRIES as u32, value_parser = number::whole(1..=u32::MAX))]
    max_entries: u32,
}

/// Who plays which side.
pub(super) struct Seats {
    /// The computer player of each side, in the order of the scenario.
    players: Vec<PlayerId>,
    /// The side that a person plays.
    person: Option<SideId>,
}

impl Battle {
    /// Refuses arguments that do not go together.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.human.is_some() && self.format != Format::Human {
            let message = "expected `--format human` with `--human`: the battle is told as it goes on";
            return Err(Failure::Usage(message.to_owned()));
        }
        if self.human.is_some() && self.save.as_deref().is_some_and(is_stream) {
            let message = "expected a file for the journal with `--human`, but found `-`: the battle is told there";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Who plays which side of a battle.
    pub(super) fn seats(&self, engine: &dyn Engine, game: &dyn Game) -> Result<Seats, Failure> {
        let players = players::seated(&self.players, engine, game)?;
        let Some(word) = &self.human else { return Ok(Seats { players, person: None }) };
        let person = Some(players::side(word, game)?);
        if players::asked_for(&self.players, game)?.into_iter().any(|side| Some(side) == person) {
            let message = format!("expected one to play `{word}`, but found `--human` and `--player`; leave one out");
            return Err(Failure::Usage(message));
        }
        Ok(Seats { players, person })
    }

    /// Plays a battle to its end, or until the person has no more to say, and tells it.
    pub(super) fn fight(
        &self,
        playable: &Playable,
        game: &mut dyn Game,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let Seats { players, person } = self.seats(playable.engine, game)?;
        match person {
            Some(side) => person::play_out(game, side, &players, console)?,
            None => {
                // With the journal on the standard output the battle is not written there.
                let is_shown = !self.save.as_deref().is_some_and(is_stream);
                let mut running = is_shown.then(|| Running::new(self.format));
                players::play_out(game, &players, self.max_entries as usize, &mut running, console)?;
                if let Some(running) = running {
                    running.finish(game, console)?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a path means the standard output.
pub(super) fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes the journal of a battle, and says so.
pub(super) fn keep(game: &dyn Game, path: &Path, console: &mut Console<'_>) -> Result<(), Failure> {
    if is_stream(path) {
        console.out.exactly(game.journal().as_bytes())?;
        return Ok(());
    }
    save::atomically(path, game.journal().as_bytes())
        .map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))?;
    console.out.flush()?;
    writeln!(console.err, "wrote `{}`", path.display())?;
    Ok(())
}
