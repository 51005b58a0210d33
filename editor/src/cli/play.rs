//! `foeman play`: one battle, told.

use std::io::Write;
use std::path::PathBuf;

use foeman_rules::dice::Seed;
use foeman_rules::game::Registry;

use super::campaign;
use super::log::{self, Format};
use super::person;
use super::playable;
use super::players::{self, SidePlayer};
use crate::console::{Console, Exit, Failure};
use crate::save;

/// Plays a battle and tells what happens
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman play content/arena duel --seed 7
  foeman play content/arena duel --seed 7 --save duel.journal
  foeman play content/arena duel --player 1=random
  foeman play content/arena duel --human 1
  foeman play content/arena duel --format json | jq .line.text
  foeman play content/arena --campaign road
  foeman play content/arena duel --format codes | cut -f 3

A ruleset may bring players of its own; asking for one that it does not have says which there are.
The same content, seed and players give the same battle everywhere; the hash at the end says so.
A line of JSON is one line of the log, the last one the outcome.
A line of codes is one action: round, actor, action code and words, with tabs between them.")]
pub(super) struct Play {
    /// A folder with a `pack.yaml`, or a single YAML file
    pub(super) pack: PathBuf,
    /// The scenario's id
    #[arg(required_unless_present = "campaign")]
    scenario: Option<String>,
    /// Play a campaign: its battles one after the other, with losses, harm, gear and experience carried along
    #[arg(long, value_name = "ID", conflicts_with = "scenario")]
    campaign: Option<String>,
    /// The seed of the dice; each battle of a campaign has the next one
    #[arg(long, default_value_t = 1, allow_hyphen_values = true, value_parser = super::seed)]
    pub(super) seed: u64,
    /// Write the battle's journal to this file, in place of what is there; those of a campaign are numbered
    #[arg(long, value_name = "JOURNAL")]
    pub(super) save: Option<PathBuf>,
    /// Who decides for a side, given by number or name: one of the players of its ruleset, `greedy` or
    /// `random` for most
    #[arg(long = "player", value_name = "SIDE=PLAYER")]
    pub(super) players: Vec<SidePlayer>,
    /// Play a side yourself, given by number or name: choices are numbered, and a line with a number takes one;
    /// you are told what your side may know, and the end of the input breaks the battle off
    #[arg(long, value_name = "SIDE")]
    pub(super) human: Option<String>,
    /// How the battle is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
}

/// Plays the battle to its end, prints it and saves it.
pub(super) fn run(args: &Play, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if args.human.is_some() && args.format != Format::Human {
        let message = "expected `--format human` with `--human`: the battle is told as it goes on";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(id) = &args.campaign {
        return campaign::run(args, id, registry, console);
    }
    let scenario = args.scenario.as_deref().unwrap_or_default();
    let playable = playable::playable(&args.pack, scenario, registry, console)?;
    let started = playable.engine.start(&playable.resolved, Seed(args.seed));
    let mut game = started.map_err(|problems| playable.refuse(&problems, console))?;
    let players = players::seated(&args.players, playable.engine, &*game)?;
    match &args.human {
        Some(side) => {
            let side = players::side(side, &*game)?;
            person::play_out(&mut *game, side, &players, console)?;
        }
        None => {
            players::play_out(&mut *game, &players);
            log::write(&*game, args.format, console)?;
        }
    }
    if let Some(path) = &args.save {
        save::atomically(path, game.journal().as_bytes())
            .map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))?;
        console.out.flush()?;
        writeln!(console.err, "wrote `{}`", path.display())?;
    }
    Ok(Exit::Clean)
}
