//! How a battle ended, told over everything else of it.

use egui::{Frame, Label, Margin, RichText, TextStyle, Ui};
use foeman_rules::ruleset::Turn;

use super::super::super::icon::Icon;
use super::super::super::index::capitalised;
use super::super::super::play::Battle;
use super::super::super::widgets;
use crate::theme::{GAP, palette};

/// Draws who has won, by what, and when; nothing while a battle goes on.
pub(super) fn ui(ui: &mut Ui, battle: &Battle) {
    let seen = battle.seen();
    let Turn::Over(outcome) = &seen.turn else { return };
    let colors = palette(ui);
    let winners: Vec<String> = outcome.winners.iter().map(|&side| seen.side_name(side).to_string()).collect();
    let title = if outcome.is_draw() { "A draw".to_owned() } else { format!("{} won", winners.join(" and ")) };
    let color = if outcome.is_draw() { colors.info } else { colors.good };
    let frame = Frame::new().fill(color.gamma_multiply(0.12)).inner_margin(Margin::symmetric(12, 6));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * GAP;
            Icon::Good.show(ui, color);
            ui.label(widgets::styled(title, TextStyle::Heading, colors.strong));
            let how = format!("{}, in round {}", capitalised(&outcome.reason.to_string()), seen.round);
            ui.add(Label::new(RichText::new(how).color(colors.text)).wrap());
        });
    });
}
