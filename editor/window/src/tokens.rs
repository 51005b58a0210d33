//! Figures and things on a map: those of the scene, and which stands or lies where.

use egui::epaint::Mesh;
use egui::{Color32, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, vec2};
use foeman_engine::told::{Board, Token};

use super::canvas::Canvas;
use super::paint::paint;
use foeman_scene::figure::{self, Emphasis};
use foeman_scene::picture::Pictures;
use foeman_scene::theme::Palette;
use foeman_scene::{thing, zone};

/// The time that a figure takes to where it has gone, in seconds.
const GLIDE: f32 = 0.16;

/// Figures that are told to those who do not see the board at most; the others are told cell by cell.
const SPOKEN: usize = 400;

/// Draws the parts of the map that have names, what lies on a board, all its figures, and their names over them.
pub fn ui(canvas: &Canvas, board: &Board, colors: &Palette, emphasis: Emphasis, pictures: &Pictures) {
    let view = canvas.view();
    if let Some(ground) = &board.ground {
        paint(&canvas.painter, zone::zones(&view, ground, colors));
    }
    paint(&canvas.painter, thing::things(&view, board, colors, pictures));
    match figure::dots(&view, board, colors, emphasis) {
        Some(dots) => drop(canvas.painter.add(squares(&dots))),
        None => paint(&canvas.painter, figure::figures(&view, board, colors, emphasis, pictures)),
    }
    paint(&canvas.painter, figure::names(&view, board, colors, emphasis));
}

/// Many small squares as one shape.
fn squares(squares: &[(Rect, Color32)]) -> Mesh {
    let mut mesh = Mesh::default();
    squares.iter().for_each(|&(rect, color)| mesh.add_colored_rect(rect, color));
    mesh
}

/// The same, those that have moved a moment ago in a battle on their way to where they are.
pub fn gliding(
    ui: &Ui,
    canvas: &Canvas,
    (board, battle): (&Board, u64),
    colors: &Palette,
    emphasis: Emphasis,
    pictures: &Pictures,
) {
    // Nobody sees a dot glide, and there may be very many.
    let may_glide = !figure::are_dots(&canvas.view());
    let moving = board.tokens.iter().filter(|_| may_glide);
    let behind: Vec<(&Token, Vec2)> =
        moving.filter_map(|token| Some((token, behind(ui, canvas, battle, token)?))).collect();
    if behind.is_empty() {
        self::ui(canvas, board, colors, emphasis, pictures);
        return;
    }
    let with = |tokens: Vec<Token>| Board { tokens, ..board.clone() };
    let is_moving = |token: &Token| behind.iter().any(|(moving, _)| moving.id == token.id);
    let resting = board.tokens.iter().filter(|token| !is_moving(token)).cloned().collect();
    self::ui(canvas, &with(resting), colors, emphasis, pictures);
    for (token, offset) in behind {
        let mut view = canvas.view();
        view.origin += offset;
        paint(&canvas.painter, figure::figures(&view, &with(vec![token.clone()]), colors, emphasis, pictures));
    }
}

/// How far a figure is behind where it stands, in points on screen; nothing once it is there.
fn behind(ui: &Ui, canvas: &Canvas, battle: u64, token: &Token) -> Option<Vec2> {
    let at = canvas.grid.center(*token.cells.first()?);
    if !canvas.is_seen(at) {
        return None;
    }
    let follow = |axis: &str, to: f32| {
        ui.ctx().animate_value_with_time(Id::unique(("glide", axis, battle, token.id)), to, GLIDE)
    };
    let offset = (vec2(follow("x", at.x), follow("y", at.y)) - at.to_vec2()) * canvas.scale();
    (offset.length() > 0.5).then_some(offset)
}

/// Says to those who do not see the board who stands where on the part that is shown, and how they are.
pub fn spoken(ui: &Ui, canvas: &Canvas, board: &Board, highlight: Option<u32>) {
    let seen = |token: &&Token| token.cells.first().is_some_and(|cell| canvas.is_seen(canvas.grid.center(*cell)));
    for token in board.tokens.iter().filter(seen).take(SPOKEN) {
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

/// The token that is seen on a cell: the uppermost of those that take part, before any that does not.
pub fn on(board: &Board, cell: [i32; 2]) -> Option<&Token> {
    let mut there = board.tokens.iter().rev().filter(|token| token.cells.contains(&cell));
    let first = there.next()?;
    Some(if first.active { first } else { there.find(|token| token.active).unwrap_or(first) })
}

/// The tokens of the side that is seen on a cell, the uppermost first.
pub fn stack(board: &Board, cell: [i32; 2]) -> Vec<&Token> {
    let side = on(board, cell).map(|token| token.side);
    let there = board.tokens.iter().rev().filter(|token| token.cells.contains(&cell));
    there.filter(|token| Some(token.side) == side && token.active).collect()
}

/// The names of what lies in a cell, one after another; empty when nothing does.
pub fn lying(board: &Board, cell: [i32; 2]) -> String {
    thing::on(board, cell).map(|thing| thing.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    figure::side_color(board, side, colors)
}
