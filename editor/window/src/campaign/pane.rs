//! The current battle of a campaign, and once it is over, what carries over to the next.

use egui::{Frame, Margin, RichText, TextStyle, Ui};
use foeman_engine::campaign::Veteran;

use super::Saga;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::play::PlayAction;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::palette;

/// Draws the campaigns in the list of scenarios.
pub(crate) fn offered(ui: &mut Ui, now: &Now<'_>, pack: &Pack, actions: &mut Actions) {
    let Some(campaigns) = now.session.campaigns().and_then(|catalog| pack.index().catalog(catalog)) else { return };
    for entry in &campaigns.records {
        let is_played = now.play.saga().is_some_and(|saga| saga.title() == entry.title);
        if ui.selectable_label(is_played, format!("Campaign: {}", entry.title)).clicked() {
            actions.push(Action::Play(PlayAction::Campaign(entry.key.id.clone())));
        }
    }
}

/// Draws the state of a battle's campaign.
pub(crate) fn progress(ui: &mut Ui, saga: &Saga, actions: &mut Actions) {
    let colors = palette(ui);
    let Some(chapter) = saga.chapter() else { return };
    Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(12, 5)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let text = format!(
                "{}: battle {} ({} of {} in the list)",
                saga.title(),
                chapter.number,
                chapter.place,
                chapter.of
            );
            ui.label(widgets::styled(&text, TextStyle::Body, colors.strong));
            if saga.next().is_some() && widgets::main_button(ui, "Next battle").clicked() {
                actions.push(Action::Play(PlayAction::NextBattle));
            }
            if let Some(ending) = saga.ending() {
                ui.label(format!("The campaign is over: {}", ending.words()));
            }
        });
        if !chapter.about.is_empty() && saga.told().is_empty() {
            ui.label(RichText::new(chapter.about.trim()).color(colors.weak));
        }
        if !saga.told().is_empty() {
            ui.label(saga.told().join("; "));
        }
        let veterans: Vec<String> = saga.veterans().iter().map(words).collect();
        ui.label(RichText::new(veterans.join("   ")).color(colors.weak));
    });
}

/// Describes a veteran: `Maud 7/12, 40 experience, ST +1`.
fn words(veteran: &Veteran) -> String {
    let Veteran { name, alive, health, earned, learned, .. } = veteran;
    let state = if *alive { format!("{}/{}", health.0, health.1) } else { "dead".to_owned() };
    let learned: String = learned.iter().map(|learned| format!(", {learned}")).collect();
    format!("{name} {state}, {earned} experience{learned}")
}
