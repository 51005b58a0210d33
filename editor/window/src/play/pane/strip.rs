//! Choices that differ only in their dice, side by side, with the outcome for each number of dice.

use egui::{Align2, CornerRadius, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo};
use egui::{pos2, vec2};
use foeman_engine::prospect::{Fraction, Timing};

use super::pointed;
use crate::play::Battle;
use crate::shell::action::Actions;
use foeman_scene::theme::{self, GAP, palette};

/// The maximum number of dice in a strip.
const MOST: u8 = 9;
/// The width of the row labels, in points.
const NAMES: f32 = 42.0;
/// The height of a row, in points.
const LINE: f32 = 14.0;
/// The font size, in points.
const LETTERS: f32 = 11.0;

/// Draws the common text of the choices, and below it a box per number of dice; returns the area.
pub(crate) fn ui(
    ui: &mut Ui,
    battle: &Battle,
    text: &str,
    members: &[(u8, usize)],
    focus: bool,
    actions: &mut Actions,
) -> Rect {
    let colors = palette(ui);
    let width = ui.available_width();
    let font = TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout(text.to_owned(), font, colors.text, (width - 2.0 * GAP).max(40.0));
    let names = names(battle, members);
    let head = galley.size().y + GAP;
    let boxes = LINE * names.len() as f32 + GAP;
    let (_, rect) = ui.allocate_space(vec2(width, head + boxes + GAP));
    let shown = ui.is_rect_visible(rect);
    if shown {
        ui.painter().galley(rect.min + vec2(GAP, GAP / 2.0), galley, colors.text);
        for (nth, name) in names.iter().enumerate() {
            let at = pos2(rect.left() + GAP, rect.top() + head + GAP / 2.0 + LINE * (nth as f32 + 0.5));
            ui.painter().text(at, Align2::LEFT_CENTER, name, FontId::proportional(LETTERS), colors.weak);
        }
    }
    let column = (width - NAMES - 2.0 * GAP) / f32::from(MOST);
    for (nth, &(dice, at)) in members.iter().enumerate() {
        let left = rect.left() + NAMES + GAP + column * f32::from(dice.clamp(1, MOST) - 1);
        let place = Rect::from_min_size(pos2(left, rect.top() + head), vec2(column - 1.0, boxes));
        let response = ui.interact(place, Id::unique(("choice", at)), Sense::click());
        // Only compute outcomes that are visible.
        let values = if shown { values(battle, at, &names) } else { Vec::new() };
        let full = battle.choices().get(at).map_or("", |choice| choice.text.as_str());
        response.widget_info(|| {
            let pairs = names.iter().zip(&values).skip(1).map(|(name, value)| format!(", {name} {value}"));
            WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{full}{}", pairs.collect::<String>()))
        });
        if focus && nth == 0 {
            response.request_focus();
        }
        if shown {
            let round = CornerRadius::same(theme::ROUND);
            let fill = if response.hovered() { colors.hover } else { colors.button };
            ui.painter().rect_filled(place, round, fill);
            if response.has_focus() {
                ui.painter().rect_stroke(place, round, Stroke::new(1.0, colors.accent), StrokeKind::Inside);
            }
            for (line, value) in values.iter().enumerate() {
                let middle = pos2(place.center().x, place.top() + GAP / 2.0 + LINE * (line as f32 + 0.5));
                let color = if line == 0 { colors.strong } else { colors.text };
                let letters = if value.len() > 3 { LETTERS - 1.5 } else { LETTERS };
                ui.painter().text(middle, Align2::CENTER_CENTER, value, FontId::proportional(letters), color);
            }
        }
        pointed::listen(ui, battle, &response, at, actions);
    }
    rect
}

/// Returns the row labels: the dice, and the known outcomes of the first choice.
fn names(battle: &Battle, members: &[(u8, usize)]) -> Vec<&'static str> {
    let first = members.first().map(|(_, at)| *at);
    let (choice, prospect) = (first.and_then(|at| battle.choices().get(at)), first.and_then(|at| battle.prospect(at)));
    let mut names = vec!["dice"];
    names.extend(choice.and_then(|choice| choice.odds).map(|_| "%"));
    names.extend(prospect.and_then(|prospect| prospect.harm).map(|_| "harm"));
    names.extend(prospect.and_then(|prospect| prospect.fells).map(|_| "fells %"));
    names.extend(prospect.and_then(|prospect| prospect.timing.as_ref()).map(|_| "acts"));
    names
}

fn values(battle: &Battle, at: usize, names: &[&str]) -> Vec<String> {
    let (Some(choice), prospect) = (battle.choices().get(at), battle.prospect(at)) else { return Vec::new() };
    let value = |name: &&str| match *name {
        "dice" => choice.strip.as_ref().map(|strip| strip.dice.to_string()),
        "%" => choice.odds.map(|odds| odds.percent().to_string()),
        "harm" => prospect.and_then(|prospect| prospect.harm).map(tenths),
        "fells %" => prospect.and_then(|prospect| prospect.fells).map(|fells| fells.percent().to_string()),
        _ => prospect.and_then(|prospect| prospect.timing.as_ref()).map(place),
    };
    names.iter().map(|name| value(name).unwrap_or_default()).collect()
}

/// Formats a number with one decimal.
pub(crate) fn tenths(fraction: Fraction) -> String {
    let tenths = fraction.tenths();
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns the position in the order of actions, as far as it is known: `2`, or `1-3`.
fn place(timing: &Timing) -> String {
    match timing {
        Timing::AtOnce => "now".to_owned(),
        Timing::AskedAgain => "again".to_owned(),
        Timing::InTurn { after, open, .. } if open.is_empty() => (after.len() + 1).to_string(),
        Timing::InTurn { after, open, .. } => format!("{}-{}", after.len() + 1, after.len() + 1 + open.len()),
    }
}
