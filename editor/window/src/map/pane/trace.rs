//! Tracing images over a map, such as a scanned plan or a screenshot.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use egui::{Color32, ColorImage, DragValue, Id, Rect, RichText, TextureHandle, TextureOptions, Ui, vec2};
use foeman_schema::draft::{Bitmap, BitmapError};
use foeman_schema::text::RecordKey;

use crate::kit::canvas::Canvas;
use crate::map::action::MapAction;
use crate::map::tools::Trace;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::theme::palette;

/// The interval for checking whether the file has changed, in seconds, because network drives are slow.
const ASKED_AGAIN: f64 = 1.0;

/// Draws the choice of the image, its position and its size.
pub(crate) fn ui(ui: &mut Ui, session: &Session, key: &RecordKey, actions: &mut Actions) {
    ui.set_min_width(240.0);
    match session.view().trace(key) {
        Some(trace) => laid(ui, key, trace, actions),
        None => {
            let text = "A picture over the map, to be traced; it does not become part of the pack";
            ui.add(egui::Label::new(RichText::new(text).color(palette(ui).weak)).wrap());
        }
    }
    if ui.button("Choose a picture…").clicked() {
        actions.push(Action::Map(MapAction::AskTrace));
        ui.close();
    }
}

fn laid(ui: &mut Ui, key: &RecordKey, trace: &Trace, actions: &mut Actions) {
    let name = trace.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ui.add(egui::Label::new(RichText::new(name).strong()).truncate()).on_hover_text(trace.file.display().to_string());
    if let Some(Err(error)) = picture(ui, &trace.file).get() {
        ui.label(RichText::new(format!("{}: {}", error.message, error.help)).color(palette(ui).error));
    }
    let mut wanted = trace.clone();
    egui::Grid::new("trace").num_columns(2).show(ui, |ui| {
        number(ui, "Strength", DragValue::new(&mut wanted.strength).range(0..=100).suffix(" %"));
        number(ui, "Width", DragValue::new(&mut wanted.width).range(1..=1000).suffix(" % of the map"));
        let [right, down] = &mut wanted.shift;
        number(ui, "To the right", DragValue::new(right).range(-1e4..=1e4).speed(0.02).suffix(" cells"));
        number(ui, "Down", DragValue::new(down).range(-1e4..=1e4).speed(0.02).suffix(" cells"));
    });
    let mut lay = |trace| actions.push(Action::Map(MapAction::LayTrace(key.clone(), trace)));
    if wanted != *trace {
        lay(Some(wanted));
    }
    if ui.button("Remove picture").clicked() {
        lay(None);
        ui.close();
    }
}

fn number(ui: &mut Ui, name: &'static str, value: DragValue<'_>) {
    let label = ui.label(name).id;
    let value = ui.add(value).labelled_by(label);
    value.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
    ui.end_row();
}

/// Draws the image over the terrain.
pub(crate) fn show(ui: &Ui, canvas: &Canvas, session: &Session, key: &RecordKey) {
    let Some(trace) = session.view().trace(key).filter(|trace| trace.strength > 0) else { return };
    let kept = picture(ui, &trace.file);
    let Some(Ok(bitmap)) = kept.get() else { return };
    let texture = texture(ui, &trace.file, &kept, bitmap);
    let bounds = canvas.grid.bounds();
    let width = bounds.width() * f32::from(trace.width) / 100.0;
    let [across, high] = bitmap.size.map(|side| side as f32);
    // The width of a cell is the distance between neighbours.
    let [right, down] = trace.shift;
    let cell = vec2(bounds.width(), bounds.height())
        / vec2(canvas.grid.geometry().width() as f32, canvas.grid.geometry().height() as f32);
    let corner = bounds.min + vec2(right, down) * cell;
    let rect = Rect::from_min_size(corner, vec2(width, width * high / across));
    let rect = Rect::from_min_max(canvas.to_screen(rect.min), canvas.to_screen(rect.max));
    let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    let strength = (f32::from(trace.strength.min(100)) * 2.55) as u8;
    canvas.painter.image(texture.id(), rect, whole, Color32::from_white_alpha(strength));
}

/// An image; empty while it is being read.
type Reading = Arc<OnceLock<Result<Bitmap, BitmapError>>>;

/// Returns the current image of a file, read on a background thread because large ones take a while.
fn picture(ui: &Ui, file: &Path) -> Reading {
    type Kept = (f64, Option<SystemTime>, Reading);
    // One per file, since several maps can be traced at once.
    let id = Id::unique(("trace", file));
    let (now, kept): (f64, Option<Kept>) = (ui.input(|input| input.time), ui.data(|data| data.get_temp(id)));
    if let Some((asked, _, reading)) = &kept
        && now - asked < ASKED_AGAIN
    {
        return Arc::clone(reading);
    }
    let changed = std::fs::metadata(file).and_then(|data| data.modified()).ok();
    let (reading, is_new) = match kept {
        Some((_, time, reading)) if time == changed => (reading, false),
        _ => (Reading::default(), true),
    };
    ui.data_mut(|data| data.insert_temp::<Kept>(id, (now, changed, Arc::clone(&reading))));
    if !is_new {
        return reading;
    }
    let (ctx, into, file) = (ui.ctx().clone(), Arc::clone(&reading), file.to_owned());
    let read = move || {
        let _ = into.set(Bitmap::read(&file));
        ctx.request_repaint();
    };
    // If no thread can be started, read it here.
    if let Err(_busy) = std::thread::Builder::new().name("picture".to_owned()).spawn(read.clone()) {
        read();
    }
    reading
}

/// Returns the image as a texture.
fn texture(ui: &Ui, file: &Path, reading: &Reading, bitmap: &Bitmap) -> TextureHandle {
    type Kept = (Reading, TextureHandle);
    let id = Id::unique(("texture of the trace", file));
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((_, texture)) = kept.filter(|(kept, _)| Arc::ptr_eq(kept, reading)) {
        return texture;
    }
    let image = ColorImage::from_rgba_unmultiplied(bitmap.size.map(|side| side as usize), &bitmap.pixels);
    let texture = ui.ctx().load_texture(file.display().to_string(), image, TextureOptions::LINEAR);
    ui.data_mut(|data| data.insert_temp::<Kept>(id, (Arc::clone(reading), texture.clone())));
    texture
}
