//! The options row above a map: drop-downs and switches on one line of constant height. What does not fit moves into a
//! menu at its end.

use egui::containers::menu::{MenuConfig, SubMenu};
use egui::{
    Align, Button, Layout, Popup, PopupCloseBehavior, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, TextStyle,
    Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::icon::Icon;
use super::widgets;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, ICON, ICON_SMALL, LINE, ROW, palette};

/// The height of the row, in points.
pub const HEIGHT: f32 = 32.0;
/// The side of a switch, in points.
pub const SWITCH: f32 = ROW + 2.0;
/// The maximum height of a list, in points.
const TALLEST: f32 = 380.0;
/// The width of a mark before a text, in points.
const MARK: f32 = 22.0;

/// Draws a control or the content of a list.
pub type Draw<'a> = Box<dyn FnOnce(&mut Ui, &mut Actions) + 'a>;

/// Draws a mark before the text of a drop-down, around a point.
pub type Mark<'a> = Box<dyn FnOnce(&Ui, Pos2) + 'a>;

/// An option of the row.
pub struct Choice<'a> {
    /// Its accessible name, and its label in the menu.
    pub name: &'a str,
    /// Its width, in points.
    pub width: f32,
    /// Its importance; those with higher numbers move into the menu first.
    pub rank: u8,
    /// Whether it is at the right end.
    pub at_end: bool,
    /// Its tooltip.
    pub help: String,
    /// Its control.
    pub control: Control<'a>,
}

/// The control of an option.
pub enum Control<'a> {
    /// A drop-down with its current value.
    List {
        /// The current value.
        shown: String,
        /// The mark before the value.
        mark: Option<Mark<'a>>,
        /// Draws the list.
        list: Draw<'a>,
    },
    /// A switch with an icon, whether it is on, and the actions of a click.
    Switch(Icon, bool, Actions),
    /// Any control of this width.
    Widget(Draw<'a>),
}

impl<'a> Choice<'a> {
    /// Creates a drop-down.
    pub fn list(
        name: &'a str,
        (rank, width): (u8, f32),
        shown: impl Into<String>,
        list: impl FnOnce(&mut Ui, &mut Actions) + 'a,
    ) -> Self {
        let control = Control::List { shown: shown.into(), mark: None, list: Box::new(list) };
        Self { name, width, rank, at_end: false, help: String::new(), control }
    }

    /// Creates an option from any control.
    pub fn widget(name: &'a str, (rank, width): (u8, f32), draw: impl FnOnce(&mut Ui, &mut Actions) + 'a) -> Self {
        Self { name, width, rank, at_end: false, help: String::new(), control: Control::Widget(Box::new(draw)) }
    }

    /// Creates a switch.
    pub fn switch(name: &'a str, rank: u8, icon: Icon, on: bool, action: Option<Action>) -> Self {
        let control = Control::Switch(icon, on, action.into_iter().collect());
        Self { name, width: SWITCH, rank, at_end: false, help: name.to_owned(), control }
    }

    /// Sets the tooltip.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Places it at the right end.
    #[must_use]
    pub fn at_end(self) -> Self {
        Self { at_end: true, ..self }
    }

    /// Draws a mark before the value of a drop-down.
    #[must_use]
    pub fn with_mark(mut self, mark: impl FnOnce(&Ui, Pos2) + 'a) -> Self {
        if let Control::List { mark: place, .. } = &mut self.control {
            *place = Some(Box::new(mark));
        }
        self
    }
}

/// Draws the row in a rectangle.
pub fn ui(ui: &mut Ui, rect: Rect, mut choices: Vec<Choice<'_>>, actions: &mut Actions) {
    let colors = palette(ui);
    ui.painter().rect_filled(rect, 0, colors.panel);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(LINE, colors.line));
    let inner = Rect::from_center_size(rect.center(), vec2((rect.width() - 4.0 * GAP).max(SWITCH), SWITCH));
    let fits = fitting(&choices, inner.width());
    let mut rest = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (choice, fits) in choices.drain(..).zip(fits) {
        match (fits, choice.at_end) {
            (false, _) => rest.push(choice),
            (true, false) => left.push(choice),
            (true, true) => right.push(choice),
        }
    }
    let mut row = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center)));
    row.spacing_mut().item_spacing.x = GAP;
    for choice in left {
        placed(&mut row, choice, actions);
    }
    let width: f32 = right.iter().map(|choice| choice.width + GAP).sum();
    let more = if rest.is_empty() { 0.0 } else { SWITCH + GAP };
    row.add_space((row.available_width() - width - more + GAP).max(0.0));
    for choice in right {
        placed(&mut row, choice, actions);
    }
    if !rest.is_empty() {
        menu(&mut row, rest, actions);
    }
}

/// Returns for each option whether it fits: the most important ones that leave room for the menu with the others.
fn fitting(choices: &[Choice<'_>], width: f32) -> Vec<bool> {
    let whole: f32 = choices.iter().map(|choice| choice.width + GAP).sum::<f32>() - GAP;
    if whole <= width {
        return vec![true; choices.len()];
    }
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|at| choices[*at].rank);
    let mut fits = vec![false; choices.len()];
    let mut left = width - SWITCH;
    for at in order {
        left -= choices[at].width + GAP;
        if left < 0.0 {
            break;
        }
        fits[at] = true;
    }
    fits
}

fn placed(ui: &mut Ui, choice: Choice<'_>, actions: &mut Actions) {
    let Choice { name, width, help, control, .. } = choice;
    match control {
        Control::List { shown, mark, list } => {
            let response = drop_down(ui, name, &shown, width, mark);
            let popup = Popup::menu(&response)
                .style(super::basic::menu_style)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            popup.show(|ui| scrolled(ui, width, |ui| list(ui, actions)));
            let is_whole = help.is_empty();
            let text = if is_whole { shown } else { format!("{shown}\n{help}") };
            response.on_hover_text(text);
        }
        Control::Switch(icon, on, wanted) => {
            let applies = !wanted.is_empty();
            let button = ui.add_enabled_ui(applies, |ui| switch(ui, icon, name, Some(on))).inner;
            if button.on_hover_text(&help).on_disabled_hover_text(help).clicked() {
                actions.extend(wanted);
            }
        }
        Control::Widget(draw) => {
            let place = Rect::from_min_size(ui.cursor().min, vec2(width, ui.available_height()));
            let layout = Layout::left_to_right(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
                ui.set_width(width);
                draw(ui, actions);
            });
        }
    }
}

/// Draws the menu with the options that do not fit.
fn menu(ui: &mut Ui, rest: Vec<Choice<'_>>, actions: &mut Actions) {
    let response = widgets::icon_button(ui, Icon::More, "More options");
    let popup =
        Popup::menu(&response).style(super::basic::menu_style).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.set_min_width(190.0);
        for Choice { name, width, control, .. } in rest {
            match control {
                Control::List { shown, list, .. } => {
                    let text = if shown == name { shown } else { format!("{name}: {shown}") };
                    let arrow = egui::containers::menu::SubMenuButton::arrow_atom(None);
                    let button = ui.add(Button::new(text).truncate().right_text(arrow));
                    ui.ctx().accesskit_node_builder(button.id, |node| node.set_role(Role::ComboBox));
                    let button = button.accessible_name(name);
                    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
                    SubMenu::new().config(stays).show(ui, &button, |ui| {
                        scrolled(ui, width, |ui| list(ui, actions));
                    });
                }
                Control::Switch(icon, on, wanted) => {
                    let button = ui.horizontal(|ui| {
                        let button = switch(ui, icon, name, Some(on));
                        ui.label(name);
                        button
                    });
                    if button.inner.clicked() {
                        actions.extend(wanted);
                    }
                }
                Control::Widget(draw) => drop(ui.horizontal(|ui| draw(ui, actions))),
            }
        }
    });
}

fn scrolled(ui: &mut Ui, width: f32, list: impl FnOnce(&mut Ui)) {
    ui.set_min_width(width);
    let tallest = TALLEST.min(ui.ctx().content_rect().height() * 0.7);
    ScrollArea::vertical().max_height(tallest).show(ui, |ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        list(ui);
    });
}

/// Draws a drop-down button of a given width.
fn drop_down(ui: &mut Ui, name: &str, shown: &str, width: f32, mark: Option<Mark<'_>>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), name);
        info.current_text_value = Some(shown.to_owned());
        info
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = *ui.style().interact(&response);
    let (round, stroke) = (visuals.corner_radius, visuals.bg_stroke);
    ui.painter().rect(rect, round, visuals.weak_bg_fill, stroke, egui::StrokeKind::Inside);
    let mut left = rect.left() + 1.5 * GAP;
    if let Some(mark) = mark {
        mark(ui, pos2(left + MARK / 2.0 - 2.0, rect.center().y));
        left += MARK;
    }
    let chevron = Rect::from_center_size(pos2(rect.right() - 10.0, rect.center().y), Vec2::splat(ICON_SMALL));
    Icon::Opened.paint(ui.painter(), chevron, palette(ui).weak);
    let galley = widgets::one_line(ui, shown, TextStyle::Button, visuals.text_color(), chevron.left() - 2.0 - left);
    ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, visuals.text_color());
    response
}

/// Closes the drop-down or menu that contains a list; a list in a pane stays.
pub fn close(ui: &Ui) {
    if egui::containers::menu::is_in_menu(ui) {
        ui.close();
    }
}

/// Draws a button with an icon. With a state it is a switch.
pub fn switch(ui: &mut Ui, icon: Icon, name: &str, state: Option<bool>) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SWITCH), Sense::click());
    let on = state == Some(true);
    response.widget_info(|| match state {
        Some(on) => WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), on, name),
        None => WidgetInfo::labeled(Role::Button, ui.is_enabled(), name),
    });
    let colors = palette(ui);
    let visuals = ui.style().interact_selectable(&response, on);
    if on || response.hovered() || response.has_focus() {
        let (round, fill, stroke) = (visuals.corner_radius, visuals.weak_bg_fill, visuals.bg_stroke);
        ui.painter().rect(rect, round, fill, stroke, egui::StrokeKind::Inside);
    }
    let color = if on { colors.accent } else { colors.text };
    widgets::icon_of(ui, icon, Rect::from_center_size(rect.center(), Vec2::splat(ICON)), color);
    response
}
