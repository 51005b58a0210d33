//! The frame editor for images: the bitmap with its frames, and the list of frames.

mod list;
mod sheet;
mod slice;

use egui::{Id, RichText, Ui};
use foeman_schema::catalogs::images::{Frame, Image};
use foeman_schema::draft::Bitmap;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::Selection;
use foeman_scene::theme::{GAP, ROW, palette};

/// The height of the bitmap panel above a form, in points.
const PANEL: f32 = 200.0;

/// The image being edited.
struct Room<'a> {
    pack: &'a Pack,
    key: &'a RecordKey,
    title: &'a str,
    image: &'a Image,
    bitmap: &'a Bitmap,
    /// Whether the list of frames is in the record itself, not inherited.
    own: bool,
    /// The index of the selected frame.
    chosen: Option<usize>,
    actions: &'a mut Actions,
}

/// Draws the frame editor of an image; draws nothing if the bitmap cannot be shown.
pub fn ui(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    let Some(Ok(image)) = pack.draft().typed::<Image>(key) else { return };
    let Some(read) = pack.draft().read_bitmap(&image.file) else { return };
    let Ok(bitmap) = read.as_ref() else { return };
    let own = pack.raw(key).is_some_and(|raw| raw.get("frames").is_some());
    let selection = session.view().selection().filter(|selection| selection.record == *key);
    let chosen = selection.and_then(|selection| match selection.field.as_slice() {
        [frames, number, ..] if frames == "frames" => number.parse().ok(),
        _ => None,
    });
    let chosen = chosen.filter(|chosen| *chosen < image.frames.len());
    let title = pack.index().title(key);
    let mut room = Room { pack, key, title, image: &image, bitmap, own, chosen, actions };
    let larger = Id::unique(("larger bitmap", key.to_string()));
    let mut open = ui.data(|data| data.get_temp::<bool>(larger)).unwrap_or_default();
    ui.horizontal(|ui| {
        let [width, height] = bitmap.size;
        let text = RichText::new(format!("{}, {width} × {height} pixels", image.file)).color(palette(ui).weak);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if widgets::icon_button(ui, Icon::Resize, "Show the bitmap larger").clicked() {
                open = !open;
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
    sheet::ui(ui, &mut room, "above the form", PANEL);
    if open {
        let name = format!("Bitmap: {title}");
        let window = egui::Window::new(name).id(larger.with("window")).default_size([760.0, 560.0]).open(&mut open);
        window.constrain(true).show(ui.ctx(), |ui| {
            // Leave space for the buttons below the panel.
            let height = ui.available_height() - ROW - 4.0 * GAP;
            sheet::ui(ui, &mut room, "in a window", height.max(PANEL));
        });
    }
    ui.data_mut(|data| data.insert_temp(larger, open));
    ui.add_space(GAP);
    list::ui(ui, &mut room);
    ui.add_space(GAP);
}

impl Room<'_> {
    fn frames(&self) -> Pointer {
        self.key.pointer().child("frames")
    }

    /// Returns a frame that covers the whole bitmap.
    fn whole(&self) -> Frame {
        let [width, height] = self.bitmap.size.map(|side| side as u16);
        Frame { left: 0, top: 0, width, height, connections: Vec::new() }
    }

    fn select(&mut self, number: usize) {
        let field = vec!["frames".to_owned(), number.to_string()];
        self.actions.push(Action::Select(Selection { field, ..Selection::record(self.key.clone()) }));
    }

    /// Replaces all frames.
    fn replace(&mut self, frames: &[Frame]) {
        self.actions.push(Action::Settle);
        let frames: Vec<Value> = frames.iter().map(|frame| json!(frame)).collect();
        self.actions.push(if frames.is_empty() {
            Action::Remove(self.frames())
        } else {
            Action::Set(self.frames(), frames.into())
        });
        self.actions.push(Action::Settle);
    }

    /// Adds a frame and selects it.
    fn add(&mut self, frame: Frame) {
        let count = self.image.frames.len();
        if self.own || count == 0 {
            self.actions.push(Action::Settle);
            self.actions.push(Action::Push(self.frames(), json!(frame)));
            self.actions.push(Action::Settle);
        } else {
            self.replace(&[self.image.frames.clone(), vec![frame]].concat());
        }
        self.select(count);
    }

    /// Sets the rectangle of the selected frame, or adds a frame if none is selected.
    fn lay(&mut self, [left, top, width, height]: [u16; 4]) {
        let Some(chosen) = self.chosen else {
            return self.add(Frame { left, top, width, height, connections: Vec::new() });
        };
        if !self.own {
            let mut frames = self.image.frames.clone();
            frames[chosen] = Frame { left, top, width, height, ..frames[chosen].clone() };
            return self.replace(&frames);
        }
        let at = self.frames().child(chosen.to_string());
        let before = &self.image.frames[chosen];
        let before = [before.left, before.top, before.width, before.height];
        let values = ["left", "top", "width", "height"].into_iter().zip([left, top, width, height]).zip(before);
        // Unchanged defaults need not be written.
        let values = values.filter(|((_, now), before)| now != before);
        let values: Vec<(Pointer, Value)> = values.map(|((name, now), _)| (at.child(name), json!(now))).collect();
        if !values.is_empty() {
            self.actions.push(Action::SetTogether(at, values));
        }
    }
}
