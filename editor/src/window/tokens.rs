//! Figures and things on a map: those of the scene, and which stands or lies where.

use egui::{Color32, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo};
use foeman_rules::told::{Board, Token};

use super::canvas::Canvas;
use super::paint::paint;
use crate::scene::figure::{self, Emphasis};
use crate::scene::picture::Pictures;
use crate::scene::{thing, zone};
use crate::theme::Palette;

/// Draws the parts of the map that have names, what lies on a board, all its figures, and their names over them.
pub fn ui(canvas: &Canvas, board: &Board, colors: &Palette, emphasis: Emphasis, pictures: &Pictures) {
    let view = canvas.view();
    if let Some(ground) = &board.ground {
        paint(&canvas.painter, zone::zones(&view, ground, colors));
    }
    paint(&canvas.painter, thing::things(&view, board, colors, pictures));
    paint(&canvas.painter, figure::figures(&view, board, colors, emphasis, pictures));
    paint(&canvas.painter, figure::names(&view, board, colors, emphasis));
}

/// Says to those who do not see the board who stands where, and how they are.
pub fn spoken(ui: &Ui, canvas: &Canvas, board: &Board, highlight: Option<u32>) {
    for token in &board.tokens {
        let Some(&[col, row]) = token.cells.first() else { continue };
        let square = Rect::from_center_size(canvas.center([col, row]), Vec2::splat(canvas.scale()));
        let response = ui.interact(square.intersect(canvas.rect), Id::unique(("token", token.id)), Sense::hover());
        response.widget_info(|| {
            let (left, full) = token.health;
            let marks: String = token.marks.iter().map(|mark| format!(", {mark}")).collect();
            let text = format!("{} at {col},{row}, {left} of {full}{marks}", token.name);
            WidgetInfo::selected(Role::ListBoxOption, true, highlight == Some(token.id), text)
        });
    }
}

/// The token that stands on a cell; one that takes part before one that does not.
pub fn on(board: &Board, cell: [i32; 2]) -> Option<&Token> {
    let mut there = board.tokens.iter().filter(|token| token.cells.contains(&cell));
    let first = there.next()?;
    Some(if first.active { first } else { there.find(|token| token.active).unwrap_or(first) })
}

/// The names of what lies in a cell, one after another; empty when nothing does.
pub fn lying(board: &Board, cell: [i32; 2]) -> String {
    thing::on(board, cell).map(|thing| thing.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    figure::side_color(board, side, colors)
}
