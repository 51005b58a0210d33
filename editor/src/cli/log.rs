//! A battle as text: its log, how things stand, and how it ended.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use clap::ValueEnum;
use foeman_rules::game::Game;
use foeman_rules::ruleset::{Outcome, Turn};
use foeman_rules::told::{Line, LineKind, Term};
use serde_json::json;

use crate::console::{Console, Paint, Stream, printable};

/// How a battle is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people, with every roll explained
    Human,
    /// One JSON object on each line
    Json,
    /// One action on each line, with its code
    Codes,
}

/// Writes everything that has happened in a battle so far.
pub(super) fn write(game: &dyn Game, format: Format, console: &mut Console<'_>) -> io::Result<()> {
    let out = &mut console.out;
    match format {
        Format::Human => {
            for told in game.lines() {
                line(&told.line, out)?;
            }
            standing(game, out)?;
            writeln!(out, "\n{}", out.painted(Paint::Strong, ending(game)))?;
            writeln!(out, "{} entries, hash {}", game.entries(), game.hash())
        }
        Format::Json => {
            for told in game.lines() {
                writeln!(out, "{}", json!(told))?;
            }
            let outcome = match game.turn() {
                Turn::Over(outcome) => json!(outcome),
                Turn::Ask { .. } | Turn::Auto => json!(null),
            };
            let winner = match game.turn() {
                Turn::Over(Outcome::Won { side }) => json!(game.side_name(side)),
                _ => json!(null),
            };
            let (round, entries, hash) = (game.round(), game.entries(), game.hash());
            let last =
                json!({ "outcome": outcome, "winner": winner, "round": round, "entries": entries, "hash": hash });
            writeln!(out, "{last}")
        }
        Format::Codes => {
            if codes(game, out)? == 0 {
                writeln!(console.err, "nobody has done anything that these rules have a code for")?;
            }
            Ok(())
        }
    }
}

/// Writes a line for every action that has a code, and returns how many there are.
fn codes(game: &dyn Game, out: &mut Stream<'_>) -> io::Result<usize> {
    let tokens = game.board().tokens;
    let names: BTreeMap<u32, String> = tokens.iter().map(|token| (token.id, printable(&token.name))).collect();
    let mut written = 0;
    for told in game.lines() {
        let Line { text, actor, code: Some(code), .. } = &told.line else { continue };
        let name = actor.and_then(|actor| names.get(&actor)).map_or("", String::as_str);
        writeln!(out, "{}\t{name}\t{code}\t{}", told.round, printable(text))?;
        written += 1;
    }
    Ok(written)
}

/// Writes one line of a log.
pub(super) fn line(line: &Line, out: &mut Stream<'_>) -> io::Result<()> {
    let Line { kind, text, terms, .. } = line;
    let text = printable(text);
    let (indent, paint) = match kind {
        LineKind::Heading => ("\n", Some(Paint::Strong)),
        LineKind::Event => ("  ", None),
        LineKind::Detail => ("    ", None),
    };
    match paint {
        Some(paint) => write!(out, "{indent}{}", out.painted(paint, &text))?,
        None => write!(out, "{indent}{text}")?,
    }
    // A sentence that names the terms itself is only followed by their rules.
    let named = terms.iter().all(|term| text.contains(&term.name));
    let sum = if named { String::new() } else { format!("\n      {}", sum(terms)) };
    let rules: BTreeSet<&str> = terms.iter().map(|term| term.rule.as_str()).filter(|rule| !rule.is_empty()).collect();
    let rules = rules.into_iter().collect::<Vec<_>>().join(", ");
    let rules = if rules.is_empty() { rules } else { format!(" [{rules}]") };
    writeln!(out, "{}", out.painted(Paint::Faint, format!("{sum}{rules}")))
}

/// `DX 12 + from the side 2 - range 1 = 13`.
fn sum(terms: &[Term]) -> String {
    let mut text = String::new();
    for (at, term) in terms.iter().enumerate() {
        match (at, term.value < 0) {
            (0, _) => text += &format!("{} {}", term.name, term.value),
            (_, false) => text += &format!(" + {} {}", term.name, term.value),
            (_, true) => text += &format!(" - {} {}", term.name, term.value.unsigned_abs()),
        }
    }
    format!("{text} = {}", terms.iter().map(|term| term.value).sum::<i32>())
}

/// Who is still there, side by side.
fn standing(game: &dyn Game, out: &mut Stream<'_>) -> io::Result<()> {
    let board = game.board();
    let width = board.tokens.iter().map(|token| token.name.chars().count()).max().unwrap_or_default();
    for (at, side) in board.sides.iter().enumerate() {
        writeln!(out, "\n{}", out.painted(Paint::Strong, printable(&side.name)))?;
        for token in board.tokens.iter().filter(|token| token.side == at) {
            let (left, had) = token.health;
            let marks = token.marks.join(", ");
            writeln!(
                out,
                "{}",
                format!("  {:<width$}  {left:>3} of {had:<3}  {marks}", printable(&token.name)).trim_end()
            )?;
        }
    }
    Ok(())
}

fn ending(game: &dyn Game) -> String {
    let round = game.round();
    match game.turn() {
        Turn::Over(Outcome::Won { side }) => format!("Winner: {}, in round {round}", printable(&game.side_name(side))),
        Turn::Over(Outcome::Draw) => format!("Nobody is left in round {round}: a draw"),
        Turn::Over(Outcome::RoundLimit) => format!("A draw: the round limit, {round}, is reached"),
        Turn::Ask { .. } | Turn::Auto => format!("Not decided after round {round}"),
    }
}
