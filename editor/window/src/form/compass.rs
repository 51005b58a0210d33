//! The input for connections: a toggle per neighbour around a picture of the frame.

use egui::{Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};
use foeman_schema::catalogs::images::{Image, ImageLayer};
use foeman_schema::dialect::{Record, RecordView};
use foeman_schema::grid::Geometry;
use foeman_schema::grid::angle::Compass;
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::{Form, Spot};
use crate::kit::paint::pictured;
use crate::map::chart;
use crate::pack::{Pack, cache};
use crate::shell::action::Action;
use foeman_scene::theme::{LINE, RING, ROUND_SMALL, alpha, palette};

/// The width and height of the whole input, in points.
pub(crate) const SIDE: f32 = 104.0;
/// The width and height of a toggle, in points.
const BUTTON: f32 = 24.0;
/// The width and height of the frame, in points.
const FRAME: f32 = 44.0;

/// Draws eight toggles. Directions in which cells of the pack's maps have no neighbours cannot be switched on.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let on: Vec<Compass> = spot.effective().and_then(|now| Vec::deserialize(now).ok()).unwrap_or_default();
    let pack = form.pack;
    let possible = cache::kept(ui, pack, Id::unique("points of the compass"), || possible(pack));
    form.name = None;
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    frame(ui, form, spot, Rect::from_center_size(rect.center(), Vec2::splat(FRAME)));
    for point in Compass::ALL {
        let angle = (point.degrees() as f32).to_radians();
        let ahead = vec2(angle.sin(), -angle.cos());
        let square = Rect::from_center_size(rect.center() + ahead * (SIDE - BUTTON) / 2.0, Vec2::splat(BUTTON));
        let is_on = on.contains(&point);
        let (can, word) = (is_on || possible.contains(&point), word(point));
        let name = format!("Leads {}", word.replace('-', " "));
        let response = ui.interact(square, spot.id().with(word), if can { Sense::click() } else { Sense::hover() });
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, can && ui.is_enabled(), is_on, &name));
        let visuals = ui.style().interact_selectable(&response, is_on);
        let edge = if response.has_focus() { Stroke::new(RING, colors.accent) } else { Stroke::new(LINE, colors.line) };
        let fill = if can { visuals.weak_bg_fill } else { colors.panel };
        ui.painter().circle(square.center(), BUTTON / 2.0 - 2.0, fill, edge);
        let arrow = [vec2(7.0, 0.0), vec2(-4.0, 5.0), vec2(-4.0, -5.0)]
            .map(|corner| square.center() + Vec2::angled(ahead.angle() + corner.angle()) * corner.length());
        let ink = match (can, is_on) {
            (false, _) => colors.weak.gamma_multiply(alpha::LIGHT),
            (true, true) => colors.accent,
            (true, false) => colors.weak,
        };
        ui.painter().add(egui::Shape::convex_polygon(arrow.to_vec(), ink, Stroke::NONE));
        let response = response.on_hover_text(if can {
            name
        } else {
            format!("{name}: no cell of the pack's maps has a neighbour there")
        });
        if response.clicked() {
            let now = Compass::ALL.into_iter().filter(|other| on.contains(other) != (*other == point));
            let now: Vec<Value> = now.map(|point| json!(point)).collect();
            let pointer = spot.pointer.clone();
            form.actions.push(if now.is_empty() { Action::Remove(pointer) } else { Action::Set(pointer, now.into()) });
            form.actions.push(Action::Settle);
        }
    }
}

fn frame(ui: &Ui, form: &Form<'_>, spot: &Spot<'_>, rect: Rect) {
    let parts = spot.pointer.parts();
    let number = parts.iter().rev().find_map(|part| part.parse::<u16>().ok());
    let layer = json!({ "image": form.record.id, "frame": number.unwrap_or_default() });
    let layer = ImageLayer::deserialize(&layer).ok().filter(|_| form.record.catalog == Image::CATALOG);
    let laid = layer.and_then(|layer| chart::pictures(ui, form.pack).laid(&[layer], 1.0));
    ui.painter().rect(rect, ROUND_SMALL, palette(ui).sunken, Stroke::new(LINE, palette(ui).line), StrokeKind::Outside);
    if let Some(laid) = laid {
        let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        ui.painter().add(pictured(ui.ctx(), &corners, rect, laid.first()));
    }
}

/// Returns the directions in which cells of any map of the pack have neighbours; all directions if there is no map.
fn possible(pack: &Pack) -> Vec<Compass> {
    let maps = pack.index().catalogs.iter().filter(|catalog| catalog.def.view == RecordView::Map);
    let records = maps.flat_map(|catalog| &catalog.records);
    let geometries = records.filter_map(|entry| Geometry::deserialize(pack.merged(&entry.key)?.get("geometry")?).ok());
    let points: Vec<Compass> = geometries
        .flat_map(|geometry| (0..geometry.directions()).map(move |direction| geometry.compass(direction)))
        .collect();
    if points.is_empty() { Compass::ALL.to_vec() } else { points }
}

/// Returns the name of a direction.
fn word(point: Compass) -> &'static str {
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][point as usize]
}
