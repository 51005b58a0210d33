//! Lets a person play a side in the terminal, by entering the numbers of choices.

use std::io::{self, Write};

use foeman_engine::choice::Choice;
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::{SideId, Turn};

use super::log;
use super::players::player_of;
use foeman_base::console::{Console, Paint, Stream, printable};

/// Plays a battle until it ends or the input ends; prints what the side may know as it happens.
pub(super) fn play_out(
    game: &mut dyn Game,
    person: SideId,
    players: &[PlayerId],
    console: &mut Console<'_>,
) -> io::Result<()> {
    let viewer = Viewer::Side(person);
    let mut heard = 0;
    while let Some(player) = player_of(&game.turn(), players) {
        if !matches!(game.turn(), Turn::Ask { side, .. } if side == person) {
            game.step(player);
            continue;
        }
        let seen = game.seen(viewer);
        tell(&seen, &mut heard, &mut console.out)?;
        offer(&seen, &mut console.out)?;
        match answer(seen.choices.len(), console)? {
            // The numbers refer to the current choices.
            Some(choice) => drop(game.choose(choice)),
            None => break,
        }
    }
    let seen = game.seen(viewer);
    tell(&seen, &mut heard, &mut console.out)?;
    log::close(game, &seen, &mut console.out)
}

/// Prints the new lines that the side can see.
fn tell(seen: &Seen, heard: &mut usize, out: &mut Stream<'_>) -> io::Result<()> {
    for told in seen.lines.iter().skip(*heard) {
        log::line(&told.line, out)?;
    }
    *heard = seen.lines.len();
    Ok(())
}

/// Prints the active figure or side, and its choices, numbered from 1.
fn offer(seen: &Seen, out: &mut Stream<'_>) -> io::Result<()> {
    let asked = match seen.turn {
        Turn::Ask { actor, side } => {
            let token = actor.and_then(|actor| seen.board.tokens.iter().find(|token| token.id == actor));
            token.map_or_else(|| seen.side_name(side), |token| token.name.clone())
        }
        Turn::Auto | Turn::Over(_) => String::new(),
    };
    writeln!(out, "\n{}", out.painted(Paint::Strong, format!("{}: what now?", printable(&asked))))?;
    let texts: Vec<String> = seen.choices.iter().map(|choice| words(choice, seen)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    for (number, (text, choice)) in texts.iter().zip(&seen.choices).enumerate() {
        let odds = choice.odds.map(|odds| format!("{:>3} %", odds.percent())).unwrap_or_default();
        writeln!(out, "{}", format!("{:>4}  {text:<width$}  {odds}", number + 1).trim_end())?;
    }
    Ok(())
}

/// Describes a choice, including its target cell.
fn words(choice: &Choice, seen: &Seen) -> String {
    let text = printable(&choice.text);
    match choice.cells(&seen.board)[..] {
        [[col, row], ..] if !text.contains(&format!("{col},{row}")) => format!("{text} ({col},{row})"),
        _ => text,
    }
}

/// Reads the index of the user's choice; `None` at the end of the input.
fn answer(count: usize, console: &mut Console<'_>) -> io::Result<Option<usize>> {
    loop {
        write!(console.out, "> ")?;
        console.out.flush()?;
        let mut typed = String::new();
        if console.input.read_line(&mut typed)? == 0 {
            writeln!(console.out)?;
            return Ok(None);
        }
        let typed = typed.trim();
        match typed.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => return Ok(Some(number - 1)),
            _ => {
                let typed = printable(typed);
                writeln!(console.err, "expected a number from 1 to {count}, found `{typed}`; end the input to stop")?;
            }
        }
    }
}
