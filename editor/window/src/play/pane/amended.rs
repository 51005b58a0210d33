//! The choices after the pack's values have changed, and the report on the last amendment.

use egui::{Align2, Area, Frame, Id, Label, Order, Rect, RichText, Stroke, Ui, vec2};

use super::controls;
use crate::kit::icon::Icon;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::amending::Notice;
use crate::play::commands as play;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::{LINE, margin, palette};

/// The maximum width of the report, in points.
const WIDEST: f32 = 460.0;

/// Draws the choices after the pack's values have changed.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    ui.label("The content has changed since this battle began");
    for command in [&play::GO_ON_WITH, &play::REPLAY_WITH, &play::KEEP_OLD] {
        controls::entry(ui, now, command, actions);
    }
    if ui.button("Restart with the changes").clicked() {
        actions.push(Action::Play(PlayAction::Restart));
        ui.close();
    }
}

/// Draws the report on the last amendment over the lower part of a map or other content.
pub(crate) fn report(ui: &Ui, battle: &Battle, over: Rect, actions: &mut Actions) {
    let Some(notice) = battle.notice() else { return };
    let colors = palette(ui);
    let (icon, color, text) = match notice {
        Notice::Done(done) => (Icon::Good, colors.good, done),
        Notice::Refused(why) => (Icon::Warning, colors.warning, why),
    };
    let area = Area::new(Id::unique("report on an amendment")).order(Order::Middle);
    let area = area.pivot(Align2::CENTER_BOTTOM).fixed_pos(over.center_bottom() - vec2(0.0, 44.0)).constrain_to(over);
    area.show(ui.ctx(), |ui| {
        let frame = Frame::popup(ui.style()).stroke(Stroke::new(LINE, color)).inner_margin(margin::CARD);
        frame.show(ui, |ui| {
            ui.set_max_width(WIDEST.min(over.width() - 40.0));
            ui.horizontal_top(|ui| {
                icon.show(ui, color);
                ui.vertical(|ui| {
                    ui.add(Label::new(RichText::new(text).color(colors.text)).wrap());
                    if ui.button("Dismiss").clicked() {
                        actions.push(Action::Play(PlayAction::Dismiss));
                    }
                });
            });
        });
    });
}
