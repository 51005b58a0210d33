//! Lines of a ruleset's log or answers, and the calculations of their numbers.

use std::fmt::Debug;
use std::hash::Hash;

use egui::text::TextFormat;
use egui::{Align, Frame, Layout, Margin, RichText, TextStyle, Ui, vec2};
use foeman_engine::display::{Line, LineKind, Roll, Term};

use crate::help;
use crate::shell::action::Actions;
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, ROUND_LARGE, margin, palette};

/// Whether a line is highlighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Emphasis {
    /// Not highlighted.
    Normal,
    /// About the highlighted token.
    Strong,
}

/// Returns the font and colour of a line.
pub(crate) fn format(ui: &Ui, line: &Line, emphasis: Emphasis) -> TextFormat {
    let colors = palette(ui);
    let color = match (line.kind, emphasis) {
        (LineKind::Heading, _) => colors.accent,
        (LineKind::Event, Emphasis::Strong) => colors.strong,
        (LineKind::Event, Emphasis::Normal) => colors.text,
        (LineKind::Detail, _) => colors.weak,
    };
    TextFormat::simple(TextStyle::Body.resolve(ui.style()), color)
}

/// Returns the indentation of a line, in points.
pub(crate) fn indent(line: &Line) -> f32 {
    if line.kind == LineKind::Detail { 3.0 * GAP } else { 0.0 }
}

/// Returns a line's styled text and its indentation in points.
pub(crate) fn text(ui: &Ui, line: &Line, emphasis: Emphasis) -> (RichText, f32) {
    let TextFormat { font_id, color, .. } = format(ui, line, emphasis);
    (RichText::new(&line.text).font(font_id).color(color), indent(line))
}

/// Draws the calculation of a number, and the probability of a roll against it.
pub(crate) fn terms(
    ui: &mut Ui,
    session: &Session,
    id: impl Hash + Debug,
    (terms, roll): (&[Term], Option<Roll>),
    actions: &mut Actions,
) {
    let colors = palette(ui);
    let frame = Frame::new()
        .fill(colors.sunken)
        .corner_radius(ROUND_LARGE)
        .inner_margin(margin::TIGHT)
        .outer_margin(Margin { left: 5 * GAP as i8, ..Margin::ZERO });
    frame.show(ui, |ui| {
        egui::Grid::new(egui::Id::unique(id)).num_columns(3).spacing(vec2(3.0 * GAP, GAP / 2.0)).show(ui, |ui| {
            for (nth, term) in terms.iter().enumerate() {
                ui.label(RichText::new(&term.name).color(colors.text));
                let value = if nth == 0 { term.value.to_string() } else { format!("{:+}", term.value) };
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new(value).monospace().color(colors.strong))
                });
                help::rule_link(ui, session, &term.rule, actions);
                ui.end_row();
            }
            if terms.len() > 1 {
                let total: i32 = terms.iter().map(|term| term.value).sum();
                ui.label(RichText::new("together").color(colors.weak));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new(total.to_string()).monospace().color(colors.strong))
                });
                ui.end_row();
            }
        });
        if let Some(roll) = roll {
            ui.label(RichText::new(chance(roll)).color(colors.text));
        }
    });
}

/// Returns the exact probability of success, and the outcome.
fn chance(roll: Roll) -> String {
    let Roll { odds, success } = roll;
    let came = match (success, roll.is_unlikely()) {
        (true, false) => "succeeded",
        (true, true) => "succeeded against the odds",
        (false, false) => "failed",
        (false, true) => "failed against the odds",
    };
    format!("chance {} of {}, {} %: {came}", odds.wins, odds.of, odds.percent())
}
