//! The zones to paint with.

use egui::{Color32, Pos2, Rect, Stroke, TextEdit, Ui, Vec2, vec2};
use foeman_schema::text::RecordKey;

use crate::kit::options::close;
use crate::kit::widgets;
use crate::map::chart::Chart;
use crate::map::layer::Ink;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::theme::{EDGE, ICON_SMALL, ROUND_SMALL, alpha, palette, parse_color};

/// The space before a text for a colour swatch.
const SQUARE: &str = "      ";

/// Draws the zones to paint with, buttons for a new zone and for none, and the title of the selected zone.
pub(crate) fn zones(ui: &mut Ui, session: &Session, key: &RecordKey, chart: &Chart, actions: &mut Actions) {
    let (view, colors) = (session.view(), palette(ui));
    let chosen = |zone: Option<&String>| view.tool.paints() && view.zone.as_ref() == zone;
    let mut ink = |ui: &Ui, ink: Ink| {
        actions.push(Action::Ink(ink));
        close(ui);
    };
    for (id, zone) in chart.zones.iter().zip(&chart.terrain.ground.zones) {
        let color = parse_color(&zone.color).unwrap_or(colors.accent);
        let text = format!("{SQUARE}{}", zone.title);
        let button = ui.add(egui::Button::selectable(chosen(Some(id)), text.as_str()).truncate());
        zone_mark(ui, button.rect.left_center() + vec2(13.0, 0.0), color);
        widgets::whole_on_hover(ui, &button, &text);
        if button.accessible_name(format!("Paint zone {}", zone.title)).clicked() {
            ink(ui, Ink::Zone(id.clone()));
        }
    }
    let free = chart.free_zone(None);
    let text = format!("{SQUARE}New zone");
    let new = ui.selectable_label(chosen(Some(&free)), text).on_hover_text("Paint it on the map, then name it");
    if new.accessible_name("New zone").clicked() {
        ink(ui, Ink::Zone(free));
    }
    let text = format!("{SQUARE}No zone");
    let none = ui.selectable_label(chosen(None), text).on_hover_text("Removes cells from their zones");
    if none.accessible_name("No zone").clicked() {
        ink(ui, Ink::NoZone);
    }
    let known = view.zone.as_ref().and_then(|id| chart.zones.iter().position(|zone| zone == id));
    if let Some(zone) = known.and_then(|at| chart.terrain.ground.zones.get(at)) {
        let mut title = zone.title.clone();
        let width = ui.available_width().min(240.0);
        let field = ui.add(TextEdit::singleline(&mut title).desired_width(width)).accessible_name("Name of the zone");
        if field.changed() && !title.trim().is_empty() {
            let id = view.zone.clone().unwrap_or_default();
            let at = key.pointer().child("zones").child(id).child("title");
            actions.push(Action::Set(at, title.into()));
        }
        if field.lost_focus() {
            actions.push(Action::Settle);
        }
    }
}

/// Draws the colour of a zone around a point.
pub(crate) fn zone_mark(ui: &Ui, at: Pos2, color: Color32) {
    let square = Rect::from_center_size(at, Vec2::splat(ICON_SMALL));
    ui.painter().rect(
        square,
        ROUND_SMALL,
        color.gamma_multiply(alpha::HALF),
        Stroke::new(EDGE, color),
        egui::StrokeKind::Inside,
    );
}
