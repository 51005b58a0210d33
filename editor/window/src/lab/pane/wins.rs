//! Win rates and statistics of the battles.

use egui::{Grid, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::heat;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::lab::action::LabAction;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions};
use foeman_lab::counted::{Average, Counted};
use foeman_lab::deeds::{Done, NOT_A_CAUSE, Used};
use foeman_lab::run::Played;
use foeman_lab::summary::Summary;
use foeman_scene::theme::{EDGE, GAP, ROUND_SMALL, ROW, SHARES, palette};

/// The width of a bar, in points.
const BAR: f32 = 170.0;
/// The width of names, in points.
const NAMES: f32 = 160.0;
/// The widths of names and sides in wide tables, in points.
const SHORT_NAMES: f32 = 120.0;
const SIDES: f32 = 90.0;

/// Draws the results; battles can be shown once all are played.
pub(crate) fn ui(ui: &mut Ui, summary: &Summary, played: Option<&Played>, actions: &mut Actions) {
    if played.is_none_or(|played| !played.whole) {
        let text = "The intervals are valid at any time, in 95 of 100 runs";
        ui.label(RichText::new(text).small().color(palette(ui).weak));
    }
    widgets::section(ui, "WON BY");
    lines(ui, "won", summary.won.iter().chain(&summary.balance), played.is_some(), actions);
    widgets::next_section(ui, "ENDED BECAUSE");
    lines(ui, "ended", summary.ended.iter(), played.is_some(), actions);
    widgets::next_section(ui, "ROUNDS");
    let [p5, p25, p50, p75, p95] = summary.rounds;
    ui.label(format!("5 %: {p5}   25 %: {p25}   median: {p50}   75 %: {p75}   95 %: {p95}"));
    widgets::next_section(ui, "ON AVERAGE");
    Grid::new("averages").num_columns(3).spacing([4.0 * GAP, GAP]).show(ui, |ui| {
        for average in &summary.averages {
            let (mean, interval) = average.words();
            ui.label(average.name);
            ui.label(mean);
            ui.label(RichText::new(interval).color(palette(ui).weak));
            ui.end_row();
        }
    });
    done(ui, &summary.done, played.is_some(), actions);
}

/// Draws statistics about actions, if the ruleset provides them.
fn done(ui: &mut Ui, done: &Done, can_show: bool, actions: &mut Actions) {
    let weak = palette(ui).weak;
    if !done.figures.is_empty() {
        widgets::next_section(ui, "FIGURES, PER BATTLE");
        let heads = ["", "Harm dealt", "Harm taken", "Felled", "Fell in"];
        table(ui, "figures", &heads, done.figures.len(), |ui, row| {
            let figure = &done.figures[row];
            name(ui, &figure.name, NAMES);
            harm(ui, &figure.dealt);
            harm(ui, &figure.taken);
            ui.label(format!("{:.2}", figure.felled));
            let count = format!("{} battles", figure.fell.count.unwrap_or_default());
            ui.label(figure.fell.percent().trim()).on_hover_text(count);
        });
    }
    if !done.felled.cells.is_empty() {
        felled(ui, done, can_show, actions);
    }
    if !done.used.is_empty() {
        widgets::next_section(ui, "USED");
        let heads = ["", "With", "Battles", "Times", "Harm", "Won with it", "Won without it", ""];
        table(ui, "used", &heads, done.used.len(), |ui, row| used(ui, &done.used[row], can_show, actions));
        if !done.idle.is_empty() {
            ui.label(RichText::new(format!("Never used: {}", done.idle.join(", "))).color(weak));
        }
        let text =
            format!("{}; use a sweep, or before and after, to measure the effect of an item", capitalised(NOT_A_CAUSE));
        ui.label(RichText::new(text).small().color(weak));
    }
}

fn table(ui: &mut Ui, id: &str, heads: &[&str], rows: usize, mut row: impl FnMut(&mut Ui, usize)) {
    let weak = palette(ui).weak;
    Grid::new(id).num_columns(heads.len()).striped(true).spacing([3.0 * GAP, GAP]).show(ui, |ui| {
        for head in heads {
            ui.label(RichText::new(*head).color(weak));
        }
        ui.end_row();
        for at in 0..rows {
            row(ui, at);
            ui.end_row();
        }
    });
}

/// Draws a name in a column of fixed width, with the full name on hover.
fn name(ui: &mut Ui, name: &str, width: f32) {
    ui.allocate_ui_with_layout(vec2(width, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(name).truncate()).on_hover_text(name);
    });
}

fn harm(ui: &mut Ui, average: &Average) {
    let (mean, interval) = average.words();
    ui.label(format!("{mean}  {interval}").trim_end());
}

/// Draws a share as whole per cent with its interval; the tooltip has the exact numbers.
fn won(ui: &mut Ui, counted: Option<&Counted>) {
    let Some(counted) = counted else {
        ui.label("–");
        return;
    };
    let (low, high) = counted.interval.unwrap_or((counted.share, counted.share));
    let [low, share, high] = [low, counted.share, high].map(|part| 100.0 * part);
    let count = counted.count.unwrap_or_default();
    let whole = format!("{count} battles: {}", counted.percent().trim());
    ui.label(format!("{share:.0} %, {low:.0} to {high:.0}")).on_hover_text(whole);
}

fn used(ui: &mut Ui, used: &Used, can_show: bool, actions: &mut Actions) {
    name(ui, &used.name, SHORT_NAMES);
    name(ui, &used.side, SIDES);
    let percent = format!("{:.0} %", 100.0 * used.battles.share);
    ui.label(percent).on_hover_text(used.battles.percent().trim());
    ui.label(format!("{:.2}", used.times));
    ui.label(format!("{:.2}", used.dealt));
    won(ui, used.with.as_ref());
    won(ui, used.without.as_ref());
    if let Some(seed) = used.battles.first.filter(|_| can_show) {
        let name = format!("Show one of these battles: {} of {}, seed {seed}", used.name, used.side);
        if widgets::icon_button(ui, Icon::Play, &name).clicked() {
            actions.push(Action::Lab(LabAction::Watch(0, seed)));
        }
    }
}

/// Draws the heat map of which figure felled which.
fn felled(ui: &mut Ui, done: &Done, can_show: bool, actions: &mut Actions) {
    let (felled, ground) = (&done.felled, palette(ui).surface);
    widgets::next_section(ui, "ROW FELLED BY COLUMN, PER 100 BATTLES");
    let named = |at: usize| format!("{}  {}", at + 1, done.figures[at].name);
    let rows: Vec<String> = felled.victims.iter().map(|victim| named(*victim)).collect();
    let column = |by: &Option<usize>| match by {
        Some(by) => ((by + 1).to_string(), done.figures[*by].name.clone()),
        None => ("–".to_owned(), "no figure".to_owned()),
    };
    let columns: Vec<(String, String)> = felled.by.iter().map(column).collect();
    let cell = |row: usize, at: usize| {
        let fall = felled.cells.get(&(felled.victims[row], felled.by[at]))?;
        let fill = ground.lerp_to_gamma(SHARES[1], (fall.of_hundred / 100.0).min(1.0) as f32);
        let victim = &done.figures[felled.victims[row]].name;
        let by = &columns[at].1;
        let words = format!(
            "{victim} by {by}: {:.1} times per 100 battles, in {} battles of all",
            fall.of_hundred, fall.battles
        );
        Some(heat::Cell { fill, text: heat::short(fall.of_hundred), words })
    };
    if let Some((row, at)) = heat::ui(ui, "felled", &rows, &columns, cell)
        && let (Some(fall), true) = (felled.cells.get(&(felled.victims[row], felled.by[at])), can_show)
    {
        actions.push(Action::Lab(LabAction::Watch(0, fall.first)));
    }
}

/// Draws shares of the battles, each with a bar.
fn lines<'a>(ui: &mut Ui, id: &str, counted: impl Iterator<Item = &'a Counted>, can_show: bool, actions: &mut Actions) {
    Grid::new(id).num_columns(5).min_row_height(ROW).spacing([4.0 * GAP, 0.0]).show(ui, |ui| {
        for line in counted {
            // A fixed width, so that long names have space and the bars are aligned.
            ui.allocate_ui_with_layout(vec2(NAMES, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_min_width(NAMES);
                ui.add(egui::Label::new(&line.name).truncate()).on_hover_text(&line.name);
            });
            bar(ui, line);
            ui.label(line.count.map_or_else(String::new, |count| count.to_string()));
            ui.label(line.percent().trim());
            match line.first.filter(|_| can_show) {
                Some(seed) => {
                    let name = format!("Show one of these battles: {}, seed {seed}", line.name);
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

/// Draws a share as a bar, with its interval across the end.
fn bar(ui: &mut Ui, line: &Counted) {
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(BAR, ROW), Sense::hover());
    let rect = rect.shrink2(vec2(0.0, 6.0));
    let x = |share: f64| rect.left() + rect.width() * share as f32;
    let painter = ui.painter();
    painter.rect_filled(rect, ROUND_SMALL, colors.sunken);
    painter.rect_filled(Rect::from_min_max(rect.min, pos2(x(line.share), rect.bottom())), ROUND_SMALL, colors.accent);
    if let Some((low, high)) = line.interval {
        let middle = rect.center().y;
        let stroke = Stroke::new(EDGE, colors.strong);
        painter.hline(x(low)..=x(high), middle, stroke);
        for end in [low, high] {
            painter.vline(x(end), middle - 4.0..=middle + 4.0, stroke);
        }
    }
}
