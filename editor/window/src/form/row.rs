//! Rows of a form: a label, an input, and buttons at the right edge.

use egui::{Id, RichText, TextStyle, Ui, Vec2, vec2};
use foeman_schema::field::FieldKind;
use foeman_schema::text::RecordKey;

use super::{BETWEEN, Called, Form, LABEL, Spot, builder, input, prose, reference, scalar, spread};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::Action;
use crate::shell::view::Selection;
use foeman_scene::theme::{GAP, ROW, palette};

/// The maximum share of the width of a form that labels take.
const SHARE: f32 = 0.38;
/// The space for a switch and the buttons after it, in points.
const SWITCH: f32 = 84.0;
/// The space for the number of items and the button after a heading, in points.
const AFTER_TITLE: f32 = 56.0;
/// The width of forms below which all labels are above their inputs, in points.
const NARROW: f32 = 260.0;
/// The width of inputs below which their label is above them, in points.
const SHORTEST: f32 = 88.0;
/// The height of a label above its input, in points.
const ABOVE: f32 = 19.0;

/// Draws a label, and an input with its buttons after it, or below it if there is little space.
pub(crate) fn line(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let giver = form.giver(spot).filter(|_| spot.is_inherited());
    let buttons = 1 + trailing(spot) + usize::from(giver.is_some());
    let spreads = spread::of(ui, form, spot);
    let bars = if spreads.is_some() { spread::SMALL + BETWEEN } else { 0.0 };
    let extra = bars + builder::width(form, spot) + buttons as f32 * (ROW + BETWEEN);
    after_label(ui, form, spot, extra, |ui, form, label| {
        let width = form.room(ui, buttons) - bars;
        ui.spacing_mut().item_spacing.x = BETWEEN;
        labelled(ui, form, spot, label, width.max(48.0));
        if let Some(spreads) = spreads {
            spread::ui(ui, &spreads);
        }
        reference::jump(ui, form, spot);
        if let Some(giver) = giver {
            inherited(ui, form, giver);
        }
        reset(ui, form, spot);
    });
}

/// Draws a label, and controls after it. They are below it if the form is narrow, or if an input followed by `extra`
/// points of other controls would be short. A switch is below its label only if that is long.
pub(crate) fn after_label<'a, R>(
    ui: &mut Ui,
    form: &mut Form<'a>,
    spot: &Spot<'_>,
    extra: f32,
    controls: impl FnOnce(&mut Ui, &mut Form<'a>, Id) -> R,
) -> R {
    let row = form.right - ui.cursor().left();
    let is_above = match spot.field.kind() {
        FieldKind::Bool => needed(ui, spot) > row - SWITCH,
        _ => form.right - form.left < NARROW || row - column(ui) - GAP - extra < SHORTEST,
    };
    if !is_above {
        return ui
            .horizontal(|ui| {
                let label = label(ui, form, spot);
                ui.add_space(GAP);
                controls(ui, form, label)
            })
            .inner;
    }
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let label = name(ui, form, spot, vec2(row, ABOVE));
        let controls = ui.horizontal(|ui| controls(ui, form, label)).inner;
        ui.add_space(BETWEEN);
        controls
    })
    .inner
}

/// Moves to the column at the right edge, for the button that resets or removes a value.
pub(crate) fn to_end(ui: &mut Ui, form: &Form<'_>) {
    ui.add_space((form.right - ROW - ui.cursor().left()).max(0.0));
}

/// Draws the button that goes to the record from which a value is inherited.
fn inherited(ui: &mut Ui, form: &mut Form<'_>, giver: &RecordKey) {
    let name = format!("Inherited from {}", form.pack.index().title(giver));
    if widgets::icon_button(ui, Icon::Up, &name).clicked() {
        form.actions.push(Action::Select(Selection::record(giver.clone())));
    }
}

/// Draws an input that is named by the label next to it.
pub(crate) fn labelled(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, label: Id, width: f32) {
    form.name = Some(Called::By(label));
    ui.label_inputs_by(label, |ui| input(ui, form, spot, width));
    form.name = None;
}

/// Returns the width of labels with their controls on the same row, in points.
pub(crate) fn column(ui: &Ui) -> f32 {
    LABEL.min(ui.available_width() * SHARE)
}

/// Draws the name of a field in the column of labels, with its doc on hover; returns the label's id.
pub(crate) fn label(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>) -> Id {
    let mut width = column(ui);
    if spot.field.kind() == FieldKind::Bool {
        // A switch needs little space, so its label can be long.
        width = width.max(needed(ui, spot).min(form.right - ui.cursor().left() - SWITCH));
    }
    name(ui, form, spot, vec2(width, ROW))
}

/// Draws the name of a field as a heading, as wide as its text; returns the label's id.
pub(crate) fn title(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>) -> Id {
    let width = needed(ui, spot).min(form.right - ui.cursor().left() - AFTER_TITLE);
    name(ui, form, spot, vec2(width, ROW))
}

/// Returns the width of the name of a field, in points.
fn needed(ui: &Ui, spot: &Spot<'_>) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap(spot.field.label(), font, palette(ui).text).size().x + GAP
}

/// Draws the name of a field, with its doc on hover; returns the label's id.
fn name(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>, size: Vec2) -> Id {
    let colors = palette(ui);
    let color = if spot.is_written() { colors.text } else { colors.weak };
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let name = spot.text(&spot.field.label()).color(color);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        let label = ui.add(egui::Label::new(name).truncate().sense(egui::Sense::hover()));
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
    ui.horizontal(|ui| {
        ui.label(RichText::new(spot.field.label()).color(colors.strong));
        ui.label(RichText::new(spot.field.name()).monospace().small().color(colors.weak));
    });
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

/// Returns the number of buttons after an input, without the last column.
fn trailing(spot: &Spot<'_>) -> usize {
    usize::from(matches!(spot.field.kind(), FieldKind::Reference { .. }) && spot.effective().is_some())
}

fn can_reset(spot: &Spot<'_>) -> bool {
    let item = spot.pointer.last().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    spot.is_written() && !spot.field.required() && !item
}

/// Draws the button that resets a value to the inherited one or the default, at the right edge.
pub(crate) fn reset(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if !can_reset(spot) {
        return;
    }
    to_end(ui, form);
    if widgets::icon_button(ui, Icon::Reset, &format!("Reset {}", spot.field.label())).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}

/// Draws the button that removes an entry of a map, at the right edge.
pub(crate) fn remove_entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, key: &str) {
    if !spot.is_written() {
        return;
    }
    to_end(ui, form);
    if widgets::icon_button(ui, Icon::Close, &format!("Remove {key}")).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}
