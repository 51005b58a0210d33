//! A text input for single values of any type. Choices, booleans and references offer their values in a list below it.

use egui::{
    Align2, Area, Frame, Id, Key, Modifiers, Order, Rect, Response, ScrollArea, TextEdit, TextStyle, Ui, pos2, vec2,
};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::{cell, paste};
use crate::form::prose;
use crate::kit::widgets;
use crate::pack::Pack;
use foeman_scene::theme::{GAP, ROW, palette};

/// The maximum number of values in the list.
const MOST: usize = 100;
/// The maximum height of the list, in points.
const TALLEST: f32 = 240.0;
/// The minimum width of the list, in points.
const NARROWEST: f32 = 300.0;

/// A text that is being typed. It changes no record until it is entered.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Typed {
    /// The text.
    pub text: String,
    /// The text before typing began.
    before: String,
    /// The index of the value chosen in the list with an arrow key.
    chosen: Option<usize>,
}

/// A value that can be chosen instead of typed.
struct Offered {
    /// Its name.
    text: String,
    /// Its meaning, or the id of the record.
    note: String,
    value: Value,
}

impl Typed {
    /// Starts with the text of the current value.
    pub(crate) fn of(text: String) -> Self {
        Self { before: text.clone(), text, chosen: None }
    }

    /// Starts with the first letters of a new text.
    pub(crate) fn begun(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    /// Whether there is something to enter.
    pub(crate) fn is_changed(&self) -> bool {
        self.text != self.before || self.chosen.is_some()
    }

    /// Returns the value to write, `None` for an empty text, or the error.
    ///
    /// A text that is no value stands for the first value in the list.
    pub(crate) fn value(&self, pack: &Pack, field: Field) -> Result<Option<Value>, String> {
        let offered = self.offered(pack, field);
        if let Some(offered) = self.chosen.and_then(|at| offered.get(at)) {
            return Ok(Some(offered.value.clone()));
        }
        match paste::entered(pack, field, self.text.trim()) {
            Err(problem) if self.text.trim().is_empty() => Err(problem),
            Err(problem) => offered.first().map(|offered| Some(offered.value.clone())).ok_or(problem),
            entered => entered,
        }
    }

    /// Returns the values that match the text; all of them before anything is typed.
    fn offered(&self, pack: &Pack, field: Field) -> Vec<Offered> {
        let needle = if self.text == self.before { String::new() } else { self.text.trim().to_lowercase() };
        let mut offered = offered(pack, field);
        offered.retain(|offered| {
            offered.text.to_lowercase().contains(&needle) || offered.note.to_lowercase().contains(&needle)
        });
        offered.sort_by_key(|offered| !offered.text.to_lowercase().starts_with(&needle));
        offered.truncate(MOST);
        offered
    }
}

/// Returns the text of a value for editing: for a reference, the title of the record if it is unique, otherwise its id.
pub(crate) fn text(pack: &Pack, field: Field, value: &Value) -> String {
    let id = cell::sheet_text(field, value);
    let FieldKind::Reference { catalog } = field.kind() else { return id };
    let key = RecordKey::new(catalog, &id);
    let title = pack.index().title(&key);
    let records = pack.index().catalog(catalog).map_or(&[][..], |catalog| &catalog.records);
    let is_unique = records.iter().filter(|entry| entry.title == title).count() == 1;
    if is_unique { title.to_owned() } else { id }
}

/// Returns all values that a field offers; none for numbers and free texts.
fn offered(pack: &Pack, field: Field) -> Vec<Offered> {
    let word = |text: &str, note: String| Offered { text: text.to_owned(), note, value: Value::from(text) };
    match field.kind() {
        FieldKind::Bool => [("yes", true), ("no", false)]
            .map(|(text, on)| Offered { value: Value::Bool(on), ..word(text, String::new()) })
            .into(),
        FieldKind::Choice(words) => words.iter().map(|choice| word(choice.value, prose::prose(choice.doc))).collect(),
        FieldKind::Reference { catalog } => {
            let records = pack.index().catalog(catalog).map_or(&[][..], |catalog| &catalog.records);
            let record = |id: &str, title: &str| Offered { text: title.to_owned(), ..word(id, id.to_owned()) };
            records.iter().map(|entry| record(&entry.key.id, &entry.title)).collect()
        }
        _ => Vec::new(),
    }
}

/// The look of an input.
pub(crate) struct Look<'a> {
    /// Its id, stable across frames.
    pub id: Id,
    /// Its accessible name.
    pub name: &'a str,
    /// Its width, in points.
    pub width: f32,
    /// The text that is shown while it is empty.
    pub hint: &'a str,
}

/// The events of an input in one frame.
pub(crate) struct Shown {
    /// The input.
    pub response: Response,
    /// Whether a value was picked from the list.
    pub picked: bool,
    /// Whether the user went elsewhere, not to the list.
    pub left: bool,
}

/// Draws an input, and while it has the focus the list of values.
pub(crate) fn ui(ui: &mut Ui, (pack, field): (&Pack, Field), typed: &mut Typed, look: &Look<'_>) -> Shown {
    let focused = ui.memory(|memory| memory.has_focus(look.id));
    let offered = if focused { typed.offered(pack, field) } else { Vec::new() };
    if !offered.is_empty() {
        choose(ui, typed, offered.len());
    }
    let wrong = typed.is_changed().then(|| typed.value(pack, field).err()).flatten();
    let before = typed.text.clone();
    let edit = TextEdit::singleline(&mut typed.text).id(look.id).hint_text(look.hint).desired_width(look.width);
    let edit = edit.text_color_opt(wrong.is_some().then_some(palette(ui).error)).min_size(vec2(0.0, ROW));
    let response = ui.add(edit).accessible_name(look.name);
    if typed.text != before {
        typed.chosen = None;
    }
    let place: Option<Rect> = ui.data(|data| data.get_temp(look.id.with("list")));
    let over =
        place.is_some_and(|place| ui.input(|input| input.pointer.interact_pos()).is_some_and(|at| place.contains(at)));
    let mut shown = Shown { picked: false, left: response.lost_focus() && !over, response };
    if offered.is_empty() && !(shown.response.lost_focus() && over) {
        ui.data_mut(|data| data.remove::<Rect>(look.id.with("list")));
        if let Some(wrong) = wrong {
            shown.response = shown.response.on_hover_text(wrong);
        }
        return shown;
    }
    let offered = typed.offered(pack, field);
    if let Some(at) = list(ui, look.id, shown.response.rect, &offered, typed.chosen) {
        typed.chosen = Some(at);
        shown.picked = true;
    } else if shown.response.lost_focus() && over {
        shown.response.request_focus();
    }
    shown
}

/// Moves through the list with the arrow keys.
fn choose(ui: &Ui, typed: &mut Typed, count: usize) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::ArrowDown) {
        typed.chosen = Some(typed.chosen.map_or(0, |at| (at + 1).min(count - 1)));
    } else if pressed(Key::ArrowUp) {
        typed.chosen = typed.chosen.and_then(|at| at.checked_sub(1));
    }
}

/// Draws the list below an input, or above it at the bottom of the window. Returns the index of the value clicked.
fn list(ui: &Ui, id: Id, input: Rect, offered: &[Offered], chosen: Option<usize>) -> Option<usize> {
    let height = (offered.len() as f32 * ROW).min(TALLEST) + 4.0 * GAP;
    let below = input.bottom() + height < ui.ctx().content_rect().bottom();
    let (pivot, at) = match below {
        true => (Align2::LEFT_TOP, input.left_bottom()),
        false => (Align2::LEFT_BOTTOM, input.left_top()),
    };
    let area = Area::new(id.with("values")).order(Order::Foreground).pivot(pivot).fixed_pos(at);
    let shown = area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style())
            .show(ui, |ui| {
                ui.set_width(input.width().max(NARROWEST));
                ui.spacing_mut().item_spacing.y = 0.0;
                let area =
                    ScrollArea::vertical().max_height(TALLEST).auto_shrink([false, true]).id_salt(id.with("scroll"));
                area.show(ui, |ui| {
                    let mut clicked = None;
                    for (at, value) in offered.iter().enumerate() {
                        let response = row(ui, id.with(("value", at)), value, chosen == Some(at));
                        if chosen == Some(at) {
                            response.scroll_to_me(None);
                        }
                        if response.clicked() {
                            clicked = Some(at);
                        }
                    }
                    clicked
                })
                .inner
            })
            .inner
    });
    ui.data_mut(|data| data.insert_temp(id.with("list"), shown.response.rect));
    shown.inner
}

/// Draws a value of the list with its meaning.
fn row(ui: &mut Ui, id: Id, value: &Offered, selected: bool) -> Response {
    let row = widgets::Row {
        depth: 0,
        icon: None,
        text: &value.text,
        note: "",
        mark: None,
        changed: false,
        selected,
        heading: false,
    };
    let response = widgets::row(ui, id, &row);
    let color = palette(ui).weak;
    let taken = widgets::one_line(ui, &value.text, TextStyle::Body, color, f32::INFINITY).size().x + 4.0 * GAP;
    let room = response.rect.width() - taken - 2.0 * GAP;
    if room < 4.0 * ROW || value.note.is_empty() || value.note == value.text {
        return response;
    }
    let note = widgets::one_line(ui, &value.note, TextStyle::Small, color, room);
    let (elided, y) = (note.elided, response.rect.center().y - note.size().y / 2.0);
    ui.painter().galley(pos2(response.rect.left() + taken, y), note, color);
    if elided { response.on_hover_text(&value.note) } else { response }
}
