//! The map tools: pointer handling, previews, and pasting.

use std::collections::BTreeSet;

use egui::{Color32, PointerButton, Pos2, Stroke, Ui};
use foeman_engine::display::TerrainView;
use foeman_schema::grid::{Bounds, Cell};

use super::Room;
use crate::kit::canvas::{Canvas, Terrain};
use crate::map::action::MapAction;
use crate::map::chart::Chart;
use crate::map::inks::terrains;
use crate::map::layer::{Ink, Layer};
use crate::map::patch::Relief;
use crate::map::shapes;
use crate::map::symmetry::Balance;
use crate::map::tools::Tool;
use crate::shell::action::Action;
use crate::shell::view::Selection;
use foeman_scene::chart::Form;
use foeman_scene::theme::{EDGE, LINE, NO_COLOR, RING, alpha, level_color, palette, parse_color};

/// For rectangles with more cells than this, the preview is limited to the visible part.
const MANY: usize = 10_000;
/// On maps with more cells than this, fills have no preview.
const LARGE: usize = 250_000;

/// Handles the pointer and draws the preview; returns the status text.
pub(crate) fn ui(ui: &Ui, room: &mut Room<'_>) -> String {
    let area = room.session.view().hand.area(room.key);
    let (seen, last) = (seen(room.canvas), i32::MAX);
    // The area is ordered by column.
    let near = area.range([seen.from[0], i32::MIN]..=[seen.to[0].max(seen.from[0]), last]);
    room.canvas.tint(near.copied(), palette(ui).accent.gamma_multiply(alpha::LIGHT), Stroke::NONE);
    room.canvas.edge(area, Stroke::new(RING, palette(ui).accent));
    let here = here(ui, room);
    axes(ui, room);
    if room.session.view().hand.held.is_some() {
        return held(ui, room, here);
    }
    let tool = room.session.view().tool;
    if tool != Tool::Select {
        aim(ui, room.canvas);
    }
    let told = here.map(|cell| preview(ui, room, cell)).unwrap_or_default();
    let panning = ui.input(|input| input.key_down(egui::Key::Space)) && !leads(ui, room);
    if panning {
        return told;
    }
    match tool {
        Tool::Select => {
            if let Some(cell) = clicked(room.canvas) {
                let selection = Selection { record: room.key.clone(), field: Vec::new(), hex: Some(cell) };
                room.actions.push(Action::Select(selection));
            }
        }
        Tool::Paint => stroke(ui, room),
        Tool::Fill | Tool::Pick => {
            if let Some(cell) = clicked(room.canvas) {
                act(room, cell, cell, Mode::Replace);
            }
        }
        _ => two_ends(ui, room),
    }
    told
}

/// Draws the mirror axes and the centre of the symmetry.
fn axes(ui: &Ui, room: &Room<'_>) {
    let (balance, canvas) = (room.session.view().balance, room.canvas);
    let Some(pivot) = balance.pivot(canvas.grid.geometry()) else { return };
    let first = canvas.grid.geometry().lattice().centre([0, 0]);
    let away = canvas.grid.length(pivot.doubled() - first - first) / 2.0;
    let (at, rect) = (canvas.to_screen(canvas.grid.center([0, 0]) + away), canvas.rect);
    let lines = [
        Stroke::new(RING + EDGE, palette(ui).sunken.gamma_multiply(alpha::MOST)),
        Stroke::new(EDGE, palette(ui).accent),
    ];
    for stroke in lines {
        if matches!(balance, Balance::LeftRight | Balance::Quarters) {
            canvas.painter.vline(at.x, rect.y_range(), stroke);
        }
        if matches!(balance, Balance::TopBottom | Balance::Quarters) {
            canvas.painter.hline(rect.x_range(), at.y, stroke);
        }
        if matches!(balance, Balance::HalfTurn | Balance::Thirds | Balance::Turns) {
            canvas.painter.circle_stroke(at, 7.0, stroke);
        }
    }
}

/// How a new selection is combined with the existing one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Replaces it.
    Replace,
    /// Is added to it.
    Add,
    /// Is subtracted from it.
    Subtract,
}

impl Mode {
    /// Shift adds, Alt subtracts.
    pub(crate) fn of(modifiers: egui::Modifiers) -> Self {
        match (modifiers.shift, modifiers.alt) {
            (true, _) => Self::Add,
            (_, true) => Self::Subtract,
            _ => Self::Replace,
        }
    }
}

/// Uses the tool from one cell to another.
pub(crate) fn act(room: &mut Room<'_>, start: Cell, at: Cell, mode: Mode) {
    let view = room.session.view();
    let meant = match view.tool {
        Tool::Select | Tool::Measure | Tool::Pick => shapes::Meant::Cells(Vec::new()),
        tool => shapes::meant(tool, view.stroke, view.layer, room.chart, start, at),
    };
    let cells = match (meant, room.chart.form) {
        (shapes::Meant::Cells(cells), _) => cells,
        // Maps of rows are small enough to handle all cells individually.
        (shapes::Meant::Parts(_), Form::Rows) if view.tool != Tool::Area => {
            shapes::cells(view.tool, view.stroke, view.layer, room.chart, start, at)
        }
        (meant, _) => return act_on_many(room, meant),
    };
    match view.tool {
        Tool::Select | Tool::Measure => {}
        Tool::Pick => {
            if let Some(ink) = room.chart.ink(view.layer, at) {
                room.actions.push(Action::Ink(ink));
            }
        }
        Tool::Area => {
            let mut area = view.hand.area(room.key).clone();
            match mode {
                Mode::Replace => area = cells.into_iter().collect(),
                Mode::Add => area.extend(cells),
                Mode::Subtract => area.retain(|cell| !cells.contains(cell)),
            }
            room.actions.push(Action::Map(MapAction::Area(room.key.clone(), area)));
        }
        tool => {
            let seed = revision(room);
            paint(room, verb(tool), cells, seed);
            room.actions.push(Action::Settle);
        }
    }
}

/// Returns the tool's verb for the undo history.
fn verb(tool: Tool) -> &'static str {
    match tool {
        Tool::Line => "Draw a line on",
        Tool::Rectangle => "Draw a rectangle on",
        Tool::Round => "Draw a hexagon on",
        Tool::Fill => "Fill a part of",
        _ => "Paint",
    }
}

/// Fills rectangles with too many cells for individual handling. This requires a single terrain or level, and no
/// symmetry.
fn act_on_many(room: &mut Room<'_>, meant: shapes::Meant) {
    let view = room.session.view();
    let (tool, balance) = (view.tool, view.balance);
    let mut inks = room.inks();
    let action = match (meant, inks.pop()) {
        (shapes::Meant::Parts(parts), Some((ink, _)))
            if inks.is_empty() && balance == Balance::None && tool != Tool::Area && ink.layer() != Layer::Zones =>
        {
            MapAction::Cover { map: room.key.clone(), verb: verb(tool), ink, parts }
        }
        _ => MapAction::TooMany,
    };
    room.actions.push(Action::Map(action));
    room.actions.push(Action::Settle);
}

/// Paints the cells that do not have the ink yet; `seed` determines scattered terrains.
fn paint(room: &mut Room<'_>, verb: &'static str, cells: Vec<Cell>, seed: u64) {
    let dabs = shapes::painted(room.chart, room.session.view().balance, &room.inks(), cells, seed);
    if !dabs.is_empty() {
        room.actions.push(Action::Map(MapAction::Draw { map: room.key.clone(), verb, dabs }));
    }
}

/// Returns the current cell: the one under the pointer, or the keyboard cursor if that was used last.
pub(crate) fn here(ui: &Ui, room: &Room<'_>) -> Option<Cell> {
    let cursor = room.cursor().filter(|_| leads(ui, room));
    cursor.or_else(|| room.canvas.hovered())
}

/// Whether the keyboard was used more recently than the pointer.
pub(crate) fn leads(ui: &Ui, room: &Room<'_>) -> bool {
    let id = room.canvas.response.id.with("keyboard leads");
    if ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO || input.pointer.any_pressed()) {
        ui.data_mut(|data| data.remove::<bool>(id));
    }
    ui.data(|data| data.get_temp::<bool>(id)).is_some()
}

/// Notes that the keyboard was used.
pub(crate) fn lead(ui: &Ui, room: &Room<'_>) {
    let id = room.canvas.response.id.with("keyboard leads");
    ui.data_mut(|data| data.insert_temp(id, true));
}

/// Draws the preview of the tool at a cell; returns the status text.
fn preview(ui: &Ui, room: &Room<'_>, at: Cell) -> String {
    let (view, colors) = (room.session.view(), palette(ui));
    let start = view.hand.start(room.key).filter(|_| view.tool.has_two_ends()).unwrap_or(at);
    let ring = || room.canvas.ring(at, Stroke::new(RING, colors.accent));
    match view.tool {
        Tool::Select | Tool::Pick => String::new(),
        Tool::Measure => {
            room.canvas.tint(
                shapes::cells(view.tool, view.stroke, view.layer, room.chart, start, at),
                faint(colors.accent),
                Stroke::NONE,
            );
            ring();
            measured(room.chart, start, at)
        }
        Tool::Area => {
            let ends = [start, at];
            let cells = shapes::shown(view.tool, view.stroke, view.layer, room.chart, ends, seen(room.canvas));
            room.canvas.tint(cells, faint(colors.accent), Stroke::NONE);
            ring();
            if start == at { String::new() } else { format!("{} cells", between(room, start, at)) }
        }
        tool => {
            let geometry = &room.chart.terrain.ground.geometry;
            let many = match tool {
                Tool::Round => geometry.distance(start, at) > 60,
                Tool::Rectangle => between(room, start, at) > MANY,
                _ => false,
            };
            if many {
                let ends = [start, at];
                let cells = shapes::shown(tool, view.stroke, view.layer, room.chart, ends, seen(room.canvas));
                room.canvas.tint(cells, paint_of(ui, room), Stroke::NONE);
                ring();
                return match tool {
                    Tool::Rectangle => format!("{} cells", between(room, start, at)),
                    _ => format!("{} cells from centre to edge", geometry.distance(start, at)),
                };
            }
            let cells = if tool == Tool::Fill {
                flooded(ui, room, at)
            } else {
                shapes::cells(tool, view.stroke, view.layer, room.chart, start, at)
            };
            let cells = shapes::balanced(geometry, view.balance, cells);
            let count = cells.len();
            room.canvas.tint(cells, paint_of(ui, room), Stroke::new(LINE, colors.strong));
            ring();
            if count > 1 { format!("{count} cells") } else { String::new() }
        }
    }
}

/// Returns the number of map cells in the rectangle between two cells.
fn between(room: &Room<'_>, start: Cell, at: Cell) -> usize {
    let bounds = shapes::corners(start, at).within(&room.chart.terrain.ground.cells.bounds());
    bounds.map_or(0, |bounds| bounds.count())
}

/// Returns the visible cells.
fn seen(canvas: &Canvas) -> Bounds {
    let view = canvas.view();
    let rect = egui::Rect::from_min_max(view.unplace(view.clip.min), view.unplace(view.clip.max));
    let (columns, rows) = canvas.grid.visible(rect).unwrap_or(([0, -1], [0, -1]));
    Bounds { from: [columns[0], rows[0]], to: [columns[1], rows[1]] }
}

/// Describes the distance between two cells.
pub(crate) fn measured(chart: &Chart, start: Cell, at: Cell) -> String {
    let geometry = &chart.terrain.ground.geometry;
    let steps = match geometry.distance(start, at) {
        1 => "1 step".to_owned(),
        many => format!("{many} steps"),
    };
    format!("{steps} from {},{} to {},{}", start[0], start[1], at[0], at[1])
}

fn faint(color: Color32) -> Color32 {
    color.gamma_multiply(alpha::LIGHT)
}

/// Returns the colour of the ink.
fn paint_of(ui: &Ui, room: &Room<'_>) -> Color32 {
    let (ground, colors) = (&room.chart.terrain.ground, palette(ui));
    let color = |terrain: &TerrainView| parse_color(&terrain.color).unwrap_or(NO_COLOR).gamma_multiply(alpha::MOST);
    match room.brush() {
        None => Color32::TRANSPARENT,
        Some(Ink::NoZone) => colors.error.gamma_multiply(alpha::LIGHT),
        Some(Ink::Level(level)) => level_color(level).gamma_multiply(alpha::MOST),
        Some(Ink::Zone(id)) => {
            let zone = room.chart.zones.iter().position(|zone| *zone == id).and_then(|at| ground.zones.get(at));
            zone.and_then(|zone| parse_color(&zone.color)).unwrap_or(colors.accent).gamma_multiply(alpha::HALF)
        }
        Some(Ink::Terrain(id)) => {
            let known = room.chart.legend.iter().position(|paint| paint.terrain == id);
            let entry = || terrains(room.session, Some(room.key)).iter().find(|entry| entry.key.id == id);
            match known.and_then(|kind| ground.terrains.get(kind)) {
                Some(terrain) => color(terrain),
                None => {
                    let draft = room.session.pack().map(|pack| pack.draft());
                    let found = draft.zip(entry());
                    let terrain =
                        found.map(|(draft, entry)| foeman_scene::chart::terrain(draft, &entry.key.catalog, &id));
                    terrain.as_ref().map_or(NO_COLOR, color)
                }
            }
        }
    }
}

/// Returns the cells that a fill would paint, cached while the pointer stays on the cell. On very large maps, returns
/// only the cell itself to keep the pointer responsive.
fn flooded(ui: &Ui, room: &Room<'_>, at: Cell) -> Vec<Cell> {
    if room.chart.terrain.ground.geometry.cell_count() > LARGE {
        return vec![at];
    }
    let id = room.canvas.response.id.with("flood");
    let view = room.session.view();
    let stamp = (room.chart.terrain.clone(), at, view.layer as u8);
    type Kept = ((Terrain, Cell, u8), std::sync::Arc<Vec<Cell>>);
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((_, cells)) = kept.filter(|(kept, _)| *kept == stamp) {
        return cells.to_vec();
    }
    let cells = std::sync::Arc::new(shapes::cells(Tool::Fill, view.stroke, view.layer, room.chart, at, at));
    ui.data_mut(|data| data.insert_temp(id, (stamp, cells.clone())));
    cells.to_vec()
}

/// Sets a pointer icon that shows that a hex can be clicked.
fn aim(ui: &Ui, canvas: &Canvas) {
    if canvas.response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
    }
}

fn clicked(canvas: &Canvas) -> Option<Cell> {
    let at = canvas.response.interact_pointer_pos().filter(|_| canvas.response.clicked())?;
    canvas.cell_at(at)
}

/// Handles two-ended tools: press sets the start, release the end.
fn two_ends(ui: &Ui, room: &mut Room<'_>) {
    let response = &room.canvas.response;
    let under = response.interact_pointer_pos().and_then(|at| room.canvas.cell_at(at));
    let (pressed, released, modifiers) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.primary_pressed(), pointer.primary_released(), input.modifiers)
    });
    if response.is_pointer_button_down_on() && pressed {
        if let Some(cell) = under {
            room.actions.push(Action::Map(MapAction::Start(room.key.clone(), Some(cell))));
        }
        return;
    }
    let ended = released && (response.drag_stopped_by(PointerButton::Primary) || response.clicked());
    let start = room.session.view().hand.start(room.key);
    if let Some(start) = start.filter(|_| ended && room.session.view().tool != Tool::Measure) {
        // Releasing outside the map cancels.
        if let Some(at) = under {
            act(room, start, at, Mode::of(modifiers));
        }
        room.actions.push(Action::Map(MapAction::Start(room.key.clone(), None)));
    }
}

/// Paints along the pointer's path since the last frame.
fn stroke(ui: &Ui, room: &mut Room<'_>) {
    let canvas = room.canvas;
    let response = &canvas.response;
    let id = response.id.with("stroke");
    let down =
        response.is_pointer_button_down_on() && ui.input(|input| input.pointer.button_down(PointerButton::Primary));
    let painting = down || clicked(canvas).is_some() || response.drag_stopped_by(PointerButton::Primary);
    // The last position, and the seed of the stroke: a cell crossed twice keeps its terrain.
    let before: Option<(Pos2, u64)> = ui.data(|data| data.get_temp(id));
    if let Some(now) = response.interact_pointer_pos().filter(|_| painting) {
        let (from, seed) = before.unwrap_or_else(|| (now, revision(room)));
        let way = cells_between(canvas, from, now).into_iter().collect();
        let cells = shapes::along(&room.chart.terrain.ground.geometry, room.session.view().stroke, way);
        paint(room, "Paint", cells, seed);
        ui.data_mut(|data| data.insert_temp(id, (now, seed)));
    }
    if before.is_some() && !down {
        ui.data_mut(|data| data.remove::<(Pos2, u64)>(id));
        room.actions.push(Action::Settle);
    }
}

/// Returns a number that identifies a stroke.
fn revision(room: &Room<'_>) -> u64 {
    room.session.pack().map_or(0, |pack| pack.revision())
}

fn cells_between(canvas: &Canvas, from: Pos2, to: Pos2) -> BTreeSet<Cell> {
    let steps = ((to - from).length() / (canvas.scale() * 0.4)).ceil().max(1.0) as usize;
    (0..=steps).filter_map(|step| canvas.cell_at(from.lerp(to, step as f32 / steps as f32))).collect()
}

/// Draws the preview of the attached patch, and pastes it on click.
fn held(ui: &Ui, room: &mut Room<'_>, here: Option<Cell>) -> String {
    aim(ui, room.canvas);
    let (Some(patch), geometry) = (&room.session.view().hand.held, &room.chart.terrain.ground.geometry) else {
        return String::new();
    };
    let help = |text: &str| format!("{text}   Z turns, X mirrors, Escape cancels");
    let Some(at) = here else { return help("Click to place it") };
    if !patch.fits(geometry) {
        return "These cells have a different shape than the cells of this map".to_owned();
    }
    let dabs = patch.dabs(geometry, at, Relief::Level);
    for dab in shapes::balanced_dabs(geometry, room.session.view().balance, dabs) {
        let Ink::Terrain(id) = &dab.ink else { continue };
        let kind = room.chart.legend.iter().position(|paint| paint.terrain == *id);
        let terrain = kind.and_then(|kind| room.chart.terrain.ground.terrains.get(kind));
        let color = terrain.and_then(|terrain| parse_color(&terrain.color)).unwrap_or(NO_COLOR);
        room.canvas.tint(dab.cells, color.gamma_multiply(alpha::MOST), Stroke::new(EDGE, palette(ui).accent));
    }
    if let Some(cell) = clicked(room.canvas) {
        room.actions.push(Action::Map(MapAction::Put(room.key.clone(), cell)));
    }
    help("Click or press Enter to place it")
}
