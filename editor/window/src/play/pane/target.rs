//! Marks on the battle map: figures that can act, cells that choices concern, targets with the outcome of an attack, and
//! paths.

use std::time::{Duration, Instant};

use egui::{Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use foeman_engine::choice::{Choice, Intent, Target};
use foeman_engine::display::Board;
use foeman_engine::move_path::MovePath;
use foeman_scene::figure::Note;
use foeman_schema::grid::Cell;

use super::{click, tip};
use crate::kit::canvas::Canvas;
use crate::kit::tokens;
use crate::play::Battle;
use crate::play::spots::Spots;
use crate::shell::action::Actions;
use crate::shell::session::Now;
use foeman_scene::theme::{BOLD, EDGE, alpha, palette, readable_on};

/// The maximum number of cells marked by rings; at a low zoom, more could not be distinguished.
const RINGS: usize = 3000;
/// The maximum number of marked cells exposed to screen readers; others can be read with the cursor.
const SPOKEN: usize = 400;
/// The time per frame for computing outcomes of attacks; the rest waits for the next frame.
const SLICE: Duration = Duration::from_millis(8);

/// Draws the marks below the figures: rings around cells that choices concern, or around the figures that can act.
pub(crate) fn below(ui: &Ui, canvas: &Canvas, battle: &Battle, spots: &Spots, armed: Option<Cell>) {
    let colors = palette(ui);
    let is_seen = |cell: &Cell| canvas.is_seen(canvas.grid.center(*cell));
    let (area, width) = (spots.area(), (canvas.scale() * 0.06).max(1.5));
    for stroke in [Stroke::new(width + 2.0, readable_on(colors.accent)), Stroke::new(width, colors.accent)] {
        canvas.edge(&area, stroke);
    }
    let ring = Stroke::new(EDGE, colors.accent.gamma_multiply(alpha::MOST));
    let other = spots.all.iter().filter(|(_, spot)| spot.intent == Intent::Other).map(|(cell, _)| *cell);
    let actors = if spots.actor.is_none() { battle.actors() } else { Default::default() };
    let ready = battle.board().tokens.iter().filter(|token| actors.contains(&token.id));
    let ready = ready.flat_map(|token| token.cells.iter().copied());
    for cell in other.chain(ready).filter(is_seen).take(RINGS) {
        canvas.ring(cell, ring);
    }
    for (cell, _) in spots.targets().filter(|(cell, _)| is_seen(cell)).take(RINGS) {
        let width = (canvas.scale() * if armed == Some(cell) { 0.14 } else { 0.07 }).max(2.0);
        canvas.ring(cell, Stroke::new(width, colors.error));
        cross_hairs(canvas, cell, Stroke::new(width, colors.error));
    }
}

/// Draws short lines from the border of a cell towards its centre.
fn cross_hairs(canvas: &Canvas, cell: Cell, stroke: Stroke) {
    let center = canvas.center(cell);
    for direction in 0..canvas.grid.directions() {
        let ahead = canvas.grid.direction(direction) * canvas.scale();
        let ends = [center + ahead * 0.98, center + ahead * 0.7];
        let casing = Stroke::new(stroke.width + 1.5, readable_on(stroke.color).gamma_multiply(alpha::MOST));
        canvas.painter.line_segment(ends, casing);
        canvas.painter.line_segment(ends, stroke);
    }
}

/// Returns the outcome of the best attack on each visible target, as notes on the figures there.
pub(crate) fn notes(ui: &Ui, canvas: &Canvas, battle: &Battle, spots: &Spots) -> Vec<Note> {
    let begin = Instant::now();
    let mut notes = Vec::new();
    for (cell, spot) in spots.targets() {
        let Some(token) = tokens::on(battle.board(), cell).filter(|_| canvas.is_seen(canvas.grid.center(cell))) else {
            continue;
        };
        if begin.elapsed() > SLICE && !spot.is_known() {
            ui.ctx().request_repaint();
            break;
        }
        if let Some(text) = battle.best(spot).map(|at| battle.outcome(at)).filter(|text| !text.is_empty()) {
            notes.push((token.id, text));
        }
    }
    notes
}

/// Draws the path of the move to a cell.
pub(crate) fn way(ui: &Ui, canvas: &Canvas, battle: &Battle, spots: &Spots, cell: Cell) {
    let spot = spots.all.get(&cell).filter(|spot| spot.intent == Intent::Move);
    let prospect = spot.and_then(|spot| battle.prospect(battle.best(spot)?));
    if let Some(prospect) = prospect {
        route(ui, canvas, &prospect.path, None);
    }
}

/// Exposes the marked cells to screen readers, which can click them.
pub(crate) fn spoken(
    ui: &Ui,
    now: &Now<'_>,
    canvas: &Canvas,
    (battle, spots): (&Battle, &Spots),
    actions: &mut Actions,
) {
    let mut told: Vec<(Cell, String)> = Vec::new();
    let is_seen = |cell: Cell| canvas.is_seen(canvas.grid.center(cell));
    let ends = battle.offer().ways.iter().filter_map(|way| Some((way.end()?, way)));
    for (cell, way) in ends.filter(|(cell, _)| is_seen(*cell)).take(SPOKEN) {
        told.push((cell, tip::told(battle.board(), way)));
    }
    for (&cell, spot) in spots.all.iter().filter(|(cell, _)| is_seen(**cell)).take(SPOKEN) {
        let at = spot.choices.first().or(spot.others.first());
        told.extend(at.and_then(|at| battle.choices().get(*at)).map(|choice| (cell, choice.text.clone())));
    }
    if let Some(home) = battle.home().filter(|home| is_seen(*home) && !spots.all.contains_key(home)) {
        told.push((home, "Home, with the recruits of this side".to_owned()));
    }
    for (cell, text) in told {
        let [column, row] = cell;
        let square = Rect::from_center_size(canvas.center(cell), Vec2::splat(canvas.scale())).intersect(canvas.rect);
        let id = canvas.response.id.with(("mark", cell));
        ui.interact(square, id, Sense::hover())
            .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Mark at {column},{row}: {text}")));
        ui.ctx().accesskit_node_builder(id, |node| node.add_action(egui::accesskit::Action::Click));
        if ui.input(|input| input.has_accesskit_action_request(id, egui::accesskit::Action::Click)) {
            click::act(ui, now, battle, cell, actions);
        }
    }
}

/// Draws a path as an arrow, with rings around the enemies that engage the figure on it.
pub(crate) fn path(ui: &Ui, canvas: &Canvas, board: &Board, way: &MovePath) {
    let width = (canvas.scale() * 0.12).max(2.5);
    for other in board.tokens.iter().filter(|token| way.engaged_by.contains(&token.id)) {
        for cell in &other.cells {
            canvas.ring(*cell, Stroke::new(width, palette(ui).warning));
        }
    }
    route(ui, canvas, &way.cells, Some(way.facing));
}

/// Draws a route from cell to cell, with the facing at its end, or else the direction of its last step.
fn route(ui: &Ui, canvas: &Canvas, cells: &[Cell], facing: Option<u8>) {
    let colors = palette(ui);
    let width = (canvas.scale() * 0.12).max(2.5);
    let mut line: Vec<Pos2> = cells.iter().map(|cell| canvas.center(*cell)).collect();
    let [.., before, end] = *line.as_slice() else { return };
    // The figure stays visible.
    let first = (line[1] - line[0]).normalized();
    line[0] += first * canvas.scale() * 0.62;
    let ahead = facing.map_or_else(|| (end - before).normalized(), |facing| canvas.grid.direction(facing));
    let (tip, side) = (end + ahead * canvas.scale() * 0.62, ahead.rot90() * canvas.scale() * 0.24);
    let back = end + ahead * canvas.scale() * 0.22;
    let casing = readable_on(colors.accent);
    for (width, color) in [(width + 2.5, casing), (width, colors.accent)] {
        canvas.painter.add(Shape::line(line.clone(), Stroke::new(width, color)));
        canvas.painter.circle_filled(end, width * 1.2, color);
    }
    let arrow = vec![tip, back + side, back - side];
    canvas.painter.add(Shape::convex_polygon(arrow, colors.accent, Stroke::new(EDGE, casing)));
}

/// Draws a line from the actor to the target of the choice under the pointer.
pub(crate) fn aim(ui: &Ui, canvas: &Canvas, board: &Board, choice: &Choice) {
    // A move shows its path instead.
    if choice.intent == Intent::Move {
        return;
    }
    let head = |id: u32| board.tokens.iter().find(|token| token.id == id)?.cells.first().copied();
    let target = match choice.target {
        Target::None => None,
        Target::Cell(cell) => Some(cell),
        Target::Token(id) => head(id),
    };
    let (Some(from), Some(to)) = (choice.actor.and_then(head), target) else { return };
    if from == to {
        return;
    }
    let line = [canvas.center(from), canvas.center(to)];
    let color = palette(ui).warning;
    for (width, color) in [(4.5, readable_on(color)), (2.5, color)] {
        canvas.painter.extend(Shape::dashed_line(&line, Stroke::new(width, color), 7.0, 4.0));
    }
    canvas.ring(to, Stroke::new(BOLD, color));
}
