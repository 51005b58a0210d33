//! The current battle of a campaign, and once it is over, what carries over to the next.

use egui::{Label, RichText, Ui};
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
    let text = format!("{}: battle {} ({} of {} in the list)", saga.title(), chapter.number, chapter.place, chapter.of);
    ui.add(Label::new(RichText::new(text).color(colors.strong)).wrap());
    if !chapter.about.is_empty() && saga.told().is_empty() {
        ui.add(Label::new(RichText::new(chapter.about.trim()).color(colors.text)).wrap());
    }
    if !saga.told().is_empty() {
        ui.add(Label::new(saga.told().join("; ")).wrap());
    }
    for veteran in saga.veterans() {
        ui.add(Label::new(RichText::new(words(&veteran)).color(colors.weak)).wrap());
    }
    go_on(ui, saga, actions);
}

/// Draws the button that starts the next battle once the current one is over, or how the campaign ended.
pub(crate) fn go_on(ui: &mut Ui, saga: &Saga, actions: &mut Actions) {
    if saga.next().is_some() && widgets::main_button(ui, "Next battle").clicked() {
        actions.push(Action::Play(PlayAction::NextBattle));
    }
    if let Some(ending) = saga.ending() {
        ui.add(Label::new(format!("The campaign is over: {}", ending.words())).wrap());
    }
}

/// Describes a veteran: `Maud 7/12, 40 experience, ST +1`.
fn words(veteran: &Veteran) -> String {
    let Veteran { name, alive, health, earned, learned, .. } = veteran;
    let state = if *alive { format!("{}/{}", health.0, health.1) } else { "dead".to_owned() };
    let learned: String = learned.iter().map(|learned| format!(", {learned}")).collect();
    format!("{name} {state}, {earned} experience{learned}")
}
