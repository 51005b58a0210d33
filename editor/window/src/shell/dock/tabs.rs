//! The tab bar of a group of panes.

use egui::{
    CornerRadius, Id, Rect, Response, Role, ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_tiles::TabState;

use crate::kit::basic;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::Ground;
use crate::shell::panes::kind;
use crate::shell::session::Session;
use crate::shell::view::Pane;
use crate::shell::workspace::Workspace;
use foeman_scene::theme::{ICON, LINE, ROUND_SMALL, ROW, palette};

/// The width of a tab without its title, in points.
const AROUND: f32 = 62.0;
/// The width of the button that lists all tabs, in points.
const LIST: f32 = ROW;

/// Draws the tab of a pane, wide enough for its full title.
pub(crate) fn tab(
    ui: &mut Ui,
    session: &Session,
    actions: &mut Actions,
    id: Id,
    pane: &Pane,
    state: &TabState,
) -> Response {
    let colors = palette(ui);
    let text = title(session, pane);
    let worked_on = state.active && session.view().document() == Some(pane);
    let ground = if kind(pane).ground == Ground::Panel { colors.panel } else { colors.surface };
    let color = if state.active { colors.strong } else { colors.weak };
    let galley = ui.painter().layout_no_wrap(text.clone(), TextStyle::Body.resolve(ui.style()), color);
    let (_, rect) = ui.allocate_space(vec2(galley.size().x + AROUND, ui.available_height()));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, state.active, format!("{text} tab")));
    reveal(ui, id, rect, state.active);
    if ui.is_rect_visible(rect) && !state.is_being_dragged {
        let painter = ui.painter();
        if state.active {
            painter.rect_filled(rect, CornerRadius::ZERO, ground);
            let line = Rect::from_min_size(rect.min, vec2(rect.width(), 2.0));
            let color = if worked_on { colors.accent } else { colors.outline };
            painter.rect_filled(line, CornerRadius::ZERO, color);
        } else if response.hovered() {
            painter.rect_filled(rect.shrink2(vec2(0.0, 1.0)), CornerRadius::ZERO, colors.hover);
        }
        focus::ring(ui, rect.shrink(1.0), &response);
        painter.vline(rect.right() - 0.5, rect.y_range(), Stroke::new(LINE, colors.line));
        let picture = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), Vec2::splat(ICON));
        kind(pane).icon.paint(painter, picture, if worked_on { colors.accent } else { colors.weak });
        painter.galley(pos2(rect.left() + 30.0, rect.center().y - galley.size().y / 2.0), galley, color);
    }
    if close(ui, rect, id, pane, &text) || response.middle_clicked() {
        actions.push(Action::Close(pane.clone()));
    } else if response.clicked() {
        actions.push(Action::Show(pane.clone()));
    }
    response
}

/// Draws the right end of the tab bar: the controls of the active pane, and a list of all tabs if they do not fit.
pub(crate) fn aside(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions, panes: &[&Pane], on_top: Option<&Pane>) {
    let font = TextStyle::Body.resolve(ui.style());
    let width = |pane: &&Pane| {
        let text = title(&workspace.session, pane);
        ui.painter().layout_no_wrap(text, font.clone(), palette(ui).text).size().x + AROUND
    };
    let needed: f32 = panes.iter().map(width).sum();
    if needed > ui.available_width() && panes.len() > 1 {
        list(ui, &workspace.session, actions, panes, on_top);
    }
    if let Some(aside) = on_top.and_then(|pane| kind(pane).aside) {
        aside(ui, workspace, actions);
    }
}

fn list(ui: &mut Ui, session: &Session, actions: &mut Actions, panes: &[&Pane], on_top: Option<&Pane>) {
    let button = ui.add_sized(Vec2::splat(LIST), egui::Button::new("").frame(false)).accessible_name("List of tabs");
    focus::ring(ui, button.rect, &button);
    let color = if button.hovered() { palette(ui).strong } else { palette(ui).weak };
    Icon::Opened.paint(ui.painter(), Rect::from_center_size(button.rect.center(), Vec2::splat(ICON)), color);
    egui::Popup::menu(&button).style(basic::menu_style).show(|ui| {
        ScrollArea::vertical().max_height(ui.ctx().content_rect().height() * 0.7).show(ui, |ui| {
            for pane in panes {
                if ui.selectable_label(on_top == Some(pane), title(session, pane)).clicked() {
                    actions.push(Action::Show((*pane).clone()));
                    ui.close();
                }
            }
        });
    });
    button.on_hover_text("All tabs of this group");
}

/// Scrolls a tab into view when it becomes active.
fn reveal(ui: &Ui, id: Id, rect: Rect, active: bool) {
    let was = id.with("on top");
    let before: bool = ui.data(|data| data.get_temp(was)).unwrap_or_default();
    if active && !before {
        ui.scroll_to_rect_animation(rect, None, egui::style::ScrollAnimation::none());
    }
    ui.data_mut(|data| data.insert_temp(was, active));
}

fn close(ui: &Ui, tab: Rect, id: Id, pane: &Pane, text: &str) -> bool {
    let square = Rect::from_center_size(pos2(tab.right() - 15.0, tab.center().y), Vec2::splat(18.0));
    let response = ui.interact(square, id.with("close"), Sense::click());
    let verb = if pane.is_document() { "Close" } else { "Hide" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{verb} {text} tab")));
    if ui.is_rect_visible(square) && !ui.ctx().is_being_dragged(id) {
        let colors = palette(ui);
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(square, ROUND_SMALL, colors.hover);
        }
        focus::ring(ui, square, &response);
        let color = if response.hovered() { colors.strong } else { colors.weak };
        Icon::Close.paint(ui.painter(), square.shrink(4.0), color);
    }
    response.clicked()
}

fn title(session: &Session, pane: &Pane) -> String {
    (kind(pane).title)(session, pane)
}
