//! The middle of the window: a strip of tabs and what the chosen one shows.

use egui::{CornerRadius, Id, Rect, Role, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::super::action::{Action, Actions, Tab};
use super::super::icon::Icon;
use super::super::widgets;
use super::super::workspace::Workspace;
use super::{map, play, setup, table, tools, welcome};
use crate::theme::{GAP, palette};

/// Height of the strip, in points.
const STRIP: f32 = 32.0;
/// Width of a tab at most, in points.
const WIDEST: f32 = 190.0;

/// Draws the strip and the chosen tab.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    if workspace.pack().is_none() {
        welcome::ui(ui, workspace, actions);
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    strip(ui, workspace, actions);
    ui.spacing_mut().item_spacing.y = 1.5 * GAP;
    match workspace.looking().tab() {
        Some(Tab::Catalog(catalog)) => table::ui(ui, workspace, catalog, actions),
        Some(Tab::Map(key)) => map::ui(ui, workspace, key, actions),
        Some(Tab::Setup(key)) => setup::ui(ui, workspace, key, actions),
        Some(Tab::Play) => play::ui(ui, workspace, actions),
        Some(Tab::Tools) => tools::ui(ui, workspace, actions),
        None if workspace.pack().is_some_and(|pack| pack.draft().dialect().is_none()) => widgets::empty_state(
            ui,
            Icon::Warning,
            "This pack cannot be shown yet",
            "Mend its header in a text editor as the problems below say, then reload it",
            |ui| {
                if ui.button("Reload from disk").clicked() {
                    actions.push(Action::Reload);
                }
            },
        ),
        None => widgets::empty_state(
            ui,
            Icon::Open,
            "No tab is open",
            "Choose a catalog or a record in the pack tree",
            |_| {},
        ),
    }
}

/// The name of a tab for people.
pub fn title(workspace: &Workspace, tab: &Tab) -> String {
    let Some(pack) = workspace.pack() else { return String::new() };
    match tab {
        Tab::Catalog(name) => pack.index().catalog(name).map_or_else(|| name.clone(), |catalog| catalog.title.clone()),
        Tab::Map(key) | Tab::Setup(key) => pack.index().title(key).to_owned(),
        Tab::Play => "Test-play".to_owned(),
        Tab::Tools => "Tools".to_owned(),
    }
}

fn strip(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let colors = palette(ui);
    let (_, whole) = ui.allocate_space(vec2(ui.available_width(), STRIP));
    ui.painter().rect_filled(whole, CornerRadius::ZERO, colors.panel);
    ui.painter().hline(whole.x_range(), whole.bottom() - 0.5, Stroke::new(1.0, colors.line));
    let tabs = &workspace.looking().tabs;
    let room = (whole.width() / tabs.len().max(1) as f32).min(WIDEST);
    let mut left = whole.left();
    for (at, tab) in tabs.iter().enumerate() {
        let active = at == workspace.looking().active;
        let text = title(workspace, tab);
        let color = if active { colors.strong } else { colors.weak };
        let galley = widgets::one_line(ui, &text, TextStyle::Body, color, room - 62.0);
        let rect = Rect::from_min_size(pos2(left, whole.top()), vec2(galley.size().x + 62.0, STRIP));
        left = rect.right();
        let id = Id::unique(("tab", &text, at));
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, active, format!("{text} tab")));
        let painter = ui.painter();
        if active {
            painter.rect_filled(rect, CornerRadius::ZERO, colors.surface);
            painter.rect_filled(
                Rect::from_min_size(rect.min, vec2(rect.width(), 2.0)),
                CornerRadius::ZERO,
                colors.accent,
            );
        } else if response.hovered() {
            painter.rect_filled(rect.shrink2(vec2(0.0, 1.0)), CornerRadius::ZERO, colors.hover);
        }
        if response.has_focus() {
            painter.rect_stroke(rect.shrink(1.0), 3, Stroke::new(1.0, colors.accent), egui::StrokeKind::Inside);
        }
        painter.vline(rect.right() - 0.5, rect.y_range(), Stroke::new(1.0, colors.line));
        let picture = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), Vec2::splat(13.0));
        picture_of(tab).paint(painter, picture, if active { colors.accent } else { colors.weak });
        painter.galley(pos2(rect.left() + 30.0, rect.center().y - galley.size().y / 2.0), galley, color);
        if close(ui, rect, id, &text) || response.middle_clicked() {
            actions.push(Action::CloseTab(tab.clone()));
        } else if response.clicked() {
            actions.push(Action::Show(tab.clone()));
        }
    }
}

fn close(ui: &Ui, tab: Rect, id: Id, text: &str) -> bool {
    let square = Rect::from_center_size(pos2(tab.right() - 15.0, tab.center().y), Vec2::splat(18.0));
    let response = ui.interact(square, id.with("close"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Close {text} tab")));
    let colors = palette(ui);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(square, 4, colors.hover);
    }
    Icon::Close.paint(ui.painter(), square.shrink(4.0), if response.hovered() { colors.strong } else { colors.weak });
    response.clicked()
}

fn picture_of(tab: &Tab) -> Icon {
    match tab {
        Tab::Catalog(_) => Icon::Table,
        Tab::Map(_) | Tab::Setup(_) => Icon::Hex,
        Tab::Play => Icon::Play,
        Tab::Tools => Icon::Tools,
    }
}
