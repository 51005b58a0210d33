//! The journal from which a battle was opened.

use egui::{Color32, Label, RichText, Ui};

use crate::kit::icon::Icon;
use crate::play::{Battle, Origin};
use foeman_scene::theme::palette;

/// Returns the colour of its badge: a warning if it was not fully verified.
pub(crate) fn color(ui: &Ui, battle: &Battle) -> Color32 {
    let is_verified = battle.origin().is_some_and(|origin| origin.rest.is_none() && origin.differs.is_none());
    if is_verified { palette(ui).good } else { palette(ui).warning }
}

/// Draws the name of the journal, and any difference or error in replaying it; nothing for other battles.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle) {
    let Some(Origin { name, rest, differs }) = battle.origin() else { return };
    let colors = palette(ui);
    let (icon, text) = match (rest, differs) {
        (Some(rest), _) => {
            let told = format!("{name} is shown as far as it can be replayed, and can be continued from there: {rest}");
            (Icon::Warning, told)
        }
        (None, Some(differs)) => {
            let told =
                format!("{name} is shown as recorded; with the current rules it would go differently: {differs}");
            (Icon::Warning, told)
        }
        (None, None) => (Icon::Good, format!("{name} is shown; all its rolls and rules are verified")),
    };
    ui.horizontal_top(|ui| {
        icon.show(ui, color(ui, battle));
        ui.add(Label::new(RichText::new(text).color(colors.text)).wrap());
    });
}
