//! A drop-down list with a search field.

use egui::{Id, PopupCloseBehavior, Response, RichText, ScrollArea, TextStyle, Ui};

use super::widgets;
use foeman_scene::theme::{GAP, palette};

/// Draws a preview of the item at an index.
pub type Preview<'a> = dyn Fn(&mut Ui, usize) + 'a;

/// A drop-down list with a search field.
pub struct Picker<'a> {
    /// The id of its button, stable across frames.
    pub id: Id,
    /// The label of the button.
    pub shown: RichText,
    /// The width of the button, in points.
    pub width: f32,
    /// The placeholder of the search field.
    pub hint: &'static str,
    /// The items.
    pub items: Vec<Item<'a>>,
    /// The text below the list.
    pub foot: String,
    /// Draws a preview of the item at an index while the pointer is over it.
    pub preview: Option<&'a Preview<'a>>,
}

/// An item of the list.
pub struct Item<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its value in YAML, shown as a note.
    pub note: &'a str,
    /// Whether it is the current value.
    pub chosen: bool,
}

impl Item<'_> {
    /// Whether it matches a search; `needle` must be in lower case.
    fn matches(&self, needle: &str) -> bool {
        needle.is_empty() || self.text.to_lowercase().contains(needle) || self.note.to_lowercase().contains(needle)
    }
}

/// Draws the list; returns its button and the index of the item picked in this frame.
pub fn ui(ui: &mut Ui, picker: &Picker<'_>) -> (Response, Option<usize>) {
    let combo = super::basic::combo(picker.id)
        .width(picker.width)
        .truncate()
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .selected_text(picker.shown.clone());
    let shown = combo.show_ui(ui, |ui| list(ui, picker));
    widgets::whole_on_hover(ui, &shown.response, picker.shown.text());
    (shown.response, shown.inner.flatten())
}

/// Draws the search field and the items; returns the index of the item picked in this frame.
pub fn list(ui: &mut Ui, picker: &Picker<'_>) -> Option<usize> {
    let filter_id = picker.id.with("search");
    ui.set_min_width(picker.width.max(240.0));
    let opened = has_just_opened(ui, picker.id);
    let mut search: String = ui.data(|data| data.get_temp(filter_id)).filter(|_| !opened).unwrap_or_default();
    let response = widgets::filter_field(ui, filter_id.with("field"), &mut search, picker.hint);
    if opened {
        // Typing goes to the search field, whatever had the focus before.
        response.request_focus();
    }
    let needle = search.trim().to_lowercase();
    let enter = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    ui.data_mut(|data| data.insert_temp(filter_id, search));
    let found: Vec<_> = picker.items.iter().enumerate().filter(|(_, item)| item.matches(&needle)).collect();
    let mut picked = enter.then(|| found.first().map(|(at, _)| *at)).flatten();
    ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
        if found.is_empty() {
            ui.label(RichText::new("Nothing matches").color(palette(ui).weak));
        }
        for (at, item) in found {
            let row = widgets::Row {
                depth: 0,
                icon: None,
                text: item.text,
                note: item.note,
                mark: None,
                changed: false,
                selected: item.chosen,
                heading: false,
            };
            let mut response = widgets::row(ui, Id::unique(("pick", picker.id, item.note)), &row);
            if let Some(preview) = picker.preview {
                response = response.on_hover_ui(|ui| preview(ui, at));
            }
            if response.clicked() {
                picked = Some(at);
            }
        }
    });
    if picked.is_some() {
        ui.data_mut(|data| data.remove::<String>(filter_id));
        ui.close();
    }
    ui.add_space(GAP);
    ui.label(RichText::new(&picker.foot).text_style(TextStyle::Small).color(palette(ui).weak));
    picked
}

/// Whether the list with this id was open in the previous frame.
pub fn is_open(ui: &Ui, id: Id) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<u64> = ui.data(|data| data.get_temp(id.with("drawn")));
    last.is_some_and(|last| last + 2 >= pass)
}

/// Whether a list is drawn that was not drawn in the previous frame.
pub fn has_just_opened(ui: &Ui, id: Id) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<u64> = ui.data_mut(|data| {
        let last = data.get_temp(id.with("drawn"));
        data.insert_temp(id.with("drawn"), pass);
        last
    });
    // A frame can take two passes.
    last.is_none_or(|last| last + 2 < pass)
}
