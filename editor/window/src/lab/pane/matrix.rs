//! The win rates of figures against each other, as a heat map.

use egui::{Color32, RichText, Ui};

use super::heat;
use crate::kit::widgets;
use crate::lab::action::LabAction;
use crate::shell::action::{Action, Actions};
use foeman_lab::matrix::Table;
use foeman_lab::run::Played;
use foeman_scene::theme::{SHARES, palette};

/// With more figures than this, cells are too small for a marker.
const MARKED: usize = 20;

/// Draws the matrix; battles can be shown once all are played.
pub(crate) fn ui(ui: &mut Ui, table: &Table, played: Option<&Played>, actions: &mut Actions) {
    let colors = palette(ui);
    widgets::next_section(ui, "WINS OF ROW AGAINST COLUMN, %");
    let order = table.order();
    let name = |place: usize| table.names[order[place]].as_str();
    let rows: Vec<String> = (0..order.len()).map(|place| format!("{}  {}", place + 1, name(place))).collect();
    let all = ("all".to_owned(), "all".to_owned());
    let number = |place: usize| ((place + 1).to_string(), name(place).to_owned());
    let columns: Vec<(String, String)> = std::iter::once(all).chain((0..order.len()).map(number)).collect();
    let pairs = played.map_or_else(String::new, |played| format!(", {} pairs", played.record.heading.battles));
    let cell = |row: usize, column: usize| {
        let Some(against) = column.checked_sub(1) else {
            let text = format!("{:.0}", 100.0 * table.all(order[row]));
            return Some(heat::Cell { fill: Color32::TRANSPARENT, text, words: String::new() });
        };
        let (share, differs) = table.share(order[row], order[against])?;
        let [low, middle, top] = [share.low, share.share, share.high].map(|part| 100.0 * part);
        let more = if differs { ", significant" } else { "" };
        let words =
            format!("{} against {}: {middle:.0} %, {low:.0} to {top:.0} %{more}{pairs}", name(row), name(against));
        let text = format!("{middle:.0}{}", if differs && order.len() <= MARKED { "*" } else { "" });
        Some(heat::Cell { fill: heat(share.share, colors.surface), text, words })
    };
    if let Some((row, column)) = heat::ui(ui, "matrix", &rows, &columns, cell)
        && let Some(played) = played
    {
        let who = [row, column - 1].map(|place| table.who[order[place]].as_str());
        let arm = played.record.heading.arms.iter().position(|arm| arm.name == who);
        let seed = played.record.heading.seed;
        actions.extend(arm.map(|arm| Action::Lab(LabAction::Watch(arm, seed))));
    }
    let mark = match order.len() > MARKED {
        true => "Hover a cell to see whether its difference is significant:",
        false => "* marks significant differences:",
    };
    let text = format!(
        "Draws are half a win. {mark} at most 5 % of these are false on average (Benjamini-Hochberg). \
         Figures that cannot be placed have no number. Click a cell to show a battle."
    );
    ui.label(RichText::new(text).small().color(colors.weak));
}

/// Returns the colour of a win rate, on a diverging scale with the background in the middle.
fn heat(share: f64, ground: Color32) -> Color32 {
    let end = if share < 0.5 { SHARES[0] } else { SHARES[1] };
    ground.lerp_to_gamma(end, (2.0 * (share - 0.5).abs()) as f32)
}
