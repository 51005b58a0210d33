//! The drawers: panes at the bottom and on the right of the window, outside the tiles. Closed, they take no room.

use egui::{Align, Frame, Layout, Margin, Panel as Side, RichText, Role, TextStyle, Ui, WidgetInfo};

use super::action::{Action, Actions};
use super::dock;
use super::panes::kind;
use super::view::Pane;
use super::workspace::Workspace;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use foeman_scene::theme::{GAP, palette};

/// The height of the drawer at the bottom when it is first opened, in points.
const HEIGHT: f32 = 180.0;
/// The width of the drawer on the right when it is first opened, in points.
const WIDTH: f32 = 320.0;
/// The height of the heading of a drawer, in points.
const HEAD: f32 = 30.0;

/// Draws the open drawers. At most half of the window is theirs.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let (drawers, room) = (&workspace.view().drawers, ui.available_size());
    let frame = Frame::new().fill(palette(ui).panel);
    if let Some(pane) = drawers.right() {
        let most = (room.x / 2.0).max(240.0);
        let panel = Side::right("right drawer").frame(frame).default_size(WIDTH.min(most)).size_range(200.0..=most);
        panel.show(ui, |ui| {
            head(ui, workspace, std::slice::from_ref(pane), pane, actions);
            body(ui, workspace, pane, actions);
        });
    }
    if let Some(pane) = drawers.bottom() {
        let most = (room.y / 2.0).max(120.0);
        let panel = Side::bottom("bottom drawer").frame(frame).default_size(HEIGHT.min(most)).size_range(90.0..=most);
        panel.show(ui, |ui| {
            let offered: Vec<Pane> =
                Pane::BOTTOM.into_iter().filter(|pane| (kind(pane).exists)(workspace.session(), pane)).collect();
            head(ui, workspace, &offered, pane, actions);
            body(ui, workspace, pane, actions);
        });
    }
}

/// Draws the tabs of a drawer, the controls of the pane, and the button that closes the drawer.
fn head(ui: &mut Ui, workspace: &Workspace, offered: &[Pane], shown: &Pane, actions: &mut Actions) {
    let frame = Frame::new().inner_margin(Margin::symmetric(8, 0));
    frame.show(ui, |ui| {
        ui.set_height(HEAD);
        ui.horizontal_centered(|ui| {
            for pane in offered {
                tab(ui, workspace, pane, shown, actions);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let title = (kind(shown).title)(workspace.session(), shown);
                if widgets::icon_button(ui, Icon::Close, &format!("Hide {title} tab")).clicked() {
                    actions.push(Action::Close(shown.clone()));
                }
                if let Some(aside) = kind(shown).aside {
                    aside(ui, workspace, actions);
                }
            });
        });
    });
}

fn tab(ui: &mut Ui, workspace: &Workspace, pane: &Pane, shown: &Pane, actions: &mut Actions) {
    let (colors, chosen) = (palette(ui), pane == shown);
    let title = (kind(pane).title)(workspace.session(), pane);
    let color = if chosen { colors.strong } else { colors.weak };
    let text = RichText::new(&title).text_style(TextStyle::Body).color(color);
    let response = ui.add(egui::Button::selectable(chosen, text));
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, format!("{title} tab")));
    if response.clicked() && !chosen {
        actions.push(Action::Show(pane.clone()));
    }
}

fn body(ui: &mut Ui, workspace: &Workspace, pane: &Pane, actions: &mut Actions) {
    let rect = ui.available_rect_before_wrap();
    let line = egui::Stroke::new(1.0, palette(ui).line);
    ui.painter().hline(rect.x_range(), rect.top() - GAP / 2.0, line);
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| dock::pane(ui, workspace, pane, actions));
    ui.advance_cursor_after_rect(rect);
}
