//! Figures on a map: those of the scene, and which one stands where.

use egui::Color32;
use foeman_rules::told::{Board, Token};

use super::canvas::Canvas;
use super::paint::paint;
use super::theme::Palette;
use crate::scene::figure::{self, Emphasis};

/// Draws all figures of a board, and their names over them.
pub fn ui(canvas: &Canvas, board: &Board, colors: &Palette, highlight: Option<u32>, acting: Option<u32>) {
    let (view, emphasis) = (canvas.view(), Emphasis { highlight, acting });
    paint(&canvas.painter, figure::figures(&view, board, colors, emphasis));
    paint(&canvas.painter, figure::names(&view, board, colors, emphasis));
}

/// The token that stands on a cell; one that takes part before one that does not.
pub fn on(board: &Board, cell: [i32; 2]) -> Option<&Token> {
    let mut there = board.tokens.iter().filter(|token| token.cells.contains(&cell));
    let first = there.next()?;
    Some(if first.active { first } else { there.find(|token| token.active).unwrap_or(first) })
}

/// The colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    figure::side_color(board, side, colors)
}
