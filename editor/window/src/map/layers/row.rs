//! A row of the list of layers: its name, an eye and a lock.

use egui::{CornerRadius, Id, Rect, Response, Role, Sense, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::map::layer::Layer;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::theme::{self, GAP, ICON, ROUND, ROW, palette};

/// The side of the eye and the lock, in points.
const SIDE: f32 = 22.0;

/// A row of the list of layers.
pub(crate) struct LayerRow<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its icon.
    pub icon: Icon,
    /// Dimmed text after the name, such as a number of zones.
    pub note: String,
    /// Whether the tools draw on it.
    pub selected: bool,
    /// Whether it is hidden; `None` if it is always shown.
    pub hidden: Option<bool>,
    /// Whether it is locked; `None` if nothing on it can be changed here.
    pub locked: Option<bool>,
}

/// A clicked part of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// The row itself.
    Select,
    /// The eye.
    Hide,
    /// The lock.
    Lock,
}

/// Draws a row of the list of layers; returns the clicked part.
pub(crate) fn layer_row(ui: &mut Ui, row: &LayerRow<'_>) -> Option<Press> {
    let colors = palette(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW + 2.0));
    let id = Id::unique(("layer", row.name));
    let response = ui.interact(rect, id, Sense::click());
    let name = format!("{} layer", row.name);
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, row.selected, &name));
    let painter = ui.painter();
    let round = CornerRadius::same(theme::ROUND);
    if row.selected {
        painter.rect_filled(rect, round, colors.selected);
    } else if response.hovered() {
        painter.rect_filled(rect, round, colors.hover);
    }
    focus::ring(ui, rect, &response);
    let is_hidden = row.hidden == Some(true);
    let color = if is_hidden { colors.weak } else { colors.text };
    let icon = Rect::from_center_size(pos2(rect.left() + 13.0, rect.center().y), Vec2::splat(ICON));
    row.icon.paint(painter, icon, if row.selected { colors.accent } else { color });
    let mut right = rect.right() - GAP;
    let word = row.name.to_lowercase();
    let mut press = response.clicked().then_some(Press::Select);
    for (state, kind) in [(row.locked, Press::Lock), (row.hidden, Press::Hide)] {
        let place = Rect::from_center_size(pos2(right - SIDE / 2.0, rect.center().y), Vec2::splat(SIDE));
        right -= SIDE + 2.0;
        let Some(on) = state else { continue };
        let (icon, verb) = match (kind, on) {
            (Press::Lock, false) => (Icon::Unlock, "Lock"),
            (Press::Lock, true) => (Icon::Lock, "Unlock"),
            (_, false) => (Icon::Shown, "Hide"),
            (_, true) => (Icon::Eye, "Show"),
        };
        if toggle(ui, place, id.with(verb), icon, &format!("{verb} {word}"), on).clicked() {
            press = Some(kind);
        }
    }
    let text = widgets::one_line(ui, row.name, TextStyle::Body, color, right - icon.right() - 2.0 * GAP);
    let at = pos2(icon.right() + 2.0 * GAP, rect.center().y - text.size().y / 2.0);
    let end = at.x + text.size().x + 2.0 * GAP;
    ui.painter().galley(at, text, color);
    if !row.note.is_empty() && right - end > 24.0 {
        let note = widgets::one_line(ui, &row.note, TextStyle::Small, colors.weak, right - end - GAP);
        let at = pos2(end, rect.center().y - note.size().y / 2.0);
        ui.painter().galley(at, note, colors.weak);
        response.on_hover_text(format!("{}: {}", row.name, row.note));
    }
    press
}

fn toggle(ui: &Ui, place: Rect, id: Id, icon: Icon, name: &str, on: bool) -> Response {
    let colors = palette(ui);
    let response = ui.interact(place, id, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(place, ROUND, colors.button);
    }
    focus::ring(ui, place, &response);
    let color = if on { colors.accent } else { colors.weak };
    icon.paint(ui.painter(), Rect::from_center_size(place.center(), Vec2::splat(ICON)), color);
    response.on_hover_text(name)
}

/// Draws the row of a map layer, and pushes the actions of its eye and lock; returns whether it was selected.
pub(crate) fn layer_switches(
    ui: &mut Ui,
    session: &Session,
    layer: Layer,
    (note, selected, can_lock): (String, bool, bool),
    actions: &mut Actions,
) -> bool {
    let view = session.view();
    let row = LayerRow {
        name: layer.name(),
        icon: layer.icon(),
        note,
        selected,
        hidden: Some(view.hidden.contains(&layer)),
        locked: can_lock.then(|| view.locked.contains(&layer)),
    };
    match layer_row(ui, &row) {
        Some(Press::Hide) => actions.push(Action::Hide(layer)),
        Some(Press::Lock) => actions.push(Action::Lock(layer)),
        Some(Press::Select) => return true,
        None => {}
    }
    false
}
