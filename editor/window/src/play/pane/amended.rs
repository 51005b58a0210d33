//! The choices after the pack's values have changed, and the report on the last amendment.

use egui::{Frame, Label, Margin, RichText, Ui};

use super::button;
use crate::kit::icon::Icon;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::amending::Notice;
use crate::play::commands as play;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::palette;

/// Draws both, if they apply.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    if battle.is_outdated() {
        outdated(ui, now, actions);
    }
    if let Some(notice) = battle.notice() {
        told(ui, notice, actions);
    }
}

fn outdated(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let colors = palette(ui);
    let frame = Frame::new().fill(colors.warning.gamma_multiply(0.14)).inner_margin(Margin::symmetric(10, 4));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            Icon::Warning.show(ui, colors.warning);
            ui.label(RichText::new("The content has changed since this battle began").color(colors.text));
            for command in [&play::GO_ON_WITH, &play::REPLAY_WITH, &play::KEEP_OLD] {
                button(ui, now, command, actions);
            }
            if ui.button("Restart with the changes").clicked() {
                actions.push(Action::Play(PlayAction::Restart));
            }
        });
    });
}

fn told(ui: &mut Ui, notice: &Notice, actions: &mut Actions) {
    let colors = palette(ui);
    let (icon, color, text) = match notice {
        Notice::Done(done) => (Icon::Good, colors.good, done),
        Notice::Refused(why) => (Icon::Warning, colors.warning, why),
    };
    let frame = Frame::new().fill(color.gamma_multiply(0.12)).inner_margin(Margin::symmetric(10, 4));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            icon.show(ui, color);
            ui.add(Label::new(RichText::new(text).color(colors.text)).wrap());
            if ui.button("Dismiss").clicked() {
                actions.push(Action::Play(PlayAction::Dismiss));
            }
        });
    });
}
