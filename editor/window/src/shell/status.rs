//! The status bar: the pack, selection, problems, unsaved changes and test-play.

use egui::{Align, Layout, RichText, TextStyle, Ui};
use foeman_engine::ruleset::Turn;
use foeman_schema::finding::Severity;

use super::action::{Action, Actions};
use super::dock;
use super::session::{Now, Session};
use super::view::Pane;
use crate::kit::focus;
use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets;
use crate::map;
use crate::pack::Pack;
use crate::play::Battle;
use foeman_scene::theme::{GAP, palette};

/// Draws the status bar.
pub fn ui(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let colors = palette(ui);
    ui.style_mut().override_text_style = Some(TextStyle::Small);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0 * GAP;
        let Some(pack) = now.session.pack() else {
            ui.label(RichText::new("No pack is open").color(colors.weak));
            return;
        };
        side(ui, now, (&Pane::Tree, Icon::Tree), "Pack tree", actions);
        let place = pack.root().map_or_else(|| "in memory".to_owned(), |root| root.display().to_string());
        ui.label(RichText::new(pack.draft().title()).color(colors.strong)).on_hover_text(place);
        if let Some(key) = now.session.selected() {
            ui.separator();
            ui.label(RichText::new(key.to_string()).monospace().color(colors.weak));
            let cell = now.session.view().selection().and_then(|selection| selection.hex);
            if let Some(text) = cell.and_then(|cell| map::selected_words(ui, now.session, key, cell)) {
                ui.label(text);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            side(ui, now, (&Pane::Inspector, Icon::Form), "Inspector", actions);
            saved(ui, pack);
            ui.separator();
            problems(ui, now.session, pack, actions);
            if let Some(battle) = now.play.battle() {
                ui.separator();
                ui.label(RichText::new(battle_text(now.session, battle)).color(colors.text));
            }
        });
    });
}

fn saved(ui: &mut Ui, pack: &Pack) {
    let colors = palette(ui);
    let unsaved: Vec<&str> = pack.unsaved().collect();
    match unsaved.as_slice() {
        [] => {
            ui.label(RichText::new("Saved").color(colors.weak));
        }
        [file] => {
            ui.label(RichText::new("Unsaved changes in 1 file").color(colors.warning)).on_hover_text(*file);
        }
        files => {
            let text = format!("Unsaved changes in {} files", files.len());
            ui.label(RichText::new(text).color(colors.warning)).on_hover_text(files.join("\n"));
        }
    }
}

/// Draws the button that shows or hides a side pane.
fn side(ui: &mut Ui, now: &Now<'_>, (pane, icon): (&Pane, Icon), name: &str, actions: &mut Actions) {
    let shown = now.session.view().is_on_top(pane);
    let verb = if shown { "Hide" } else { "Show" };
    if widgets::icon_button(ui, icon, &format!("{verb} {}", name.to_lowercase())).clicked() {
        actions.push(Action::Toggle(pane.clone()));
    }
}

fn problems(ui: &mut Ui, session: &Session, pack: &Pack, actions: &mut Actions) {
    let colors = palette(ui);
    let severities = || pack.findings().iter().map(|finding| finding.severity);
    // Notes do not count as problems.
    let worst = severities().max().filter(|worst| *worst > Severity::Info);
    let text = match severities().filter(|severity| *severity > Severity::Info).count() {
        0 if !pack.checked() => "Checking".to_owned(),
        0 => "No problems".to_owned(),
        1 => "1 problem".to_owned(),
        many => format!("{many} problems"),
    };
    let color = worst.map_or(colors.good, |severity| severity_color(colors, severity));
    let button =
        egui::Button::new(RichText::new(text).color(if worst.is_some() { color } else { colors.weak })).frame(false);
    let verb = if session.view().shows(&Pane::Problems) { "Hide" } else { "Show" };
    let response = ui.add(button).on_hover_text(format!("{verb} the list of problems"));
    if !session.view().shows(&Pane::Problems) {
        dock::set_place(ui.ctx(), &Pane::Problems, response.rect);
    }
    focus::ring(ui, response.rect.expand2(egui::vec2(GAP, 0.0)), &response);
    if response.clicked() {
        actions.push(Action::Toggle(Pane::Problems));
    }
    if pack.checked() {
        worst.map_or(Icon::Good, Icon::of).show(ui, color);
    }
}

/// Returns a short description of the battle's state.
fn battle_text(session: &Session, battle: &Battle) -> String {
    let seen = battle.seen();
    let state = match &seen.turn {
        Turn::Over(outcome) if outcome.is_draw() => format!("a draw: {}", outcome.reason),
        Turn::Over(outcome) => {
            let winners: Vec<String> = outcome.winners.iter().map(|&side| seen.side_name(side)).collect();
            format!("{} won: {}", winners.join(", "), outcome.reason)
        }
        Turn::Ask { side, .. } => format!("{} to act", seen.side_name(*side)),
        Turn::Auto => "in progress".to_owned(),
    };
    let round = seen.round;
    format!("Seed {}   Round {round}   {state}", session.view().play.seed)
}
