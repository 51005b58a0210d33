//! The inks for scenarios that are written cell by cell, in groups such as units and effects.

use egui::{Button, Rect, Stroke, Ui, Vec2, vec2};
use foeman_engine::plots::{Group, PlotInk, Plots};

use super::action::PlotAction;
use super::view::PlotView;
use crate::kit::icon::Icon;
use crate::kit::options::close;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{ICON_SMALL, LINE, ROUND_SMALL, palette, parse_color};

/// The space before a text for a colour swatch.
const SQUARE: &str = "     ";
/// The owner of painted things if none was chosen.
pub(super) const USUAL_OWNER: &str = "Of the cell's owner";

/// The groups of a scenario, and the choice among them.
#[derive(Clone, Copy)]
pub(super) struct Groups<'a> {
    /// The scenario.
    pub(super) plots: &'a Plots,
    /// The choice.
    pub(super) view: &'a PlotView,
}

impl<'a> Groups<'a> {
    /// Returns the group to paint with.
    pub(super) fn group(&self) -> Option<&'a Group> {
        self.plots.group(self.view.group.as_deref()?)
    }

    /// Returns the ink; `Some(None)` erases the group.
    pub(super) fn ink(&self) -> Option<Option<&'a PlotInk>> {
        let group = self.group()?;
        let known = |id: &str| group.inks.iter().find(|ink| ink.id == id);
        Some(match self.view.ink(group.id) {
            Some(None) => None,
            Some(Some(id)) => known(id).or(group.inks.first()),
            None => group.inks.first(),
        })
    }

    /// Returns the action that selects a group; `None` selects cells.
    pub(super) fn choose(&self, group: Option<&str>) -> Action {
        view(self.view.clone().about(group))
    }

    /// Returns the group of owners, if there is one.
    pub(super) fn owners(&self) -> Option<&'a Group> {
        self.plots.groups.iter().find(|group| !group.stands && !group.single)
    }

    /// Whether things of a group can be hidden on the map: owners and units.
    pub(super) fn can_hide(&self, group: &Group) -> bool {
        group.owned || self.owners() == Some(group)
    }

    /// Returns the icon of a group.
    pub(super) fn icon(&self, group: &Group) -> Icon {
        let is_colored = group.inks.iter().any(|ink| !ink.color.is_empty());
        match group {
            Group { single: true, .. } => Icon::Home,
            Group { owned: true, .. } => Icon::Figures,
            Group { stands: true, .. } if is_colored => Icon::Hex,
            Group { stands: true, .. } => Icon::Effect,
            _ if self.owners() == Some(group) => Icon::Flag,
            _ if is_colored => Icon::Area,
            _ => Icon::Pin,
        }
    }

    /// Draws the inks of a group.
    pub(super) fn inks(&self, ui: &mut Ui, group: &Group, actions: &mut Actions) {
        let now = self.ink().flatten();
        if ui
            .add(Button::selectable(now.is_none(), format!("{SQUARE}{}", group.none)))
            .accessible_name(group.none)
            .clicked()
        {
            actions.push(view(self.view.clone().with(group.id, None)));
            close(ui);
        }
        for ink in &group.inks {
            let chosen = now == Some(ink);
            let text = format!("{SQUARE}{}", ink.title);
            let response = ui.add(Button::selectable(chosen, text.as_str()).truncate());
            if let Some(color) = parse_color(&ink.color) {
                let at = response.rect.left_center() + vec2(ui.spacing().button_padding.x + 6.0, 0.0);
                square(ui, at, color);
            }
            widgets::whole_on_hover(ui, &response, &text);
            let name = format!("Paint {}: {}", group.title.to_lowercase(), ink.title);
            if response.accessible_name(name).clicked() {
                actions.push(view(self.view.clone().with(group.id, Some(ink.id.clone()))));
                close(ui);
            }
        }
    }

    /// Returns the factions that can own painted things.
    pub(super) fn factions(&self) -> &'a [PlotInk] {
        let owners = self.plots.groups.iter().find(|group| group.single).map(|group| group.inks.as_slice());
        owners.unwrap_or_default()
    }

    /// Returns the chosen owner of painted things; `None` for the owner of the cell.
    pub(super) fn owner(&self) -> Option<&'a PlotInk> {
        self.factions().iter().find(|ink| Some(&ink.id) == self.view.owner.as_ref())
    }

    /// Draws the choice of the owner of painted things.
    pub(super) fn owner_list(&self, ui: &mut Ui, actions: &mut Actions) {
        let now = self.owner();
        let mut pick = |ui: &Ui, owner: Option<String>| {
            actions.push(view(self.view.clone().of(owner)));
            close(ui);
        };
        if ui.selectable_label(now.is_none(), USUAL_OWNER).clicked() {
            pick(ui, None);
        }
        for ink in self.factions() {
            if ui.selectable_label(now == Some(ink), &ink.title).clicked() {
                pick(ui, Some(ink.id.clone()));
            }
        }
    }
}

/// Draws the colour of an ink around a point.
pub(super) fn square(ui: &Ui, at: egui::Pos2, color: egui::Color32) {
    let square = Rect::from_center_size(at, Vec2::splat(ICON_SMALL));
    ui.painter().rect(square, ROUND_SMALL, color, Stroke::new(LINE, palette(ui).outline), egui::StrokeKind::Inside);
}

/// Returns the action that changes the choice.
pub(super) fn view(view: PlotView) -> Action {
    Action::Plot(PlotAction::View(Box::new(view)))
}
