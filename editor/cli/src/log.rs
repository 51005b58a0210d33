//! A battle as text: its log, how things stand, and how it ended.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::ValueEnum;
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::ruleset::Turn;
use foeman_engine::told::{Line, LineKind, Term};
use foeman_schema::catalogs::checks::CATALOG;
use foeman_schema::edit::written;
use serde_json::json;

use foeman_base::console::{Console, Paint, Stream, printable};
use foeman_base::report;

/// How a battle is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people, with every roll explained
    Human,
    /// One JSON object on each line
    Json,
    /// One action on each line, with its code
    Codes,
    /// As a check of the pack: that the battle goes so again
    Check,
}

/// Writes everything that has happened in a battle so far.
pub(super) fn write(game: &dyn Game, format: Format, console: &mut Console<'_>) -> io::Result<()> {
    Running::new(format).finish(game, console)
}

/// A battle that is written while it is played.
pub(super) struct Running {
    format: Format,
    /// The first entry that is not written yet.
    next: usize,
}

impl Running {
    /// Nothing is written yet.
    pub(super) fn new(format: Format) -> Self {
        Self { format, next: 0 }
    }

    /// Writes the lines of the log since the last time. Codes and checks are written when the battle is over.
    pub(super) fn go_on(&mut self, game: &dyn Game, out: &mut Stream<'_>) -> io::Result<()> {
        if !matches!(self.format, Format::Human | Format::Json) {
            return Ok(());
        }
        for told in game.told_since(Viewer::All, self.next) {
            match self.format {
                Format::Json => writeln!(out, "{}", json!(*told))?,
                _ => line(&told.line, out)?,
            }
        }
        self.next = game.entries();
        Ok(())
    }

    /// Writes what is left, and how the battle ended.
    pub(super) fn finish(mut self, game: &dyn Game, console: &mut Console<'_>) -> io::Result<()> {
        self.go_on(game, &mut console.out)?;
        end(game, self.format, console)
    }
}

/// Writes what follows the lines of a log.
fn end(game: &dyn Game, format: Format, console: &mut Console<'_>) -> io::Result<()> {
    let out = &mut console.out;
    let seen = game.seen(Viewer::All);
    match format {
        Format::Human => close(game, &seen, out),
        Format::Json => {
            let (outcome, winners, reason) = match &seen.turn {
                Turn::Over(outcome) => (json!(outcome), json!(winners(&seen)), json!(outcome.reason.to_string())),
                Turn::Ask { .. } | Turn::Auto => (json!(null), json!([]), json!(null)),
            };
            let (round, entries, hash) = (seen.round, game.entries(), game.hash());
            let last = json!({
                "outcome": outcome,
                "winners": winners,
                "reason": reason,
                "round": round,
                "entries": entries,
                "hash": hash,
                "goals": seen.board.goals,
            });
            writeln!(out, "{last}")
        }
        Format::Codes => {
            let lines = report::codes(&seen);
            for line in &lines {
                writeln!(out, "{line}")?;
            }
            if lines.is_empty() {
                writeln!(console.err, "nobody has done anything that these rules have a code for")?;
            }
            Ok(())
        }
        Format::Check => {
            // Whoever lets an amended battle be written so has refused it before.
            let Some(check) = game.check() else { return Ok(()) };
            let id = format!("{}-{}", check.scenario.id(), check.seed);
            writeln!(out, "{CATALOG}:\n  {}", written(&id, &json!(check), 2))
        }
    }
}

/// Writes how things stand and how the battle ended, as far as somebody sees it, and the hash that proves it.
pub(super) fn close(game: &dyn Game, seen: &Seen, out: &mut Stream<'_>) -> io::Result<()> {
    standing(seen, out)?;
    writeln!(out, "\n{}", out.painted(Paint::Strong, ending(seen)))?;
    writeln!(out, "{} entries, hash {}", game.entries(), game.hash())
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
    let named = terms.iter().all(|term| text.contains(&printable(&term.name)));
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
        let name = printable(&term.name);
        match (at, term.value < 0) {
            (0, _) => text += &format!("{name} {}", term.value),
            (_, false) => text += &format!(" + {name} {}", term.value),
            (_, true) => text += &format!(" - {name} {}", term.value.unsigned_abs()),
        }
    }
    format!("{text} = {}", terms.iter().map(|term| term.value).sum::<i32>())
}

/// Who is still there, side by side.
fn standing(seen: &Seen, out: &mut Stream<'_>) -> io::Result<()> {
    let board = &seen.board;
    let width = board.tokens.iter().map(|token| token.name.chars().count()).max().unwrap_or_default();
    for (at, side) in board.sides.iter().enumerate() {
        writeln!(out, "\n{}", out.painted(Paint::Strong, printable(&side.name)))?;
        for goal in board.goals.iter().filter(|goal| goal.side == at) {
            writeln!(out, "  {}", printable(&goal.to_string()))?;
        }
        for token in board.tokens.iter().filter(|token| token.side == at) {
            let (left, had) = token.health;
            let marks = printable(&token.marks.join(", "));
            writeln!(
                out,
                "{}",
                format!("  {:<width$}  {left:>3} of {had:<3}  {marks}", printable(&token.name)).trim_end()
            )?;
        }
    }
    Ok(())
}

fn ending(seen: &Seen) -> String {
    let round = seen.round;
    let Turn::Over(outcome) = &seen.turn else { return format!("Not decided after round {round}") };
    let who = match &winners(seen)[..] {
        [] => "A draw".to_owned(),
        [winner] => format!("Winner: {}", printable(winner)),
        winners => format!("Winners: {}", printable(&winners.join(", "))),
    };
    format!("{who}, in round {round}: {}", printable(&outcome.reason.to_string()))
}

/// The names of those who have won.
fn winners(seen: &Seen) -> Vec<String> {
    let Turn::Over(outcome) = &seen.turn else { return Vec::new() };
    outcome.winners.iter().map(|&side| seen.side_name(side)).collect()
}
