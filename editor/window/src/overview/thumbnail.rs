//! Small pictures of maps, with a dot for each figure of a scenario.

use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Id, Rect, Stroke, TextureHandle, Ui, pos2};
use foeman_engine::display::Board;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use crate::kit::canvas::{self, Terrain};
use crate::kit::icon::Icon;
use crate::kit::paint::stamped;
use crate::kit::tokens;
use crate::map::chart;
use crate::pack::Pack;
use crate::scenario::{placing, plots};
use crate::shell::session::Session;
use foeman_scene::grid::Grid;
use foeman_scene::theme::{LINE, ROUND, UNTINTED, palette};
use foeman_scene::{Viewport, far, ground};

/// The maximum width and height of the texture, in texels.
const TEXELS: usize = 256;
/// The minimum width of a cell drawn with its shape, in points.
const CELL: f32 = 3.0;
/// Records with more bytes of text have no picture, because reading them would stop the window for a moment.
const LARGEST: usize = 60_000;
/// The radius of a dot, as a share of the width of a cell, and its limits in points.
const DOT: f32 = 0.36;
const DOTS: [f32; 2] = [1.5, 6.0];

/// Draws a map, or a scenario with its figures, centred in a rectangle.
pub(super) fn draw(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey, rect: Rect) {
    let colors = palette(ui);
    ui.painter().rect_filled(rect, ROUND, colors.panel);
    let Some((terrain, board)) = content(ui, session, pack, key) else {
        let middle = Rect::from_center_size(rect.center(), egui::Vec2::splat(28.0));
        return Icon::Hex.paint(ui.painter(), middle, colors.outline);
    };
    picture(ui, &format!("{key} card"), &terrain, &board, rect);
}

/// Whether a record has a map to show.
pub(super) fn exists(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey) -> bool {
    content(ui, session, pack, key).is_some()
}

/// Draws a map with its figures, centred in a rectangle; the drawing is cached under `name`.
pub(super) fn picture(ui: &Ui, name: &str, terrain: &Terrain, board: &Board, rect: Rect) {
    let grid = Grid::new(terrain.ground.geometry);
    let whole = grid.bounds();
    let scale = (rect.width() / whole.width()).min(rect.height() / whole.height());
    if scale < CELL {
        return far_picture(ui, name, terrain, board, rect);
    }
    let origin = rect.center() - whole.center().to_vec2() * scale;
    let view = Viewport { grid, origin, scale, clip: rect.expand(1.0), lines: true };
    ui.painter().add(egui::Shape::mesh(cells(ui, name, terrain, &view)));
    dots(ui, board, |cell| view.center(cell), scale);
}

/// Returns the cells as triangles, cached until the map, its place or the theme changes.
fn cells(ui: &Ui, name: &str, terrain: &Terrain, view: &Viewport) -> Arc<Mesh> {
    type Stamp = (Terrain, Viewport, bool);
    let (id, fine) = (Id::unique(("thumbnail", name)), ui.pixels_per_point());
    let stamp = (terrain.clone(), *view, ui.visuals().dark_mode);
    let kept: Option<(Arc<Mesh>, Stamp)> = ui.data(|data| data.get_temp(id));
    if let Some((mesh, _)) = kept.filter(|(_, kept)| *kept == stamp) {
        return mesh;
    }
    let outline = view.grid.corners().map(|corner| (corner * (view.scale * view.filled())).to_pos2());
    let mesh = Arc::new(stamped(outline.collect(), ground::painted(view, &terrain.ground, palette(ui)), fine));
    ui.data_mut(|data| data.insert_temp(id, (Arc::clone(&mesh), stamp)));
    mesh
}

/// Draws a map of many cells, each as a rectangle of a texture.
fn far_picture(ui: &Ui, name: &str, terrain: &Terrain, board: &Board, rect: Rect) {
    let (grid, paints) = (Grid::new(terrain.ground.geometry), canvas::paints(terrain, palette(ui)));
    let texture: TextureHandle = canvas::small_texture(ui, name, terrain, &paints, TEXELS);
    let extent = far::extent(&grid);
    let scale = (rect.width() / extent.width()).min(rect.height() / extent.height());
    let place = Rect::from_center_size(rect.center(), extent.size() * scale);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), place, whole, UNTINTED);
    dots(ui, board, |cell| place.min + (grid.center(cell) - extent.min) * scale, scale);
}

/// Returns the terrain and the figures of a map or scenario; `None` if it has no map, or a very large one.
fn content(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey) -> Option<(Terrain, Board)> {
    if let Some(deployment) = placing::kept(ui, pack, session.registry(), key) {
        let chart = is_small(pack, &deployment.map).then(|| chart::chart(ui, pack, &deployment.map).ok()).flatten()?;
        return Some((chart.terrain, deployment.board.clone()));
    }
    if is_small(pack, key)
        && let Some(plots) = plots::kept(ui, pack, session.registry(), key)
    {
        return Some((Terrain { ground: Arc::clone(plots.board.ground.as_ref()?) }, plots.board.clone()));
    }
    let chart = is_small(pack, key).then(|| chart::chart(ui, pack, key).ok()).flatten()?;
    Some((chart.terrain, Board::default()))
}

fn dots(ui: &Ui, board: &Board, at: impl Fn([i32; 2]) -> egui::Pos2, scale: f32) {
    let (colors, radius) = (palette(ui), (DOT * scale).clamp(DOTS[0], DOTS[1]));
    for token in &board.tokens {
        let Some(cell) = token.cells.first() else { continue };
        let color = tokens::side_color(board, token.side, colors);
        ui.painter().circle(at(*cell), radius, color, Stroke::new(LINE, colors.surface));
    }
}

fn is_small(pack: &Pack, key: &RecordKey) -> bool {
    is_small_in(pack.draft(), key)
}

pub(super) fn is_small_in(draft: &Draft, key: &RecordKey) -> bool {
    draft.record_place(key).is_some_and(|place| place.span.end - place.span.start <= LARGEST)
}
