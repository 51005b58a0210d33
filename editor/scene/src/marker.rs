//! Outlines of markers: the shape says how many hexes a figure takes, the corners say whose side it is on.
//!
//! A rectangle stands for one hex and for two in line, a triangle for three, a diamond for four; the head has a nose
//! where the figure looks. Corners are square, round or cut, side by side; sides after the third wear bands as well,
//! so that nine sides differ without a look at their colours.

use egui::{Pos2, Vec2, vec2};
use foeman_engine::told::Token;

use super::Viewport;
use super::outline::{cut, hull};

/// Half the width of a rectangle, in radii of a hex.
const HALF: f32 = 0.42;
/// The same of a rectangle of two hexes.
const WIDE: f32 = 0.48;
/// How far a rectangle reaches behind the middle of its last hex, in radii.
const TAIL: f32 = 0.46;
/// How far a rectangle reaches before the middle of the head, without the nose, in radii.
const CHEST: f32 = 0.24;
/// How far the corners of triangles and diamonds lie from the middles of their hexes, in radii.
const ARM: f32 = 0.52;
/// How far the nose lies from the middle of the head, in radii.
const NOSE: f32 = 0.74;
/// How far the nose of triangles and diamonds lies from the middle of the head, in radii.
const LONG_NOSE: f32 = 0.84;
/// How long the nose's tip is along its edges, in radii.
const TIP: f32 = 0.42;
/// Corners that all sides have before they begin to wear bands.
const CORNERS: usize = 3;
/// Lines that a round corner is made of.
const STEPS: u8 = 8;

/// How a figure is drawn.
pub struct Marker {
    /// Its outline, convex, clockwise on screen.
    pub body: Vec<Pos2>,
    /// The tip of its nose; nothing where it looks nowhere.
    pub nose: Option<[Pos2; 3]>,
    /// The bands it wears.
    pub bands: Vec<Vec<Pos2>>,
    /// Where its initials are written.
    pub middle: Pos2,
}

impl Marker {
    /// The marker of a figure that is on the board and looks along `forward`, where it looks somewhere.
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

/// How the corners of a side's markers look.
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

/// The way a figure looks, and how large it is drawn.
struct Axis {
    along: Vec2,
    scale: f32,
}

impl Axis {
    /// The corners of a rectangle round a hex's middle.
    fn rectangle(&self, center: Pos2, half: f32) -> [Pos2; 4] {
        [vec2(CHEST, half), vec2(-TAIL, half), vec2(-TAIL, -half), vec2(CHEST, -half)]
            .map(|point| center + (self.along * point.x + self.along.rot90() * point.y) * self.scale)
    }

    /// How far along a point lies.
    fn of(&self, point: Pos2) -> f32 {
        point.to_vec2().dot(self.along)
    }

    /// The part of a convex outline that lies between two places along.
    fn between(&self, outline: &[Pos2], from: f32, to: f32) -> Vec<Pos2> {
        let behind = cut(outline, |point| self.of(point) - from);
        cut(&behind, |point| to - self.of(point))
    }
}

/// The outline with every corner but the nose as the side has them; a corner takes at most `room` of its edges.
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

/// The foremost part of an outline.
fn tip(hull: &[Pos2], nose: Pos2, length: f32) -> Option<[Pos2; 3]> {
    let at = hull.iter().position(|point| *point == nose)?;
    let ends = [hull[(at + hull.len() - 1) % hull.len()], hull[(at + 1) % hull.len()]];
    let [left, right] = ends.map(|end| nose + (end - nose).normalized() * length.min(0.8 * nose.distance(end)));
    Some([left, nose, right])
}
