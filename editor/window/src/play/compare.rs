//! Compares two branches of a battle.

use std::sync::Arc;
use std::time::{Duration, Instant};

use foeman_engine::display::Token;
use foeman_engine::game::{Seen, Told};
use foeman_engine::ruleset::Turn;
use foeman_schema::diff::{self, is_same};

/// The time limit for aligning lines; after that, the alignment found so far is used.
const PATIENCE: Duration = Duration::from_millis(60);

/// The comparison of two branches.
pub struct Comparison {
    /// The number of common lines at the start.
    pub common: usize,
    /// The round of the last common line.
    pub round: u32,
    /// The remaining lines, with equal lines side by side.
    pub rows: Vec<Row>,
    /// The differences between the final states.
    pub differences: Vec<Difference>,
}

/// A pair of log lines; either can be missing.
pub struct Row {
    /// The line of the left branch.
    pub left: Option<Arc<Told>>,
    /// The line of the right branch.
    pub right: Option<Arc<Told>>,
    /// Whether both lines are equal.
    pub is_same: bool,
}

/// A difference between the final states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The value that differs: `Maud Tollbar, health`.
    pub what: String,
    /// Its value in the left branch.
    pub left: String,
    /// Its value in the right branch.
    pub right: String,
}

impl Comparison {
    /// Compares two branches as the viewer knows them.
    pub fn between(left: &Seen, right: &Seen) -> Self {
        let common = left.lines.iter().zip(&right.lines).take_while(|(one, other)| one.line == other.line).count();
        let round = common.checked_sub(1).map_or(0, |last| left.lines[last].round);
        let rows = aligned(&left.lines[common..], &right.lines[common..]);
        Self { common, round, rows, differences: differences(left, right) }
    }
}

/// Aligns equal lines without changing their order.
fn aligned(left: &[Arc<Told>], right: &[Arc<Told>]) -> Vec<Row> {
    let texts = |lines| -> Vec<&str> { <[Arc<Told>]>::iter(lines).map(|told| told.line.text.as_str()).collect() };
    let until = Instant::now() + PATIENCE;
    // Put removed lines and their replacements side by side.
    let mut rows = Vec::new();
    for part in diff::lines(&texts(left), &texts(right), Some(until)) {
        let (old, new) = (&left[part.old_range()], &right[part.new_range()]);
        rows.extend((0..old.len().max(new.len())).map(|nth| Row {
            left: old.get(nth).cloned(),
            right: new.get(nth).cloned(),
            is_same: is_same(&part),
        }));
    }
    rows
}

fn differences(left: &Seen, right: &Seen) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut note = |what: String, left: String, right: String| {
        if left != right {
            found.push(Difference { what, left, right });
        }
    };
    note("Result".to_owned(), result(left), result(right));
    note("Round".to_owned(), left.round.to_string(), right.round.to_string());
    let mut ids: Vec<u32> = left.board.tokens.iter().chain(&right.board.tokens).map(|token| token.id).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        let find = |seen: &Seen| seen.board.tokens.iter().find(|token| token.id == id).cloned();
        let (one, other) = (find(left), find(right));
        let Some(name) = one.as_ref().or(other.as_ref()).map(|token| token.name.clone()) else { continue };
        let told = |token: Option<&Token>, what: Value| token.map_or("not there".to_owned(), what);
        for (what, value) in VALUES {
            note(format!("{name}, {what}"), told(one.as_ref(), value), told(other.as_ref(), value));
        }
    }
    found
}

/// A value of a token, formatted.
type Value = fn(&Token) -> String;

/// The compared values of a token.
const VALUES: [(&str, Value); 3] = [
    ("health", |token| format!("{} of {}", token.health.0, token.health.1)),
    ("state", |token| if token.marks.is_empty() { "sound".to_owned() } else { token.marks.join(", ") }),
    ("place", |token| match token.cells.first() {
        Some([column, row]) => format!("{column},{row}"),
        None => "off the map".to_owned(),
    }),
];

fn result(seen: &Seen) -> String {
    let Turn::Over(outcome) = &seen.turn else { return "in progress".to_owned() };
    let winners: Vec<String> = outcome.winners.iter().map(|&side| seen.side_name(side)).collect();
    match outcome.is_draw() {
        true => format!("a draw, {}", outcome.reason),
        false => format!("{} won, {}", winners.join(" and "), outcome.reason),
    }
}
