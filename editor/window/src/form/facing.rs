//! The input for facings: six buttons around a hex.

use egui::{Rect, Role, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo, vec2};
use foeman_engine::setup::Placeable;
use foeman_schema::dialect::RecordView;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::Points;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::{Form, Spot, number};
use crate::kit::widgets;
use crate::map::chart;
use crate::pack::Pack;
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, RING, alpha, palette};

/// The width and height of the whole input, in points.
const SIDE: f32 = 62.0;
/// The width and height of a button, in points.
const BUTTON: f32 = 18.0;
/// The width for the longest direction name, in points.
const WORDS: f32 = 68.0;
/// The compass directions of hex sides, every 30 degrees clockwise from north.
const SIDES: [&str; 12] = [
    "north",
    "north-east",
    "north-east",
    "east",
    "south-east",
    "south-east",
    "south",
    "south-west",
    "south-west",
    "west",
    "north-west",
    "north-west",
];
/// The compass directions of hex corners, which are between two sides.
const CORNERS: [&str; 12] = [
    "north",
    "north-north-east",
    "east-north-east",
    "east",
    "east-south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "west-south-west",
    "west",
    "west-north-west",
    "north-north-west",
];

/// Draws the six directions of the map, and the name of the selected one.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let now = match spot.effective() {
        None => None,
        Some(value) => match value.as_u64().filter(|now| *now < 6) {
            Some(now) => Some(now as u8),
            // The value is not a valid direction, so let the user fix it as text.
            None => return number::ui(ui, form, spot, 0..=5, width),
        },
    };
    form.name = None;
    let rows = ground(form.pack, form.record).is_some_and(|map| {
        chart::chart(ui, form.pack, &map).is_ok_and(|chart| !chart.terrain.ground.geometry.has_top_direction())
    });
    // In twelfths of a turn: hexes in rows are rotated by 30 degrees, and corners are 30 degrees before their sides.
    let (names, first) = match points(form, spot) {
        Points::Side => (SIDES, u8::from(rows)),
        Points::Corner => (CORNERS, 11 + u8::from(rows)),
    };
    let named = |direction: u8| names[usize::from(direction * 2 + first) % names.len()];
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    let ink = if spot.is_written() { colors.accent } else { colors.weak };
    for direction in 0..6_u8 {
        let angle = (60.0 * f32::from(direction) + 30.0 * f32::from(first)).to_radians();
        let forward = vec2(angle.sin(), -angle.cos());
        let square = Rect::from_center_size(rect.center() + forward * (SIDE - BUTTON) / 2.0, Vec2::splat(BUTTON));
        let chosen = now == Some(direction);
        let name = format!("Face {}", named(direction));
        let response = ui.interact(square, spot.id().with(direction), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), chosen, &name));
        let visuals = ui.style().interact_selectable(&response, chosen);
        let edge = if response.has_focus() { Stroke::new(RING, colors.accent) } else { Stroke::NONE };
        if chosen || response.hovered() || response.has_focus() {
            ui.painter().circle(square.center(), BUTTON / 2.0, visuals.weak_bg_fill, edge);
        }
        let arrow = [vec2(7.0, 0.0), vec2(-4.0, 5.0), vec2(-4.0, -5.0)]
            .map(|point| square.center() + Vec2::angled(forward.angle() + point.angle()) * point.length());
        ui.painter().add(egui::Shape::convex_polygon(
            arrow.to_vec(),
            if chosen { ink } else { colors.weak.gamma_multiply(alpha::MOST) },
            Stroke::NONE,
        ));
        if response.on_hover_text(name).clicked() && !chosen {
            form.actions.push(Action::Set(spot.pointer.clone(), Value::from(direction)));
            form.actions.push(Action::Settle);
        }
    }
    let words = now.map_or("not set", |now| named(now));
    let color = if spot.is_written() { colors.text } else { colors.weak };
    let room = width - SIDE - GAP;
    let words = widgets::one_line(ui, words, TextStyle::Small, color, room.max(WORDS));
    if room >= WORDS {
        ui.add_space(GAP);
        ui.label(words);
    }
}

/// Returns whether the figure's head points at a side or a corner.
fn points(form: &Form<'_>, spot: &Spot<'_>) -> Points {
    let token = || {
        let setup = form.setup?;
        let stands = |figure: &&Placeable| spot.pointer.parts().starts_with(figure.pointer.parts());
        let placed = setup.figures.iter().find(stands)?.token?;
        setup.board.tokens.iter().find(|token| token.id == placed)
    };
    token().map(|token| token.points).unwrap_or_default()
}

/// Returns the map that a record is played on: the first one it refers to.
fn ground(pack: &Pack, record: &RecordKey) -> Option<RecordKey> {
    let dialect = pack.draft().dialect()?;
    let value = pack.merged(record)?;
    Field::record(dialect, &record.catalog)?.fields().into_iter().find_map(|field| match field.kind() {
        FieldKind::Reference { catalog } if pack.index().catalog(catalog)?.def.view == RecordView::Map => {
            Some(RecordKey::new(catalog, value.get(field.name())?.as_str()?))
        }
        _ => None,
    })
}
