//! Who wins how often, and what the battles are like.

use egui::{Grid, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::super::super::action::{Action, Actions, LabAction};
use super::super::super::icon::Icon;
use super::super::super::widgets;
use crate::lab::run::Played;
use crate::lab::summary::{Counted, Summary};
use crate::theme::{GAP, ROW, palette};

/// Width of a bar, in points.
const BAR: f32 = 170.0;
/// Width of the names, in points.
const NAMES: f32 = 170.0;

/// Draws it; a battle can be shown once all are played.
pub(super) fn ui(ui: &mut Ui, summary: &Summary, played: Option<&Played>, actions: &mut Actions) {
    if played.is_none_or(|played| !played.whole) {
        let text = "The intervals hold whenever one looks, in 95 of 100 runs";
        ui.label(RichText::new(text).small().color(palette(ui).weak));
    }
    widgets::section(ui, "WON BY");
    lines(ui, "won", summary.won.iter().chain(&summary.balance), played.is_some(), actions);
    widgets::section(ui, "ENDED BECAUSE");
    lines(ui, "ended", summary.ended.iter(), played.is_some(), actions);
    widgets::section(ui, "ROUNDS");
    let [p5, p25, p50, p75, p95] = summary.rounds;
    ui.label(format!("5 %: {p5}   25 %: {p25}   median: {p50}   75 %: {p75}   95 %: {p95}"));
    widgets::section(ui, "ON AVERAGE");
    Grid::new("averages").num_columns(3).spacing([4.0 * GAP, GAP]).show(ui, |ui| {
        for average in &summary.averages {
            let (mean, interval) = average.words();
            ui.label(average.name);
            ui.label(mean);
            ui.label(RichText::new(interval).color(palette(ui).weak));
            ui.end_row();
        }
    });
}

/// Shares of the battles, each with its bar.
fn lines<'a>(ui: &mut Ui, id: &str, counted: impl Iterator<Item = &'a Counted>, can_show: bool, actions: &mut Actions) {
    Grid::new(id).num_columns(5).min_row_height(ROW).spacing([4.0 * GAP, 0.0]).show(ui, |ui| {
        for line in counted {
            // A column of its own width, so that long names have room and bars begin below each other.
            ui.allocate_ui_with_layout(vec2(NAMES, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_min_width(NAMES);
                ui.add(egui::Label::new(&line.name).truncate()).on_hover_text(&line.name);
            });
            bar(ui, line);
            ui.label(line.count.map_or_else(String::new, |count| count.to_string()));
            ui.label(line.percent().trim());
            match line.first.filter(|_| can_show) {
                Some(seed) => {
                    let name = format!("Show a battle of these: {}, seed {seed}", line.name);
                    if widgets::icon_button(ui, Icon::Play, &name).clicked() {
                        actions.push(Action::Lab(LabAction::Watch(0, seed)));
                    }
                }
                None => {
                    ui.label("");
                }
            }
            ui.end_row();
        }
    });
}

/// The share as a bar, with its interval across the end.
fn bar(ui: &mut Ui, line: &Counted) {
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(BAR, ROW), Sense::hover());
    let rect = rect.shrink2(vec2(0.0, 6.0));
    let x = |share: f64| rect.left() + rect.width() * share as f32;
    let painter = ui.painter();
    painter.rect_filled(rect, 2, colors.sunken);
    painter.rect_filled(Rect::from_min_max(rect.min, pos2(x(line.share), rect.bottom())), 2, colors.accent);
    if let Some((low, high)) = line.interval {
        let middle = rect.center().y;
        let stroke = Stroke::new(1.5, colors.strong);
        painter.hline(x(low)..=x(high), middle, stroke);
        for end in [low, high] {
            painter.vline(x(end), middle - 4.0..=middle + 4.0, stroke);
        }
    }
}
