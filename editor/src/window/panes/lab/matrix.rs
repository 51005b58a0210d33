//! Who wins against whom: a map of colours with the numbers in it.

use egui::{Align2, Color32, FontId, Id, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::super::super::action::{Action, Actions, LabAction};
use super::super::super::widgets;
use crate::lab::matrix::Table;
use crate::lab::run::Played;
use crate::theme::{palette, readable_on};

/// Width and height of a cell at least and at most, in points.
const CELL: (f32, f32) = (21.0, 46.0);
/// Height of a cell at most, in points.
const HIGHEST: f32 = 26.0;
/// Width of the names, in points.
const NAMES: f32 = 170.0;
/// Where the one always loses, and where it always wins: told apart by everybody, and from either ground.
const ENDS: [Color32; 2] = [Color32::from_rgb(0xb3, 0x58, 0x06), Color32::from_rgb(0x1f, 0x5f, 0xa8)];

/// Draws it; a meeting can be shown once all are played.
pub(super) fn ui(ui: &mut Ui, table: &Table, played: Option<&Played>, actions: &mut Actions) {
    let colors = palette(ui);
    widgets::section(ui, "WINS OF THE LEFT AGAINST THE TOP, %");
    let order = table.order();
    let count = order.len();
    let room = (ui.available_width() - NAMES) / (count + 1).max(1) as f32;
    let wide = room.clamp(CELL.0, CELL.1);
    let high = wide.min(HIGHEST);
    let size = vec2(NAMES + wide * (count + 1) as f32, high * (count + 1) as f32);
    let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
    let font = FontId::proportional(if wide < 28.0 { 10.0 } else { 12.0 });
    let cell = |column: usize, row: usize| {
        let min = pos2(whole.left() + NAMES + wide * column as f32, whole.top() + high * row as f32);
        Rect::from_min_size(min, vec2(wide, high))
    };
    let painter = ui.painter().clone();
    painter.text(cell(0, 0).center(), Align2::CENTER_CENTER, "all", font.clone(), colors.weak);
    for (place, one) in order.iter().enumerate() {
        let at = cell(place + 1, 0).center();
        painter.text(at, Align2::CENTER_CENTER, place + 1, font.clone(), colors.weak);
        let name = format!("{}  {}", place + 1, table.who[*one]);
        let name = widgets::one_line(ui, &name, egui::TextStyle::Body, colors.text, NAMES - 10.0);
        let row = cell(0, place + 1);
        painter.galley(pos2(whole.left(), row.center().y - name.size().y / 2.0), name, colors.text);
        let all = format!("{:.0}", 100.0 * table.all(*one));
        painter.text(row.center(), Align2::CENTER_CENTER, all, font.clone(), colors.strong);
        for (against, other) in order.iter().enumerate() {
            let rect = cell(against + 1, place + 1);
            let Some((share, differs)) = table.share(*one, *other) else {
                painter.text(rect.center(), Align2::CENTER_CENTER, "–", font.clone(), colors.weak);
                continue;
            };
            let fill = heat(share.share, colors.surface);
            let (one, other) = (&table.who[*one], &table.who[*other]);
            let response = ui.interact(rect, Id::unique(("matrix", one, other)), Sense::click());
            let [low, middle, top] = [share.low, share.share, share.high].map(|part| 100.0 * part);
            let more = if differs { ", more than luck" } else { "" };
            let pairs = played.map_or_else(String::new, |played| format!(", {} pairs", played.record.heading.battles));
            let words = format!("{one} against {other}: {middle:.0} %, {low:.0} to {top:.0} %{more}{pairs}");
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
            painter.rect_filled(rect.shrink(0.5), 1, fill);
            let text = format!("{middle:.0}{}", if differs && wide >= 28.0 { "*" } else { "" });
            painter.text(rect.center(), Align2::CENTER_CENTER, text, font.clone(), readable_on(fill));
            if response.hovered() || response.has_focus() {
                painter.rect_stroke(rect, 1, Stroke::new(2.0, colors.strong), StrokeKind::Inside);
            }
            if response.on_hover_text(&words).clicked()
                && let Some(played) = played
            {
                let arms = &played.record.heading.arms;
                let arm = arms.iter().position(|arm| arm.name == [one.as_str(), other.as_str()]);
                let seed = played.record.heading.seed;
                actions.extend(arm.map(|arm| Action::Lab(LabAction::Watch(arm, seed))));
            }
        }
    }
    let text = "Draws are half a win. * is more than luck: of those at most 5 % are wrong on average (Benjamini-Hochberg). \
                Of those who cannot stand in their places there is no number. A click shows a battle.";
    ui.label(RichText::new(text).small().color(colors.weak));
}

/// The colour of a share: from either end of one scale to the ground in the middle.
fn heat(share: f64, ground: Color32) -> Color32 {
    let end = if share < 0.5 { ENDS[0] } else { ENDS[1] };
    ground.lerp_to_gamma(end, (2.0 * (share - 0.5).abs()) as f32)
}
