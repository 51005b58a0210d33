//! The text input for values that are not strings. A text is written to the record as soon as it is valid; until then,
//! the input keeps the text and shows the error.

use egui::{Id, Label, RichText, TextBuffer, TextEdit, TextStyle, Ui, vec2};
use foeman_schema::finding::Severity;
use serde_json::Value;

use super::{Form, Spot, words};
use crate::kit::icon::{Icon, severity_color};
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, ROW, palette};

#[derive(Clone)]
struct TextInput {
    text: String,
    /// The value before typing began.
    before: Option<Value>,
    /// The value written by the input; if the record has a different one, something else has changed it.
    written: Option<Value>,
    /// The error: expected and found.
    problem: Option<String>,
}

/// Draws a single-line input for a value; `[1, 3]` is shown as `1, 3`.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let open = open(ui, spot);
    let shown =
        open.as_ref().map_or_else(|| spot.effective().map(as_typed).unwrap_or_default(), |open| open.text.clone());
    let problem = open.as_ref().and_then(|open| open.problem.clone());
    let colors = palette(ui);
    let color = match (&problem, spot.is_written()) {
        (Some(_), _) => colors.error,
        (None, true) => colors.text,
        (None, false) => colors.weak,
    };
    let mut text = shown.clone();
    let font = TextStyle::Body.resolve(ui.style());
    let mut slanted =
        |ui: &Ui, text: &dyn TextBuffer, width: f32| words::slanted(ui, text.as_str(), &font, color, width);
    let mut edit = TextEdit::singleline(&mut text).id(spot.id()).text_color(color);
    if spot.is_inherited() {
        edit = edit.layouter(&mut slanted);
    }
    if let Some(example) = spot.field.example() {
        edit = edit.hint_text(words::hint(&as_typed(example)));
    } else if spot.field.widget() == Some("range") {
        edit = edit.hint_text(words::hint("1-3"));
    }
    let response = ui.add(edit.desired_width(width).min_size(vec2(0.0, ROW)));
    let response = words::named(response, form.name.take());
    form.focus(spot, &response, true);
    if response.changed() && text != shown {
        let before = open.map_or_else(|| spot.written.cloned(), |open| open.before);
        let (written, problem) = match read(spot, &text) {
            Ok(Some(value)) => {
                form.actions.push(Action::Set(spot.pointer.clone(), value.clone()));
                (Some(value), None)
            }
            Ok(None) => {
                form.actions.extend(spot.is_written().then(|| Action::Remove(spot.pointer.clone())));
                (None, None)
            }
            Err(problem) => {
                form.actions.push(Action::Retract(spot.pointer.clone()));
                (before.clone(), Some(problem))
            }
        };
        ui.data_mut(|data| data.insert_temp(kept(spot), TextInput { text, before, written, problem }));
    } else if response.lost_focus() && problem.is_none() {
        ui.data_mut(|data| data.remove::<TextInput>(kept(spot)));
    }
    if response.lost_focus() {
        form.actions.push(Action::Settle);
    }
    if let Some(problem) = problem {
        response.on_hover_text(problem);
    }
}

/// Whether text is being typed here, or was left invalid.
pub(crate) fn is_open(ui: &Ui, spot: &Spot<'_>) -> bool {
    open(ui, spot).is_some()
}

/// Draws the error of an invalid text below the input.
pub(crate) fn complaint(ui: &mut Ui, spot: &Spot<'_>) {
    let Some(problem) = open(ui, spot).and_then(|open| open.problem) else { return };
    let color = severity_color(palette(ui), Severity::Error);
    ui.horizontal_top(|ui| {
        ui.add_space(GAP);
        Icon::of(Severity::Error).show(ui, color);
        let text = RichText::new(format!("not written: {problem}")).text_style(TextStyle::Small).color(color);
        ui.add(Label::new(text).wrap());
    });
    ui.add_space(GAP);
}

fn kept(spot: &Spot<'_>) -> Id {
    spot.id().with("entry")
}

fn open(ui: &Ui, spot: &Spot<'_>) -> Option<TextInput> {
    let open: TextInput = ui.data(|data| data.get_temp(kept(spot)))?;
    (open.written.as_ref() == spot.written).then_some(open)
}

/// Parses a text; an empty text is `None` if the value is optional.
fn read(spot: &Spot<'_>, text: &str) -> Result<Option<Value>, String> {
    let is_item = spot.pointer.last().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    match text.trim().is_empty() {
        false => spot.field.entered(text).map(Some),
        true if spot.field.required() || is_item => Err(format!("expected {}, found nothing", spot.field.expected())),
        true => Ok(None),
    }
}

/// Formats a value for typing.
pub(crate) fn as_typed(value: &Value) -> String {
    match value {
        Value::Array(items) if items.iter().all(|item| !item.is_array() && !item.is_object()) => {
            items.iter().map(words::shown).collect::<Vec<_>>().join(", ")
        }
        other => words::shown(other),
    }
}
