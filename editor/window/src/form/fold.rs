//! Compound values that fold to a heading or to a short sentence.

use egui::collapsing_header::CollapsingState;
use egui::{Button, Id, TextStyle, Ui};
use foeman_schema::text::Pointer;

use super::{BETWEEN, Form, Spot, body, gutter};
use crate::kit::basic;
use crate::kit::focus;
use crate::kit::widgets;
use foeman_scene::theme::palette;

/// Returns the state of a collapsible heading; it is expanded if a value below it is to be revealed.
pub(crate) fn opened(ui: &Ui, form: &Form<'_>, spot: &Spot<'_>) -> CollapsingState {
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), spot.id().with("open"), true);
    if form.reveal.is_some_and(|reveal| reveal.parts().starts_with(spot.pointer.parts())) {
        state.set_open(true);
    }
    state
}

/// The most lines that a value in words takes; the rest is cut off.
const LINES: usize = 2;

/// Draws a value in words, no further right than `right`; returns whether it was clicked.
pub(crate) fn reading(ui: &mut Ui, right: f32, text: &str) -> bool {
    let width = (right - ui.cursor().left() - BETWEEN).max(48.0);
    let words = widgets::lines(ui, text, TextStyle::Button, palette(ui).text, (width, LINES));
    let is_whole = !words.elided;
    let button = Button::new(words).frame(false);
    let response = super::within(ui, width, |ui| ui.add(button));
    focus::ring(ui, response.rect.expand2(egui::vec2(BETWEEN / 2.0, 0.0)), &response);
    if is_whole { response.clicked() } else { response.on_hover_text(text).clicked() }
}

/// Draws a compound value as a heading that opens for editing. It is closed at first, unless it is new, or something
/// in it is to be revealed. The heading sets its last argument to open or close it.
pub(crate) fn folding<'a>(
    ui: &mut Ui,
    form: &mut Form<'a>,
    spot: &Spot<'_>,
    heading: impl FnOnce(&mut Ui, &mut Form<'a>, &mut bool),
) {
    let top = ui.cursor().top();
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), spot.id().with("open"), false);
    let is_new = ui.data(|data| data.get_temp::<Pointer>(added())).is_some_and(|new| new == spot.pointer);
    if is_new {
        ui.data_mut(|data| data.remove::<Pointer>(added()));
    }
    let sought = form.reveal.is_some_and(|reveal| reveal.parts().starts_with(spot.pointer.parts()));
    if is_new || sought || (!state.is_open() && gutter::inside(ui, form, spot, top)) {
        state.set_open(true);
    }
    let mut toggle = false;
    let mut header = basic::header(ui, state, |ui| heading(ui, form, &mut toggle));
    if toggle {
        header.toggle();
    }
    header.body(|ui| body(ui, form, spot));
    gutter::ui(ui, form, spot, top);
}

/// The id of the pointer of the value added last, which opens when it is drawn.
fn added() -> Id {
    Id::unique("added value")
}

/// Opens a value when it is drawn for the first time.
pub(crate) fn open_new(ui: &Ui, pointer: Pointer) {
    ui.data_mut(|data| data.insert_temp(added(), pointer));
}
