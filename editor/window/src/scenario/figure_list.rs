//! The list of the figures of a scenario by side: those on the map, and those that can be placed.

use egui::{Rect, RichText, Sense, Stroke, Ui, Vec2, vec2};
use foeman_engine::setup::{Aim, Deployment, Placeable};
use foeman_schema::text::RecordKey;

use super::placing;
use crate::kit::icon::Icon;
use crate::kit::options::close;
use crate::kit::{tokens, widgets};
use crate::roster::sheets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};
use foeman_scene::theme::{GAP, ICON_SMALL, LINE, ROUND_SMALL, ROW, palette};

/// The list of the figures of a scenario.
#[derive(Clone, Copy)]
pub(super) struct FigureList<'a> {
    /// The session.
    pub(super) session: &'a Session,
    /// The scenario.
    pub(super) key: &'a RecordKey,
    /// Its figures.
    pub(super) setup: &'a Deployment,
}

impl<'a> FigureList<'a> {
    /// Returns the selected figure, placed or not.
    pub(super) fn chosen(&self) -> Option<&'a Placeable> {
        let selection = self.session.view().selection().filter(|selection| selection.record == *self.key)?;
        self.setup.figures.iter().find(|figure| placing::is_about(selection, figure))
    }

    /// Returns the name of the selected figure, or else the number of figures.
    pub(super) fn shown(&self) -> String {
        if let Some(chosen) = self.chosen() {
            return chosen.name.clone();
        }
        let all = self.setup.figures.len();
        match self.setup.figures.iter().filter(|figure| figure.token.is_none()).count() {
            0 if all == 1 => "1 figure".to_owned(),
            0 => format!("{all} figures"),
            missing => format!("{missing} of {all} to place"),
        }
    }

    /// Draws the figures and goals of each side.
    pub(super) fn ui(&self, ui: &mut Ui, actions: &mut Actions) {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for (at, side) in self.setup.board.sides.iter().enumerate() {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, ROW), Sense::hover());
                let square = Rect::from_center_size(rect.center(), Vec2::splat(ICON_SMALL));
                let color = tokens::side_color(&self.setup.board, at, palette(ui));
                let edge = Stroke::new(LINE, palette(ui).outline);
                ui.painter().rect(square, ROUND_SMALL, color, edge, egui::StrokeKind::Inside);
                ui.add(egui::Label::new(RichText::new(&side.name).color(palette(ui).strong)).truncate());
                self.cards(ui, at, &side.name, actions);
            });
            ui.horizontal_wrapped(|ui| {
                for figure in self.setup.figures.iter().filter(|figure| figure.side == at) {
                    self.chip(ui, figure, actions);
                }
            });
            for goal in self.setup.goals.iter().filter(|goal| goal.side == at) {
                self.goal(ui, goal, actions);
            }
            ui.add_space(GAP);
        }
    }

    /// Draws the goal of a side; a click goes to its source.
    fn goal(&self, ui: &mut Ui, goal: &Aim, actions: &mut Actions) {
        let text = RichText::new(&goal.text).color(palette(ui).weak);
        let label = ui.add(egui::Label::new(text).wrap().sense(Sense::click()));
        if label.on_hover_text("Shows the conditions").clicked() {
            let field = goal.pointer.record().map(|(_, steps)| steps.to_vec()).unwrap_or_default();
            actions.push(Action::Select(Selection { record: self.key.clone(), field, hex: None }));
        }
    }

    /// Draws the button that shows the figures of a side as cards, to edit the selected one.
    fn cards(&self, ui: &mut Ui, side: usize, name: &str, actions: &mut Actions) {
        let Some((pack, def)) = self.session.pack().zip(sheets::def(self.session)) else { return };
        let own = |figure: &&Placeable| figure.side == side;
        let chosen = self.chosen().filter(own).or_else(|| self.setup.figures.iter().find(own));
        let origin = chosen.and_then(|figure| sheets::origin(pack, &figure.pointer));
        let Some((record, field)) = origin.as_ref().and_then(|origin| origin.record()) else { return };
        let help = format!("Shows the figures of {name} as cards");
        if record.catalog == def.catalog && widgets::icon_button(ui, Icon::Figures, &help).clicked() {
            let (selected, field) = (record.clone(), field.to_vec());
            actions.push(Action::Show(Pane::Figures(record)));
            actions.push(Action::Select(Selection { record: selected, field, hex: None }));
        }
    }

    fn chip(&self, ui: &mut Ui, figure: &Placeable, actions: &mut Actions) {
        let colors = palette(ui);
        let chosen = self.chosen() == Some(figure);
        let (color, verb, help) = match figure.token {
            Some(_) => (colors.text, "Show", "Highlights it on the map"),
            None => (colors.weak, "Place", "Not on the map: click here, then a hex"),
        };
        let text = if figure.token.is_some() { figure.name.clone() } else { format!("+ {}", figure.name) };
        let text = RichText::new(text).color(if chosen { colors.strong } else { color });
        let chip = ui.add(egui::Button::selectable(chosen, text).truncate());
        let chip = chip.accessible_name(format!("{verb} {}", figure.name));
        if chip.on_hover_text(format!("{}\n{help}", figure.name)).clicked() {
            actions.push(self.select((!chosen).then_some(figure), None));
            close(ui);
        }
    }

    /// Returns the action that selects a figure or a cell.
    pub(super) fn select(&self, figure: Option<&Placeable>, hex: Option<[i32; 2]>) -> Action {
        let record = self.key.clone();
        let field = figure.and_then(|figure| Some(figure.pointer.record()?.1.to_vec())).unwrap_or_default();
        Action::Select(Selection { record, field, hex })
    }
}
