//! The drawers: panes at the bottom and on the right of the window, outside the tiles. Closed, they take no room.

use egui::{Align, Frame, Layout, Panel as Side, RichText, Role, TextStyle, Ui, WidgetInfo, vec2};

use super::action::{Action, Actions};
use super::dock;
use super::panes::kind;
use super::session::Session;
use super::view::Pane;
use super::workspace::Workspace;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use foeman_scene::theme::{GAP, LINE, palette};

/// The share of the window for the drawer at the bottom when it is first opened.
const SHARE: f32 = 0.24;
/// The width of the drawer on the right when it is first opened, in points.
const WIDTH: f32 = 320.0;
/// The height of the heading of a drawer, in points.
const HEAD: f32 = 30.0;

/// Draws the open drawers. At most half of the window is theirs.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let (drawers, room) = (&workspace.view().drawers, ui.available_size());
    let frame = Frame::new().fill(palette(ui).panel);
    let mut content = |ui: &mut Ui, offered: &[Pane], pane: &Pane| {
        let aside = head(ui, workspace.session(), offered, pane, actions);
        if let Some(aside) = aside.zip(kind(pane).aside) {
            let (mut place, draw) = aside;
            draw(&mut place, workspace, actions);
        }
        let rect = ui.available_rect_before_wrap();
        ui.painter().hline(rect.x_range(), rect.top(), egui::Stroke::new(LINE, palette(ui).line));
        // Content that is too wide must not widen the drawer.
        let mut place = ui.new_child(egui::UiBuilder::new().max_rect(rect));
        place.shrink_clip_rect(rect);
        dock::pane(&mut place, workspace, pane, actions);
        ui.advance_cursor_after_rect(rect);
    };
    if let Some(pane) = drawers.right() {
        let most = (room.x / 2.0).max(240.0);
        let panel = Side::right("right drawer").frame(frame).default_size(WIDTH.min(most)).size_range(200.0..=most);
        panel.show(ui, |ui| content(ui, std::slice::from_ref(pane), pane));
    }
    if let Some(pane) = drawers.bottom() {
        let most = (room.y / 2.0).max(120.0);
        let panel = Side::bottom("bottom drawer").frame(frame).default_size(room.y * SHARE).size_range(90.0..=most);
        let exists = |pane: &Pane| (kind(pane).exists)(workspace.session(), pane);
        let offered: Vec<Pane> = Pane::BOTTOM.into_iter().filter(exists).collect();
        panel.show(ui, |ui| content(ui, &offered, pane));
    }
}

/// Draws the tabs of a drawer and the button that closes it. Returns the place for the controls of the pane.
fn head(ui: &mut Ui, session: &Session, offered: &[Pane], shown: &Pane, actions: &mut Actions) -> Option<Ui> {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), egui::Sense::hover());
    let rect = rect.shrink2(vec2(2.0 * GAP, 0.0));
    let row = egui::UiBuilder::new().max_rect(rect);
    let mut tabs = ui.new_child(row.layout(Layout::left_to_right(Align::Center)).id_salt("tabs"));
    for pane in offered {
        tab(&mut tabs, session, pane, shown, actions);
    }
    let rest = tabs.available_rect_before_wrap();
    let row = egui::UiBuilder::new().max_rect(rest);
    let mut end = ui.new_child(row.layout(Layout::right_to_left(Align::Center)).id_salt("end"));
    let title = (kind(shown).title)(session, shown);
    if widgets::icon_button(&mut end, Icon::Close, &format!("Hide {title} tab")).clicked() {
        actions.push(Action::Close(shown.clone()));
    }
    kind(shown).aside.is_some().then_some(end)
}

fn tab(ui: &mut Ui, session: &Session, pane: &Pane, shown: &Pane, actions: &mut Actions) {
    let (colors, chosen) = (palette(ui), pane == shown);
    let title = (kind(pane).title)(session, pane);
    let color = if chosen { colors.strong } else { colors.weak };
    let text = RichText::new(&title).text_style(TextStyle::Body).color(color);
    let response = ui.add(egui::Button::selectable(chosen, text));
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, format!("{title} tab")));
    if response.clicked() && !chosen {
        actions.push(Action::Show(pane.clone()));
    }
}
