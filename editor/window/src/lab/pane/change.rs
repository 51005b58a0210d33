//! The effect of the unsaved edits: a summary and the statistics behind it.

use egui::{Grid, Label, RichText, TextStyle, Ui};
use foeman_engine::lab::{Comparison, Verdict};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::lab::action::LabAction;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions};
use foeman_lab::against::lines;
use foeman_lab::run::Played;
use foeman_scene::theme::{GAP, palette};

/// Draws the comparison; battles can be shown once all are played.
pub(crate) fn ui(ui: &mut Ui, comparison: &Comparison, side: &str, played: Option<&Played>, actions: &mut Actions) {
    let colors = palette(ui);
    let (icon, color) = match comparison.verdict() {
        Verdict::Better => (Icon::Rising, colors.warning),
        Verdict::Worse => (Icon::Falling, colors.warning),
        Verdict::NoEffect | Verdict::NoneSeen | Verdict::Open => (Icon::Info, colors.info),
    };
    ui.horizontal(|ui| {
        icon.show(ui, color);
        let text = capitalised(&comparison.statement(side));
        ui.add(Label::new(RichText::new(text).text_style(TextStyle::Heading).color(colors.strong)).wrap());
    });
    if comparison.pairs().discordant() == 0 && comparison.pairs().all() > 0 {
        let text = "No pair has different results, so there is no test and no p-value";
        ui.label(RichText::new(text).color(colors.weak));
    }
    Grid::new("change").num_columns(2).spacing([4.0 * GAP, GAP]).show(ui, |ui| {
        for (label, words) in lines(comparison) {
            ui.label(RichText::new(label).color(colors.weak));
            // The command line separates these parts into columns.
            let parts: Vec<&str> = words.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
            ui.label(parts.join(", "));
            ui.end_row();
        }
    });
    if let Some(played) = played {
        first(ui, comparison, played, actions);
    }
}

/// Draws the first pair with different outcomes, and buttons to show its two battles.
fn first(ui: &mut Ui, comparison: &Comparison, played: &Played, actions: &mut Actions) {
    let [before, after] = played.record.reports.as_slice() else { return };
    let score = |battle: &foeman_engine::simulate::BattleResult| battle.outcome.score(comparison.side());
    let mut pairs = before.battles.iter().zip(&after.battles);
    let Some((battle, _)) = pairs.find(|(before, after)| score(before) != score(after)) else { return };
    let seed = battle.seed.0;
    ui.horizontal(|ui| {
        ui.label(format!("The first pair with different results has seed {seed}"));
        for (content, text) in [(0, "Show it before"), (1, "Show it after")] {
            if widgets::labelled_button(ui, Icon::Play, text).clicked() {
                actions.push(Action::Lab(LabAction::Watch(content, seed)));
            }
        }
    });
}
