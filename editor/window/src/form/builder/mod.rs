//! The builder of a short text, such as damage: a button next to its input, which opens a popup with a control for each
//! part of the text.

mod around;
mod controls;
mod parts;
mod popup;

use egui::{Frame, Id, Popup, PopupCloseBehavior, RectAlign, Ui};
use foeman_engine::builder::Builder;

use super::{BETWEEN, FORM, Form, Spot};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::index::sentence;
use crate::shell::action::Action;
use foeman_scene::theme::{ROW, margin};

/// The width of the popup, in points.
const WIDTH: f32 = 530.0;
/// The margin between the popup and the edges of the window, in points.
const MARGIN: f32 = 24.0;

/// Returns the width of the button, in points; 0 if the value has no builder.
pub(crate) fn width(form: &Form<'_>, spot: &Spot<'_>) -> f32 {
    if of(form, spot).is_some() { ROW + BETWEEN } else { 0.0 }
}

/// Draws the button, and the popup while it is open.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let Some(builder) = of(form, spot) else { return };
    let id = spot.id().with("builder");
    let was_open = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let button = widgets::icon_button(ui, Icon::Tools, &format!("Build {}", name(spot).to_lowercase()));
    let mut open = was_open != button.clicked();
    if open {
        // Drop-down lists of the popup are popups too; while one is open, a click or Escape closes only the list.
        let has_list = Popup::is_any_open(ui.ctx());
        let room = ui.ctx().content_rect().shrink(MARGIN);
        let mut stays = true;
        let popup = Popup::from_response(&button)
            .id(id.with("popup"))
            .align(RectAlign::BOTTOM_END)
            .align_alternatives(&[RectAlign::TOP_END, RectAlign::LEFT_START, RectAlign::BOTTOM_START])
            .close_behavior(PopupCloseBehavior::IgnoreClicks)
            .frame(Frame::popup(ui.style()).inner_margin(margin::CARD))
            .width(WIDTH.min(room.width()))
            .open_bool(&mut stays);
        let shown = popup.show(|ui| popup::ui(ui, form, spot, builder, room));
        let outside = shown.is_some_and(|shown| shown.response.clicked_elsewhere());
        open = has_list || stays && !(was_open && outside && !button.clicked());
    }
    if open != was_open {
        // All changes while the popup is open are one undo step.
        form.actions.push(Action::Settle);
        ui.data_mut(|data| data.insert_temp(id, open));
    }
}

/// Returns the builder of a value, except in tables, which have no room for it.
fn of(form: &Form<'_>, spot: &Spot<'_>) -> Option<&'static Builder> {
    let name = spot.field.notation().map_or_else(|| spot.field.widget(), |notation| Some(notation.name))?;
    form.engine.filter(|_| spot.host == FORM)?.capabilities().builder(name)
}

/// Returns the name of a value: its label, or for an item of a list the name of the list and its number.
fn name(spot: &Spot<'_>) -> String {
    let mut steps = spot.pointer.parts().iter().rev();
    let place = steps.next().and_then(|last| last.parse::<usize>().ok());
    match (place, steps.next()) {
        (Some(place), Some(list)) => format!("{} {}", sentence(list), place + 1),
        _ => spot.field.label(),
    }
}

/// Returns the id under which a message about a refused change is kept.
fn refusal(spot: &Spot<'_>) -> Id {
    spot.id().with("refused")
}
