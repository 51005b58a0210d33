//! A battle as text: its log, the state of the figures, and the result.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::ValueEnum;
use foeman_engine::display::{Line, LineKind, Term};
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::ruleset::Turn;
use foeman_schema::catalogs::checks::CATALOG;
use foeman_schema::edit::written;
use serde_json::json;

use foeman_base::console::{Console, Paint, Stream, printable};
use foeman_base::report;

/// The output format of a battle.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text, with every roll explained
    Human,
    /// One JSON object per line
    Json,
    /// One action per line, with its code
    Codes,
    /// A check of the pack: the battle must go the same way again
    Check,
}

/// Prints the whole battle so far.
pub(super) fn write(game: &dyn Game, format: Format, console: &mut Console<'_>) -> io::Result<()> {
    Running::new(format).finish(game, console)
}

/// Prints a battle while it is played.
pub(super) struct Running {
    format: Format,
    /// The first entry that has not been printed.
    next: usize,
}

impl Running {
    /// Starts with the first entry.
    pub(super) fn new(format: Format) -> Self {
        Self { format, next: 0 }
    }

    /// Prints the new lines of the log. Codes and checks are printed after the battle.
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

    /// Prints the remaining lines, and the result of the battle.
    pub(super) fn finish(mut self, game: &dyn Game, console: &mut Console<'_>) -> io::Result<()> {
        self.go_on(game, &mut console.out)?;
        end(game, self.format, console)
    }
}

/// Prints the part after the log.
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
                writeln!(console.err, "this battle has no actions with a code")?;
            }
            Ok(())
        }
        Format::Check => {
            // Callers have already rejected amended battles, which have no check.
            let Some(check) = game.check() else { return Ok(()) };
            let id = format!("{}-{}", check.scenario.id(), check.seed);
            writeln!(out, "{CATALOG}:\n  {}", written(&id, &json!(check), 2))
        }
    }
}

/// Prints the state of the figures, the result as known to the viewer, and the hash that proves the battle.
pub(super) fn close(game: &dyn Game, seen: &Seen, out: &mut Stream<'_>) -> io::Result<()> {
    result(seen, out)?;
    writeln!(out, "{} entries, hash {}", game.entries(), game.hash())
}

/// Prints the state of the figures and the result as known to the viewer.
pub(super) fn result(seen: &Seen, out: &mut Stream<'_>) -> io::Result<()> {
    standing(seen, out)?;
    writeln!(out, "\n{}", out.painted(Paint::Strong, ending(seen)))
}

/// Prints one line of a log.
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
    // If the sentence already contains the terms, only their rules are added.
    let named = terms.iter().all(|term| text.contains(&printable(&term.name)));
    let sum = if named { String::new() } else { format!("\n      {}", sum(terms)) };
    let rules: BTreeSet<&str> = terms.iter().map(|term| term.rule.as_str()).filter(|rule| !rule.is_empty()).collect();
    let rules = rules.into_iter().collect::<Vec<_>>().join(", ");
    let rules = if rules.is_empty() { rules } else { format!(" [{rules}]") };
    writeln!(out, "{}", out.painted(Paint::Faint, format!("{sum}{rules}")))
}

/// Formats a sum: `DX 12 + from the side 2 - range 1 = 13`.
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

/// Prints the remaining figures of each side.
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

/// Returns the names of the winners.
fn winners(seen: &Seen) -> Vec<String> {
    let Turn::Over(outcome) = &seen.turn else { return Vec::new() };
    outcome.winners.iter().map(|&side| seen.side_name(side)).collect()
}
