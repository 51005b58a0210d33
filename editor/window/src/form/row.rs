//! Rows of a form: a label, an input, and buttons at the right edge.

use egui::{Id, RichText, TextStyle, Ui, vec2};
use foeman_schema::field::FieldKind;
use foeman_schema::text::RecordKey;

use super::{BETWEEN, Called, Form, LABEL, Spot, input, prose, reference, scalar, spread};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::Action;
use crate::shell::view::Selection;
use foeman_scene::theme::{GAP, ROW, palette};

/// The maximum share of the width of a form that labels take.
const SHARE: f32 = 0.38;
/// The space for a switch and the buttons after it, in points.
const SWITCH: f32 = 84.0;

/// Draws a label, an input and its buttons on one line.
pub(crate) fn line(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    ui.horizontal(|ui| {
        let label = label(ui, form, spot);
        ui.add_space(GAP);
        let spreads = spread::of(ui, form, spot);
        let taken = if spreads.is_some() { spread::SMALL + BETWEEN } else { 0.0 };
        let giver = form.giver(spot).filter(|_| spot.is_inherited());
        let width = form.room(ui, 1 + trailing(spot) + usize::from(giver.is_some())) - taken;
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

/// Draws the name of a field, with its doc on hover; returns the label's id.
pub(crate) fn label(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>) -> Id {
    let colors = palette(ui);
    let color = if spot.is_written() { colors.text } else { colors.weak };
    let text = spot.field.label();
    let mut width = LABEL.min(ui.available_width() * SHARE);
    if spot.field.kind() == FieldKind::Bool {
        // A switch needs little space, so its label can be long.
        let font = TextStyle::Body.resolve(ui.style());
        let needed = ui.painter().layout_no_wrap(text.clone(), font, color).size().x + GAP;
        width = width.max(needed.min(form.right - ui.cursor().left() - SWITCH));
    }
    let size = vec2(width, ROW);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let name = spot.text(&text).color(color);
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
