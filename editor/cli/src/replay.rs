//! `foeman replay`: replays or verifies a saved battle.

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use foeman_engine::game::{Game, Registry, Viewer};
use foeman_engine::journal::JournalError;

use super::log::{self, Format};
use super::number;
use foeman_base::console::{Console, Exit, Failure, Paint};

/// The maximum length of a journal, in bytes; battles with hundreds of figures are far smaller.
const MOST: u64 = 64 << 20;

/// Replays a saved battle, or verifies it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman replay duel.journal
  foeman replay duel.journal --to 3
  foeman replay duel.journal --format codes
  foeman replay duel.journal --verify

A journal contains all the content it needs, so it is replayed without its pack.
`--verify` repeats every command with the rules of this version and compares the result. It prints
the hash, or the first entry that differs; the exit status is then 1.")]
pub(super) struct Replay {
    /// A file written by `foeman play --save`; `-` for standard input
    journal: PathBuf,
    /// Verify the battle instead of printing it
    #[arg(long)]
    verify: bool,
    /// Stop at the end of this round
    #[arg(long, value_name = "ROUND", conflicts_with = "verify", allow_negative_numbers = true,
        value_parser = number::whole(0..=u32::MAX))]
    to: Option<u32>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human, conflicts_with = "verify")]
    format: Format,
}

/// Another possible reason for a difference, if the file has not been edited.
const OTHER_RULES: &str =
    "a battle recorded by a version with other rules cannot be verified; `foeman replay` without `--verify` shows it";

/// Prints or verifies the battle.
pub(super) fn run(args: &Replay, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let name = args.journal.display();
    let bytes = read(&args.journal).map_err(|error| Failure::Io(format!("could not read `{name}`: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| Failure::Io(format!("could not read `{name}`: expected a journal, found {error}")))?;
    let engine = registry.engine_of(&text);
    if args.verify {
        return match engine.and_then(|engine| engine.verify(&text)) {
            Ok(verified) => {
                let good = console.out.painted(Paint::Good, "verified").to_string();
                writeln!(console.out, "{good}: {} entries, hash {}", verified.entries, verified.hash)?;
                Ok(Exit::Clean)
            }
            Err(error) => {
                let bad = console.err.painted(Paint::Bad, "error").to_string();
                writeln!(console.err, "{name}:{}: {bad}: {}", error.line, told(&error))?;
                if error.entry.is_some() {
                    writeln!(console.err, "{name}: {OTHER_RULES}")?;
                }
                Ok(Exit::Found)
            }
        };
    }
    let mut game = engine.and_then(|engine| engine.replay(&text)).map_err(|error| {
        Failure::Io(format!("could not read the journal `{name}`, line {}: {}", error.line, told(&error)))
    })?;
    if let Some(round) = args.to {
        stop_after(round, &mut *game);
    }
    if args.format == Format::Check && game.check().is_none() {
        let message = "expected an unamended battle for `--format check`, but a game master has changed this one, which no \
                       check can repeat";
        return Err(Failure::Usage(message.to_owned()));
    }
    log::write(&*game, args.format, console)?;
    if args.format == Format::Human {
        writeln!(console.err, "{name}: printed as recorded; `--verify` compares it with the rules")?;
    }
    Ok(Exit::Clean)
}

/// Reads a journal from a file, a pipe or, with `-`, standard input, with a size limit.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().take(MOST + 1).read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MOST {
        let message = format!("expected a journal of at most {} MB, found more", MOST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Takes back everything after a round.
fn stop_after(round: u32, game: &mut dyn Game) {
    let later = game.seen(Viewer::All).lines.iter().find(|told| told.round > round).map(|told| told.entry);
    if let Some(entry) = later {
        game.back_to(entry);
    }
}

fn told(error: &JournalError) -> String {
    match error.entry {
        Some(entry) => format!("entry {entry} differs: {}", error.message),
        None => error.message.clone(),
    }
}
