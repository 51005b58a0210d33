//! The current battle of a campaign, and once it is over, what carries over to the next.

use egui::{Label, RichText, Ui};
use foeman_engine::campaign::{Muster, Veteran};
use foeman_schema::plural::plural;

use super::{Decision, Saga};
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
    if let Some(muster) = saga.muster() {
        decisions(ui, &muster, actions);
    }
    go_on(ui, saga, actions);
}

/// Draws the decisions before the next battle: where to go, who fights and who is hired.
fn decisions(ui: &mut Ui, muster: &Muster, actions: &mut Actions) {
    let mut decide = |decision: Decision| actions.push(Action::Play(PlayAction::Decide(decision)));
    for way in &muster.ways {
        if ui.radio(way.is_chosen, format!("Go to {}", way.title)).clicked() {
            decide(Decision::Go(way.scenario.clone()));
        }
    }
    for member in &muster.members {
        let mut fights = !member.rests;
        if ui.checkbox(&mut fights, format!("{} fights", member.name)).changed() {
            decide(Decision::Rest { member: member.id.clone(), rests: !fights });
        }
    }
    let Some(coin) = muster.coin else { return };
    ui.label(plural(coin as usize, "coin", "coins"));
    for recruit in &muster.recruits {
        let text = format!("Hire {} for {}", recruit.name, plural(recruit.cost as usize, "coin", "coins"));
        if ui.add_enabled(recruit.cost <= coin, egui::Button::new(text)).clicked() {
            decide(Decision::Hire(recruit.id.clone()));
        }
    }
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
