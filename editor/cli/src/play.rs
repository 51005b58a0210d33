//! `foeman play`: plays and prints a battle.

use std::io::Write as _;
use std::path::PathBuf;

use foeman_engine::game::{Address, AddressError, Registry};

use super::battle::{self, Battle};
use super::language::Language;
use super::mail::Mail;
use super::pack::Shelves;
use super::{campaign, log, playable};
use foeman_base::console::{Console, Exit, Failure};

/// Plays a battle and prints its log
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman play content/arena duel --seed 7
  foeman play content/arena duel --seed 7 --save duel.journal
  foeman play content/arena duel --seed 7 --language de
  foeman play content/arena duel --player 1=random
  foeman play content/arena duel --human 1
  foeman play content/arena duel --human 1 --human 2       two people at one terminal
  foeman play content/arena duel --human 1 --mail 1=ann@example.org --mail 2=bob@example.org
  foeman play content/arena duel --format json | jq .line.text
  foeman play content/arena --campaign lending
  foeman play content/arena --at 'foeman:duel?seed=7&…'    from an address copied in the window
  foeman play content/arena duel --format codes | cut -f 3
  foeman play content/arena duel --format check            the battle as a check of the pack

With `--mail` people play by files: each turn ends with a file, and the same as a draft of an e-mail. The next
person continues with `foeman turn FILE`.

A ruleset may have additional players; the error for an unknown player lists all of them.
The same content, seed and players give the same battle on every machine, with the same final hash.
A line of JSON is one line of the log; the last one is the result.
A line of codes is one action: round, actor, action code and words, with tabs between them.")]
pub(super) struct Play {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: PathBuf,
    /// The scenario's id
    #[arg(required_unless_present_any = ["campaign", "at"])]
    scenario: Option<String>,
    /// Play a campaign: consecutive battles that carry over losses, injuries, gear and experience
    #[arg(long, value_name = "ID", conflicts_with_all = ["scenario", "mail"])]
    campaign: Option<String>,
    /// Start at a point of a battle: an address copied from the window, with scenario, seed and choices
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["scenario", "campaign", "seed", "mail"])]
    at: Option<String>,
    #[command(flatten)]
    shelves: Shelves,
    #[command(flatten)]
    language: Language,
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mail: Mail,
}

/// Plays the battle to its end, prints it and saves it.
pub(super) fn run(args: &Play, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    args.battle.check()?;
    args.mail.check(&args.battle)?;
    if args.language.is_chosen() && args.battle.format == log::Format::Check {
        let message = "expected no `--language` with `--format check`: checks name content in the language of the pack";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(id) = &args.campaign {
        if args.battle.format == log::Format::Check {
            let message = "expected one battle for `--format check`, found a campaign, whose battles depend on \
                           earlier ones; play its scenario";
            return Err(Failure::Usage(message.to_owned()));
        }
        if args.battle.save.as_deref().is_some_and(battle::is_stream) {
            let message = "expected a file for the numbered journals of a campaign, found `-`";
            return Err(Failure::Usage(message.to_owned()));
        }
        return campaign::run(&args.pack, (&args.shelves, &args.language), id, &args.battle, registry, console);
    }
    let address: Option<Address> = match &args.at {
        Some(text) => Some(text.parse().map_err(|error: AddressError| Failure::Usage(error.to_string()))?),
        None => None,
    };
    let scenario = address.as_ref().map(|address| address.scenario.as_str()).or(args.scenario.as_deref());
    let playable = playable::playable(
        &args.pack,
        (&args.shelves, &args.language),
        scenario.unwrap_or_default(),
        registry,
        console,
    )?;
    if args.mail.is_used() {
        return args.mail.begin(&playable, &args.battle, registry, console);
    }
    let seed = address.as_ref().map_or(args.battle.seed(), |address| address.seed);
    let started = playable.engine.start(&playable.resolved, seed);
    let mut game = started.map_err(|problems| playable.refuse(&problems, console))?;
    if let Some(address) = &address {
        let fits = address.fits(&*game);
        address.go(&mut *game, playable.engine).map_err(|error| Failure::Usage(error.to_string()))?;
        if !fits {
            writeln!(console.err, "note: the content has changed since the address was copied")?;
        }
    }
    args.battle.fight(&playable, &mut *game, console)?;
    if let Some(path) = &args.battle.save {
        battle::keep(&*game, path, console)?;
    }
    Ok(Exit::Clean)
}
