//! The panes on screen, as tiles that can be dragged, split and tabbed.
//!
//! The tiles are rebuilt from the [`Layout`](super::view::Layout) every frame, and read back only after a change by the
//! user, so that no automatic change of the tile library can lose a pane.

pub mod build;
pub mod read;
pub mod tabs;

use std::fmt::Debug;
use std::hash::Hash;

use egui::accesskit::Role;
use egui::{
    Color32, CornerRadius, Frame, Id, Margin, Rect, Response, Stroke, Style, Ui, UiBuilder, Visuals, WidgetText,
};
use egui_tiles::{Behavior, ResizeState, SimplificationOptions, TabState, Tile, TileId, Tiles, UiResponse};

use super::action::{Action, Actions, Focus};
use super::kind::Ground;
use super::panes::kind;
use super::view::Pane;
use super::workspace::Workspace;
use crate::help::{Topic, pages, pointed};
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::source::SourceAction;
use build::Leaf;
use foeman_scene::theme::{RING, alpha, margin, palette};

/// The height of the tab bar, in points.
const STRIP: f32 = 30.0;
/// The minimum width and height of a pane, in points.
const LEAST: f32 = 72.0;

/// Draws all panes.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let layout = workspace.view().layout();
    let exists = |pane: &Pane| (kind(pane).exists)(&workspace.session, pane) && !workspace.view().is_displaced(pane);
    // Close panes whose content no longer exists.
    actions.extend(layout.documents().filter(|pane| !exists(pane)).cloned().map(Action::Close));
    let room = ui.available_rect_before_wrap();
    let mut built = build::build(layout, room.size(), exists);
    let before = built.tree.clone();
    let dragged = built.tree.dragged_id(ui.ctx());
    built.tree.ui(&mut Dock { workspace, actions }, ui);
    if built.tree != before
        && let Some(arranged) = read::read(layout, &built, dragged)
    {
        // First, so that the other actions of this frame apply to the new layout.
        actions.insert(0, Action::Arrange(Box::new(arranged)));
    }
}

/// Sets the area of a pane, or of the control that opens it.
pub(crate) fn set_place(ctx: &egui::Context, what: &(impl Hash + Debug), rect: Rect) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(place_id(what), (frame, rect)));
}

/// Returns the area of a pane or of the control that opens it, or of the button of an arrangement, if it was drawn in
/// this frame or the one before.
pub fn place(ctx: &egui::Context, what: &(impl Hash + Debug)) -> Option<Rect> {
    let (frame, rect): (u64, Rect) = ctx.data(|data| data.get_temp(place_id(what)))?;
    (ctx.cumulative_frame_nr().saturating_sub(frame) <= 1).then_some(rect)
}

/// Draws a pane into the available space.
pub(crate) fn pane(ui: &mut Ui, workspace: &Workspace, pane: &Pane, actions: &mut Actions) {
    let (kind, colors, rect) = (kind(pane), palette(ui), ui.max_rect());
    let (ground, margin) = match kind.ground {
        Ground::Panel => (colors.panel, margin::SIDE),
        Ground::Form => (colors.surface, margin::SIDE),
        Ground::Whole => (colors.surface, Margin::ZERO),
    };
    ui.painter().rect_filled(rect, CornerRadius::ZERO, ground);
    // The id depends on the pane and not on its position, so egui's state moves along.
    let builder = UiBuilder::new()
        .scope_id(Id::unique(("pane", pane)))
        .max_rect(rect)
        .accessibility_role(Role::Pane)
        .accessibility_label(format!("{} pane", (kind.title)(&workspace.session, pane)));
    ui.scope_builder(builder, |ui| {
        let ([left, top], [right, bottom]) = (rect.min.into(), rect.max.into());
        let [x0, y0, x1, y1] = [left, top, right, bottom].map(f64::from);
        let bounds = egui::accesskit::Rect { x0, y0, x1, y1 };
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_bounds(bounds));
        ui.set_clip_rect(ui.clip_rect().intersect(rect));
        let title = (kind.title)(&workspace.session, pane);
        let wanted = workspace.session.focus() == Some(Focus::Pane);
        let id = Id::unique(("focus of", pane));
        let target = workspace.view().focused().filter(|focused| *focused == pane);
        let target = target.map(|_| focus::target(ui, id, rect, &title, wanted));
        Frame::new().inner_margin(margin).show(ui, |ui| (kind.ui)(ui, workspace, pane, actions));
        target.iter().for_each(|target| focus::frame(ui, target));
        set_place(ui.ctx(), pane, rect);
        pointed::mark(ui.ctx(), rect, || Topic::Page(pages::of(pane)));
    });
}

/// Returns the area of the tabs above a document.
pub fn tabs_of(ctx: &egui::Context, pane: &Pane) -> Option<Rect> {
    let document = place(ctx, pane)?;
    Some(Rect::from_x_y_ranges(document.x_range(), document.top() - STRIP..=document.top()))
}

fn place_id(what: &(impl Hash + Debug)) -> Id {
    Id::unique(("place of", what))
}

/// Draws the tabs and panes of the tiles.
struct Dock<'a> {
    workspace: &'a Workspace,
    actions: &'a mut Actions,
}

impl Dock<'_> {
    fn title(&self, pane: &Pane) -> String {
        (kind(pane).title)(&self.workspace.session, pane)
    }

    /// Makes a document current when it is clicked.
    fn enter(&mut self, ui: &Ui, rect: Rect, pane: &Pane) {
        let pressed = ui.input(|input| input.pointer.any_pressed()) && ui.rect_contains_pointer(rect);
        if pressed && pane.is_document() && self.workspace.view().document() != Some(pane) {
            self.actions.push(Action::Enter(pane.clone()));
        }
    }

    /// Draws the document area while no document is open.
    fn nothing(&mut self, ui: &mut Ui) {
        let unread = self.workspace.pack().is_some_and(|pack| pack.draft().dialect().is_none());
        if unread {
            let text = "Fix the problems of its header that are listed below, in its source or in a text editor";
            widgets::empty_state(ui, Icon::Warning, "This pack cannot be shown yet", text, |ui| {
                let header = self.workspace.pack().map(|pack| pack.draft().path(pack.draft().header_file()).to_owned());
                if let Some(path) = header.filter(|_| widgets::main_button(ui, "Show its source").clicked()) {
                    self.actions.push(Action::Source(SourceAction::Show(path)));
                }
                if ui.button("Reload from disk").clicked() {
                    self.actions.push(Action::Reload);
                }
            });
        } else {
            let text = "Open a scenario, a map or a catalog from the overview or the pack tree";
            widgets::empty_state(ui, Icon::Open, "No tab is open", text, |ui| {
                if widgets::main_button(ui, "Show the overview").clicked() {
                    self.actions.push(Action::Show(Pane::Overview));
                }
            });
        }
    }
}

impl Behavior<Leaf> for Dock<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, leaf: &mut Leaf) -> UiResponse {
        match leaf {
            Leaf::Pane(pane) => {
                self.enter(ui, ui.max_rect(), pane);
                self::pane(ui, self.workspace, pane, self.actions);
            }
            Leaf::Nothing => self.nothing(ui),
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, leaf: &Leaf) -> WidgetText {
        match leaf {
            Leaf::Pane(pane) => self.title(pane).into(),
            Leaf::Nothing => "".into(),
        }
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Leaf>, tile: TileId) -> WidgetText {
        let titles: Vec<String> = build::leaves(tiles, tile).iter().map(|pane| self.title(pane)).collect();
        titles.join(", ").into()
    }

    fn tab_ui(&mut self, tiles: &mut Tiles<Leaf>, ui: &mut Ui, id: Id, tile: TileId, state: &TabState) -> Response {
        match tiles.get_pane(&tile) {
            Some(Leaf::Pane(pane)) => tabs::tab(ui, &self.workspace.session, self.actions, id, pane, state),
            _ => ui.interact(Rect::NOTHING, id, egui::Sense::hover()),
        }
    }

    fn top_bar_right_ui(&mut self, tiles: &Tiles<Leaf>, ui: &mut Ui, _: TileId, group: &egui_tiles::Tabs, _: &mut f32) {
        let shown = group.children.iter().filter(|child| tiles.is_visible(**child));
        let shown: Vec<&Pane> = shown.flat_map(|child| build::leaves(tiles, *child)).collect();
        let on_top = group.active.and_then(|child| build::leaves(tiles, child).pop());
        tabs::aside(ui, self.workspace, self.actions, &shown, on_top);
    }

    fn is_tab_bar_visible(&self, _: TileId, group: &egui_tiles::Tabs) -> bool {
        let bare = self.workspace.view().arrangements.current().is_bare();
        let lone = |document: &Pane| group.children == [build::tile_of(document)];
        let layout = self.workspace.view().layout();
        group.children != [build::nothing()] && !(bare && layout.document().is_some_and(lone))
    }

    fn is_tile_draggable(&self, tiles: &Tiles<Leaf>, tile: TileId) -> bool {
        !matches!(tiles.get(tile), Some(Tile::Pane(Leaf::Nothing)))
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: true,
            flatten_tabs_in_tabs: true,
            ..SimplificationOptions::default()
        }
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        STRIP
    }

    fn min_size(&self) -> f32 {
        LEAST
    }

    /// Switching tabs is a regular command, which is listed in the menu and the shortcuts.
    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.panel_fill
    }

    fn resize_stroke(&self, style: &Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => style.visuals.widgets.noninteractive.bg_stroke,
            ResizeState::Hovering => Stroke::new(RING, style.visuals.widgets.hovered.bg_stroke.color),
            ResizeState::Dragging => Stroke::new(RING, style.visuals.selection.stroke.color),
        }
    }

    fn drag_preview_color(&self, visuals: &Visuals) -> Color32 {
        visuals.selection.stroke.color.gamma_multiply(alpha::LIGHT)
    }
}
