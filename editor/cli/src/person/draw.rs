//! Prints the log, and the board with the figures next to it.

use std::io::{self, Write};

use foeman_engine::display::LineKind;
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::ruleset::Turn;
use foeman_schema::grid::Cell;

use super::board::{Part, Picture, Row, marks};
use super::offer::Offer;
use super::panel;
use super::wrap::{WIDTH, wrapped};
use foeman_base::console::{Console, Paint, Stream, printable};

/// The most letters and lines of the board; the menu and the prompt below need the rest of 80 by 24.
const BOARD: [usize; 2] = [52, 17];
/// The space between the board and the figures.
const GAP: usize = 2;

/// The board on the screen, which is drawn again only after a change.
#[derive(Default)]
pub(super) struct Screen {
    shown: Vec<(Row, String)>,
}

impl Screen {
    /// Draws the board if it has changed.
    pub(super) fn draw(&mut self, offer: &Offer<'_>, console: &mut Console<'_>) -> io::Result<()> {
        let rows = rows(offer, console);
        if rows != self.shown {
            show(&rows, &mut console.out)?;
            self.shown = rows;
        }
        Ok(())
    }

    /// Draws the board the next time even if it has not changed.
    pub(super) fn forget(&mut self) {
        self.shown.clear();
    }
}

/// Prints the lines about the entries from `read` on that a viewer can see.
pub(super) fn tell(game: &dyn Game, viewer: Viewer, read: usize, console: &mut Console<'_>) -> io::Result<()> {
    for told in game.told_since(viewer, read) {
        line(told.line.kind, &told.line.text, &mut console.out)?;
    }
    Ok(())
}

/// Prints the last lines of a viewer's log.
pub(super) fn last_lines(seen: &Seen, count: usize, out: &mut Stream<'_>) -> io::Result<()> {
    let first = seen.lines.len().saturating_sub(count);
    seen.lines[first..].iter().try_for_each(|told| line(told.line.kind, &told.line.text, out))
}

fn line(kind: LineKind, text: &str, out: &mut Stream<'_>) -> io::Result<()> {
    let (indent, paint) = match kind {
        LineKind::Heading => ("", Some(Paint::Strong)),
        LineKind::Event => ("  ", None),
        LineKind::Detail => ("    ", Some(Paint::Faint)),
    };
    if kind == LineKind::Heading {
        writeln!(out)?;
    }
    for text in wrapped(&format!("{indent}{}", printable(text)), WIDTH, indent.len() + 2) {
        match paint {
            Some(paint) => writeln!(out, "{}", out.painted(paint, text))?,
            None => writeln!(out, "{text}")?,
        }
    }
    Ok(())
}

/// Draws the whole map, however large it is.
pub(super) fn map(offer: &Offer<'_>, console: &mut Console<'_>) -> io::Result<()> {
    let Some(ground) = &offer.seen.board.ground else { return writeln!(console.out, "This battle has no map") };
    let rows = picture(offer, Part::whole(&ground.geometry), console);
    rows.iter().try_for_each(|row| writeln!(console.out, "{}", row.painted(&console.out).trim_end()))
}

/// Reads a line; `None` at the end of the input. If the output is not a terminal, the line is printed too, so that a
/// transcript is complete.
pub(crate) fn ask(console: &mut Console<'_>) -> io::Result<Option<String>> {
    write!(console.out, "> ")?;
    console.out.flush()?;
    let mut typed = String::new();
    if console.input.read_line(&mut typed)? == 0 {
        writeln!(console.out)?;
        return Ok(None);
    }
    if !console.out.is_terminal() {
        writeln!(console.out, "{}", printable(typed.trim()))?;
    }
    Ok(Some(typed))
}

/// The board around the acting figure, with the figures next to it.
fn rows(offer: &Offer<'_>, console: &Console<'_>) -> Vec<(Row, String)> {
    let seen = offer.seen;
    let marks = marks(&seen.board);
    let board = match &seen.board.ground {
        None => Vec::new(),
        Some(ground) => picture(offer, Part::around(&ground.geometry, center(seen), BOARD[0], BOARD[1]), console),
    };
    let across = board.iter().map(Row::width).max().map_or(0, |width| width + GAP);
    let height = if board.is_empty() { BOARD[1] } else { board.len() };
    let panel = panel::lines(seen, &marks, console.letters, [WIDTH - across, height]);
    let count = board.len().max(panel.len());
    let row = |at: usize| (board.get(at).cloned().unwrap_or_default(), panel.get(at).cloned().unwrap_or_default());
    (0..count).map(row).collect()
}

fn picture(offer: &Offer<'_>, part: Part, console: &Console<'_>) -> Vec<Row> {
    let board = &offer.seen.board;
    let own = match offer.seen.viewer {
        Viewer::Side(side) => usize::from(side.0),
        Viewer::All => 0,
    };
    let (marks, reach) = (marks(board), offer.reach());
    Picture { board, letters: console.letters, marks: &marks, reach: &reach, own }.rows(part)
}

fn show(rows: &[(Row, String)], out: &mut Stream<'_>) -> io::Result<()> {
    let across = rows.iter().map(|(row, _)| row.width()).max().map_or(0, |width| width + GAP);
    writeln!(out)?;
    for (row, text) in rows {
        let space = if across > GAP { " ".repeat(across - row.width()) } else { String::new() };
        writeln!(out, "{}", format!("{}{space}{text}", row.painted(out)).trim_end())?;
    }
    Ok(())
}

/// The cell of the acting figure, or else of a figure of the side.
fn center(seen: &Seen) -> Cell {
    let tokens = &seen.board.tokens;
    let Turn::Ask { side, actor } = seen.turn else { return [0, 0] };
    let acting = tokens.iter().find(|token| Some(token.id) == actor && !token.cells.is_empty());
    let own = |token: &&foeman_engine::display::Token| {
        token.side == usize::from(side.0) && token.active && !token.cells.is_empty()
    };
    let shown = acting.or_else(|| tokens.iter().find(own));
    shown.and_then(|token| token.cells.first()).copied().unwrap_or_default()
}
