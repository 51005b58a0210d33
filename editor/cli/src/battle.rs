//! A battle of `foeman play`, alone or in a campaign: its players, output and journal.

use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Game};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::MOST_ENTRIES;

use super::log::{Format, Running};
use super::number;
use super::person::{self, Sitting};
use super::playable::Playable;
use super::players::{self, SidePlayer};
use foeman_base::console::{Console, Failure};
use foeman_base::save;

#[derive(clap::Args)]
pub(super) struct Battle {
    /// Seed of the dice; each battle of a campaign uses the next one [default: 1, or a random one with `--mail`]
    #[arg(long, allow_negative_numbers = true, value_parser = number::whole(0..=u64::MAX))]
    pub(super) seed: Option<u64>,
    /// Write the battle's journal to this file, overwriting it; with `-` to standard output, instead of the battle. The
    /// journals of a campaign are numbered
    #[arg(long, value_name = "JOURNAL")]
    pub(super) save: Option<PathBuf>,
    /// The player of a side, given by number or name; the error for an unknown player lists all of them
    #[arg(long = "player", value_name = "SIDE=PLAYER")]
    players: Vec<SidePlayer>,
    /// Play a side yourself, given by number or name; repeat it for several people at one terminal. You see only what
    /// your side may know; `help` during the battle lists what you can enter
    #[arg(long = "human", value_name = "SIDE")]
    humans: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    /// Stop a battle that has not ended after this many entries
    #[arg(long, value_name = "N", default_value_t = MOST_ENTRIES as u32, value_parser = number::whole(1..=u32::MAX))]
    max_entries: u32,
}

/// The player of each side.
pub(super) struct Seats {
    /// The computer player of each side, in scenario order.
    pub(super) players: Vec<PlayerId>,
    /// The sides played by people at this terminal.
    pub(super) people: Vec<SideId>,
}

impl Battle {
    /// Returns the seed of the dice.
    pub(super) fn seed(&self) -> Seed {
        Seed(self.seed.unwrap_or(1))
    }

    /// Rejects conflicting arguments.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if !self.humans.is_empty() && self.format != Format::Human {
            let message = "expected `--format human` with `--human`, which prints the battle as it is played";
            return Err(Failure::Usage(message.to_owned()));
        }
        if !self.humans.is_empty() && self.save.as_deref().is_some_and(is_stream) {
            let message = "expected a file for the journal with `--human`, found `-`: standard output shows the battle";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Returns the player of each side.
    pub(super) fn seats(&self, engine: &dyn Engine, game: &dyn Game) -> Result<Seats, Failure> {
        let players = players::seated(&self.players, engine, game)?;
        let mut people = Vec::new();
        let computers = self.computers(game)?;
        for word in &self.humans {
            let side = players::side(word, game)?;
            if computers.contains(&side) {
                let message =
                    format!("expected one player for `{word}`, found `--human` and `--player`; leave one out");
                return Err(Failure::Usage(message));
            }
            if people.contains(&side) {
                let message = format!("expected each side once in `--human`, found `{word}` twice; leave one out");
                return Err(Failure::Usage(message));
            }
            people.push(side);
        }
        Ok(Seats { players, people })
    }

    /// Returns the sides with a computer player by name.
    pub(super) fn computers(&self, game: &dyn Game) -> Result<Vec<SideId>, Failure> {
        players::asked_for(&self.players, game)
    }

    /// Plays and prints a battle, until it ends or the person's input ends.
    pub(super) fn fight(
        &self,
        playable: &Playable,
        game: &mut dyn Game,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let Seats { players, people } = self.seats(playable.engine, game)?;
        match &people[..] {
            here @ [_, ..] => {
                let seats = person::Seats { here, elsewhere: &[], players: &players, turns: None };
                let mut sitting = Sitting::new(seats, 0);
                sitting.play_out(game, console)?;
                sitting.close(game, console)?;
            }
            [] => {
                // If the journal goes to standard output, the battle is not printed.
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

/// Whether a path means standard output.
pub(super) fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes the journal of a battle, and reports it.
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
