//! Controls of the bar and the timeline: icon buttons, menus behind icons, and badges with popups.

use egui::{
    Color32, CornerRadius, Id, Popup, PopupCloseBehavior, Rect, RectAlign, Response, Role, Sense, StrokeKind,
    TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::kit::basic;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::shell::action::Actions;
use crate::shell::commands::Command;
use crate::shell::session::Now;
use foeman_scene::theme::{self, GAP, LINE, ROW, alpha, palette};

/// The size of an icon, in points.
const ICON: f32 = 14.0;
/// The maximum width of a popup, in points.
const WIDEST: f32 = 360.0;

/// Draws an icon button. Its id depends on its name only, so that it keeps the focus when others come and go.
pub(crate) fn icon(ui: &mut Ui, icon: Icon, name: &str, hint: &str) -> Response {
    let (_, rect) = ui.allocate_space(Vec2::splat(ROW));
    let response = ui.interact(rect, Id::unique(("play control", name)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let visuals = *ui.style().interact(&response);
        if response.hovered() || response.has_focus() {
            let round = visuals.corner_radius;
            ui.painter().rect(rect, round, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
        }
        let color = if ui.is_enabled() { visuals.fg_stroke.color } else { palette(ui).outline };
        icon.paint(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(ICON)), color);
    }
    response.on_hover_text(hint).on_disabled_hover_text(hint)
}

/// Returns the name of a command with its keys: `Step (F11)`.
pub(crate) fn with_keys(ui: &Ui, now: &Now<'_>, command: &Command) -> String {
    match command.shown_keys(ui.ctx(), now.session) {
        Some(keys) => format!("{} ({keys})", command.name.trim_end_matches('…')),
        None => command.name.trim_end_matches('…').to_owned(),
    }
}

/// Draws a command as an icon button.
pub(crate) fn command(ui: &mut Ui, now: &Now<'_>, command: &Command, actions: &mut Actions) {
    let hint = with_keys(ui, now, command);
    command_with(ui, now, command, &hint, actions);
}

/// Draws a command as an icon button with a certain tooltip.
pub(crate) fn command_with(ui: &mut Ui, now: &Now<'_>, command: &Command, hint: &str, actions: &mut Actions) {
    let picture = command.icon.unwrap_or(Icon::Play);
    let enabled = (command.applies)(now);
    let clicked = ui.add_enabled_ui(enabled, |ui| icon(ui, picture, command.name, hint)).inner.clicked();
    if clicked {
        actions.extend((command.action)(now));
    }
}

/// Draws the entry of a command in a menu.
pub(crate) fn entry(ui: &mut Ui, now: &Now<'_>, command: &Command, actions: &mut Actions) {
    let mut button = egui::Button::new(command.name);
    if let Some(keys) = command.shown_keys(ui.ctx(), now.session) {
        button = button.shortcut_text(keys);
    }
    if ui.add_enabled((command.applies)(now), button).clicked() {
        actions.extend((command.action)(now));
        ui.close();
    }
}

/// Shows a menu below its button while it is open.
pub(crate) fn menu(button: &Response, content: impl FnOnce(&mut Ui)) {
    Popup::menu(button).style(basic::menu_style).align(RectAlign::BOTTOM_START).gap(2.0).show(|ui| {
        ui.set_min_width(200.0);
        content(ui);
    });
}

/// Shows a popup at its button while it is open; clicks in it do not close it.
pub(crate) fn popup(button: &Response, align: RectAlign, content: impl FnOnce(&mut Ui)) {
    let popup = Popup::from_toggle_button_response(button).align(align).gap(4.0);
    popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        let room = ui.ctx().content_rect().width() - 40.0;
        ui.set_max_width(WIDEST.min(room));
        ui.set_min_width(220.0);
        content(ui);
    });
}

/// Something worth knowing about a battle: an icon in the bar, with a popup.
pub(crate) struct Badge<'a> {
    /// Its accessible name and tooltip.
    pub name: String,
    /// The text next to its icon, if there is room.
    pub text: String,
    pub icon: Icon,
    pub color: Color32,
    /// Draws the content of its popup.
    pub content: Content<'a>,
}

/// A function that draws the content of a popup.
pub(crate) type Content<'a> = Box<dyn Fn(&mut Ui, &mut Actions) + 'a>;

impl Badge<'_> {
    /// Returns the width of the button, with or without its text.
    pub(crate) fn width(&self, ui: &Ui, has_text: bool) -> f32 {
        match has_text && !self.text.is_empty() {
            true => ICON + 5.0 * GAP + self.galley(ui).size().x,
            false => ROW + 2.0,
        }
    }

    fn galley(&self, ui: &Ui) -> std::sync::Arc<egui::Galley> {
        let font = TextStyle::Small.resolve(ui.style());
        ui.painter().layout_no_wrap(self.text.clone(), font, palette(ui).text)
    }

    /// Draws the button, and the popup while it is open.
    pub(crate) fn ui(&self, ui: &mut Ui, has_text: bool, actions: &mut Actions) {
        let colors = palette(ui);
        let (_, rect) = ui.allocate_space(vec2(self.width(ui, has_text), ROW));
        // The number in a name can change while the popup is open.
        let kind = self.name.split(['(', ':']).next().unwrap_or_default();
        let response = ui.interact(rect, Id::unique(("badge", kind)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &self.name));
        if ui.is_rect_visible(rect) {
            let round = CornerRadius::same(theme::ROUND);
            let is_lit = response.hovered() || response.has_focus();
            let fill = if is_lit { colors.hover } else { self.color.gamma_multiply(alpha::FAINT) };
            let edge =
                egui::Stroke::new(LINE, if is_lit { self.color } else { self.color.gamma_multiply(alpha::HALF) });
            ui.painter().rect(rect, round, fill, edge, StrokeKind::Inside);
            let has_text = has_text && !self.text.is_empty();
            let middle = match has_text {
                true => pos2(rect.left() + 1.5 * GAP + ICON / 2.0, rect.center().y),
                false => rect.center(),
            };
            focus::ring(ui, rect, &response);
            self.icon.paint(ui.painter(), Rect::from_center_size(middle, Vec2::splat(ICON)), self.color);
            if has_text {
                let galley = self.galley(ui);
                let at = pos2(middle.x + ICON / 2.0 + 1.5 * GAP, rect.center().y - galley.size().y / 2.0);
                ui.painter().galley(at, galley, colors.text);
            }
        }
        let response = response.on_hover_text(&self.name);
        popup(&response, RectAlign::BOTTOM_END, |ui| (self.content)(ui, actions));
    }
}
