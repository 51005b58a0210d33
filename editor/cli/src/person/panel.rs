//! Next to the board: the sides, their figures and amounts, and the key to the signs of the terrains.

use std::collections::BTreeMap;

use foeman_engine::display::{Board, NOBODY, SideView, Token};
use foeman_engine::game::Seen;

use foeman_base::console::{Letters, printable};

use super::board::signs;
use super::wrap::{fitted, wrapped};

/// Returns the text next to the board, in lines of `width` letters; at most `height` of them.
pub(super) fn lines(
    seen: &Seen,
    marks: &BTreeMap<u32, char>,
    letters: Letters,
    [width, height]: [usize; 2],
) -> Vec<String> {
    let board = &seen.board;
    let key = key(board, letters, width);
    let room = height.saturating_sub(key.len());
    let mut lines = Vec::new();
    let mut left_out = 0;
    for (at, side) in board.sides.iter().enumerate() {
        lines.push(fitted(&heading(board, at, side), width, '~').trim_end().to_owned());
        for token in board.tokens.iter().filter(|token| token.side == at) {
            let text = figure(board, token, marks, width);
            // The headings of the sides still to come need a line each, and so does the number of those left out.
            let later = board.sides.len() - at;
            if is_shown(token) && lines.len() + text.len() + later <= room {
                lines.extend(text);
            } else {
                left_out += 1;
            }
        }
    }
    if left_out > 0 && lines.len() < room {
        lines.push(format!("{left_out} more: `status`"));
    }
    lines.extend(key);
    lines.truncate(height);
    lines
}

/// Whether a figure is shown next to the board: those that never came or are gone are left to `status`.
fn is_shown(token: &Token) -> bool {
    token.active || !token.cells.is_empty()
}

/// Returns the state of all sides and figures, with goals and further amounts.
pub(super) fn status(seen: &Seen, marks: &BTreeMap<u32, char>, width: usize) -> Vec<String> {
    let board = &seen.board;
    let mut lines = vec![format!("Round {}", seen.round)];
    for (at, side) in board.sides.iter().enumerate() {
        lines.push(printable(&side.name));
        for goal in board.goals.iter().filter(|goal| goal.side == at) {
            lines.extend(wrapped(&format!("  {}", printable(&goal.to_string())), width, 4));
        }
        for gauge in board.gauges.iter().filter(|gauge| gauge.side == at) {
            let (low, high) = gauge.range;
            lines.push(format!("  {}: {} ({low} to {high})", printable(&gauge.name), gauge.value));
        }
        let own = board.tokens.iter().filter(|token| token.side == at);
        lines.extend(own.flat_map(|token| figure(board, token, marks, width)));
    }
    let others: Vec<&Token> = board.tokens.iter().filter(|token| token.side == NOBODY).collect();
    if !others.is_empty() {
        lines.push("Others".to_owned());
        lines.extend(others.into_iter().flat_map(|token| figure(board, token, marks, width)));
    }
    for thing in &board.things {
        let [column, row] = thing.cell;
        lines.push(format!("* {} at {column},{row}", printable(&thing.name)));
    }
    lines
}

/// Returns the details of a figure.
pub(super) fn details(board: &Board, token: &Token, marks: &BTreeMap<u32, char>, width: usize) -> Vec<String> {
    let mut lines = figure(board, token, marks, width);
    for (label, text) in &token.details {
        lines.extend(wrapped(&format!("  {}: {}", printable(label), printable(text)), width, 4));
    }
    lines
}

/// A side's name with its main amounts: `Guild: gold 12, wood 3`.
fn heading(board: &Board, at: usize, side: &SideView) -> String {
    let gauges = board.gauges.iter().filter(|gauge| gauge.side == at);
    let amounts: Vec<String> = gauges.map(|gauge| format!("{} {}", printable(&gauge.name), gauge.value)).collect();
    let colon = if amounts.is_empty() { "" } else { ": " };
    format!("{}{colon}{}", printable(&side.name), amounts.join(", "))
}

/// A figure in a line, or more if it has many marks: `M Maud Tollbar 12/12 1,3 SE prone`.
fn figure(board: &Board, token: &Token, marks: &BTreeMap<u32, char>, width: usize) -> Vec<String> {
    let mark = marks.get(&token.id).copied().unwrap_or(' ');
    let (left, full) = token.health;
    let mut words = Vec::new();
    if full > 0 {
        words.push(format!("{left}/{full}"));
    }
    words.extend(token.cells.first().map(|[column, row]| format!("{column},{row}")));
    let geometry = board.ground.as_ref().map(|ground| &ground.geometry);
    let facing = geometry.zip(token.facing).filter(|_| token.active);
    words.extend(facing.map(|(geometry, facing)| {
        let eighth = geometry.compass(usize::from(facing)).degrees() / 45;
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][eighth as usize % 8].to_owned()
    }));
    words.extend((!token.marks.is_empty()).then(|| printable(&token.marks.join(", "))));
    let name = printable(&token.name);
    let short = name.split(' ').next().unwrap_or_default();
    let line = |name: &str| format!("{mark} {name} {}", words.join(" "));
    // The first name will do if the whole one takes another line.
    let line = [line(&name), line(short)].into_iter().find(|line| line.chars().count() <= width).unwrap_or(line(&name));
    wrapped(line.trim_end(), width, 4)
}

/// The signs of the terrains: `. sand  # wall`.
fn key(board: &Board, letters: Letters, width: usize) -> Vec<String> {
    let Some(ground) = &board.ground else { return Vec::new() };
    let counts = ground.counts();
    let known = signs(ground, letters).into_iter().zip(&ground.terrains).zip(counts);
    let named = known.filter(|(_, count)| *count > 0).map(|((sign, terrain), _)| {
        format!("{sign}\u{a0}{}", printable(&terrain.title).to_lowercase().replace(' ', "\u{a0}"))
    });
    let mut words: Vec<String> = named.collect();
    if !board.things.is_empty() {
        words.push("*\u{a0}item".to_owned());
    }
    let lines = wrapped(&words.join("  "), width, 0);
    lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}
