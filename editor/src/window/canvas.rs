//! A map on screen: panning, zooming, the ground and what stands on it.

use std::sync::Arc;

use egui::epaint::{Mesh, Vertex};
use egui::{
    Align2, Color32, ColorImage, CornerRadius, FontId, Id, Key, Painter, PointerButton, Pos2, Rect, Response, Sense,
    Shape, Stroke, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use foeman_rules::told::Ground;

use super::action::{Action, Actions, Camera};
use super::grid::Grid;
use super::theme::{Palette, palette, parse_color};
use super::workspace::Workspace;

/// Below this many points for a hex's radius, one texel stands for each hex.
const FAR: f32 = 6.0;
/// From this many points on, hexes have smooth edges.
const SMOOTH: f32 = 9.0;
/// Points for a hex's radius at most.
const NEAREST: f32 = 160.0;
/// Points for a hex's radius that are called 100 %.
const UNZOOMED: f32 = 24.0;
/// A fitted map does not fill the room with giant hexes.
const FITTED: f32 = 46.0;

/// What the ground looks like, ready to be drawn; kept until the content changes.
#[derive(Clone, Debug)]
pub struct Terrain {
    /// The cells.
    pub ground: Arc<Ground>,
    /// For each terrain of the ground, whether it is marked as closed to figures.
    pub closed: Vec<bool>,
    /// Differs whenever the cells or colours do.
    pub version: u64,
}

/// A map while it is drawn.
pub struct Canvas {
    /// Where on screen.
    pub rect: Rect,
    /// The whole canvas's pointer events.
    pub response: Response,
    /// Draws inside the canvas only.
    pub painter: Painter,
    /// How the cells lie.
    pub grid: Grid,
    camera: Camera,
}

/// What dragging with the main button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drag {
    /// It pans.
    Pans,
    /// It belongs to a tool.
    Tool,
}

impl Canvas {
    /// Takes the room that is left and handles panning and zooming. `name` is that of the camera.
    pub fn new(
        ui: &mut Ui,
        workspace: &Workspace,
        name: &str,
        ground: &Ground,
        drag: Drag,
        actions: &mut Actions,
    ) -> Self {
        let size = ui.available_size().max(Vec2::splat(32.0));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let response = ui.interact(rect, Id::unique(("canvas", name)), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Map canvas"));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, CornerRadius::ZERO, palette(ui).sunken);
        let grid = Grid::new(ground.geometry);
        let before = workspace.looking().camera(name);
        let camera = match before {
            Some(camera) if !camera.fitted => camera,
            _ => fit(&grid, rect),
        };
        let mut canvas = Self { rect, response, painter, grid, camera };
        canvas.move_about(ui, drag);
        if before != Some(canvas.camera) {
            actions.push(Action::Look(name.to_owned(), canvas.camera));
        }
        canvas
    }

    /// Points on screen for a hex's radius.
    pub fn scale(&self) -> f32 {
        self.camera.scale
    }

    /// Where a point of the grid is on screen.
    pub fn to_screen(&self, at: Pos2) -> Pos2 {
        self.rect.center() + (at - self.camera.center) * self.camera.scale
    }

    /// Which point of the grid is at a point of the screen.
    pub fn to_grid(&self, at: Pos2) -> Pos2 {
        self.camera.center + (at - self.rect.center()) / self.camera.scale
    }

    /// The cell of the map at a point of the screen.
    pub fn cell_at(&self, at: Pos2) -> Option<[i32; 2]> {
        let cell = self.grid.cell(self.to_grid(at));
        self.grid.geometry().contains(cell).then_some(cell)
    }

    /// The cell under the pointer.
    pub fn hovered(&self) -> Option<[i32; 2]> {
        self.cell_at(self.response.hover_pos()?)
    }

    /// The middle of a cell on screen.
    pub fn center(&self, cell: [i32; 2]) -> Pos2 {
        self.to_screen(self.grid.center(cell))
    }

    /// The corners of a cell on screen; `share` of the way from the middle.
    pub fn outline(&self, cell: [i32; 2], share: f32) -> Vec<Pos2> {
        let center = self.center(cell);
        self.grid.corners().map(|corner| center + corner * (self.camera.scale * share)).to_vec()
    }

    /// Draws a line round a cell.
    pub fn ring(&self, cell: [i32; 2], stroke: Stroke) {
        self.painter.add(Shape::closed_line(self.outline(cell, 0.94), stroke));
    }

    /// Says something in the lower left corner, and how far the map is zoomed.
    pub fn caption(&self, ui: &Ui, text: &str) {
        let colors = palette(ui);
        let text = format!("{text}   {:.0} %", self.camera.scale / UNZOOMED * 100.0);
        let galley = self.painter.layout_no_wrap(text, FontId::proportional(12.5), colors.text);
        let at = self.rect.left_bottom() + vec2(12.0, -12.0 - galley.size().y);
        let plate = Rect::from_min_size(at, galley.size()).expand2(vec2(8.0, 4.0));
        let line = Stroke::new(1.0, colors.line);
        self.painter.rect(plate, 5, colors.surface.gamma_multiply(0.92), line, egui::StrokeKind::Inside);
        self.painter.galley(at, galley, colors.text);
    }

    /// Draws the ground.
    pub fn ground(&self, ui: &Ui, name: &str, terrain: &Terrain) {
        let colors = palette(ui);
        let paints = paints(&terrain.ground, colors);
        if self.camera.scale < FAR {
            self.far(ui, name, terrain, &paints);
        } else {
            self.near(terrain, &paints);
        }
        if self.camera.scale >= 34.0 {
            self.coordinates(colors, &terrain.ground, &paints);
        }
    }

    fn move_about(&mut self, ui: &Ui, drag: Drag) {
        let space = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().text_edit_focused();
        let pans = self.response.dragged_by(PointerButton::Middle)
            || self.response.dragged_by(PointerButton::Secondary)
            || (self.response.dragged_by(PointerButton::Primary) && (space || drag == Drag::Pans));
        if pans {
            self.camera.center -= self.response.drag_delta() / self.camera.scale;
            self.camera.fitted = false;
        }
        let Some(pointer) = self.response.hover_pos() else { return };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (scroll * 0.004).exp() * pinch;
        if (factor - 1.0).abs() > 0.0001 {
            // The point under the pointer stays there.
            let under = self.to_grid(pointer);
            self.camera.scale = (self.camera.scale * factor).clamp(self.smallest(), NEAREST);
            self.camera.center = under - (pointer - self.rect.center()) / self.camera.scale;
            self.camera.fitted = false;
        }
        self.camera.scale = self.camera.scale.clamp(self.smallest(), NEAREST);
        // The map cannot be lost out of sight.
        let bounds = self.grid.bounds();
        self.camera.center = bounds.clamp(self.camera.center);
    }

    fn smallest(&self) -> f32 {
        (fit(&self.grid, self.rect).scale * 0.5).min(FAR)
    }

    fn near(&self, terrain: &Terrain, paints: &[Color32]) {
        let ground = &terrain.ground;
        let view = Rect::from_two_pos(self.to_grid(self.rect.min), self.to_grid(self.rect.max));
        let Some((cols, rows)) = self.grid.visible(view) else { return };
        let smooth = self.camera.scale >= SMOOTH;
        // The gap between hexes is the grid line: the table shows through.
        let inset = 1.0 - 0.55 / self.camera.scale;
        let feather = 0.5 / self.camera.scale;
        let corners = self.grid.corners();
        let mut mesh = Mesh::default();
        let width = ground.geometry.size[0] as usize;
        for row in rows[0]..=rows[1] {
            for col in cols[0]..=cols[1] {
                let kind = ground.cells.get(row as usize * width + col as usize).copied().unwrap_or(u16::MAX);
                let color = paints[usize::from(kind).min(paints.len() - 1)];
                let center = self.center([col, row]);
                let first = mesh.vertices.len() as u32;
                let mut ring = |share: f32, color| {
                    for corner in corners {
                        let pos = center + corner * (self.camera.scale * share);
                        mesh.vertices.push(Vertex { pos, uv: egui::epaint::WHITE_UV, color });
                    }
                };
                ring(if smooth { inset - feather } else { inset }, color);
                if smooth {
                    ring(inset + feather, Color32::TRANSPARENT);
                }
                for n in 1..5 {
                    mesh.indices.extend([first, first + n, first + n + 1]);
                }
                if smooth {
                    for n in 0..6 {
                        let (a, b) = (first + n, first + (n + 1) % 6);
                        mesh.indices.extend([a, b, a + 6, b, b + 6, a + 6]);
                    }
                }
            }
        }
        self.painter.add(Shape::mesh(mesh));
        if self.camera.scale >= 14.0 {
            self.hatch(terrain, paints, cols, rows);
        }
    }

    /// Lines across hexes that nobody can enter: said by pattern as well as by colour.
    fn hatch(&self, terrain: &Terrain, paints: &[Color32], cols: [i32; 2], rows: [i32; 2]) {
        let width = terrain.ground.geometry.size[0] as usize;
        for row in rows[0]..=rows[1] {
            for col in cols[0]..=cols[1] {
                let Some(&kind) = terrain.ground.cells.get(row as usize * width + col as usize) else { continue };
                if !terrain.closed.get(usize::from(kind)).copied().unwrap_or_default() {
                    continue;
                }
                let ink = super::theme::readable_on(paints[usize::from(kind)]).gamma_multiply(0.16);
                let center = self.center([col, row]);
                let stroke = Stroke::new((self.camera.scale * 0.045).max(1.0), ink);
                for (shift, length) in [(-0.45, 0.42), (0.0, 0.62), (0.45, 0.42)] {
                    let middle = center + vec2(shift, 0.0) * self.camera.scale;
                    let half = vec2(0.5, -0.866) * (length * self.camera.scale);
                    self.painter.line_segment([middle - half, middle + half], stroke);
                }
            }
        }
    }

    fn coordinates(&self, colors: &Palette, ground: &Ground, paints: &[Color32]) {
        let view = Rect::from_two_pos(self.to_grid(self.rect.min), self.to_grid(self.rect.max));
        let Some((cols, rows)) = self.grid.visible(view) else { return };
        let font = FontId::proportional((self.camera.scale * 0.2).clamp(7.0, 13.0));
        let width = ground.geometry.size[0] as usize;
        let up = if self.grid.in_columns() { 0.66 } else { 0.6 };
        for row in rows[0]..=rows[1] {
            for col in cols[0]..=cols[1] {
                let kind = ground.cells.get(row as usize * width + col as usize).copied().unwrap_or(u16::MAX);
                let paint = paints.get(usize::from(kind)).copied().unwrap_or(colors.error);
                let ink = super::theme::readable_on(paint).gamma_multiply(0.45);
                let at = self.center([col, row]) - vec2(0.0, up * self.camera.scale);
                self.painter.text(at, Align2::CENTER_CENTER, format!("{col},{row}"), font.clone(), ink);
            }
        }
    }

    fn far(&self, ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32]) {
        let texture = texture(ui, name, terrain, paints);
        let [width, height] = terrain.ground.geometry.size.map(|n| n as f32);
        // Two texels to a hex across the way of the shift, so that shifted columns lie half a hex further.
        let (min, max) = if self.grid.in_columns() {
            let top = self.grid.center([0, 0]) - vec2(0.75, before_first(&self.grid));
            (top, top + vec2(1.5 * width, 3.0_f32.sqrt() * (height + 0.5)))
        } else {
            let top = self.grid.center([0, 0]) - vec2(before_first(&self.grid), 0.75);
            (top, top + vec2(3.0_f32.sqrt() * (width + 0.5), 1.5 * height))
        };
        let rect = Rect::from_min_max(self.to_screen(min), self.to_screen(max));
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        self.painter.image(texture.id(), rect, uv, Color32::WHITE);
    }
}

/// The camera that shows a whole grid.
fn fit(grid: &Grid, rect: Rect) -> Camera {
    let bounds = grid.bounds();
    let room = (rect.size() - Vec2::splat(32.0)).max(Vec2::splat(8.0));
    let scale = (room.x / bounds.width()).min(room.y / bounds.height()).min(FITTED);
    Camera { center: bounds.center(), scale, fitted: true }
}

/// The colours of the terrains, and last that of what has none.
fn paints(ground: &Ground, colors: &Palette) -> Vec<Color32> {
    let unknown = colors.error.gamma_multiply(0.55);
    let mut paints: Vec<_> = ground.terrains.iter().map(|(_, color)| parse_color(color).unwrap_or(unknown)).collect();
    paints.push(unknown);
    paints
}

/// How far the texture's edge lies before the first hex's centre, across the way of the shift.
fn before_first(grid: &Grid) -> f32 {
    use foeman_schema::hex::Shift;
    let root = 3.0_f32.sqrt();
    match grid.geometry().shift {
        Shift::ColumnDown | Shift::RowRight => root / 2.0,
        Shift::ColumnUp | Shift::RowLeft => root,
    }
}

/// The far view as a texture, kept until the cells change.
fn texture(ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32]) -> TextureHandle {
    let id = Id::unique(("far", name));
    let stamp = (terrain.version, paints.to_vec());
    let kept: Option<(TextureHandle, (u64, Vec<Color32>))> = ui.data(|data| data.get_temp(id));
    if let Some((texture, _)) = kept.filter(|(_, kept)| *kept == stamp) {
        return texture;
    }
    let image = image(&terrain.ground, paints, ui.input(|input| input.max_texture_side));
    let texture = ui.ctx().load_texture(format!("map {name}"), image, TextureOptions::NEAREST);
    ui.data_mut(|data| data.insert_temp(id, (texture.clone(), stamp)));
    texture
}

/// The cells as texels; maps wider than a texture may be are thinned out.
fn image(ground: &Ground, paints: &[Color32], most: usize) -> ColorImage {
    use foeman_schema::hex::Shift;
    let [width, height] = ground.geometry.size.map(|n| n as usize);
    let columns = matches!(ground.geometry.shift, Shift::ColumnDown | Shift::ColumnUp);
    let (across, along) = if columns { (width, 2 * height + 1) } else { (2 * width + 1, height) };
    let step = across.max(along).div_ceil(most.max(1)).max(1);
    let size = [across.div_ceil(step), along.div_ceil(step)];
    let mut pixels = Vec::with_capacity(size[0] * size[1]);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let (x, y) = (x * step, y * step);
            let late = |n: usize| match ground.geometry.shift {
                Shift::ColumnDown | Shift::RowRight => n % 2,
                Shift::ColumnUp | Shift::RowLeft => 1 - n % 2,
            };
            let cell = if columns {
                y.checked_sub(late(x)).map(|y| (x, y / 2))
            } else {
                x.checked_sub(late(y)).map(|x| (x / 2, y))
            };
            let color = cell.filter(|&(x, y)| x < width && y < height).map_or(Color32::TRANSPARENT, |(x, y)| {
                let kind = ground.cells.get(y * width + x).copied().unwrap_or(u16::MAX);
                paints[usize::from(kind).min(paints.len() - 1)]
            });
            pixels.push(color);
        }
    }
    ColorImage::new(size, pixels)
}
