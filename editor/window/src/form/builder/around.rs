//! The input for letters on the hexes around a figure: they are drawn in place, and a click switches a hex to the next
//! letter.

use egui::{Align2, Color32, FontId, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};
use foeman_engine::builder::{Around, AroundHexes};
use foeman_engine::map_query::Shade;
use foeman_scene::overlay;
use foeman_scene::theme::{GAP, LINE, RING, ROUND, ROUND_SMALL, SMALL, alpha, palette};
use foeman_schema::grid::{Direction, Hex, Points};

/// The distance between the centres of adjacent hexes, in points.
const STEP: f32 = 25.0;
/// The margin around the drawing, in points.
const MARGIN: f32 = 3.0;

/// Draws the figure and the hexes around it; returns whether a letter has changed.
pub(super) fn ui(ui: &mut Ui, around: &Around, drawn: &mut AroundHexes, name: &str) -> bool {
    let all = drawn.own.iter().chain(drawn.around.iter().map(|(hex, _)| hex));
    let centers: Vec<Pos2> = all.map(|hex| place(drawn.points, *hex).to_pos2()).collect();
    let bounds = Rect::from_points(&centers).expand(STEP * 0.6);
    let mut changed = None;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(bounds.size() + Vec2::splat(2.0 * MARGIN), Sense::hover());
        let at = |hex: Hex| rect.center() + (place(drawn.points, hex) - bounds.center().to_vec2());
        for (number, hex) in drawn.own.iter().enumerate() {
            own(ui, drawn, at(*hex), number + 1);
        }
        for (number, (hex, letter)) in drawn.around.iter().enumerate() {
            let next = neighbour(ui, name, around, (drawn, number, *letter), at(*hex));
            changed = next.map(|next| (number, next)).or(changed);
        }
        ui.add_space(2.0 * GAP);
        legend(ui, around);
    });
    if let Some((number, letter)) = changed {
        drawn.around[number].1 = letter;
    }
    changed.is_some()
}

/// Draws a hex occupied by the figure, with its number in the layout; the head has an arrow in its facing direction.
fn own(ui: &Ui, drawn: &AroundHexes, at: Pos2, number: usize) {
    let colors = palette(ui);
    ui.painter().add(Shape::convex_polygon(
        corners(drawn.points, at, 0.94),
        colors.text,
        Stroke::new(LINE, colors.outline),
    ));
    let font = FontId::proportional(SMALL);
    if number == 1 {
        let tip = at - vec2(0.0, STEP * 0.42);
        let arrow = vec![tip, tip + vec2(4.5, 6.0), tip + vec2(-4.5, 6.0)];
        ui.painter().add(Shape::convex_polygon(arrow, colors.panel, Stroke::NONE));
    }
    let low = if number == 1 { vec2(0.0, 3.0) } else { Vec2::ZERO };
    ui.painter().text(at + low, Align2::CENTER_CENTER, number, font, colors.panel);
}

/// Draws a hex next to the figure; returns its new letter after a click.
fn neighbour(
    ui: &Ui,
    name: &str,
    around: &Around,
    (drawn, number, letter): (&AroundHexes, usize, char),
    at: Pos2,
) -> Option<char> {
    let colors = palette(ui);
    let kind = around.letters.iter().position(|(other, _)| *other == letter)?;
    let square = Rect::from_center_size(at, Vec2::splat(STEP * 0.8));
    let response = ui.interact(square, Id::unique(("around", name, number)), Sense::click());
    let meaning = around.letters[kind].1;
    let (next, then) = around.letters[(kind + 1) % around.letters.len()];
    let spoken = format!("Hex {} of {} around it: {meaning}", number + 1, drawn.around.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &spoken));
    let ground = shade(kind).gamma_multiply(alpha::PLATE);
    let edge = match response.has_focus() || response.hovered() {
        true => Stroke::new(RING, colors.strong),
        false => Stroke::new(LINE, colors.outline),
    };
    ui.painter().add(Shape::convex_polygon(corners(drawn.points, at, 0.94), ground, edge));
    let plate = Rect::from_center_size(at, vec2(13.0, 14.0));
    ui.painter().rect_filled(plate, ROUND, colors.panel);
    ui.painter().text(at, Align2::CENTER_CENTER, letter, FontId::proportional(SMALL), colors.text);
    response.on_hover_text(format!("{meaning}; click for {then}")).clicked().then_some(next)
}

/// Draws the meaning of each letter.
fn legend(ui: &mut Ui, around: &Around) {
    ui.vertical(|ui| {
        for (kind, (letter, meaning)) in around.letters.iter().enumerate() {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
                ui.painter().rect_filled(rect, ROUND_SMALL, shade(kind));
                ui.label(egui::RichText::new(format!("{letter} {meaning}")).small().color(palette(ui).weak));
            });
        }
    });
}

/// Returns the colour of a letter: the colour of the same arc in map overlays.
fn shade(kind: usize) -> Color32 {
    overlay::color(Shade::Kind(kind as u8))
}

/// Returns the angle of a direction, in radians clockwise from up, for a figure that faces up.
fn angle(points: Points, direction: Direction) -> f32 {
    let first = match points {
        Points::Side => 0.0,
        // A corner is between this direction and the previous one.
        Points::Corner => 30.0,
    };
    (first + 60.0 * f32::from(direction.index())).to_radians()
}

/// Returns the position of a hex, in points from the head.
fn place(points: Points, hex: Hex) -> Vec2 {
    let axis = |unit: Hex| {
        let direction = Hex::ZERO.direction_to(unit).unwrap_or_default();
        let angle = angle(points, direction);
        vec2(angle.sin(), -angle.cos()) * STEP
    };
    axis(Hex::new(1, 0)) * hex.q as f32 + axis(Hex::new(0, 1)) * hex.r as f32
}

/// Returns the corners of a hex, scaled by `part`.
fn corners(points: Points, at: Pos2, part: f32) -> Vec<Pos2> {
    let radius = STEP / 3.0_f32.sqrt() * part;
    let corner = |direction: Direction| {
        let angle = angle(points, direction) + 30.0_f32.to_radians();
        pos2(at.x + radius * angle.sin(), at.y - radius * angle.cos())
    };
    Direction::ALL.into_iter().map(corner).collect()
}
