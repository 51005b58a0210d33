//! Forms generated from the schema.
//!
//! A field's widget is found by its `x-widget` annotation, else by what it may be; nothing here knows a ruleset.

mod around;
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
mod places;
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
use foeman_schema::notation::Input;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::action::{Action, Actions};
use super::fixing;
use super::icon::{Icon, severity_color};
use super::pack::Pack;
use super::pointed;
use super::view::{Pane, Selection, Topic};
use super::widgets;
use foeman_scene::theme::{GAP, palette};

/// The host of inputs in forms.
const FORM: &str = "field";
/// Width of the labels, in points.
const LABEL: f32 = 116.0;
/// Space between an input and the small buttons that follow it, in points.
const BETWEEN: f32 = 2.0;

/// What is needed while a form is drawn.
pub struct Form<'a> {
    /// The pack.
    pub pack: &'a Pack,
    /// The record it is about.
    pub record: &'a RecordKey,
    /// Who stands where, when the record is a scenario whose figures are placed on a map.
    pub setup: Option<&'a Deployment>,
    /// The value to be brought into view in this frame.
    pub reveal: Option<&'a Pointer>,
    /// Where inputs end on screen: rows of any depth line up there.
    pub right: f32,
    /// Whether the first text field takes the cursor in this frame.
    pub focus_first: bool,
    /// The label of the next input, which would otherwise be called after its hint or value.
    pub label: Option<Id>,
    /// The records that it extends, the nearest first, as they are written.
    pub ancestors: &'a [(RecordKey, Arc<Value>)],
    /// The ruleset, which knows how dice fall.
    pub engine: Option<&'static dyn Engine>,
    /// What the checks say about the record.
    pub findings: &'a [&'a Finding],
    /// Whether values that are scrolled out of sight are drawn nonetheless.
    whole: bool,
    /// What is asked for.
    pub actions: &'a mut Actions,
}

/// A value of the record: what may stand there, and what does.
#[derive(Clone)]
pub struct Spot<'a> {
    /// Its place.
    pub pointer: Pointer,
    /// What may stand there.
    pub field: Field,
    /// What is written there.
    pub written: Option<&'a Value>,
    /// What counts there, inherited values included.
    pub merged: Option<&'a Value>,
    /// What its input is a part of: a value may be shown in several places at once.
    host: &'static str,
}

impl<'a> Form<'a> {
    /// A form with nothing but the record, whose inputs end at `right`.
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

    /// The record that a value which is not written here comes from.
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

    /// What a value stands in, inherited values included: the record, or a part of it.
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

    /// Puts the cursor into an input, if one is to get it: in a form the first for text, in a cell whichever there is.
    fn focus(&mut self, spot: &Spot<'_>, response: &egui::Response, is_text: bool) {
        if (is_text || spot.host != FORM) && std::mem::take(&mut self.focus_first) {
            response.request_focus();
        }
    }

    /// The room for an input that some small buttons follow.
    fn room(&self, ui: &Ui, buttons: usize) -> f32 {
        let taken = buttons as f32 * (foeman_scene::theme::ROW + BETWEEN);
        (self.right - ui.cursor().left() - taken).max(48.0)
    }
}

impl<'a> Spot<'a> {
    /// A whole record in a form.
    pub fn root(pointer: Pointer, field: Field, written: Option<&'a Value>, merged: Option<&'a Value>) -> Self {
        Self { pointer, field, written, merged, host: FORM }
    }

    /// The same as a part of something else than a form.
    #[must_use]
    pub fn hosted(self, host: &'static str) -> Self {
        Self { host, ..self }
    }

    /// The value that counts, defaults included.
    pub fn effective(&self) -> Option<&'a Value> {
        // What only steers inheritance stands in the record as written, not in the merged one.
        self.merged.or(self.written).or_else(|| self.field.default()).filter(|value| !value.is_null())
    }

    /// The value one step down.
    pub fn child(&self, field: Field, key: &str) -> Self {
        let step = |value: Option<&'a Value>| match value? {
            Value::Array(items) => items.get(key.parse::<usize>().ok()?),
            other => other.get(key),
        };
        // What an absent map would hold by default shows through in its fields.
        let merged =
            step(self.merged).or_else(|| if self.merged.is_none() { step(self.field.default()) } else { None });
        Self { pointer: self.pointer.child(key), field, written: step(self.written), merged, host: self.host }
    }

    /// Whether it is written here, and not inherited or a default.
    pub fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Says where a value that is not written here comes from.
    pub fn origin(&self) -> Option<&'static str> {
        if self.is_written() {
            None
        } else if self.merged.is_some() && self.field.default() != self.merged {
            Some("Inherited")
        } else {
            self.effective().map(|_| "Default")
        }
    }

    /// The id of its input, the same in every frame.
    pub fn id(&self) -> Id {
        Id::unique((self.host, self.pointer.to_string()))
    }
}

/// Draws the input of one value alone, as in a cell of a table.
pub fn cell(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    input(ui, form, spot, width);
}

/// Draws the form of a whole record.
pub fn ui(ui: &mut Ui, form: &mut Form<'_>, root: &Spot<'_>) {
    form.whole = hidden::is_wanted(ui);
    complaints(ui, form, root);
    // First of all: what nobody reads was meant to be something else.
    unknown::ui(ui, form, root);
    let (declared, own): (Vec<Field>, Vec<Field>) =
        root.field.fields().into_iter().partition(|field| field.declared_by().is_some());
    for field in own {
        entry(ui, form, &root.child(field, field.name()));
    }
    // What packs add stands below, under the name of each pack.
    for fields in declared.chunk_by(|a, b| a.declared_by() == b.declared_by()) {
        ui.add_space(GAP);
        widgets::section(ui, fields[0].declared_by().unwrap_or_default());
        for &field in fields {
            entry(ui, form, &root.child(field, field.name()));
        }
    }
    hidden::follow_focus(ui);
}

/// Draws the fields of a value with fixed keys.
fn body(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if spot.field.tag().is_some() {
        return variant::ui(ui, form, spot);
    }
    for field in spot.field.fields() {
        entry(ui, form, &spot.child(field, field.name()));
    }
    unknown::ui(ui, form, spot);
}

/// Draws a field with its label, and whatever lies below it.
fn entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    hidden::unless(ui, form, spot, |ui, form| {
        let before = ui.cursor().min;
        match spot.field.kind() {
            FieldKind::Object | FieldKind::Map => object::ui(ui, form, spot),
            FieldKind::List { .. } if spot.field.widget() == Some("compass") => line(ui, form, spot),
            FieldKind::List { .. } if !list::is_inline(spot.field) => list::ui(ui, form, spot),
            _ => {
                line(ui, form, spot);
                below(ui, form, spot);
            }
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

/// What the checks say about a value itself.
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

/// A label, an input and the buttons that go with it, on one line.
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

/// What the notation of a value offers besides its text.
fn below(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    match spot.field.notation().map_or(Input::Text, |notation| notation.input) {
        Input::Text => {}
        Input::Places(choices) => places::ui(ui, form, spot, choices),
        Input::Around(letters) => around::ui(ui, form, spot, letters),
    }
}

/// The button that goes to the record which a value is inherited from.
fn inherited(ui: &mut Ui, form: &mut Form<'_>, giver: &RecordKey) {
    let name = format!("Inherited from {}", form.pack.index().title(giver));
    if widgets::icon_button(ui, Icon::Up, &name).clicked() {
        form.actions.push(Action::Select(Selection::record(giver.clone())));
    }
}

/// An input that a label beside it names.
fn labelled(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, label: Id, width: f32) {
    form.label = Some(label);
    ui.label_inputs_by(label, |ui| input(ui, form, spot, width));
    form.label = None;
}

/// The name of a field, with its doc on hover; returns the label's id.
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

/// What a field means, may be, and where its value comes from.
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

/// The input for one value; never wider than `width`, whatever stands in it.
fn input(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    within(ui, width, |ui| widget(ui, form, spot, width));
}

/// Draws something that is to be no wider than `width`.
fn within<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(width, foeman_scene::theme::ROW), layout, add).inner
}

fn widget(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
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
}

fn map_link(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if widgets::labelled_button(ui, Icon::Hex, "Open map").on_hover_text(prose::prose(spot.field.doc())).clicked() {
        form.actions.push(Action::Show(Pane::Map(form.record.clone())));
    }
}

/// How many buttons stand behind an input.
fn trailing(spot: &Spot<'_>) -> usize {
    let jumps = matches!(spot.field.kind(), FieldKind::Reference { .. }) && spot.effective().is_some();
    usize::from(can_reset(spot)) + usize::from(jumps)
}

fn can_reset(spot: &Spot<'_>) -> bool {
    let item = spot.pointer.last().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    spot.is_written() && !spot.field.required() && !item
}

/// The button that takes a written value away, so that the inherited or default one counts.
fn reset(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if can_reset(spot) && widgets::icon_button(ui, Icon::Reset, &format!("Reset {}", spot.field.label())).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}

/// What a check says about a value, below it, with what mends it.
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

/// The button that takes an entry out of a map.
fn remove_entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, key: &str) {
    if spot.is_written() && widgets::icon_button(ui, Icon::Close, &format!("Remove {key}")).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}
