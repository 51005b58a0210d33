//! Choices that differ only in their dice as a table, with the outcome for each number of dice.

use std::ops::RangeInclusive;

use egui::{Align2, CornerRadius, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo};
use egui::{pos2, vec2};
use foeman_engine::prospect::Timing;

use super::pointed;
use crate::play::Battle;
use crate::play::spots::tenths;
use crate::shell::action::Actions;
use foeman_scene::theme::{self, GAP, RING, SMALL, palette};

/// The maximum number of dice in a strip.
const MOST: u8 = 9;
/// The width of the row labels, in points.
const NAMES: f32 = 54.0;
/// The height of a row, in points.
const LINE: f32 = 15.0;
/// The maximum width of a column, in points.
const COLUMN: f32 = 46.0;
/// The minimum width of a column for normal letters, in points.
const ROOMY: f32 = 27.0;
/// The font sizes, in points.
const LETTERS: f32 = SMALL;
const CLOSE: f32 = 0.8 * SMALL;

/// Returns the numbers of dice in all strips, so that their columns are aligned.
pub(crate) fn dice(battle: &Battle) -> RangeInclusive<u8> {
    let dice = || battle.choices().iter().filter_map(|choice| Some(choice.strip.as_ref()?.dice.clamp(1, MOST)));
    dice().min().unwrap_or(1)..=dice().max().unwrap_or(1)
}

/// Draws the common text of the choices, and below it a table with a column per number of dice; returns the area.
pub(crate) fn ui(
    ui: &mut Ui,
    battle: &Battle,
    text: &str,
    (members, dice): (&[(u8, usize)], &RangeInclusive<u8>),
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
    let (_, rect) = ui.allocate_space(vec2(width, head + boxes + 1.5 * GAP));
    let shown = ui.is_rect_visible(rect);
    let count = dice.end() - dice.start() + 1;
    let column = ((width - NAMES - 2.0 * GAP) / f32::from(count)).min(COLUMN);
    let letters = FontId::proportional(LETTERS);
    if shown {
        ui.painter().galley(rect.min + vec2(GAP, GAP / 2.0), galley, colors.text);
        for (nth, name) in names.iter().enumerate() {
            let at = pos2(rect.left() + GAP, rect.top() + head + GAP / 2.0 + LINE * (nth as f32 + 0.5));
            let color = if nth == 0 { colors.text } else { colors.weak };
            ui.painter().text(at, Align2::LEFT_CENTER, name, letters.clone(), color);
        }
    }
    // Only compute outcomes that are visible.
    let best = if shown { best(battle, members) } else { None };
    for (nth, &(own, at)) in members.iter().enumerate() {
        let place = own.clamp(*dice.start(), *dice.end()) - dice.start();
        let left = rect.left() + NAMES + GAP + column * f32::from(place);
        let place = Rect::from_min_size(pos2(left, rect.top() + head), vec2(column - 2.0, boxes));
        let response = ui.interact(place, Id::unique(("choice", at)), Sense::click());
        let values = if shown { values(battle, at, &names) } else { Vec::new() };
        let full = battle.choices().get(at).map_or("", |choice| choice.text.as_str());
        let is_best = best == Some(at);
        response.widget_info(|| {
            let pairs = names.iter().zip(&values).skip(1).map(|(name, value)| format!(", {name} {value}"));
            let pairs: String = pairs.collect();
            let best = if is_best { ", best" } else { "" };
            WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{full}{pairs}{best}"))
        });
        if focus && nth == 0 {
            response.request_focus();
        }
        if shown {
            let round = CornerRadius::same(theme::ROUND);
            let fill = match (response.hovered(), is_best) {
                (true, _) => colors.hover,
                (false, true) => colors.selected,
                (false, false) => colors.button,
            };
            ui.painter().rect_filled(place, round, fill);
            if response.has_focus() || is_best {
                let line = Stroke::new(if response.has_focus() { RING } else { theme::LINE }, colors.accent);
                ui.painter().rect_stroke(place, round, line, StrokeKind::Inside);
            }
            for (line, value) in values.iter().enumerate() {
                let middle = pos2(place.center().x, place.top() + GAP / 2.0 + LINE * (line as f32 + 0.5));
                let color = if line == 0 { colors.strong } else { colors.text };
                let is_long = value.chars().count() > 3 && column < ROOMY;
                let font = if is_long { FontId::proportional(CLOSE) } else { letters.clone() };
                ui.painter().text(middle, Align2::CENTER_CENTER, value, font, color);
            }
        }
        pointed::listen(ui, battle, &response, at, actions);
    }
    rect
}

/// Returns the choice with the highest expected harm, or else the highest chance; `None` if there is no difference.
fn best(battle: &Battle, members: &[(u8, usize)]) -> Option<usize> {
    let worth = |at: usize| {
        let harm = battle.prospect(at).and_then(|prospect| prospect.harm).map(|harm| harm.sum as f64 / harm.of as f64);
        let odds = battle.choices().get(at)?.odds.map(|odds| odds.wins as f64 / odds.of.max(1) as f64);
        harm.or(odds)
    };
    let worths: Option<Vec<(usize, f64)>> = members.iter().map(|&(_, at)| Some((at, worth(at)?))).collect();
    let worths = worths?;
    // Of equal choices, the one with the fewest dice.
    let most = worths.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    worths.iter().any(|(_, worth)| *worth < most.1).then_some(most.0)
}

/// Returns the row labels: the dice, and the known outcomes of the first choice.
fn names(battle: &Battle, members: &[(u8, usize)]) -> Vec<&'static str> {
    let first = members.first().map(|(_, at)| *at);
    let (choice, prospect) = (first.and_then(|at| battle.choices().get(at)), first.and_then(|at| battle.prospect(at)));
    let has_harm = prospect.is_some_and(|prospect| prospect.harm.is_some());
    let mut names = vec!["Dice"];
    names.extend(choice.and_then(|choice| choice.odds).map(|_| if has_harm { "Hit %" } else { "Chance %" }));
    names.extend(prospect.and_then(|prospect| prospect.harm).map(|_| "Harm"));
    names.extend(prospect.and_then(|prospect| prospect.fells).map(|_| "Fells %"));
    names.extend(prospect.and_then(|prospect| prospect.timing.as_ref()).map(|_| "Acts"));
    names
}

fn values(battle: &Battle, at: usize, names: &[&str]) -> Vec<String> {
    let (Some(choice), prospect) = (battle.choices().get(at), battle.prospect(at)) else { return Vec::new() };
    let value = |name: &&str| match *name {
        "Dice" => choice.strip.as_ref().map(|strip| strip.dice.to_string()),
        "Hit %" | "Chance %" => choice.odds.map(|odds| odds.percent().to_string()),
        "Harm" => prospect.and_then(|prospect| prospect.harm).map(tenths),
        "Fells %" => prospect.and_then(|prospect| prospect.fells).map(|fells| fells.percent().to_string()),
        _ => prospect.and_then(|prospect| prospect.timing.as_ref()).map(place),
    };
    names.iter().map(|name| value(name).unwrap_or_default()).collect()
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
