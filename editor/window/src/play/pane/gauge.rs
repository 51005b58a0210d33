//! Amounts as bars: the value, the ends of the range, and significant values.

use std::sync::Arc;

use egui::{Color32, CornerRadius, Galley, Rect, Role, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};
use foeman_engine::display::{Gauge, Mark};

use crate::kit::widgets;
use foeman_scene::theme::{EDGE, GAP, LINE, RING, ROUND, palette, standing_out};

/// The height of the line with name and value, in points.
const NAMES: f32 = 19.0;
/// The height of the bar, in points.
const BAR: f32 = 9.0;
/// The height of the line with ends and marks, in points.
const SCALE: f32 = 18.0;

/// A bar.
pub(crate) struct Bar<'a> {
    /// The amount it shows.
    name: &'a str,
    /// Its owner.
    owner: &'a str,
    value: i32,
    range: (i32, i32),
    marks: &'a [Mark],
    /// The colour of its side.
    color: Color32,
}

impl<'a> Bar<'a> {
    /// Creates the bar of a gauge.
    pub(crate) fn of(gauge: &'a Gauge, owner: &'a str, color: Color32) -> Self {
        Self { name: &gauge.name, owner, value: gauge.value, range: gauge.range, marks: &gauge.marks, color }
    }

    /// Creates the health bar of a token.
    pub(crate) fn health(owner: &'a str, (left, full): (i32, i32), color: Color32) -> Self {
        Self { name: "Health", owner, value: left, range: (0, full), marks: &[], color }
    }

    /// Draws it over the full width.
    pub(crate) fn ui(&self, ui: &mut Ui) {
        let colors = palette(ui);
        let size = vec2(ui.available_width(), NAMES + BAR + if self.has_scale() { SCALE } else { GAP });
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, self.in_words()));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let number =
            if self.has_scale() { self.value.to_string() } else { format!("{} of {}", self.value, self.range.1) };
        let value = widgets::one_line(ui, &number, TextStyle::Body, colors.strong, rect.width());
        let room = rect.width() - value.size().x - 2.0 * GAP;
        let name = widgets::one_line(ui, self.name, TextStyle::Body, colors.text, room);
        let painter = ui.painter();
        painter.galley(pos2(rect.right() - value.size().x, rect.top()), value, colors.strong);
        painter.galley(rect.left_top(), name, colors.text);

        let bar = Rect::from_min_size(pos2(rect.left(), rect.top() + NAMES), vec2(rect.width(), BAR));
        let round = CornerRadius::same(ROUND);
        painter.rect_filled(bar, round, colors.sunken);
        let filled = Rect::from_min_max(bar.min, pos2(self.at(bar, self.value), bar.bottom()));
        painter.rect_filled(filled, round, standing_out(self.color, colors.sunken));
        painter.rect_stroke(bar, round, Stroke::new(LINE, colors.outline), egui::StrokeKind::Inside);
        for mark in self.marks {
            let x = self.at(bar, mark.value);
            // A light line on both sides keeps the mark visible on any colour.
            painter.vline(x, bar.y_range(), Stroke::new(RING + EDGE, colors.panel));
            painter.vline(x, bar.top()..=bar.bottom() + 2.0, Stroke::new(EDGE, colors.strong));
            let tip = pos2(x, bar.bottom() + 1.0);
            let corners = vec![tip, tip + vec2(3.6, 5.0), tip + vec2(-3.6, 5.0)];
            painter.add(Shape::convex_polygon(corners, colors.strong, Stroke::NONE));
        }
        if self.has_scale() {
            for label in self.labels(ui, bar) {
                painter.galley(pos2(label.left, bar.bottom() + 5.0), label.galley, label.color);
            }
        }
        response.on_hover_ui(|ui| self.tooltip(ui));
    }

    /// Whether ends and marks are written below it; for a range from 0 without marks, `7 of 12` is enough.
    fn has_scale(&self) -> bool {
        self.range.0 != 0 || !self.marks.is_empty()
    }

    fn at(&self, bar: Rect, value: i32) -> f32 {
        let (low, high) = self.range;
        let share = (f64::from(value) - f64::from(low)) / (f64::from(high) - f64::from(low)).max(1.0);
        bar.left() + bar.width() * (share as f32).clamp(0.0, 1.0)
    }

    /// Returns the numbers below the bar: ends and marks, moved apart so that they do not overlap.
    fn labels(&self, ui: &Ui, bar: Rect) -> Vec<Label> {
        let colors = palette(ui);
        let (low, high) = self.range;
        let mut values: Vec<(i32, Color32)> = self.marks.iter().map(|mark| (mark.value, colors.text)).collect();
        for end in [low, high] {
            if values.iter().all(|(value, _)| *value != end) {
                values.push((end, colors.weak));
            }
        }
        values.sort_by_key(|(value, _)| *value);
        values.dedup_by_key(|(value, _)| *value);
        let place = |(value, color): (i32, Color32)| {
            let galley = widgets::one_line(ui, &value.to_string(), TextStyle::Small, color, bar.width());
            let left = self.at(bar, value) - galley.size().x / 2.0;
            Label { left, galley, color }
        };
        let mut labels: Vec<Label> = values.into_iter().map(place).collect();
        let mut edge = bar.left();
        for label in &mut labels {
            label.left = label.left.max(edge);
            edge = label.left + label.galley.size().x + GAP;
        }
        let mut edge = bar.right();
        for label in labels.iter_mut().rev() {
            label.left = label.left.min(edge - label.galley.size().x);
            edge = label.left - GAP;
        }
        labels
    }

    fn in_words(&self) -> String {
        let (low, high) = self.range;
        let marks: String = self.marks.iter().map(|mark| format!(", {} {}", mark.name, mark.value)).collect();
        format!("{} of {}: {}, from {low} to {high}{marks}", self.name, self.owner, self.value)
    }

    fn tooltip(&self, ui: &mut Ui) {
        let (low, high) = self.range;
        let colors = palette(ui);
        ui.label(egui::RichText::new(format!("{} of {}", self.name, self.owner)).color(colors.strong));
        egui::Grid::new("marks").num_columns(2).spacing(vec2(4.0 * GAP, GAP)).show(ui, |ui| {
            let now = [("now", self.value)].into_iter();
            let marks = self.marks.iter().map(|mark| (mark.name.as_str(), mark.value));
            for (name, value) in now.chain(marks).chain([("least", low), ("most", high)]) {
                ui.label(egui::RichText::new(name).color(colors.weak));
                ui.label(value.to_string());
                ui.end_row();
            }
        });
    }
}

/// A number below the bar.
struct Label {
    left: f32,
    galley: Arc<Galley>,
    color: Color32,
}
