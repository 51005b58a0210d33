//! The journal from which a battle was opened.

use egui::{Frame, Label, Margin, RichText, Ui};

use crate::kit::icon::Icon;
use crate::play::{Battle, Origin};
use foeman_scene::theme::palette;

/// Draws the name of the journal, and any difference or error in replaying it; nothing for other battles.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle) {
    let Some(Origin { name, rest, differs }) = battle.origin() else { return };
    let colors = palette(ui);
    let (icon, color, text) = match (rest, differs) {
        (Some(rest), _) => {
            let told = format!("{name} is shown as far as it can be replayed, and can be continued from there: {rest}");
            (Icon::Warning, colors.warning, told)
        }
        (None, Some(differs)) => {
            let told =
                format!("{name} is shown as recorded; with the current rules it would go differently: {differs}");
            (Icon::Warning, colors.warning, told)
        }
        (None, None) => (Icon::Good, colors.good, format!("{name} is shown; all its rolls and rules are verified")),
    };
    Frame::new().fill(color.gamma_multiply(0.12)).inner_margin(Margin::symmetric(10, 4)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_top(|ui| {
            icon.show(ui, color);
            ui.add(Label::new(RichText::new(text).color(colors.text)).wrap());
        });
    });
}
