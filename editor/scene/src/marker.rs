//! Marker outlines: the shape shows how many hexes a figure occupies, the corners show its side.
//!
//! A rectangle means one hex or two in line, a triangle three, a diamond four; a nose on the head shows the facing.
//! Corners are square, round or cut, depending on the side. From the fourth side on, markers also have bands, so that
//! nine sides are distinguishable without colour.

use egui::{Pos2, Vec2, vec2};
use foeman_engine::display::Token;

use super::Viewport;
use super::outline::{cut, hull};

/// Half the width of a rectangle, in hex radii.
const HALF: f32 = 0.42;
/// Half the width of a rectangle of two hexes, in hex radii.
const WIDE: f32 = 0.48;
/// How far a rectangle extends behind the centre of its last hex, in radii.
const TAIL: f32 = 0.46;
/// How far a rectangle extends in front of the centre of the head, without the nose, in radii.
const CHEST: f32 = 0.24;
/// The distance of the corners of triangles and diamonds from the centres of their hexes, in radii.
const ARM: f32 = 0.52;
/// The distance of the nose from the centre of the head, in radii.
const NOSE: f32 = 0.74;
/// The distance of the nose of triangles and diamonds from the centre of the head, in radii.
const LONG_NOSE: f32 = 0.84;
/// The length of the nose along its edges, in radii.
const TIP: f32 = 0.42;
/// The number of sides that differ by corners alone; later sides add bands.
const CORNERS: usize = 3;
/// The number of segments of a round corner.
const STEPS: u8 = 8;

/// The outline of a figure.
pub struct Marker {
    /// Its outline, convex, clockwise on screen.
    pub body: Vec<Pos2>,
    /// The tip of its nose; `None` without a facing.
    pub nose: Option<[Pos2; 3]>,
    /// Its bands.
    pub bands: Vec<Vec<Pos2>>,
    /// The position of its initials.
    pub middle: Pos2,
}

impl Marker {
    /// Creates the marker of a figure on the board; `forward` is its facing, if any.
    pub fn new(view: &Viewport, token: &Token, forward: Option<Vec2>) -> Self {
        let axis = Axis { along: forward.unwrap_or(vec2(0.0, -1.0)), scale: view.scale };
        let centers: Vec<Pos2> = token.cells.iter().map(|&cell| view.center(cell)).collect();
        let count = centers.len() as f32;
        let middle = (centers.iter().fold(Vec2::ZERO, |sum, center| sum + center.to_vec2()) / count).to_pos2();
        let mut points: Vec<Pos2> = match centers.as_slice() {
            [_] => axis.rectangle(centers[0], HALF).to_vec(),
            [_, _] => centers.iter().flat_map(|center| axis.rectangle(*center, WIDE)).collect(),
            many => many.iter().map(|center| *center + (*center - middle).normalized() * (ARM * view.scale)).collect(),
        };
        let reach = if centers.len() > 2 { LONG_NOSE } else { NOSE };
        let nose = forward.map(|along| centers[0] + along * (reach * view.scale));
        points.extend(nose);
        let hull = hull(points);
        let room = if centers.len() > 1 { 0.5 } else { HALF } * view.scale;
        let body = cornered(&hull, nose, Corner::of(token.side), room);
        let tail = body.iter().map(|point| axis.of(*point)).fold(f32::INFINITY, f32::min);
        let depth = view.scale * (0.1 * count - 0.02);
        let band = |n: usize| {
            let from = tail + depth + n as f32 * 0.24 * view.scale;
            axis.between(&body, from, from + 0.12 * view.scale)
        };
        let bands = (0..token.side / CORNERS).map(band).filter(|band| band.len() > 2).collect();
        let nose = nose.and_then(|nose| tip(&hull, nose, TIP * view.scale));
        let middle = if centers.len() == 1 { middle - axis.along * (0.07 * view.scale) } else { middle };
        Self { body, nose, bands, middle }
    }
}

/// The corner style of a side's markers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Corner {
    Square,
    Round,
    Cut,
}

impl Corner {
    fn of(side: usize) -> Self {
        [Self::Square, Self::Round, Self::Cut][side % CORNERS]
    }
}

/// The direction a figure faces, and its scale.
struct Axis {
    along: Vec2,
    scale: f32,
}

impl Axis {
    /// Returns the corners of a rectangle round the centre of a hex.
    fn rectangle(&self, center: Pos2, half: f32) -> [Pos2; 4] {
        [vec2(CHEST, half), vec2(-TAIL, half), vec2(-TAIL, -half), vec2(CHEST, -half)]
            .map(|point| center + (self.along * point.x + self.along.rot90() * point.y) * self.scale)
    }

    /// Returns the coordinate of a point along the axis.
    fn of(&self, point: Pos2) -> f32 {
        point.to_vec2().dot(self.along)
    }

    /// Clips a convex outline to a range along the axis.
    fn between(&self, outline: &[Pos2], from: f32, to: f32) -> Vec<Pos2> {
        let behind = cut(outline, |point| self.of(point) - from);
        cut(&behind, |point| to - self.of(point))
    }
}

/// Applies the corner style to every corner except the nose; a corner takes at most `room` of its edges.
fn cornered(hull: &[Pos2], nose: Option<Pos2>, corner: Corner, room: f32) -> Vec<Pos2> {
    let mut outline = Vec::new();
    for (n, &point) in hull.iter().enumerate() {
        let ends = [hull[(n + hull.len() - 1) % hull.len()], hull[(n + 1) % hull.len()]];
        let along = |end: Pos2, room: f32| point + (end - point).normalized() * room.min(0.48 * point.distance(end));
        match corner {
            _ if Some(point) == nose => outline.push(point),
            Corner::Square => outline.push(point),
            Corner::Cut => outline.extend(ends.map(|end| along(end, 0.7 * room))),
            Corner::Round => {
                let [from, to] = ends.map(|end| along(end, room));
                outline.extend((0..=STEPS).map(|step| {
                    let share = f32::from(step) / f32::from(STEPS);
                    from.lerp(point, share).lerp(point.lerp(to, share), share)
                }));
            }
        }
    }
    outline
}

/// Returns the tip of the nose.
fn tip(hull: &[Pos2], nose: Pos2, length: f32) -> Option<[Pos2; 3]> {
    let at = hull.iter().position(|point| *point == nose)?;
    let ends = [hull[(at + hull.len() - 1) % hull.len()], hull[(at + 1) % hull.len()]];
    let [left, right] = ends.map(|end| nose + (end - nose).normalized() * length.min(0.8 * nose.distance(end)));
    Some([left, nose, right])
}
