//! `foeman turn`: continues or checks a battle by files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use foeman_base::console::{Console, Exit, Failure, Paint, printable};
use foeman_base::desk::Desk;
use foeman_base::profile;
use foeman_base::turns::{OpenError, Opened, keep, open};
use foeman_engine::game::{Game, Registry};
use foeman_engine::ruleset::Turn as Next;
use foeman_mail::file::MOST;
use foeman_mail::{Facts, Known, Turns, TurnsError};

use super::mail::{Keys, Place, Played, Table};
use super::person::{Stop, draw};

/// Plays a turn of a battle by files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman turn duel-3f2a-4.turn
  foeman turn duel-3f2a-4.turn --verify
  foeman turn duel-3f2a-4.turn --answer 7X2QK-9MDTR-4HBVN-0CPE3-YWGZ5

A battle by files begins with `foeman play --mail`. You see what has happened since your last turn, and decide until
another person has to; then the next file is written, and the same as a draft of an e-mail. foeman sends no mail.
The file is checked first: an edited, shortened, replaced or outdated file is refused with its line and entry; the
exit status is then 1.

At level opponent-rolls, the other person fixes your dice: your decision gives a code, and the answer to it is another
code. With --answer you answer the code of another person, for the last file that you sent.")]
pub(super) struct Turn {
    /// A file that you got from another person
    file: PathBuf,
    /// Check the file, and play nothing
    #[arg(long)]
    verify: bool,
    /// Answer the code with which another person asks for dice; the file is the last one that you sent
    #[arg(long, value_name = "CODE", conflicts_with_all = ["verify", "out"])]
    answer: Option<String>,
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
    let desk = args.keys.desk()?;
    let Opened { mut turns, mut known, mut game } = match open(&text, registry, &desk) {
        Ok(opened) => opened,
        Err(OpenError::Refused(error)) => return refuse(&name, &error, console),
        Err(OpenError::Failed(message)) => return Err(Failure::Io(message)),
    };
    tell(&turns, &known, console)?;
    if let Some(request) = &args.answer {
        return answer((&turns, &mut known), request, &desk, console);
    }
    if args.verify {
        let good = console.out.painted(Paint::Good, "verified").to_string();
        let (hand_overs, entries) = (turns.hand_overs.len(), game.entries());
        writeln!(console.out, "{good}: hand-over {hand_overs}, {entries} entries, hash {}", game.hash())?;
        return Ok(Exit::Clean);
    }
    if known.answers(&turns) && turns.holder().is_some() {
        writeln!(console.out, "You have sent this file; wait for the next one, or answer a code with `--answer`")?;
        return Ok(Exit::Clean);
    }
    known.remember(&turns);
    desk.remember(&turns.header.id, &known).map_err(Failure::Io)?;
    play((args, &desk), (&mut turns, &mut known), &mut *game, registry, console)?;
    Ok(Exit::Clean)
}

/// Plays until another person has to decide, and hands over.
fn play(
    (args, desk): (&Turn, &Desk),
    (turns, known): (&mut Turns, &mut Known),
    game: &mut dyn Game,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let address = turns.holder().map(|player| player.address().to_owned());
    let own = turns.own_sides();
    let was_over = matches!(game.turn(), Next::Over(_));
    let mut read = turns.read_so_far(&own);
    let players = turns.computers(registry).map_err(Failure::Io)?;
    let before = game.entries();
    let Played { stop, from, .. } = loop {
        if !roll((turns, known), game, (desk, &args.file), console)? {
            return Ok(());
        }
        let table = Table { turns, address: address.as_deref(), players: &players, read };
        let played = table.play(game, console)?;
        let Stop::Dice(decision) = played.stop else { break played };
        read = played.read.min(decision);
        turns.fix(known, game, decision).map_err(Failure::Io)?;
        keep((turns, known), game, desk, &args.file).map_err(Failure::Io)?;
    };
    if was_over {
        return Ok(());
    }
    if stop == Stop::Quit {
        if game.entries() > before {
            keep((turns, known), game, desk, &args.file).map_err(Failure::Io)?;
            writeln!(console.err, "kept your unfinished turn in `{}`", args.file.display())?;
        }
        return Ok(());
    }
    let from = if from == 0 { own.first().map_or(0, |side| side + 1) } else { from };
    let above = args.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = args.out.as_deref().unwrap_or(above);
    Place { sender: address.as_deref(), folder, desk }.send((turns, known), game, from, console)
}

/// Asks for the dice of a fixed decision, if there is one, until the answer is entered; returns whether the turn goes on.
fn roll(
    (turns, known): (&mut Turns, &mut Known),
    game: &mut dyn Game,
    (desk, file): (&Desk, &Path),
    console: &mut Console<'_>,
) -> Result<bool, Failure> {
    let Some(request) = known.request(turns) else { return Ok(true) };
    let other = printable(turns.answering().map_or("the other person", |person| person.called())).to_string();
    let title = console.out.painted(Paint::Strong, "Dice are needed").to_string();
    writeln!(console.out, "\n{title}: your decision is fixed. Give this code to {other}:\n\n  {request}\n")?;
    writeln!(console.out, "{other} answers it with `foeman turn FILE --answer CODE`, or in the window.")?;
    writeln!(console.out, "Enter the answer, or `quit` to continue later with this file:")?;
    loop {
        let typed = draw::ask(console)?.unwrap_or_else(|| "quit".to_owned());
        match typed.trim() {
            "" => {}
            "quit" => {
                writeln!(console.err, "kept your unfinished turn in `{}`", file.display())?;
                return Ok(false);
            }
            answer => match turns.roll(known, game, answer) {
                Ok(()) => {
                    keep((turns, known), game, desk, file).map_err(Failure::Io)?;
                    return Ok(true);
                }
                Err(why) => writeln!(console.out, "{}", printable(&why))?,
            },
        }
    }
}

/// Prints the answer to a code, and notes it.
fn answer(
    (turns, known): (&Turns, &mut Known),
    request: &str,
    desk: &Desk,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    match known.answer(turns, request) {
        Ok(answer) => {
            // An answer that is not noted could be given for another decision.
            desk.remember(&turns.header.id, known).map_err(Failure::Io)?;
            writeln!(console.out, "Answer: {answer}")?;
            Ok(Exit::Clean)
        }
        Err(why) => {
            let bad = console.err.painted(Paint::Bad, "error").to_string();
            writeln!(console.err, "{bad}: {}", printable(&why))?;
            Ok(Exit::Found)
        }
    }
}

/// Prints the facts of the last hand-over.
fn tell(turns: &Turns, known: &Known, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some(last) = turns.hand_overs.last() else { return Ok(()) };
    let Facts { scenario, round, side, side_name, player } = &last.facts;
    let level = turns.header.level.name();
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
