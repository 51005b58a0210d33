//! The selected cell: its terrain, level, zones, figures and findings.

use egui::{Label, RichText, TextStyle, Ui};
use foeman_engine::display::Ground;
use foeman_schema::finding::Finding;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, palette};

/// Draws the heading of the part about a cell.
pub(crate) fn cell_heading(ui: &mut Ui, ground: &Ground, cell: Cell) {
    let word = ground.geometry.shape().word();
    widgets::section(ui, &format!("{} {},{}", word.to_uppercase(), cell[0], cell[1]));
}

/// Draws a fact about a cell.
pub(crate) fn fact(ui: &mut Ui, name: &str, value: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0 * GAP;
        ui.label(RichText::new(name).color(palette(ui).weak));
        ui.add(Label::new(value).truncate());
    });
}

/// Draws the findings at a cell that concern the map or the scenario on it.
pub(crate) fn findings_at(
    ui: &mut Ui,
    pack: &Pack,
    cell: Cell,
    concerns: impl Fn(&RecordKey) -> bool,
    actions: &mut Actions,
) {
    let colors = palette(ui);
    let is_here = |finding: &&Finding| {
        finding.hex == Some(cell) && finding.pointer.record().is_some_and(|(record, _)| concerns(&record))
    };
    for finding in pack.findings().iter().filter(is_here) {
        ui.horizontal_top(|ui| {
            Icon::of(finding.severity).show(ui, severity_color(colors, finding.severity));
            let text = RichText::new(&finding.message).text_style(TextStyle::Small);
            let label = ui.add(Label::new(text).wrap().sense(egui::Sense::click()));
            if label.on_hover_text("Shows it in the form").clicked() {
                actions.push(Action::Jump(finding.pointer.clone(), finding.hex));
            }
        });
    }
}
