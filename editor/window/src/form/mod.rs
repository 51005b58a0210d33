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
mod frame;
mod hidden;
mod list;
mod name;
mod object;
pub mod prose;
mod reference;
mod scalar;
mod spread;
mod unknown;
mod variant;
mod words;

use std::sync::Arc;

use egui::{Id, RichText, TextStyle, Ui, vec2};
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
use crate::shell::view::{Pane, Selection};
use foeman_scene::theme::{GAP, palette};

/// The id prefix of inputs in forms.
const FORM: &str = "field";
/// The width of labels, in points.
const LABEL: f32 = 116.0;
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
    /// The right edge of inputs on screen; rows of any depth are aligned there.
    pub right: f32,
    /// Whether the first text field gets the focus in this frame.
    pub focus_first: bool,
    /// The label of the next input, used as its accessible name instead of its hint or value.
    pub label: Option<Id>,
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
            focus_first: false,
            label: None,
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
            Some("Inherited")
        } else {
            self.effective().map(|_| "Default")
        }
    }

    /// Returns the id of its input; stable across frames.
    pub fn id(&self) -> Id {
        Id::unique((self.host, self.pointer.to_string()))
    }
}

/// Draws the input of a single value, as in a table cell.
pub fn cell(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    input(ui, form, spot, width);
}

/// Draws the form of a whole record.
pub fn ui(ui: &mut Ui, form: &mut Form<'_>, root: &Spot<'_>) {
    form.whole = hidden::is_wanted(ui);
    complaints(ui, form, root);
    // Unknown keys come first, because they are probably misspelt.
    unknown::ui(ui, form, root);
    let (declared, own): (Vec<Field>, Vec<Field>) =
        root.field.fields().into_iter().partition(|field| field.declared_by().is_some());
    for field in own {
        entry(ui, form, &root.child(field, field.name()));
    }
    // Fields declared by packs come last, under the name of each pack.
    for fields in declared.chunk_by(|a, b| a.declared_by() == b.declared_by()) {
        ui.add_space(GAP);
        widgets::section(ui, fields[0].declared_by().unwrap_or_default());
        for &field in fields {
            entry(ui, form, &root.child(field, field.name()));
        }
    }
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
        complaints(ui, form, spot);
        entry::complaint(ui, spot);
        let rect = egui::Rect::from_min_max(before, egui::pos2(form.right, ui.cursor().top()));
        pointed::mark(ui.ctx(), rect.intersect(ui.clip_rect()), || Topic::Field(spot.pointer.clone()));
        if form.reveal == Some(&spot.pointer) {
            ui.scroll_to_rect(rect, Some(egui::Align::Center));
        }
    });
}

/// Draws the findings of a value itself.
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

/// Draws a label, an input and its buttons on one line.
fn line(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    ui.horizontal(|ui| {
        let label = label(ui, form, spot);
        ui.add_space(GAP);
        let spreads = spread::of(ui, form, spot);
        let taken = if spreads.is_some() { spread::SMALL + BETWEEN } else { 0.0 };
        let giver = form.giver(spot);
        let width = form.room(ui, trailing(spot) + usize::from(giver.is_some())) - taken;
        ui.spacing_mut().item_spacing.x = BETWEEN;
        labelled(ui, form, spot, label, width.max(48.0));
        if let Some(spreads) = spreads {
            spread::ui(ui, &spreads);
        }
        reset(ui, form, spot);
        if let Some(giver) = giver {
            inherited(ui, form, giver);
        }
        reference::jump(ui, form, spot);
    });
}

/// Draws the button that goes to the record from which a value is inherited.
fn inherited(ui: &mut Ui, form: &mut Form<'_>, giver: &RecordKey) {
    let name = format!("Inherited from {}", form.pack.index().title(giver));
    if widgets::icon_button(ui, Icon::Up, &name).clicked() {
        form.actions.push(Action::Select(Selection::record(giver.clone())));
    }
}

/// Draws an input that is named by the label next to it.
fn labelled(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, label: Id, width: f32) {
    form.label = Some(label);
    ui.label_inputs_by(label, |ui| input(ui, form, spot, width));
    form.label = None;
}

/// Draws the name of a field, with its doc on hover; returns the label's id.
fn label(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>) -> Id {
    let colors = palette(ui);
    let color = if spot.is_written() { colors.text } else { colors.weak };
    let size = vec2(LABEL.min(ui.available_width() * 0.42), foeman_scene::theme::ROW);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let name = spot.field.label();
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        let label = ui.add(egui::Label::new(RichText::new(name).color(color)).truncate().sense(egui::Sense::hover()));
        let id = label.id;
        label.on_hover_ui(|ui| explain(ui, form, spot));
        id
    })
    .inner
}

/// Draws the doc of a field, its valid values, and the origin of its value.
fn explain(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>) {
    let colors = palette(ui);
    ui.set_max_width(340.0);
    ui.label(RichText::new(spot.field.label()).color(colors.strong));
    if !spot.field.doc().is_empty() {
        ui.label(prose::prose(spot.field.doc()));
    }
    let mut facts = vec![format!("Expected: {}", prose::prose(&spot.field.expected()))];
    if let Some(unit) = spot.field.unit() {
        facts.push(format!("Unit: {unit}"));
    }
    if let Some(default) = spot.field.default().filter(|default| !default.is_object() && !default.is_array()) {
        facts.push(format!("Default: {}", scalar::shown(default)));
    }
    match (form.giver(spot), spot.origin()) {
        (Some(giver), _) => {
            let title = form.pack.index().title(giver);
            facts.push(format!("Inherited from {title}: change it to write it here"));
        }
        (None, Some(origin)) => facts.push(format!("{origin}: change it to write it here")),
        (None, None) => {}
    }
    ui.label(RichText::new(facts.join("\n")).text_style(TextStyle::Small).color(colors.weak));
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
        (_, FieldKind::Integer { min, max }) => scalar::integer(ui, form, spot, min..=max, width),
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

/// Returns the number of buttons after an input.
fn trailing(spot: &Spot<'_>) -> usize {
    let jumps = matches!(spot.field.kind(), FieldKind::Reference { .. }) && spot.effective().is_some();
    usize::from(can_reset(spot)) + usize::from(jumps)
}

fn can_reset(spot: &Spot<'_>) -> bool {
    let item = spot.pointer.last().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    spot.is_written() && !spot.field.required() && !item
}

/// Draws the button that resets a value to the inherited one or the default.
fn reset(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if can_reset(spot) && widgets::icon_button(ui, Icon::Reset, &format!("Reset {}", spot.field.label())).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
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

/// Draws the button that removes an entry of a map.
fn remove_entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, key: &str) {
    if spot.is_written() && widgets::icon_button(ui, Icon::Close, &format!("Remove {key}")).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}
