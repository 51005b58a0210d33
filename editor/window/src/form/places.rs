//! The input for fixed-length texts in which each character is a choice, such as the protections that an attack
//! bypasses.

use egui::{CollapsingHeader, ComboBox, Label, RichText, Ui, vec2};
use foeman_schema::notation::Place;
use serde_json::Value;

use super::{Form, LABEL, Spot, scalar};
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, ROW, palette};

/// Draws a list for each character, below the text; expanded if the value is in the record itself.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, places: &[Place]) {
    let usual = || places.iter().filter_map(|place| Some(place.choices.first()?.0)).collect();
    let letters: Vec<char> = spot.effective().map_or_else(usual, |value| scalar::shown(value).chars().collect());
    if letters.len() != places.len() {
        // The text is invalid, so there is nothing to choose until it is fixed in the input above.
        return;
    }
    let name = RichText::new(format!("{} in words", spot.field.label())).small().color(palette(ui).weak);
    let header = CollapsingHeader::new(name).id_salt(spot.id().with("places")).default_open(spot.is_written());
    header.show(ui, |ui| {
        for (at, place) in places.iter().enumerate() {
            if let Some(letter) = row(ui, form.right, spot, place, letters[at]) {
                let written: String =
                    letters.iter().enumerate().map(|(other, old)| if other == at { letter } else { *old }).collect();
                form.actions.push(Action::Set(spot.pointer.clone(), Value::from(written)));
                form.actions.push(Action::Settle);
            }
        }
    });
}

/// Draws a character: its meaning, and a list of choices; returns the one picked in this frame.
fn row(ui: &mut Ui, right: f32, spot: &Spot<'_>, place: &Place, now: char) -> Option<char> {
    let colors = palette(ui);
    let color = if spot.is_written() { colors.text } else { colors.weak };
    let meaning = |letter: char| place.choices.iter().find(|(other, _)| *other == letter).map(|(_, meaning)| *meaning);
    ui.horizontal(|ui| {
        let name = capitalised(place.name);
        let size = vec2((LABEL - ui.spacing().indent).max(56.0), ROW);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_size(size);
            ui.add(Label::new(RichText::new(&name).color(color)).truncate());
        });
        ui.add_space(GAP);
        let width = (right - ui.cursor().left()).max(48.0);
        let text = scalar::word_text(ui, &now.to_string(), meaning(now).unwrap_or_default(), color);
        let combo = ComboBox::from_id_salt(spot.id().with(place.name)).width(width).selected_text(text).truncate();
        let shown = combo.show_ui(ui, |ui| {
            ui.set_min_width(width.max(320.0));
            let mut picked = None;
            for (letter, meaning) in place.choices {
                let text = scalar::word_text(ui, &letter.to_string(), meaning, colors.text);
                let response = ui.selectable_label(*letter == now, text);
                if response.accessible_name(format!("{name}: {meaning}")).clicked() && *letter != now {
                    picked = Some(*letter);
                }
            }
            picked
        });
        let response = shown.response.accessible_name(format!("{}: {name}", spot.field.label()));
        if let Some(meaning) = meaning(now) {
            let whole = scalar::word_text(ui, &now.to_string(), meaning, colors.text);
            response.on_hover_text(whole);
        }
        shown.inner.flatten()
    })
    .inner
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
