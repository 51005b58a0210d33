//! The results of a sweep: a curve with confidence intervals, and a table.

use egui::{Align2, Grid, Id, Rect, RichText, Role, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};

use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::lab::action::LabAction;
use crate::shell::action::{Action, Actions};
use foeman_lab::run::{Played, Point};
use foeman_scene::theme::{EDGE, GAP, LINE, RING, palette};

/// The height of the curve, in points.
const HEIGHT: f32 = 240.0;
/// The maximum width per value of the curve, in points.
const WIDEST: f32 = 90.0;

/// Draws the results; battles can be shown once all are played.
pub(crate) fn ui(
    ui: &mut Ui,
    path: &str,
    points: &[Point],
    side: &str,
    played: Option<&Played>,
    actions: &mut Actions,
) {
    let path = match played.map(|played| &played.record.heading.question) {
        Some(foeman_lab::record::Question::Vary(question)) => question.paths.join(", "),
        _ => path.to_owned(),
    };
    widgets::next_section(ui, &format!("WINS OF {}, BY {}", side.to_uppercase(), path.to_uppercase()));
    let seed = played.map(|played| played.record.heading.seed);
    curve(ui, points, seed, actions);
    let same = points.iter().all(|point| points.first().is_some_and(|first| first.share == point.share));
    if points.len() > 1 && same {
        let text = "All values give the same result: perhaps this scenario does not depend on them";
        ui.label(RichText::new(text).color(palette(ui).weak));
    }
    Grid::new("sweep").num_columns(5).striped(true).spacing([4.0 * GAP, GAP]).show(ui, |ui| {
        for head in ["Value", "Won", "95 % interval", "Balance", "Rounds", ""] {
            ui.label(RichText::new(head).color(palette(ui).weak));
        }
        ui.end_row();
        for (at, point) in points.iter().enumerate() {
            let mark = if point.written { " as written" } else { "" };
            ui.label(format!("{}{mark}", point.value));
            ui.label(percent(point.share.share));
            ui.label(format!("{} to {}", percent(point.share.low), percent(point.share.high)));
            ui.label(point.balance.map_or_else(String::new, |balance| percent(balance.share)));
            ui.label(format!("{:.1}", point.rounds));
            if let Some(seed) = seed {
                let name = format!("Show a battle with {}", point.value);
                if widgets::icon_button(ui, Icon::Play, &name).clicked() {
                    actions.push(Action::Lab(LabAction::Watch(at, seed)));
                }
            }
            ui.end_row();
        }
    });
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Draws the curve with an interval for each value; a click on a point shows a battle with it.
fn curve(ui: &mut Ui, points: &[Point], seed: Option<u64>, actions: &mut Actions) {
    let colors = palette(ui);
    let width = (points.len() as f32 * WIDEST + 60.0).clamp(240.0, ui.available_width().max(240.0));
    let (whole, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Figure, true, format!("Curve over {} values", points.len())));
    let rect = Rect::from_min_max(whole.min + vec2(44.0, 8.0), whole.max - vec2(12.0, 24.0));
    let painter = ui.painter_at(whole);
    let font = TextStyle::Small.resolve(ui.style());
    let y = |share: f64| rect.bottom() - rect.height() * share as f32;
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let line = if quarter == 2 { colors.outline } else { colors.line };
        painter.hline(rect.x_range(), y(share), Stroke::new(LINE, line));
        let at = pos2(rect.left() - 6.0, y(share));
        painter.text(at, Align2::RIGHT_CENTER, format!("{:.0} %", 100.0 * share), font.clone(), colors.weak);
    }
    let xs = places(points, rect);
    let ends: Vec<egui::Pos2> = points.iter().zip(&xs).map(|(point, x)| pos2(*x, y(point.share.share))).collect();
    painter.line(ends.clone(), Stroke::new(RING, colors.accent));
    let mut free = f32::MIN;
    for (at, (point, end)) in points.iter().zip(ends).enumerate() {
        let stroke = Stroke::new(EDGE, colors.strong);
        painter.vline(end.x, y(point.share.high)..=y(point.share.low), stroke);
        for edge in [point.share.low, point.share.high] {
            painter.hline(end.x - 4.0..=end.x + 4.0, y(edge), stroke);
        }
        let area = Rect::from_center_size(end, vec2(16.0, 16.0));
        let response = ui.interact(area, Id::unique(("sweep point", at)), Sense::click());
        let written = if point.written { ", as written" } else { "" };
        let share = point.share;
        let words = format!(
            "{}{written}: {}, {} to {}",
            point.value,
            percent(share.share),
            percent(share.low),
            percent(share.high)
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        let chosen = response.hovered() || response.has_focus();
        let fill = if point.written { colors.warning } else { colors.accent };
        painter.circle(end, if chosen { 6.0 } else { 4.0 }, fill, Stroke::new(LINE, colors.surface));
        focus::ring(ui, area, &response);
        let text = painter.layout_no_wrap(point.value.clone(), font.clone(), colors.text);
        let left = end.x - text.size().x / 2.0;
        // Skip labels that would overlap; the table below has them all.
        if left > free {
            free = left + text.size().x + 6.0;
            painter.galley(pos2(left, rect.bottom() + 6.0), text, colors.text);
        }
        if response.on_hover_text(words).clicked()
            && let Some(seed) = seed
        {
            actions.push(Action::Lab(LabAction::Watch(at, seed)));
        }
    }
}

/// Returns the positions of values on the x axis: to scale if all are numbers, else evenly spaced.
fn places(points: &[Point], rect: Rect) -> Vec<f32> {
    let numbers: Option<Vec<f64>> = points.iter().map(|point| point.value.parse().ok()).collect();
    let numbers = numbers.unwrap_or_else(|| (0..points.len()).map(|at| at as f64).collect());
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let room = rect.shrink2(vec2(16.0, 0.0));
    let place = |number: &f64| match most > least {
        true => room.left() + room.width() * ((number - least) / (most - least)) as f32,
        false => room.center().x,
    };
    numbers.iter().map(place).collect()
}
