//! Forms generated from the schema.
//!
//! A field's widget is chosen by its `x-widget` annotation, or else by its type. Forms are independent of the ruleset.

mod builder;
mod by_record;
mod color;
mod command;
mod compass;
mod entry;
mod facing;
mod fold;
mod frame;
mod groups;
mod gutter;
mod hidden;
mod list;
mod name;
mod number;
mod object;
pub mod prose;
mod reference;
mod row;
mod scalar;
mod sentence;
mod spread;
mod unknown;
mod variant;
mod words;

use std::sync::Arc;

use egui::{Frame, Id, Margin, RichText, TextStyle, Ui, vec2};
use foeman_engine::game::Engine;
use foeman_engine::setup::Deployment;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::finding::Finding;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use crate::help::{Topic, pointed};
use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets;
use crate::pack::Pack;
use crate::problems::fixing;
use crate::shell::action::{Action, Actions};
use crate::shell::view::Pane;
use foeman_scene::theme::{GAP, palette};
use row::{after_label, labelled, line, remove_entry, reset, title};
pub use words::Called;

/// The id prefix of inputs in forms.
const FORM: &str = "field";
/// The width of labels, in points.
const LABEL: f32 = 106.0;
/// The origin of values from a record that is extended.
const INHERITED: &str = "Inherited";
/// The spacing between an input and the small buttons after it, in points.
const BETWEEN: f32 = 2.0;

/// The context for drawing a form.
pub struct Form<'a> {
    /// The pack.
    pub pack: &'a Pack,
    /// The record to edit.
    pub record: &'a RecordKey,
    /// The deployment, if the record is a scenario with figures on a map.
    pub setup: Option<&'a Deployment>,
    /// The value to scroll to in this frame.
    pub reveal: Option<&'a Pointer>,
    /// The right edge of rows on screen: the buttons that reset or remove a value are aligned there at any depth.
    pub right: f32,
    /// The left edge on screen: marks of findings are aligned there.
    left: f32,
    /// Whether the first text field gets the focus in this frame.
    pub focus_first: bool,
    /// The accessible name of the next input.
    name: Option<Called>,
    /// The records that it extends, the nearest first, without inherited values.
    pub ancestors: &'a [(RecordKey, Arc<Value>)],
    /// The ruleset, for the distribution of dice.
    pub engine: Option<&'static dyn Engine>,
    /// The findings of the record.
    pub findings: &'a [&'a Finding],
    /// Whether rows outside the viewport are laid out too.
    whole: bool,
    /// The requested actions.
    pub actions: &'a mut Actions,
}

/// A value of the record, with its field in the schema.
#[derive(Clone)]
pub struct Spot<'a> {
    /// Its pointer.
    pub pointer: Pointer,
    /// Its field in the schema.
    pub field: Field,
    /// The value in the record itself.
    pub written: Option<&'a Value>,
    /// The value including inherited ones.
    pub merged: Option<&'a Value>,
    /// The id prefix of its input, since a value can be shown in several places at once.
    host: &'static str,
}

impl<'a> Form<'a> {
    /// Creates a form context with only the record; inputs end at `right`.
    pub fn new(pack: &'a Pack, record: &'a RecordKey, right: f32, actions: &'a mut Actions) -> Self {
        Self {
            pack,
            record,
            setup: None,
            reveal: None,
            right,
            left: 0.0,
            focus_first: false,
            name: None,
            ancestors: &[],
            engine: None,
            findings: &[],
            whole: true,
            actions,
        }
    }

    /// Returns the record from which a value is inherited.
    fn giver(&self, spot: &Spot<'_>) -> Option<&'a RecordKey> {
        let steps = spot.pointer.parts().get(self.record.pointer().parts().len()..)?;
        let has = |value: &Value| {
            let mut at = Some(value);
            for step in steps {
                at = at.and_then(|value| match value {
                    Value::Array(items) => step.parse::<usize>().ok().and_then(|at| items.get(at)),
                    other => other.get(step),
                });
            }
            at.is_some()
        };
        let inherits = !spot.is_written() && spot.merged.is_some();
        self.ancestors.iter().find(|(_, raw)| inherits && has(raw)).map(|(key, _)| key)
    }

    /// Returns the object or record that contains a value, including inherited values.
    fn holder(&self, spot: &Spot<'_>) -> Option<Value> {
        let steps = spot.pointer.parts();
        let steps = steps.get(self.record.pointer().parts().len()..steps.len().checked_sub(1)?)?;
        let record = self.pack.merged(self.record)?;
        let held = steps.iter().try_fold(&*record, |value, step| match value {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            other => other.get(step),
        });
        held.cloned()
    }

    /// Moves the focus to an input if requested: in a form to the first text input, in a table cell to any input.
    fn focus(&mut self, spot: &Spot<'_>, response: &egui::Response, is_text: bool) {
        if (is_text || spot.host != FORM) && std::mem::take(&mut self.focus_first) {
            response.request_focus();
        }
    }

    /// Returns the width of an input that is followed by small buttons.
    fn room(&self, ui: &Ui, buttons: usize) -> f32 {
        let taken = buttons as f32 * (foeman_scene::theme::ROW + BETWEEN);
        (self.right - ui.cursor().left() - taken).max(48.0)
    }
}

impl<'a> Spot<'a> {
    /// Creates the spot of a whole record in a form.
    pub fn root(pointer: Pointer, field: Field, written: Option<&'a Value>, merged: Option<&'a Value>) -> Self {
        Self { pointer, field, written, merged, host: FORM }
    }

    /// Returns the spot with another id prefix, for use outside forms.
    #[must_use]
    pub fn hosted(self, host: &'static str) -> Self {
        Self { host, ..self }
    }

    /// Returns the effective value, including inherited values and defaults.
    pub fn effective(&self) -> Option<&'a Value> {
        // Keys that only control inheritance are in the record itself, not in the merged one.
        self.merged.or(self.written).or_else(|| self.field.default()).filter(|value| !value.is_null())
    }

    /// Returns the spot of a child value.
    pub fn child(&self, field: Field, key: &str) -> Self {
        let step = |value: Option<&'a Value>| match value? {
            Value::Array(items) => items.get(key.parse::<usize>().ok()?),
            other => other.get(key),
        };
        // The default of an absent map provides the defaults of its fields.
        let merged =
            step(self.merged).or_else(|| if self.merged.is_none() { step(self.field.default()) } else { None });
        Self { pointer: self.pointer.child(key), field, written: step(self.written), merged, host: self.host }
    }

    /// Whether the value is in the record itself, as opposed to inherited or a default.
    pub fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Returns the origin of a value that is not in the record itself.
    pub fn origin(&self) -> Option<&'static str> {
        if self.is_written() {
            None
        } else if self.merged.is_some() && self.field.default() != self.merged {
            Some(INHERITED)
        } else {
            self.effective().map(|_| "Default")
        }
    }

    /// Whether the value is inherited from another record.
    pub fn is_inherited(&self) -> bool {
        self.origin() == Some(INHERITED)
    }

    /// Returns a text about the value, in italics if that is inherited.
    fn text(&self, text: &str) -> RichText {
        let text = RichText::new(text);
        if self.is_inherited() { text.italics() } else { text }
    }

    /// Returns the id of its input; stable across frames.
    pub fn id(&self) -> Id {
        Id::unique((self.host, self.pointer.to_string()))
    }
}

/// Formats a value for display.
pub fn shown(value: &Value) -> String {
    words::shown(value)
}

/// Returns the text of a choice for people: an abbreviation as its meaning.
pub fn worded(word: &str, doc: &str) -> String {
    words::worded(word, doc).0
}

/// Draws the input of a single value, as in a table cell.
pub fn cell(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    input(ui, form, spot, width);
}

/// Draws the form of a whole record.
pub fn ui(ui: &mut Ui, form: &mut Form<'_>, root: &Spot<'_>) {
    form.whole = hidden::is_wanted(ui);
    form.left = ui.cursor().left();
    let margin = Margin { left: gutter::WIDTH, ..Margin::ZERO };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        complaints(ui, form, root);
        // Unknown keys come first, because they are probably misspelt.
        unknown::ui(ui, form, root);
        let (declared, own): (Vec<Field>, Vec<Field>) =
            root.field.fields().into_iter().partition(|field| field.declared_by().is_some());
        groups::ui(ui, form, root, &own);
        // Fields declared by packs come last, under the name of each pack.
        for fields in declared.chunk_by(|a, b| a.declared_by() == b.declared_by()) {
            groups::heading(ui, form, fields[0].declared_by().unwrap_or_default());
            for &field in fields {
                entry(ui, form, &root.child(field, field.name()));
            }
        }
    });
    hidden::follow_focus(ui);
}

fn body(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if spot.field.tag().is_some() {
        return variant::ui(ui, form, spot);
    }
    for field in spot.field.fields() {
        entry(ui, form, &spot.child(field, field.name()));
    }
    unknown::ui(ui, form, spot);
}

/// Draws a field with its label, and its children below it.
fn entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    hidden::unless(ui, form, spot, |ui, form| {
        let before = ui.cursor().min;
        match spot.field.kind() {
            FieldKind::Object | FieldKind::Map => object::ui(ui, form, spot),
            FieldKind::List { .. } if spot.field.widget() == Some("compass") => line(ui, form, spot),
            FieldKind::List { .. } if !list::is_inline(spot.field) => list::ui(ui, form, spot),
            _ => line(ui, form, spot),
        }
        gutter::ui(ui, form, spot, before.y);
        entry::complaint(ui, spot);
        let rect = egui::Rect::from_min_max(before, egui::pos2(form.right, ui.cursor().top()));
        pointed::mark(ui.ctx(), rect.intersect(ui.clip_rect()), || Topic::Field(spot.pointer.clone()));
        if form.reveal == Some(&spot.pointer) {
            ui.scroll_to_rect(rect, Some(egui::Align::Center));
        }
    });
}

/// Draws the findings of a record itself, which has no row with a gutter.
fn complaints(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let findings = form.findings;
    let mut own = findings.iter().filter(|finding| finding.pointer == spot.pointer).peekable();
    if own.peek().is_some() {
        for finding in own {
            complaint(ui, form, finding);
        }
        ui.add_space(GAP);
    }
}

/// Draws the input of a value, limited to `width`.
fn input(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    within(ui, width, |ui| widget(ui, form, spot, width));
}

/// Draws contents limited to `width`.
fn within<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(width, foeman_scene::theme::ROW), layout, add).inner
}

fn widget(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let width = width - builder::width(form, spot);
    match (spot.field.widget(), spot.field.kind()) {
        (Some("color"), _) => color::ui(ui, form, spot, width),
        (Some("compass"), _) => compass::ui(ui, form, spot),
        (Some("facing"), _) => facing::ui(ui, form, spot, width),
        (Some("map-rows"), _) => map_link(ui, form, spot),
        (Some("lines"), _) => scalar::lines(ui, form, spot, width),
        (_, FieldKind::Reference { catalog }) => reference::ui(ui, form, spot, catalog, width),
        (_, FieldKind::Choice(words)) => scalar::choice(ui, form, spot, &words, width),
        (Some("frame"), FieldKind::Integer { min, max }) => frame::ui(ui, form, spot, min..=max, width),
        (_, FieldKind::Integer { min, max }) => number::ui(ui, form, spot, min..=max, width),
        (_, FieldKind::Bool) => scalar::boolean(ui, form, spot),
        (_, FieldKind::Text { .. }) if spot.field.names_keys().is_some() => name::ui(ui, form, spot, width),
        (_, FieldKind::Text { notation, .. }) => scalar::text(ui, form, spot, notation, width),
        (_, FieldKind::List { .. }) => list::inline(ui, form, spot, width),
        _ => entry::ui(ui, form, spot, width),
    }
    builder::ui(ui, form, spot);
}

fn map_link(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if widgets::labelled_button(ui, Icon::Hex, "Open map").on_hover_text(prose::prose(spot.field.doc())).clicked() {
        form.actions.push(Action::Show(Pane::Map(form.record.clone())));
    }
}

/// Draws a finding below its value, with its fix buttons.
fn complaint(ui: &mut Ui, form: &mut Form<'_>, finding: &Finding) {
    let color = severity_color(palette(ui), finding.severity);
    ui.horizontal_top(|ui| {
        ui.add_space(GAP);
        Icon::of(finding.severity).show(ui, color);
        let text = match &finding.help {
            Some(help) => format!("{}; {help}", finding.message),
            None => finding.message.clone(),
        };
        ui.add(egui::Label::new(RichText::new(text).text_style(TextStyle::Small).color(color)).wrap());
    });
    if !finding.fixes.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(6.0 * GAP);
            fixing::named(ui, form.pack, finding, form.actions);
        });
    }
}
