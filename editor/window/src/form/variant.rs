//! Inputs for tagged unions: a list of kinds, and the fields of the selected kind.

use egui::collapsing_header::CollapsingState;
use egui::{Label, Popup, Response, RichText, Sense, TextStyle, Ui};
use foeman_schema::field::{Choice, Field, FieldKind};
use foeman_schema::text::Pointer;
use serde_json::Value;

use super::{Called, Form, Spot, after_label, entry, gutter, scalar, within};
use crate::kit::basic;
use crate::kit::widgets;
use crate::pack::new_record;
use crate::shell::action::Action;
use foeman_scene::theme::palette;

/// Returns the kinds of a field; `None` if it is not a tagged union.
pub(crate) fn kinds(field: Field) -> Option<Vec<Choice>> {
    match field.child(field.tag()?)?.kind() {
        FieldKind::Choice(kinds) => Some(kinds),
        _ => None,
    }
}

/// Draws the kind and its specific fields; the fields common to all kinds are collapsed.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let kinds = kinds(spot.field).unwrap_or_default();
    let fields = spot.field.fields_in(spot.effective().unwrap_or(&Value::Null));
    let (tag, fields): (Vec<_>, Vec<_>) = fields.into_iter().partition(|field| Some(field.name()) == spot.field.tag());
    let (common, own): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|field| spot.field.kinds_with(field.name()).len() == kinds.len());
    for field in tag {
        kind(ui, form, spot, &spot.child(field, field.name()), &kinds);
    }
    for field in own {
        entry(ui, form, &spot.child(field, field.name()));
    }
    if !common.is_empty() {
        more(ui, form, spot, &common);
    }
    super::unknown::ui(ui, form, spot);
}

/// Draws the list of kinds; when the kind changes, the fields that it also has are kept.
fn kind(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, tag: &Spot<'_>, kinds: &[Choice]) {
    let top = ui.cursor().top();
    after_label(ui, form, tag, 0.0, |ui, form, label| {
        let width = form.room(ui, 1);
        form.name = Some(Called::By(label));
        if let Some(kind) = within(ui, width, |ui| scalar::pick(ui, form, tag, kinds, width)) {
            let before = spot.effective().unwrap_or(&Value::Null);
            form.actions
                .push(Action::Set(spot.pointer.clone(), new_record::of_kind(form.pack, spot.field, kind, before)));
            form.actions.push(Action::Settle);
        }
    });
    gutter::ui(ui, form, tag, top);
}

/// Draws the common fields, under a heading that summarises their values.
fn more(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, fields: &[Field]) {
    let below = |pointer: &Pointer| {
        let step = pointer.parts().get(spot.pointer.parts().len());
        pointer.parts().starts_with(spot.pointer.parts())
            && step.is_some_and(|step| fields.iter().any(|field| field.name() == step))
    };
    let wrong = form.findings.iter().any(|finding| below(&finding.pointer));
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), spot.id().with("more"), wrong);
    if form.reveal.is_some_and(below) {
        state.set_open(true);
    }
    let open = state.is_open();
    let mut clicked = false;
    let mut header = basic::header(ui, state, |ui| {
        let name = RichText::new("More").color(palette(ui).weak);
        let hint = fields.iter().map(|field| field.label()).collect::<Vec<_>>().join(", ");
        clicked = ui.add(Label::new(name).sense(Sense::click())).on_hover_text(hint).clicked();
        if !open {
            let room = form.room(ui, 0);
            ui.label(widgets::one_line(ui, &summary(spot, fields), TextStyle::Body, palette(ui).text, room));
        }
    });
    if clicked {
        header.toggle();
    }
    header.body(|ui| {
        for field in fields {
            entry(ui, form, &spot.child(*field, field.name()));
        }
    });
}

/// Returns a summary of the fields in the record itself: `rounds 12, while ready`.
fn summary(spot: &Spot<'_>, fields: &[Field]) -> String {
    let written = fields.iter().filter_map(|field| {
        let value = spot.child(*field, field.name()).written?;
        let value = match value {
            Value::Array(items) => items.iter().map(scalar::shown).collect::<Vec<_>>().join(" to "),
            single => scalar::shown(single),
        };
        Some(format!("{} {value}", field.name()))
    });
    written.collect::<Vec<_>>().join(", ")
}

/// Shows a menu of kinds below a clicked button; returns the one picked in this frame.
pub(crate) fn choose(button: &Response, kinds: &[Choice]) -> Option<&'static str> {
    let menu = Popup::menu(button).style(basic::menu_style).show(|ui| {
        ui.set_min_width(280.0);
        let mut picked = None;
        for kind in kinds {
            let text = scalar::word_text(ui, kind.value, kind.doc, palette(ui).text);
            let response = ui.selectable_label(false, text).accessible_name(scalar::spoken(kind));
            if response.clicked() {
                picked = Some(kind.value);
            }
        }
        picked
    });
    menu?.inner
}
