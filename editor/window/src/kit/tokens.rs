//! Draws figures and things on a map, and finds those on a cell.

use egui::epaint::Mesh;
use egui::{Color32, Id, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo, vec2};
use foeman_engine::display::{Board, Token};

use super::canvas::{Canvas, SEEN};
use super::paint::paint;
use foeman_scene::figure::{self, Emphasis, Note};
use foeman_scene::picture::Pictures;
use foeman_scene::theme::Palette;
use foeman_scene::{thing, zone};

/// The duration of a figure's glide to its new position, in seconds.
const GLIDE: f32 = 0.14;

/// The maximum number of figures exposed to screen readers one by one; others can be read cell by cell.
const SPOKEN: usize = 400;

/// Draws the zone names of the map, the things on a board, its figures, and the figures' names on top.
pub fn ui(canvas: &Canvas, board: &Board, colors: &Palette, emphasis: Emphasis, pictures: &Pictures) {
    noted(canvas, board, colors, (emphasis, &[]), pictures);
}

/// Draws a board like [`ui`], with notes below the names of some figures.
pub fn noted(
    canvas: &Canvas,
    board: &Board,
    colors: &Palette,
    (emphasis, notes): (Emphasis, &[Note]),
    pictures: &Pictures,
) {
    let view = canvas.view();
    if let Some(ground) = &board.ground {
        paint(&canvas.painter, zone::zones(&view, ground, colors));
    }
    paint(&canvas.painter, thing::things(&view, board, colors, pictures));
    match figure::dots(&view, board, colors, emphasis) {
        Some(dots) => drop(canvas.painter.add(squares(&dots))),
        None => paint(&canvas.painter, figure::figures(&view, board, colors, emphasis, pictures)),
    }
    paint(&canvas.painter, figure::names_with(&view, board, colors, emphasis, notes));
}

/// Combines many small squares into a single mesh.
fn squares(squares: &[(Rect, Color32)]) -> Mesh {
    let mut mesh = Mesh::default();
    squares.iter().for_each(|&(rect, color)| mesh.add_colored_rect(rect, color));
    mesh
}

/// Draws a board like [`noted`], with figures that have just moved in a battle gliding to their positions.
pub fn gliding(
    ui: &Ui,
    canvas: &Canvas,
    (board, battle): (&Board, u64),
    colors: &Palette,
    (emphasis, notes): (Emphasis, &[Note]),
    pictures: &Pictures,
) {
    // Dots are too small and too many to animate.
    let may_glide = !figure::are_dots(&canvas.view());
    let moving = seen(canvas, board).filter(|_| may_glide);
    let behind: Vec<(&Token, Vec2)> =
        moving.filter_map(|(token, at)| Some((token, behind(ui, canvas, (battle, token), at)?))).collect();
    if behind.is_empty() {
        noted(canvas, board, colors, (emphasis, notes), pictures);
        return;
    }
    // The others are off the board instead of missing, since the letters on a marker depend on all figures.
    let only = |is_shown: &dyn Fn(&Token) -> bool| {
        let mut part = board.clone();
        part.tokens.iter_mut().filter(|token| !is_shown(token)).for_each(|token| token.cells.clear());
        part
    };
    let is_moving = |token: &Token| behind.iter().any(|(moving, _)| moving.id == token.id);
    noted(canvas, &only(&|token| !is_moving(token)), colors, (emphasis, notes), pictures);
    for (token, offset) in behind {
        let mut view = canvas.view();
        view.origin += offset;
        let alone = only(&|other| other.id == token.id);
        paint(&canvas.painter, figure::figures(&view, &alone, colors, emphasis, pictures));
    }
}

/// Returns the figures whose heads are visible, with their positions on the grid.
fn seen<'b>(canvas: &Canvas, board: &'b Board) -> impl Iterator<Item = (&'b Token, Pos2)> {
    let bounds = canvas.view().near(SEEN);
    let heads = board.tokens.iter().filter_map(|token| Some((token, *token.cells.first()?)));
    // Of 10,000 figures on a large map, most are outside; the bounds exclude them at little cost.
    let near = heads.filter(move |(_, head)| bounds.contains(*head));
    near.map(|(token, head)| (token, canvas.grid.center(head))).filter(|(_, at)| canvas.is_seen(*at))
}

/// Returns the offset of a gliding figure from its position, in screen points; `None` once it has arrived.
fn behind(ui: &Ui, canvas: &Canvas, (battle, token): (u64, &Token), at: Pos2) -> Option<Vec2> {
    let follow = |axis: &str, to: f32| {
        ui.ctx().animate_value_with_time(Id::unique(("glide", axis, battle, token.id)), to, GLIDE)
    };
    let offset = (vec2(follow("x", at.x), follow("y", at.y)) - at.to_vec2()) * canvas.scale();
    (offset.length() > 0.5).then_some(offset)
}

/// Exposes the visible figures, their positions and states to screen readers.
pub fn spoken(ui: &Ui, canvas: &Canvas, board: &Board, highlight: Option<u32>) {
    for (token, _) in seen(canvas, board).take(SPOKEN) {
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

/// Returns the visible token on a cell: the topmost active one, or else the topmost.
pub fn on(board: &Board, cell: [i32; 2]) -> Option<&Token> {
    let mut there = board.tokens.iter().rev().filter(|token| token.cells.contains(&cell));
    let first = there.next()?;
    Some(if first.active { first } else { there.find(|token| token.active).unwrap_or(first) })
}

/// Returns the active tokens of the visible side on a cell, topmost first.
pub fn stack(board: &Board, cell: [i32; 2]) -> Vec<&Token> {
    let side = on(board, cell).map(|token| token.side);
    let there = board.tokens.iter().rev().filter(|token| token.cells.contains(&cell));
    there.filter(|token| Some(token.side) == side && token.active).collect()
}

/// Returns the names of the things on a cell, separated by commas.
pub fn lying(board: &Board, cell: [i32; 2]) -> String {
    thing::on(board, cell).map(|thing| thing.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns the colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    figure::side_color(board, side, colors)
}
