//! A map on screen: panning, zooming, the ground and what stands on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{
    Color32, ColorImage, CornerRadius, FontId, Id, Key, Painter, PointerButton, Pos2, Rect, Response, Sense, Shape,
    Stroke, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use foeman_engine::told::Ground;

use super::action::{Action, Actions};
use super::paint::{paint, stamped, together, triangles};
use super::view::Camera;
use foeman_scene::far::Part;
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::{palette, readable_on};
use foeman_scene::{Viewport, border, far, ground, height};

/// Below this many points for a hex's radius, a map is a texture of one colour for each cell.
const FAR: f32 = 6.0;
/// Points for a hex's radius at most.
const NEAREST: f32 = 160.0;
/// Points for a hex's radius that are called 100 %.
const UNZOOMED: f32 = 24.0;
/// Side of the overview at most, in points.
const OVERVIEW: f32 = 170.0;
/// Texels across or down of the overview at most.
const SMALL: usize = 256;
/// Most cells that are tinted one by one.
const TINTED: usize = 6000;
/// A fitted map does not fill the room with giant hexes.
const FITTED: f32 = 46.0;

/// What the ground looks like, ready to be drawn; kept until the content changes.
#[derive(Clone, Debug)]
pub struct Terrain {
    /// The cells.
    pub ground: Arc<Ground>,
}

impl PartialEq for Terrain {
    /// Whether it is the same one: what was drawn of it holds it, so that no other can come to lie where it was.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.ground, &other.ground)
    }
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
    lines: bool,
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
    /// Takes the room that is left and handles panning and zooming. `before` is the camera so far, `name` the name under which
    /// it is asked to be kept when it moves.
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

    /// The same with lines between the cells, or without.
    #[must_use]
    pub fn with_lines(self, lines: bool) -> Self {
        Self { lines, ..self }
    }

    /// Points on screen for a hex's radius.
    pub fn scale(&self) -> f32 {
        self.camera.scale
    }

    /// How the grid lies on screen.
    pub fn view(&self) -> Viewport {
        let Camera { center, scale, .. } = self.camera;
        let origin = self.rect.center() - center.to_vec2() * scale;
        Viewport { grid: self.grid, origin, scale, clip: self.rect, lines: self.lines }
    }

    /// Where a point of the grid is on screen.
    pub fn to_screen(&self, at: Pos2) -> Pos2 {
        self.view().place(at)
    }

    /// Which point of the grid is at a point of the screen.
    pub fn to_grid(&self, at: Pos2) -> Pos2 {
        self.view().unplace(at)
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
        self.view().outline(cell, share)
    }

    /// Draws a line round a cell, cased so that it is seen on any ground.
    pub fn ring(&self, cell: [i32; 2], stroke: Stroke) {
        let casing = Stroke::new(stroke.width + 2.0, readable_on(stroke.color).gamma_multiply(0.45));
        for stroke in [casing, stroke] {
            self.painter.add(Shape::closed_line(self.outline(cell, 0.92), stroke));
        }
    }

    /// Draws a colour, and perhaps a line round each, over cells; as many as can be told from each other.
    pub fn tint(&self, cells: impl IntoIterator<Item = [i32; 2]>, color: Color32, stroke: Stroke) {
        let seen = self.rect.expand(self.camera.scale);
        let cells = cells.into_iter().filter(|cell| seen.contains(self.center(*cell)));
        for cell in cells.take(TINTED) {
            self.painter.add(Shape::convex_polygon(self.outline(cell, 0.94), color, stroke));
        }
    }

    /// Draws a line round an area.
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

    /// The camera that shows a cell, where this one does not.
    pub fn showing(&self, cell: [i32; 2]) -> Option<Camera> {
        let room = self.rect.shrink(2.0 * self.camera.scale.min(self.rect.width() / 6.0));
        let seen = room.contains(self.center(cell));
        (!seen && !self.camera.fitted).then(|| Camera { center: self.grid.center(cell), ..self.camera })
    }

    /// Shows the whole map in the lower right corner while only a part of it is seen; a click or a drag there goes to
    /// that part.
    pub fn overview(&self, ui: &Ui, name: &str, terrain: &Terrain, actions: &mut Actions) {
        let (extent, seen) = (far::extent(&self.grid), self.seen());
        let room = self.rect.size() / 3.0;
        if seen.contains_rect(extent.shrink(1.0)) || room.min_elem() < 60.0 {
            return;
        }
        let scale = (OVERVIEW.min(room.x) / extent.width()).min(OVERVIEW.min(room.y) / extent.height());
        let size = extent.size() * scale;
        let rect = Rect::from_min_size(self.rect.max - size - Vec2::splat(12.0), size);
        let colors = palette(ui);
        self.painter.rect_filled(rect.expand(4.0), 4, colors.surface);
        let paints = ground::paints(&terrain.ground, colors);
        let whole = Part::whole(self.grid.geometry(), SMALL);
        let texture = texture(ui, &format!("{name} overview"), terrain, &paints, whole);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        self.painter.image(texture.id(), rect, uv, Color32::WHITE);
        let place = |at: Pos2| rect.min + (at - extent.min) * scale;
        let frame = Rect::from_min_max(place(seen.min), place(seen.max)).intersect(rect);
        for stroke in [Stroke::new(3.5, colors.surface), Stroke::new(1.5, colors.accent)] {
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

    /// Whether a point of the grid is on the part that is shown, or near to it.
    pub fn is_seen(&self, at: Pos2) -> bool {
        self.seen().expand(4.0).contains(at)
    }

    /// The part of the grid that can be seen.
    fn seen(&self) -> Rect {
        Rect::from_min_max(self.to_grid(self.rect.min), self.to_grid(self.rect.max))
    }

    /// Says something in the lower left corner, and how far the map is zoomed.
    pub fn caption(&self, ui: &Ui, text: &str) {
        let colors = palette(ui);
        let percent = self.camera.scale / UNZOOMED * 100.0;
        let percent = if percent < 1.0 { "under 1".to_owned() } else { format!("{percent:.0}") };
        let text = format!("{text}   {percent} %");
        let galley = self.painter.layout_no_wrap(text, FontId::proportional(12.5), colors.text);
        let at = self.rect.left_bottom() + vec2(12.0, -12.0 - galley.size().y);
        let plate = Rect::from_min_size(at, galley.size()).expand2(vec2(8.0, 4.0));
        let line = Stroke::new(1.0, colors.line);
        self.painter.rect(plate, 5, colors.surface.gamma_multiply(0.92), line, egui::StrokeKind::Inside);
        self.painter.galley(at, galley, colors.text);
    }

    /// Whether cells are too small for anything but a colour.
    pub fn is_far(&self) -> bool {
        self.camera.scale < FAR
    }

    /// Draws one colour for each cell, kept under a name.
    pub fn bricks(&self, ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32]) {
        self.far(ui, name, terrain, paints);
    }

    /// Draws the ground.
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

    /// The cells and their patterns as triangles, kept until the view or the content changes; pictures that move are put in
    /// their places anew at every step.
    fn near(&self, ui: &Ui, name: &str, terrain: &Terrain, pictures: &Arc<Pictures>) {
        let (view, colors) = (self.view(), palette(ui));
        let id = Id::unique(("near", name));
        let stamp = (terrain.clone(), view, colors.sunken, ui.pixels_per_point(), pictures.made_at());
        let kept = ui.data(|data| data.get_temp(id)).filter(|kept: &Drawn| kept.stamp == stamp);
        // Whether anything moves is not known before it may.
        let is_now = |kept: &Drawn| match (kept.moment, pictures.moment()) {
            (Some(then), Some(now)) => !kept.moves || then == now,
            (then, now) => then == now,
        };
        let drawn = match kept {
            Some(kept) if is_now(&kept) => kept,
            kept => {
                let (ground, fine) = (&terrain.ground, ui.pixels_per_point());
                let placed = |shapes| together(ui.ctx(), shapes).map(Arc::new).collect::<Vec<_>>();
                // What moves elsewhere has nothing to do with the ground.
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
        let part = Part::seen(&self.grid, self.seen());
        let texture = texture(ui, name, terrain, paints, part);
        let extent = part.extent(&self.grid);
        let rect = Rect::from_min_max(self.to_screen(extent.min), self.to_screen(extent.max));
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        self.painter.image(texture.id(), rect, uv, Color32::WHITE);
    }
}

/// A map drawn near, and what it was drawn for.
#[derive(Clone)]
struct Drawn {
    /// The cells, and what is drawn on them.
    plain: [Arc<Mesh>; 2],
    /// The images of terrains, and those of their borders.
    images: [Vec<Arc<Mesh>>; 2],
    stamp: (Terrain, Viewport, Color32, f32, usize),
    /// When it was drawn, and whether some of it moves.
    moment: Option<u64>,
    moves: bool,
}

/// The camera that shows a whole grid.
fn fit(grid: &Grid, rect: Rect) -> Camera {
    let bounds = grid.bounds();
    let room = (rect.size() - Vec2::splat(32.0)).max(Vec2::splat(8.0));
    let scale = (room.x / bounds.width()).min(room.y / bounds.height()).min(FITTED);
    Camera { center: bounds.center(), scale, fitted: true }
}

/// A part of the map from afar as a texture, kept until the cells change or another part is seen.
fn texture(ui: &Ui, name: &str, terrain: &Terrain, paints: &[Color32], part: Part) -> TextureHandle {
    let id = Id::unique(("far", name));
    let stamp = (terrain.clone(), paints.to_vec(), part);
    type Kept = (TextureHandle, (Terrain, Vec<Color32>, Part));
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((texture, _)) = kept.filter(|(_, kept)| *kept == stamp) {
        return texture;
    }
    let image = ColorImage::new(part.size, far::texels(&terrain.ground, paints, &part));
    let texture = ui.ctx().load_texture(format!("map {name}"), image, TextureOptions::NEAREST);
    ui.data_mut(|data| data.insert_temp(id, (texture.clone(), stamp)));
    texture
}
