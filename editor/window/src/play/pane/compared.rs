//! Two branches side by side: their common part, the logs after it, and the differences between the final states.

use egui::{Frame, Grid, Label, Margin, RichText, ScrollArea, TextStyle, Ui, vec2};
use foeman_engine::game::Told;

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::compare::{Comparison, Row};
use crate::play::lines::{self, Emphasis};
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, ROUND_SMALL, alpha, margin, palette};

/// Longer runs of equal lines are collapsed to the first and the last line.
const FOLDED: usize = 5;
/// The assumed height of a row before it has been measured, in points.
const GUESS: f32 = 22.0;
/// Below this pane height in points, the comparison scrolls as a whole.
const LOW: f32 = 280.0;
/// The maximum height of the table of differences, as a share of the pane.
const TABLE: f32 = 0.38;

/// A drawn row of the logs.
enum Drawn<'a> {
    Row(&'a Row),
    /// A number of collapsed equal lines.
    Same(usize),
}

/// Draws the comparison with the branch at index `other`.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle, comparison: &Comparison, other: usize, actions: &mut Actions) {
    let name = |at: usize| battle.branches().names().nth(at).map_or("", |(name, _)| name);
    let (left, right) = (name(other), name(battle.branches().shown()));
    let low = ui.available_height() < LOW;
    let mut content = |ui: &mut Ui| {
        ui.horizontal(|ui| {
            let title = format!("{left} and {right}");
            let heading = widgets::styled(title, TextStyle::Heading, palette(ui).strong);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if widgets::icon_button(ui, Icon::Close, "Close the comparison").clicked() {
                    actions.push(Action::Play(PlayAction::CompareWith(None)));
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(Label::new(heading).truncate());
                });
            });
        });
        differences(ui, comparison, (left, right));
        ui.add_space(GAP);
        if low {
            ui.allocate_ui(vec2(ui.available_width(), LOW), |ui| log(ui, comparison, (left, right)));
        } else {
            log(ui, comparison, (left, right));
        }
    };
    Frame::new().inner_margin(margin::PANE).show(ui, |ui| match low {
        // In a low pane, everything scrolls.
        true => ScrollArea::vertical().id_salt("low comparison").auto_shrink([false, false]).show(ui, content).inner,
        false => content(ui),
    });
}

fn differences(ui: &mut Ui, comparison: &Comparison, (left, right): (&str, &str)) {
    let colors = palette(ui);
    widgets::section(ui, "DIFFERENCES");
    if comparison.differences.is_empty() {
        ui.label(RichText::new("No differences").color(colors.weak));
        return;
    }
    let most = (ui.available_height() * TABLE).max(90.0);
    let column = (ui.available_width() / 3.0 - 2.0 * GAP).max(80.0);
    ScrollArea::vertical().id_salt("differences").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
        Grid::new("differences").num_columns(3).striped(true).min_col_width(column).max_col_width(column).show(
            ui,
            |ui| {
                for heading in ["", left, right] {
                    ui.add(Label::new(RichText::new(heading).color(colors.strong)).truncate());
                }
                ui.end_row();
                for difference in &comparison.differences {
                    ui.add(Label::new(RichText::new(&difference.what).color(colors.text)).truncate());
                    for text in [&difference.left, &difference.right] {
                        ui.add(Label::new(RichText::new(text).color(colors.strong)).truncate());
                    }
                    ui.end_row();
                }
            },
        );
    });
}

fn log(ui: &mut Ui, comparison: &Comparison, (left, right): (&str, &str)) {
    let colors = palette(ui);
    widgets::next_section(ui, "WHAT HAPPENED");
    let common = match comparison.common {
        0 => "They differ from the first line on".to_owned(),
        1 => "1 line is the same in both".to_owned(),
        lines => format!("The first {lines} lines are the same in both, up to round {}", comparison.round),
    };
    ui.label(RichText::new(common).color(colors.weak));
    if comparison.rows.is_empty() {
        return;
    }
    let half = (ui.available_width() - 3.0 * GAP) / 2.0;
    ui.horizontal(|ui| {
        for name in [left, right] {
            ui.allocate_ui(vec2(half, 18.0), |ui| {
                ui.set_width(half);
                ui.add(Label::new(RichText::new(name).color(colors.strong)).truncate());
            });
        }
    });
    let drawn = folded(&comparison.rows);
    ScrollArea::vertical().id_salt("both logs").auto_shrink([false, false]).show_viewport(ui, |ui, view| {
        // Only visible rows are laid out; the heights of the others are cached.
        let id = egui::Id::unique(("heights of both logs", left, right, drawn.len()));
        let mut heights: Vec<f32> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        heights.resize(drawn.len(), GUESS);
        let (top, width) = (ui.min_rect().top(), ui.available_width());
        let (mut y, mut measured) = (0.0, false);
        for (row, height) in drawn.iter().zip(&mut heights) {
            if y + *height >= view.min.y && y <= view.max.y {
                let place = egui::Rect::from_min_size(egui::pos2(ui.min_rect().left(), top + y), vec2(width, *height));
                let mut child = ui.new_child(egui::UiBuilder::new().id_salt(("both", y as i64)).max_rect(place));
                draw(&mut child, row, half);
                let found = child.min_rect().height();
                measured |= (found - *height).abs() > 0.5;
                *height = found;
            }
            y += *height + 3.0;
        }
        if measured {
            ui.ctx().request_repaint();
        }
        ui.allocate_space(vec2(width, y));
        ui.data_mut(|data| data.insert_temp(id, heights));
    });
}

/// Collapses long runs of equal lines.
fn folded(rows: &[Row]) -> Vec<Drawn<'_>> {
    let mut drawn = Vec::new();
    for run in rows.chunk_by(|one, other| one.is_same == other.is_same) {
        if run.len() > FOLDED && run[0].is_same {
            drawn.push(Drawn::Row(&run[0]));
            drawn.push(Drawn::Same(run.len() - 2));
            drawn.push(Drawn::Row(&run[run.len() - 1]));
        } else {
            drawn.extend(run.iter().map(Drawn::Row));
        }
    }
    drawn
}

fn draw(ui: &mut Ui, drawn: &Drawn<'_>, half: f32) {
    let colors = palette(ui);
    match drawn {
        Drawn::Same(count) => {
            ui.label(RichText::new(format!("{count} identical lines")).italics().color(colors.weak));
        }
        Drawn::Row(row) => {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0 * GAP;
                let tint = |is_left: bool| match (row.is_same, is_left) {
                    (true, _) => egui::Color32::TRANSPARENT,
                    (false, true) => colors.warning.gamma_multiply(alpha::FAINT),
                    (false, false) => colors.accent.gamma_multiply(alpha::FAINT),
                };
                side(ui, row.left.as_deref(), half, tint(true));
                side(ui, row.right.as_deref(), half, tint(false));
            });
        }
    }
}

fn side(ui: &mut Ui, told: Option<&Told>, width: f32, tint: egui::Color32) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), egui::Layout::top_down(egui::Align::LEFT), |ui| {
        ui.set_width(width);
        let Some(told) = told else { return };
        let (text, indent) = lines::text(ui, &told.line, Emphasis::Normal);
        let margin = Margin { left: (indent + GAP) as i8, right: GAP as i8, top: 1, bottom: 1 };
        Frame::new().fill(tint).corner_radius(ROUND_SMALL).inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(Label::new(text).wrap());
        });
    });
}
