//! The dialog that changes an earlier decision: the other choices, and their results with the same dice.

use egui::{Button, Id, Label, RichText, ScrollArea, TextStyle, Ui};

use crate::kit::widgets;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::asking::Reconsidered;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, palette};

/// The width of the dialog, in points.
const WIDTH: f32 = 620.0;

pub(crate) fn ui(ui: &mut Ui, battle: &Battle, decision: &Reconsidered, actions: &mut Actions) {
    let colors = palette(ui);
    let shown = widgets::modal(ui, "reconsidered").show(ui.ctx(), |ui| {
        let room = ui.ctx().content_rect();
        ui.set_width(WIDTH.min(room.width() - 80.0));
        ui.label(widgets::styled("Change decision", TextStyle::Heading, colors.strong));
        let made = &decision.made;
        let side = battle.seen().side_name(made.side);
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("Entry {}, {side}", decision.entry)).color(colors.weak));
            for (name, other) in [("Earlier decision", decision.earlier), ("Later decision", decision.later)] {
                if ui.add_enabled(other.is_some(), Button::new(name)).clicked() {
                    actions.push(Action::Play(PlayAction::Reconsider(other)));
                }
            }
        });
        let text = "The rest is replayed as a branch, with the same dice and the same commands as far as they are legal; \
                    the original is kept";
        ui.add(Label::new(RichText::new(text).color(colors.weak)).wrap());
        ui.add_space(GAP);
        let id = Id::unique("choices to reconsider");
        let mut sought: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        widgets::filter_field(ui, id.with("field"), &mut sought, "Filter choices");
        ui.data_mut(|data| data.insert_temp(id, sought.clone()));
        let sought = sought.trim().to_lowercase();
        let shown = id.with("decision");
        let is_new = ui.data(|data| data.get_temp(shown)) != Some(decision.entry);
        ui.data_mut(|data| data.insert_temp(shown, decision.entry));
        let height = (room.height() - 300.0).clamp(80.0, 420.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = GAP / 2.0;
            let fitting = |text: &str| text.to_lowercase().contains(&sought);
            for (at, choice) in made.choices.iter().enumerate().filter(|(_, choice)| fitting(&choice.text)) {
                let odds = choice.odds.map_or_else(String::new, |odds| format!("  {} %", odds.percent()));
                let chosen = if at == made.chosen { "  (original)" } else { "" };
                let text = format!("{}{odds}{chosen}", choice.text);
                let button = ui.add_enabled(at != made.chosen, Button::selectable(at == made.chosen, text).wrap());
                // Only once, since the user scrolls too.
                if at == made.chosen && is_new {
                    button.scroll_to_me(Some(egui::Align::Center));
                }
                if button.clicked() {
                    actions.push(Action::Play(PlayAction::Rechoose(decision.entry, at)));
                    actions.push(Action::Play(PlayAction::Reconsider(None)));
                    ui.data_mut(|data| data.remove_temp::<usize>(shown));
                }
            }
        });
        ui.add_space(GAP);
        if ui.button("Cancel").clicked() {
            ui.close();
        }
    });
    if shown.should_close() {
        ui.data_mut(|data| data.remove_temp::<usize>(Id::unique("choices to reconsider").with("decision")));
        actions.push(Action::Play(PlayAction::Reconsider(None)));
    }
}
