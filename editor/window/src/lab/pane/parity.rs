//! The parity price, the number of a figure that is an even match for a side, with all numbers tried.

use egui::{Grid, Label, RichText, TextStyle, Ui};
use foeman_engine::lab::Answer;

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::lab::action::LabAction;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions};
use foeman_lab::parity::Price;
use foeman_lab::run::Played;
use foeman_scene::theme::{GAP, palette};

/// Draws the result; a battle with each number can be shown once all are played.
pub(crate) fn ui(ui: &mut Ui, price: &Price, played: Option<&Played>, actions: &mut Actions) {
    let colors = palette(ui);
    if let Some(played) = played.filter(|played| played.whole) {
        let color = if matches!(price.parity.answer(), Answer::Found { .. }) { colors.info } else { colors.warning };
        ui.horizontal(|ui| {
            Icon::Info.show(ui, color);
            let text = RichText::new(capitalised(&price.statement)).text_style(TextStyle::Heading).color(colors.strong);
            ui.add(Label::new(text).wrap());
        });
        let text =
            format!("{} battles per number, on the same seeds; a draw is half a win", played.record.heading.battles);
        ui.label(RichText::new(text).color(colors.weak));
    }
    Grid::new("parity").num_columns(7).striped(true).spacing([4.0 * GAP, GAP]).show(ui, |ui| {
        for head in ["Number", "Points", "Against", "Won", "95 % interval", "", ""] {
            ui.label(RichText::new(head).color(colors.weak));
        }
        ui.end_row();
        for (at, row) in price.rows.iter().enumerate() {
            let points = |points: Option<i64>| points.map_or_else(|| "–".to_owned(), |points| points.to_string());
            let [low, share, high] = [row.share.low, row.share.share, row.share.high].map(|part| 100.0 * part);
            ui.label(row.count.to_string());
            ui.label(points(row.points));
            ui.label(points(row.against));
            ui.label(format!("{share:.1} %"));
            ui.label(format!("{low:.1} to {high:.1} %"));
            ui.label(capitalised(row.words()));
            if let Some(played) = played {
                let name = format!("Show a battle of {}", row.count);
                if widgets::icon_button(ui, Icon::Play, &name).clicked() {
                    actions.push(Action::Lab(LabAction::Watch(at, played.record.heading.seed)));
                }
            }
            ui.end_row();
        }
    });
}
