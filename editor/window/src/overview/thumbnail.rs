//! Small pictures of maps, with a dot for each figure of a scenario.

use egui::{Rect, Stroke, TextureHandle, Ui, pos2};
use foeman_engine::display::Board;
use foeman_schema::text::RecordKey;

use crate::kit::canvas;
use crate::kit::icon::Icon;
use crate::kit::tokens;
use crate::map::chart;
use crate::pack::Pack;
use crate::scenario::placing;
use crate::shell::session::Session;
use foeman_scene::far;
use foeman_scene::grid::Grid;
use foeman_scene::theme::palette;

/// The maximum width and height of the texture, in texels.
const TEXELS: usize = 256;
/// Records with more bytes of text have no picture, because reading them would stop the window for a moment.
const LARGEST: usize = 60_000;
/// The radius of a dot, as a share of the width of a cell, and its limits in points.
const DOT: f32 = 0.36;
const DOTS: [f32; 2] = [1.5, 6.0];

/// Draws a map, or a scenario with its figures, centred in a rectangle.
pub(super) fn draw(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey, rect: Rect) {
    let colors = palette(ui);
    ui.painter().rect_filled(rect, 4, colors.panel);
    let board = placing::kept(ui, pack, session.registry(), key);
    let map = board.as_ref().map_or(key, |board| &board.map);
    let chart = is_small(pack, map).then(|| chart::chart(ui, pack, map).ok()).flatten();
    let Some(chart) = chart else {
        let middle = Rect::from_center_size(rect.center(), egui::Vec2::splat(28.0));
        return Icon::Hex.paint(ui.painter(), middle, colors.outline);
    };
    let (grid, paints) = (Grid::new(chart.terrain.ground.geometry), canvas::paints(&chart.terrain, colors));
    let texture: TextureHandle = canvas::small_texture(ui, &format!("{map} card"), &chart.terrain, &paints, TEXELS);
    let extent = far::extent(&grid);
    let scale = (rect.width() / extent.width()).min(rect.height() / extent.height());
    let place = Rect::from_center_size(rect.center(), extent.size() * scale);
    ui.painter().image(texture.id(), place, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), egui::Color32::WHITE);
    let Some(deployment) = board else { return };
    dots(ui, &deployment.board, |cell| place.min + (grid.center(cell) - extent.min) * scale, scale);
}

fn dots(ui: &Ui, board: &Board, at: impl Fn([i32; 2]) -> egui::Pos2, scale: f32) {
    let (colors, radius) = (palette(ui), (DOT * scale).clamp(DOTS[0], DOTS[1]));
    for token in &board.tokens {
        let Some(cell) = token.cells.first() else { continue };
        let color = tokens::side_color(board, token.side, colors);
        ui.painter().circle(at(*cell), radius, color, Stroke::new(1.0, colors.surface));
    }
}

fn is_small(pack: &Pack, key: &RecordKey) -> bool {
    pack.draft().record_place(key).is_some_and(|place| place.span.end - place.span.start <= LARGEST)
}
