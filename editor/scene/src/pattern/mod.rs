//! Procedural terrain patterns. Each cell has its own variation, the same on every draw.
//!
//! Built and flowing patterns continue from cell to cell; vegetation and debris are scattered.

mod built;

mod grown;

pub mod rim;

mod strewn;

mod wet;

use std::f32::consts::TAU;

use egui::{Color32, Pos2, Vec2};
use foeman_schema::catalogs::board::Pattern;

use super::Viewport;
use super::outline::cut;
use super::shape::{Pen, Shape, mix};

/// How much of the way from a cell's centre to its border patterns fill.
const FILLED: f32 = 0.965;
/// The scale below which marks are fewer and larger, in points per hex radius.
const SMALL: f32 = 20.0;

/// Draws the pattern of a cell whose colour is `paint`.
pub fn draw(view: &Viewport, cell: [i32; 2], pattern: Pattern, paint: Color32, shapes: &mut Vec<Shape>) {
    let chance = &mut Chance::of(cell);
    let brush = Brush { view, cell, paint, center: view.center(cell) };
    match pattern {
        Pattern::Plain => {}
        Pattern::Dots => brush.dots(chance, shapes),
        Pattern::Tufts => brush.tufts(chance, shapes),
        Pattern::Reeds => brush.reeds(chance, shapes),
        Pattern::Bushes => brush.bushes(chance, shapes),
        Pattern::Stones => brush.stones(chance, shapes),
        Pattern::Cracks => brush.cracks(chance, shapes),
        Pattern::Flames => brush.flames(chance, shapes),
        Pattern::Hatch => brush.hatch(shapes),
        Pattern::Bricks => brush.bricks(shapes),
        Pattern::Flags => brush.flags(shapes),
        Pattern::Planks => brush.planks(shapes),
        Pattern::Steps => brush.steps(shapes),
        Pattern::Waves => brush.waves(shapes),
        Pattern::Puddles => brush.puddles(chance, shapes),
        Pattern::Depths => brush.depths(chance, shapes),
    }
}

/// Draws on one cell.
struct Brush<'a> {
    view: &'a Viewport,
    cell: [i32; 2],
    paint: Color32,
    center: Pos2,
}

impl Brush<'_> {
    fn dark(&self, share: f32) -> Color32 {
        mix(self.paint, Color32::BLACK, share)
    }

    fn light(&self, share: f32) -> Color32 {
        mix(self.paint, Color32::WHITE, share)
    }

    fn pen(&self, width: f32, color: Color32) -> Pen {
        Pen::new((self.view.scale * width).max(0.8), color)
    }

    /// Whether the cells are so small that fewer marks are drawn.
    fn is_small(&self) -> bool {
        self.view.scale < SMALL
    }

    /// The distance from the cell's centre to its corners, in hex radii.
    fn reach(&self) -> f32 {
        self.view.grid.radius()
    }

    /// Reduces the number of marks if the cells are small.
    fn count(&self, near: usize) -> usize {
        if self.is_small() { near.div_ceil(2) } else { near }
    }

    /// Converts an offset from the cell's centre, in radii, to a point on screen.
    fn at(&self, from_middle: Vec2) -> Pos2 {
        self.center + from_middle * self.view.scale
    }

    /// An ellipse with half axes in radii. Small ellipses have fewer corners.
    fn ellipse(&self, middle: Vec2, half: Vec2) -> Vec<Pos2> {
        let corners = (6.0 + 0.6 * half.max_elem() * self.view.scale).clamp(7.0, 24.0) as usize;
        (0..corners).map(|n| self.at(middle + Vec2::angled(TAU * n as f32 / corners as f32) * half)).collect()
    }

    /// Clips a convex polygon to the inside of the cell.
    fn clipped(&self, mut points: Vec<Pos2>) -> Vec<Pos2> {
        for (normal, reach) in self.sides() {
            points = cut(&points, |point| reach * self.view.scale - (point - self.center).dot(normal));
        }
        points
    }

    /// Clips the line through `foot` (relative to the cell's centre, in radii) to the inside of the cell.
    fn inside(&self, foot: Vec2, along: Vec2) -> Option<[Pos2; 2]> {
        let (mut from, mut to) = (-2.0_f32, 2.0_f32);
        for (normal, reach) in self.sides() {
            let (room, speed) = (reach - foot.dot(normal), along.dot(normal));
            if speed.abs() < 1e-4 {
                if room < 0.0 {
                    return None;
                }
            } else if speed > 0.0 {
                to = to.min(room / speed);
            } else {
                from = from.max(room / speed);
            }
        }
        (to - from > 0.12).then(|| [self.at(foot + along * from), self.at(foot + along * to)])
    }

    /// The cell's sides as normals, with the distance from the centre that patterns may fill, in radii.
    fn sides(&self) -> impl Iterator<Item = (Vec2, f32)> + use<> {
        let corners = self.view.grid.corners();
        let filled = if self.view.lines { FILLED } else { 1.0 };
        // The side's normal goes through the middle between two corners.
        corners.clone().zip(corners.cycle().skip(1)).map(move |(corner, next)| {
            let middle = (corner + next) / 2.0;
            (middle.normalized(), middle.length() * filled)
        })
    }
}

/// A pseudo-random generator seeded with a cell.
struct Chance {
    state: u32,
    turn: f32,
}

impl Chance {
    fn of([col, row]: [i32; 2]) -> Self {
        let state = (col as u32).wrapping_mul(0x9e37_79b1) ^ (row as u32).wrapping_mul(0x85eb_ca77);
        let mut chance = Self { state, turn: 0.0 };
        chance.turn = chance.between(0.0, TAU);
        chance
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        self.state = self.state.wrapping_add(0x9e37_79b9);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x7feb_352d);
        mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
        mixed ^= mixed >> 16;
        least + (most - least) * (mixed >> 8) as f32 / 16_777_216.0
    }

    /// Returns the position of mark `n` of `count` in a disc: a sunflower arrangement with a random turn and jitter.
    fn spread(&mut self, n: usize, count: usize, reach: f32) -> Vec2 {
        let golden = 2.399_963_2;
        let angle = self.turn + n as f32 * golden + self.between(-0.35, 0.35);
        Vec2::angled(angle) * (reach * ((n as f32 + 0.5 + self.between(-0.3, 0.3)) / count as f32).sqrt())
    }

    /// Scatters marks in a disc, topmost first, so that lower marks overlap those behind them.
    fn scattered(&mut self, count: usize, reach: f32) -> Vec<Vec2> {
        let mut places: Vec<Vec2> = (0..count).map(|n| self.spread(n, count, reach)).collect();
        places.sort_by(|a, b| a.y.total_cmp(&b.y));
        places
    }
}
