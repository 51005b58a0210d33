//! The map canvas: panning, zooming, terrain, and the layers drawn on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{
    Color32, ColorImage, CornerRadius, FontId, Id, Key, Painter, PointerButton, Pos2, Rect, Response, Sense, Shape,
    Stroke, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use foeman_engine::display::Ground;

use super::camera::Camera;
use super::paint::{paint, stamped, together, triangles};
use crate::shell::action::{Action, Actions};
use foeman_scene::far::FarTile;
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::{self, EDGE, LINE, Palette, RING, ROUND, UNTINTED, alpha, palette, readable_on};
use foeman_scene::{Viewport, border, far, ground, height};

/// Below this cell radius in points, a map is drawn as a texture with one colour per cell.
const FAR: f32 = 6.0;
/// The maximum cell radius in points.
const NEAREST: f32 = 160.0;
/// The cell radius in points at 100 % zoom.
const UNZOOMED: f32 = 24.0;
/// The maximum side of the overview, in points.
const OVERVIEW: f32 = 170.0;
/// The distance of the overview and the caption from the edges of the map, in points.
const INSET: f32 = 12.0;
/// The margin around the text of the caption, in points.
const PLATE: Vec2 = Vec2::new(8.0, 4.0);
/// The minimum width of the caption, in points.
const LEAST: f32 = 80.0;
/// The maximum width and height of the overview's texture, in texels.
const SMALL: usize = 256;
/// The maximum number of cells tinted individually.
const TINTED: usize = 6000;
/// Positions this far from the visible part of the grid still count as seen, in cell radii.
pub(super) const SEEN: f32 = 4.0;
/// The maximum cell radius of a fitted map, so that small maps do not get giant hexes.
const FITTED: f32 = 96.0;

/// Terrain ready to be drawn; cached until the content changes.
#[derive(Clone, Debug)]
pub struct Terrain {
    /// The cells.
    pub ground: Arc<Ground>,
}

impl PartialEq for Terrain {
    /// Compares by identity: cached drawings hold the `Arc`, so its address cannot be reused.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.ground, &other.ground)
    }
}

/// A map while it is being drawn.
pub struct Canvas {
    /// The area on screen.
    pub rect: Rect,
    /// Pointer events of the whole canvas.
    pub response: Response,
    /// A painter clipped to the canvas.
    pub painter: Painter,
    /// The layout of the cells.
    pub grid: Grid,
    camera: Camera,
    lines: bool,
}

/// The function of dragging with the primary button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drag {
    /// Pans the map.
    Pans,
    /// Is left to the map tool.
    Tool,
}

impl Canvas {
    /// Allocates the remaining space and handles panning and zooming.
    ///
    /// `before` is the previous camera; a changed camera is stored under `name`.
    pub fn new(
        ui: &mut Ui,
        name: &str,
        before: Option<Camera>,
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
        let camera = match before {
            Some(camera) if !camera.fitted => camera,
            _ => fit(&grid, rect),
        };
        let mut canvas = Self { rect, response, painter, grid, camera, lines: true };
        canvas.move_about(ui, drag);
        if before != Some(canvas.camera) {
            actions.push(Action::Look(name.to_owned(), canvas.camera));
        }
        canvas
    }

    /// Shows or hides the lines between cells.
    #[must_use]
    pub fn with_lines(self, lines: bool) -> Self {
        Self { lines, ..self }
    }

    /// Returns the radius of a cell in screen points.
    pub fn scale(&self) -> f32 {
        self.camera.scale
    }

    /// Returns the transform from the grid to the screen.
    pub fn view(&self) -> Viewport {
        let Camera { center, scale, .. } = self.camera;
        let origin = self.rect.center() - center.to_vec2() * scale;
        Viewport { grid: self.grid, origin, scale, clip: self.rect, lines: self.lines }
    }

    /// Converts a point from grid to screen coordinates.
    pub fn to_screen(&self, at: Pos2) -> Pos2 {
        self.view().place(at)
    }

    /// Converts a point from screen to grid coordinates.
    pub fn to_grid(&self, at: Pos2) -> Pos2 {
        self.view().unplace(at)
    }

    /// Returns the map cell at a screen point.
    pub fn cell_at(&self, at: Pos2) -> Option<[i32; 2]> {
        let cell = self.grid.cell(self.to_grid(at));
        self.grid.geometry().contains(cell).then_some(cell)
    }

    /// Returns the cell under the pointer.
    pub fn hovered(&self) -> Option<[i32; 2]> {
        self.cell_at(self.response.hover_pos()?)
    }

    /// Returns the centre of a cell on screen.
    pub fn center(&self, cell: [i32; 2]) -> Pos2 {
        self.to_screen(self.grid.center(cell))
    }

    /// Returns the corners of a cell on screen, scaled towards its centre by `share`.
    pub fn outline(&self, cell: [i32; 2], share: f32) -> Vec<Pos2> {
        self.view().outline(cell, share)
    }

    /// Outlines a cell, with a contrasting casing that is visible on any terrain.
    pub fn ring(&self, cell: [i32; 2], stroke: Stroke) {
        let casing = Stroke::new(stroke.width + 2.0, readable_on(stroke.color).gamma_multiply(alpha::HALF));
        for stroke in [casing, stroke] {
            self.painter.add(Shape::closed_line(self.outline(cell, 0.92), stroke));
        }
    }

    /// Tints the visible cells with a colour, optionally outlined. At most `TINTED` are drawn, since more would blur.
    pub fn tint(&self, cells: impl IntoIterator<Item = [i32; 2]>, color: Color32, stroke: Stroke) {
        let seen = self.rect.expand(self.camera.scale);
        let cells = cells.into_iter().filter(|cell| seen.contains(self.center(*cell)));
        for cell in cells.take(TINTED) {
            self.painter.add(Shape::convex_polygon(self.outline(cell, 0.94), color, stroke));
        }
    }

    /// Outlines an area.
    pub fn edge(&self, area: &BTreeSet<[i32; 2]>, stroke: Stroke) {
        let seen = self.rect.expand(self.camera.scale);
        let grid = Grid::new(self.grid.geometry().without_vertex_neighbours());
        let (inner, half) = grid.side();
        let columns = self.grid.visible(Rect::from_min_max(self.to_grid(seen.min), self.to_grid(seen.max)));
        let Some(([first, last], _)) = columns else { return };
        for &cell in area
            .range([first, i32::MIN]..=[last, i32::MAX])
            .filter(|cell| seen.contains(self.center(**cell)))
            .take(TINTED)
        {
            for direction in 0..grid.directions() {
                let beside = grid.geometry().neighbour(cell, usize::from(direction));
                if beside.is_none_or(|beside| !area.contains(&beside)) {
                    let ahead = grid.direction(direction);
                    let (middle, side) = (ahead * inner, ahead.rot90() * half);
                    let ends = [middle + side, middle - side].map(|end| self.center(cell) + end * self.camera.scale);
                    self.painter.line_segment(ends, stroke);
                }
            }
        }
    }

    /// Returns a camera that shows the cell, if the current one does not.
    pub fn showing(&self, cell: [i32; 2]) -> Option<Camera> {
        let room = self.rect.shrink(2.0 * self.camera.scale.min(self.rect.width() / 6.0));
        let seen = room.contains(self.center(cell));
        (!seen && !self.camera.fitted).then(|| Camera { center: self.grid.center(cell), ..self.camera })
    }

    /// Draws an overview map in the lower right corner if only a part of the map is visible. Clicking or dragging there
    /// moves the camera.
    pub fn overview(&self, ui: &Ui, name: &str, terrain: &Terrain, actions: &mut Actions) {
        let (extent, seen) = (far::extent(&self.grid), self.seen());
        let Some(rect) = self.overview_rect() else { return };
        let scale = rect.width() / extent.width();
        let colors = palette(ui);
        self.painter.rect_filled(rect.expand(4.0), ROUND, colors.surface);
        let paints = ground::paints(&terrain.ground, colors);
        let whole = FarTile::whole(self.grid.geometry(), SMALL);
        let texture = texture(ui, &format!("{name} overview"), terrain, &paints, whole);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        self.painter.image(texture.id(), rect, uv, UNTINTED);
        let place = |at: Pos2| rect.min + (at - extent.min) * scale;
        let frame = Rect::from_min_max(place(seen.min), place(seen.max)).intersect(rect);
        for stroke in [Stroke::new(RING + EDGE, colors.surface), Stroke::new(EDGE, colors.accent)] {
            self.painter.rect_stroke(frame, 0, stroke, egui::StrokeKind::Middle);
        }
        let response = ui.interact(rect, self.response.id.with("overview"), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Overview of the map"));
        let at = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged());
        if let Some(at) = at {
            let center = extent.min + (at - rect.min) / scale;
            actions.push(Action::Look(name.to_owned(), Camera { center, fitted: false, ..self.camera }));
        }
    }

    /// Returns the place of the overview, if it is shown.
    fn overview_rect(&self) -> Option<Rect> {
        let extent = far::extent(&self.grid);
        let room = self.rect.size() / 3.0;
        if self.seen().contains_rect(extent.shrink(1.0)) || room.min_elem() < 60.0 {
            return None;
        }
        let scale = (OVERVIEW.min(room.x) / extent.width()).min(OVERVIEW.min(room.y) / extent.height());
        let size = extent.size() * scale;
        Some(Rect::from_min_size(self.rect.max - size - Vec2::splat(INSET), size))
    }

    /// Whether a grid point is in the visible part or near it.
    pub fn is_seen(&self, at: Pos2) -> bool {
        self.seen().expand(SEEN).contains(at)
    }

    /// Returns the visible part of the grid.
    fn seen(&self) -> Rect {
        Rect::from_min_max(self.to_grid(self.rect.min), self.to_grid(self.rect.max))
    }

    /// Shows a caption in the lower left corner, with the zoom level. It wraps in narrow panes.
    pub fn caption(&self, ui: &Ui, text: &str) {
        let colors = palette(ui);
        let percent = self.camera.scale / UNZOOMED * 100.0;
        let percent = if percent < 1.0 { "under 1".to_owned() } else { format!("{percent:.0}") };
        let text = format!("{text}   {percent} %");
        let right = self.overview_rect().map_or(self.rect.right(), |overview| overview.left());
        let width = (right - self.rect.left() - 2.0 * INSET - PLATE.x).max(LEAST);
        let galley = self.painter.layout(text, FontId::proportional(theme::SMALL), colors.text, width);
        let at = self.rect.left_bottom() + vec2(INSET, -INSET - galley.size().y);
        let plate = Rect::from_min_size(at, galley.size()).expand2(PLATE);
        let line = Stroke::new(LINE, colors.line);
        self.painter.rect(plate, ROUND, colors.surface.gamma_multiply(alpha::PLATE), line, egui::StrokeKind::Inside);
        self.painter.galley(at, galley, colors.text);
    }

    /// Whether cells are too small for details, so that only their colour is drawn.
    pub fn is_far(&self) -> bool {
        self.camera.scale < FAR
    }

    /// Draws one colour per cell; the texture is cached under `name`.
    pub fn bricks(&self, ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32]) {
        self.far(ui, name, terrain, paints);
    }

    /// Draws the terrain.
    pub fn ground(&self, ui: &Ui, name: &str, terrain: &Terrain, pictures: &Arc<Pictures>) {
        if self.is_far() {
            self.far(ui, name, terrain, &ground::paints(&terrain.ground, palette(ui)));
        } else {
            self.near(ui, name, terrain, pictures);
            paint(&self.painter, ground::coordinates(&self.view(), &terrain.ground, palette(ui)));
            paint(&self.painter, height::numbers(&self.view(), &terrain.ground));
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
            // Keep the point under the pointer in place.
            let under = self.to_grid(pointer);
            self.camera.scale = (self.camera.scale * factor).clamp(self.smallest(), NEAREST);
            self.camera.center = under - (pointer - self.rect.center()) / self.camera.scale;
            self.camera.fitted = false;
        }
        self.limit_scale(ui);
        // Keep the map within reach.
        let bounds = self.grid.bounds();
        self.camera.center = bounds.clamp(self.camera.center);
    }

    /// Limits a scale that has changed; another size of the pane changes no scale.
    fn limit_scale(&mut self, ui: &Ui) {
        let id = self.response.id.with("scale");
        let before: Option<f32> = ui.data(|data| data.get_temp(id));
        if before != Some(self.camera.scale) {
            self.camera.scale = self.camera.scale.clamp(self.smallest(), NEAREST);
            ui.data_mut(|data| data.insert_temp(id, self.camera.scale));
        }
    }

    fn smallest(&self) -> f32 {
        (fit(&self.grid, self.rect).scale * 0.5).min(FAR)
    }

    /// Draws cells and patterns as triangles, cached until the view or the content changes. Animated images are placed
    /// again at every step.
    fn near(&self, ui: &Ui, name: &str, terrain: &Terrain, pictures: &Arc<Pictures>) {
        let (view, colors) = (self.view(), palette(ui));
        let id = Id::unique(("near", name));
        let stamp = (terrain.clone(), view, colors.sunken, ui.pixels_per_point(), pictures.made_at());
        let kept = ui.data(|data| data.get_temp(id)).filter(|kept: &Drawn| kept.stamp == stamp);
        // Before animations may run, it is unknown whether any image is animated.
        let is_now = |kept: &Drawn| match (kept.moment, pictures.moment()) {
            (Some(then), Some(now)) => !kept.moves || then == now,
            (then, now) => then == now,
        };
        let drawn = match kept {
            Some(kept) if is_now(&kept) => kept,
            kept => {
                let (ground, fine) = (&terrain.ground, ui.pixels_per_point());
                let placed = |shapes| together(ui.ctx(), shapes).map(Arc::new).collect::<Vec<_>>();
                // Animations outside the terrain must not invalidate this cache.
                let now = pictures.again();
                let images = placed(ground::pictures(&view, ground, &now));
                let (over, borders): (Vec<_>, Vec<_>) = (border::borders(&view, ground, &now).into_iter())
                    .partition(|shape| matches!(shape, foeman_scene::shape::Shape::Picture { .. }));
                let [cells, marks] = kept.map(|kept| kept.plain).unwrap_or_else(|| {
                    let marks = [ground::marks(&view, ground, pictures), borders].concat();
                    let outline = view.grid.corners().map(|corner| (corner * (view.scale * view.filled())).to_pos2());
                    let cells = stamped(outline.collect(), ground::painted(&view, ground, colors), fine);
                    [cells, triangles(marks, fine)].map(Arc::new)
                });
                let (moves, moment) = (now.moved(), now.moment());
                let drawn = Drawn { plain: [cells, marks], images: [images, placed(over)], stamp, moment, moves };
                ui.data_mut(|data| data.insert_temp(id, drawn.clone()));
                drawn
            }
        };
        if drawn.moves {
            pictures.note_moved();
        }
        let ([cells, marks], [images, over]) = (drawn.plain, drawn.images);
        self.painter.extend([vec![cells], images, vec![marks], over].concat().into_iter().map(Shape::mesh));
    }

    fn far(&self, ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32]) {
        let part = FarTile::seen(&self.grid, self.seen());
        let texture = texture(ui, name, terrain, paints, part);
        let extent = part.extent(&self.grid);
        let rect = Rect::from_min_max(self.to_screen(extent.min), self.to_screen(extent.max));
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        self.painter.image(texture.id(), rect, uv, UNTINTED);
    }
}

/// A map drawn near, with its cache key.
#[derive(Clone)]
struct Drawn {
    /// The cells, and the marks on them.
    plain: [Arc<Mesh>; 2],
    /// The images of terrains, and the images of borders.
    images: [Vec<Arc<Mesh>>; 2],
    stamp: (Terrain, Viewport, Color32, f32, usize),
    /// The animation time of the drawing, and whether it contains animated images.
    moment: Option<u64>,
    moves: bool,
}

/// Returns the camera that shows a whole grid.
fn fit(grid: &Grid, rect: Rect) -> Camera {
    let bounds = grid.bounds();
    let room = (rect.size() - Vec2::splat(32.0)).max(Vec2::splat(8.0));
    let scale = (room.x / bounds.width()).min(room.y / bounds.height()).min(FITTED);
    Camera { center: bounds.center(), scale, fitted: true }
}

/// Returns the colours of the terrains of a map.
pub(crate) fn paints(terrain: &Terrain, colors: &Palette) -> Vec<Color32> {
    ground::paints(&terrain.ground, colors)
}

/// Returns a whole map as a texture of at most `most` texels across and down, cached until the map changes.
pub(crate) fn small_texture(ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32], most: usize) -> TextureHandle {
    texture(ui, name, terrain, paints, FarTile::whole(&terrain.ground.geometry, most))
}

/// Returns a part of the map as a texture with one texel per cell, cached until the cells or the visible part change.
fn texture(ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32], part: FarTile) -> TextureHandle {
    let id = Id::unique(("far", name));
    let stamp = (terrain.clone(), paints.to_vec(), part);
    type Kept = (TextureHandle, (Terrain, Vec<Color32>, FarTile));
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((texture, _)) = kept.filter(|(_, kept)| *kept == stamp) {
        return texture;
    }
    let image = ColorImage::new(part.size, far::texels(&terrain.ground, paints, &part));
    let texture = ui.ctx().load_texture(format!("map {name}"), image, TextureOptions::NEAREST);
    ui.data_mut(|data| data.insert_temp(id, (texture.clone(), stamp)));
    texture
}
