//! The bitmap in a panel that scrolls and zooms. Dragging sets the rectangle of the selected frame or adds a new one;
//! clicking selects a frame.

use std::sync::Arc;

use egui::{
    Color32, ColorImage, CursorIcon, FontId, Id, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, TextureHandle,
    TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use foeman_schema::catalogs::images::Frame;
use foeman_schema::draft::Bitmap;

use super::Room;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use foeman_scene::theme::{GAP, LINE, ON_BITMAP, RING, ROUND_SMALL, SMALL, UNTINTED, alpha, palette, readable_on};

/// The minimum and maximum zoom, in points per pixel.
const ZOOM: [f32; 2] = [0.05, 32.0];
/// The lengths of dashes and gaps around frames.
const DASH: [f32; 2] = [5.0, 4.0];
/// The maximum number of frames outlined.
const MARKED: usize = 2_000;

pub(crate) fn ui(ui: &mut Ui, room: &mut Room<'_>, host: &'static str, height: f32) {
    let id = Id::unique((host, room.key.to_string()));
    let size = vec2(room.bitmap.size[0] as f32, room.bitmap.size[1] as f32);
    let width = ui.available_width();
    let fit = ((width - GAP) / size.x).min((height - GAP) / size.y).clamp(ZOOM[0], 8.0);
    let before: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(fit);
    let mut zoom = before;
    let area =
        ScrollArea::both().id_salt(id).auto_shrink([false, false]).max_height(height).min_scrolled_height(height);
    egui::Frame::new().fill(palette(ui).sunken).show(ui, |ui| {
        area.show(ui, |ui| {
            let (rect, response) = ui.allocate_exact_size(size * zoom, Sense::click_and_drag());
            let name = format!("Bitmap of {}", room.title);
            response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
            let texture = texture(ui, room);
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture.id(), rect, whole, UNTINTED);
            marks(ui, room, rect, zoom);
            drag(ui, room, &response, rect, zoom);
            if response.hovered() {
                zoom *= ui.input(egui::InputState::zoom_delta);
            }
        });
    });
    ui.horizontal(|ui| {
        if widgets::icon_button(ui, Icon::Less, "Make the bitmap smaller").clicked() {
            zoom = before / 1.5;
        }
        if widgets::icon_button(ui, Icon::Add, "Make the bitmap larger").clicked() {
            zoom = before * 1.5;
        }
        let mut button = |text: &str, name: &str, to: f32| {
            let button = ui.small_button(text).on_hover_text(name);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            if button.clicked() {
                zoom = to;
            }
        };
        button("1:1", "Show each pixel as one point", 1.0);
        button("Fit", "Show the whole bitmap", fit);
        ui.label(format!("{:.0} %", zoom * 100.0));
        let help = if room.chosen.is_some() { "drag: lay this frame" } else { "drag: a new frame" };
        let galley = widgets::one_line(ui, help, egui::TextStyle::Small, palette(ui).weak, ui.available_width());
        ui.label(galley);
    });
    ui.data_mut(|data| data.insert_temp(id, zoom.clamp(ZOOM[0], ZOOM[1])));
}

/// Returns the area of a frame on screen.
fn place(frame: &Frame, rect: Rect, zoom: f32) -> Rect {
    let [left, top, width, height] = [frame.left, frame.top, frame.width, frame.height].map(|at| f32::from(at) * zoom);
    Rect::from_min_size(rect.min + vec2(left, top), vec2(width, height))
}

/// Outlines all frames, the selected one last, and draws their numbers if they fit.
fn marks(ui: &Ui, room: &Room<'_>, rect: Rect, zoom: f32) {
    let colors = palette(ui);
    let seen = ui.clip_rect();
    let others = (0..room.image.frames.len()).filter(|number| Some(*number) != room.chosen).take(MARKED);
    for number in others.chain(room.chosen) {
        let place = place(&room.image.frames[number], rect, zoom);
        if !place.intersects(seen) {
            continue;
        }
        let chosen = room.chosen == Some(number);
        dashed(ui, place, if chosen { colors.accent } else { ON_BITMAP }, if chosen { RING } else { LINE });
        if place.width().min(place.height()) > 40.0 {
            let font = FontId::proportional(SMALL);
            let galley = ui.painter().layout_no_wrap((number + 1).to_string(), font, colors.text);
            let plate = Rect::from_min_size(place.min + Vec2::splat(2.0), galley.size()).expand2(vec2(3.0, 0.0));
            ui.painter().rect_filled(plate, ROUND_SMALL, colors.surface.gamma_multiply(alpha::PLATE));
            ui.painter().galley(plate.min + vec2(3.0, 0.0), galley, colors.text);
        }
    }
}

/// Draws a dashed rectangle that is visible on any background.
fn dashed(ui: &Ui, place: Rect, color: Color32, width: f32) {
    let corners = [place.left_top(), place.right_top(), place.right_bottom(), place.left_bottom(), place.left_top()];
    ui.painter()
        .add(egui::Shape::line(corners.to_vec(), Stroke::new(width, readable_on(color).gamma_multiply(alpha::MOST))));
    ui.painter().extend(egui::Shape::dashed_line(&corners, Stroke::new(width, color), DASH[0], DASH[1]));
}

fn drag(ui: &Ui, room: &mut Room<'_>, response: &Response, rect: Rect, zoom: f32) {
    let id = response.id.with("from");
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    let pixel = |at: Pos2| (at - rect.min) / zoom;
    if response.drag_started_by(egui::PointerButton::Primary)
        && let Some(from) = ui.input(|input| input.pointer.press_origin())
    {
        ui.data_mut(|data| data.insert_temp(id, pixel(from)));
    }
    let from: Option<Vec2> = ui.data(|data| data.get_temp(id));
    if let (Some(from), Some(at)) = (from, response.interact_pointer_pos()) {
        let laid = laid(room.bitmap, from, pixel(at));
        if let Some([left, top, width, height]) = laid {
            let frame = Frame { left, top, width, height, connections: Vec::new() };
            dashed(ui, place(&frame, rect, zoom), palette(ui).accent, 2.0);
            let text = format!("{width} × {height} at {left}, {top}");
            egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, egui::PopupAnchor::Pointer)
                .show(|ui| ui.label(text));
        }
        if response.drag_stopped() {
            ui.data_mut(|data| data.remove::<Vec2>(id));
            if let Some(laid) = laid {
                room.lay(laid);
            }
        }
        return;
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let holds = |frame: &&Frame| place(frame, rect, zoom).contains(at);
        // Of overlapping frames, take the smallest, which could not be reached otherwise.
        let under =
            room.image.frames.iter().filter(holds).min_by_key(|frame| u32::from(frame.width) * u32::from(frame.height));
        let number = under.and_then(|under| room.image.frames.iter().position(|frame| frame == under));
        match number {
            Some(number) => room.select(number),
            None => {
                let whole = crate::shell::view::Selection::record(room.key.clone());
                room.actions.push(crate::shell::action::Action::Select(whole));
            }
        }
    }
}

/// Returns the whole pixels between two points, clipped to the bitmap: left, top, width and height.
fn laid(bitmap: &Bitmap, from: Vec2, to: Vec2) -> Option<[u16; 4]> {
    let ends = [0, 1].map(|axis| {
        let most = bitmap.size[axis] as f32;
        let (first, last) = (from[axis].min(to[axis]).floor(), from[axis].max(to[axis]).ceil());
        (first.clamp(0.0, most) as u16, last.clamp(0.0, most) as u16)
    });
    let [(left, right), (top, bottom)] = ends;
    (right > left && bottom > top).then_some([left, top, right - left, bottom - top])
}

/// Returns the bitmap as a texture, downsampled if it exceeds the maximum texture size.
fn texture(ui: &Ui, room: &Room<'_>) -> TextureHandle {
    type Kept = (usize, TextureHandle);
    let id = Id::unique(("bitmap", room.image.file.as_str()));
    let read = room.pack.draft().read_bitmap(&room.image.file);
    let stamp = read.as_ref().map_or(0, |read| Arc::as_ptr(read).addr());
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((_, texture)) = kept.filter(|(kept, _)| *kept == stamp) {
        return texture;
    }
    let [width, height] = room.bitmap.size.map(|side| side as usize);
    let step = width.max(height).div_ceil(ui.input(|input| input.max_texture_side).max(1)).max(1);
    let image = if step == 1 {
        ColorImage::from_rgba_unmultiplied([width, height], &room.bitmap.pixels)
    } else {
        let size = [width / step, height / step].map(|side| side.max(1));
        let pixel = |at: usize| {
            let at = ((at / size[0]) * step * width + (at % size[0]) * step) * 4;
            let pixel = &room.bitmap.pixels[at..at + 4];
            Color32::from_rgba_unmultiplied(pixel[0], pixel[1], pixel[2], pixel[3])
        };
        ColorImage::new(size, (0..size[0] * size[1]).map(pixel).collect())
    };
    let texture = ui.ctx().load_texture(format!("bitmap {}", room.image.file), image, TextureOptions::NEAREST);
    ui.data_mut(|data| data.insert_temp::<Kept>(id, (stamp, texture.clone())));
    texture
}
