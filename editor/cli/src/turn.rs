//! `foeman turn`: continues or checks a battle by files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use foeman_base::console::{Console, Exit, Failure, Paint, printable};
use foeman_base::profile;
use foeman_engine::game::{Game, Registry};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::Turn as Next;
use foeman_mail::file::MOST;
use foeman_mail::{Facts, Known, Level, Player, Turns, TurnsError, check, own_sides};

use super::mail::{self, Keys, Place, Table};
use super::person::Stop;

/// Plays a turn of a battle by files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman turn duel-3f2a-4.turn
  foeman turn duel-3f2a-4.turn --verify

A battle by files begins with `foeman play --mail`. You see what has happened since your last turn, and decide until
another person has to; then the next file is written, and the same as a draft of an e-mail. foeman sends no mail.
The file is checked first: an edited, shortened, replaced or outdated file is refused with its line and entry; the
exit status is then 1.")]
pub(super) struct Turn {
    /// A file that you got from another person
    file: PathBuf,
    /// Check the file, and play nothing
    #[arg(long)]
    verify: bool,
    /// The folder for the next file and message [default: the folder of the file]
    #[arg(long, value_name = "FOLDER", conflicts_with = "verify")]
    out: Option<PathBuf>,
    #[command(flatten)]
    keys: Keys,
}

/// Checks the file, plays the turn and hands over.
pub(super) fn run(args: &Turn, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let name = args.file.display().to_string();
    let failed = |error: String| Failure::Io(format!("could not read `{name}`: {error}"));
    let text = profile::read(&args.file, MOST as u64).map_err(|error| failed(error.to_string()))?;
    let text = text.ok_or_else(|| failed("file not found".to_owned()))?;
    let mut turns = match Turns::read(&text) {
        Ok(turns) => turns,
        Err(error) => return refuse(&name, &error, console),
    };
    let mut known = args.keys.known(&turns.header.id)?;
    let mut game = match check(&turns, registry, &known) {
        Ok(game) => game,
        Err(error) => return refuse(&name, &error, console),
    };
    if known.is_new() && args.keys.knows_original(&turns)? {
        let message = "this battle began at level `sealed`, and the file has level `trust` and another id; continue the \
                       file that you received first";
        let error = TurnsError { line: 1, hand_over: None, entry: None, message: message.to_owned() };
        return refuse(&name, &error, console);
    }
    tell(&turns, &known, console)?;
    if args.verify {
        let good = console.out.painted(Paint::Good, "verified").to_string();
        let (hand_overs, entries) = (turns.hand_overs.len(), game.entries());
        writeln!(console.out, "{good}: hand-over {hand_overs}, {entries} entries, hash {}", game.hash())?;
        return Ok(Exit::Clean);
    }
    known.remember(&turns);
    args.keys.remember(&turns.header.id, &known)?;
    play(args, (&mut turns, &mut known), &mut *game, registry, console)?;
    Ok(Exit::Clean)
}

/// Plays until another person has to decide, and hands over.
fn play(
    args: &Turn,
    (turns, known): (&mut Turns, &mut Known),
    game: &mut dyn Game,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let Some(last) = turns.hand_overs.last() else { return Ok(()) };
    let address = last.facts.player.as_ref().map(|player| player.address().to_owned());
    let own = address.as_deref().map(|address| own_sides(&turns.header, address)).unwrap_or_default();
    let was_over = matches!(game.turn(), Next::Over(_));
    let read = read_so_far(turns, &own);
    let players = computers(turns, registry)?;
    let table = Table { turns, address: address.as_deref(), players: &players, read };
    let before = game.entries();
    let (stop, from) = table.play(game, console)?;
    if was_over {
        return Ok(());
    }
    if stop == Stop::Quit {
        if game.entries() > before {
            turns.journal = game.journal();
            known.remember(turns);
            args.keys.remember(&turns.header.id, known)?;
            mail::write(&args.file, turns.text().as_bytes())?;
            writeln!(console.err, "kept your unfinished turn in `{}`", args.file.display())?;
        }
        return Ok(());
    }
    let from = if from == 0 { own.first().map_or(0, |side| side + 1) } else { from };
    let above = args.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = args.out.as_deref().unwrap_or(above);
    Place { sender: address.as_deref(), folder, keys: &args.keys }.send(turns, game, from, known, console)
}

/// Returns the number of entries at the last hand-over by one of the own sides. Once the battle is over, all people read
/// about the last turn.
fn read_so_far(turns: &Turns, own: &[usize]) -> usize {
    let is_own = |from: usize| from > 0 && own.contains(&(from - 1));
    let mut earlier = turns.hand_overs.iter().rev().skip(1);
    let last = if own.is_empty() { earlier.next() } else { earlier.find(|hand_over| is_own(hand_over.from)) };
    last.map_or(0, |hand_over| hand_over.entries)
}

/// Returns the computer player of each side; any for sides that people play.
fn computers(turns: &Turns, registry: Registry) -> Result<Vec<PlayerId>, Failure> {
    let engine = registry.engine_of(&turns.journal).map_err(|error| Failure::Io(error.to_string()))?;
    let any = engine.players().first().map(|info| info.id);
    let player = |player: &Player| match player {
        Player::Computer(id) => engine.player(id).ok(),
        Player::Person(_) => any,
    };
    Ok(turns.header.players.iter().filter_map(player).collect())
}

/// Prints the facts of the last hand-over.
fn tell(turns: &Turns, known: &Known, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some(last) = turns.hand_overs.last() else { return Ok(()) };
    let Facts { scenario, round, side, side_name, player } = &last.facts;
    let level = match turns.header.level {
        Level::Trust => "trust",
        Level::Sealed => "sealed",
    };
    let turn = match player {
        Some(player) => format!("side {side}, {} ({})", printable(side_name), printable(&player.to_string())),
        None => "the battle is over".to_owned(),
    };
    let out = &mut console.out;
    writeln!(out, "{}: round {round}, {turn}", printable(scenario))?;
    writeln!(out, "Hand-over {}, level {level}", last.number)?;
    if known.is_new() && last.number > 1 {
        writeln!(out, "This profile has not seen the battle before")?;
    }
    Ok(())
}

/// Prints why a file is refused.
fn refuse(name: &str, error: &TurnsError, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let bad = console.err.painted(Paint::Bad, "error").to_string();
    let TurnsError { line, hand_over, entry, message } = error;
    let place = match (hand_over, entry) {
        (_, Some(entry)) => format!("entry {entry}: "),
        (Some(number), None) => format!("hand-over {number}: "),
        (None, None) => String::new(),
    };
    writeln!(console.err, "{}:{line}: {bad}: {place}{}", printable(name), printable(message))?;
    Ok(Exit::Found)
}
