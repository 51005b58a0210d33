//! Built patterns: hatching, bricks, paving, planks, steps. They continue from cell to cell.

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};

use super::{Brush, Chance, Shape};

/// The spacing of hatching lines, in hex radii.
const SPACING: f32 = 0.433_012_7;
/// The height of a course of bricks: six to a hex with a horizontal side.
const COURSE: f32 = 0.288_675_13;

/// Blocks laid in courses; lengths in hex radii.
struct Masonry {
    /// Height of a course.
    course: f32,
    /// Length of a block.
    length: f32,
    /// How much block lengths vary.
    uneven: f32,
    /// Width of a joint.
    joint: f32,
    /// The direction of the courses.
    run: Run,
}

/// The direction of courses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Across,
    Down,
}

impl Brush<'_> {
    /// Slanted lines, each with a highlight next to it.
    pub(super) fn hatch(&self, shapes: &mut Vec<Shape>) {
        let along = vec2(0.5, -0.866_025_4);
        let across = vec2(0.866_025_4, 0.5);
        let middle = self.view.grid.center(self.cell).to_vec2();
        let first = ((middle.dot(across) - self.reach()) / SPACING).ceil() as i32;
        let last = ((middle.dot(across) + self.reach()) / SPACING).floor() as i32;
        let pen = self.pen(0.05, self.dark(0.22));
        let gleam = self.pen(0.03, self.light(0.1));
        for n in first..=last {
            for (shift, pen) in [(0.0, pen), (0.055, gleam)] {
                let foot = across * (n as f32 * SPACING + shift - middle.dot(across));
                if let Some(ends) = self.inside(foot, along) {
                    shapes.push(Shape::line(ends.to_vec(), pen));
                }
            }
        }
    }

    /// Courses of bricks.
    pub(super) fn bricks(&self, shapes: &mut Vec<Shape>) {
        let many = if self.is_small() { 2.0 } else { 1.0 };
        let wall = Masonry { course: COURSE * many, length: 0.5 * many, uneven: 0.0, joint: 0.045, run: Run::Across };
        self.lay(&wall, self.dark(0.3), shapes, |brush, chance| brush.light(chance.between(0.0, 0.16)));
    }

    /// Paving slabs of varying size.
    pub(super) fn flags(&self, shapes: &mut Vec<Shape>) {
        let floor = Masonry { course: 2.0 * COURSE, length: 0.75, uneven: 0.24, joint: 0.035, run: Run::Across };
        self.lay(&floor, self.dark(0.2), shapes, |brush, chance| {
            let shade = chance.between(-0.07, 0.12);
            if shade < 0.0 { brush.dark(-shade) } else { brush.light(shade) }
        });
    }

    /// Boards side by side, with nails if there is room.
    pub(super) fn planks(&self, shapes: &mut Vec<Shape>) {
        let width = if self.is_small() { 0.5 } else { 0.25 };
        let deck = Masonry { course: width, length: 2.6, uneven: 0.3, joint: 0.03, run: Run::Down };
        self.lay(&deck, self.dark(0.38), shapes, |brush, chance| {
            let shade = chance.between(-0.1, 0.14);
            if shade < 0.0 { brush.dark(-shade) } else { brush.light(shade) }
        });
    }

    /// Treads, each with a bright edge and a shadow below.
    pub(super) fn steps(&self, shapes: &mut Vec<Shape>) {
        let tread = if self.is_small() { 2.0 * COURSE } else { COURSE };
        let (middle, reach) = (self.view.grid.center(self.cell), self.reach());
        let first = ((middle.y - reach) / tread).floor() as i32;
        let last = ((middle.y + reach) / tread).ceil() as i32;
        for n in first..=last {
            let top = n as f32 * tread - middle.y;
            let edge = top - 0.3 * tread;
            let shade = [vec2(-reach, edge), vec2(reach, edge), vec2(reach, top), vec2(-reach, top)];
            self.fill(shade.map(|point| self.at(point)).to_vec(), self.dark(0.22), shapes);
            let ends = self.inside(vec2(0.0, top + 0.02), vec2(1.0, 0.0));
            shapes.extend(ends.map(|ends| Shape::line(ends.to_vec(), self.pen(0.04, self.light(0.4)))));
        }
    }

    /// Lays blocks over the cell, with joints of one colour.
    fn lay(
        &self,
        masonry: &Masonry,
        joints: Color32,
        shapes: &mut Vec<Shape>,
        color: impl Fn(&Self, &mut Chance) -> Color32,
    ) {
        shapes.push(Shape::fill(self.clipped(self.view.outline(self.cell, 1.0)), joints));
        let turn = |point: Pos2| if masonry.run == Run::Across { point } else { pos2(point.y, point.x) };
        let (middle, reach) = (turn(self.view.grid.center(self.cell)), self.reach());
        let course = |at: f32| (at / masonry.course).floor() as i32;
        for row in course(middle.y - reach)..=course(middle.y + reach) {
            let joint = |n: i32| {
                let shaken = Chance::of([n, row]).between(-masonry.uneven, masonry.uneven);
                (n as f32 + row.rem_euclid(2) as f32 / 2.0 + shaken) * masonry.length
            };
            let near = |at: f32| (at / masonry.length).floor() as i32;
            for n in near(middle.x - reach) - 2..=near(middle.x + reach) + 1 {
                let (top, half) = (row as f32 * masonry.course, masonry.joint / 2.0);
                let block = Rect::from_min_max(pos2(joint(n), top), pos2(joint(n + 1), top + masonry.course));
                let block = block.shrink(half);
                if block.max.x < middle.x - reach || block.min.x > middle.x + reach {
                    continue;
                }
                let corners = [block.left_top(), block.right_top(), block.right_bottom(), block.left_bottom()];
                let fill = color(self, &mut Chance::of([n + 7, row - 3]));
                self.fill(corners.map(|corner| self.view.place(turn(corner))).to_vec(), fill, shapes);
                if masonry.run == Run::Down && !self.is_small() {
                    self.nails(block, turn, shapes);
                }
            }
        }
    }

    /// Two nails at each end of a board.
    fn nails(&self, board: Rect, turn: impl Fn(Pos2) -> Pos2, shapes: &mut Vec<Shape>) {
        for end in [board.left() + 0.08, board.right() - 0.08] {
            for side in [board.top() + 0.06, board.bottom() - 0.06] {
                let center = self.view.place(turn(pos2(end, side)));
                let within = |(normal, reach): (Vec2, f32)| {
                    (center - self.center).dot(normal) < (reach - 0.03) * self.view.scale
                };
                if self.sides().all(within) {
                    let radius = (0.018 * self.view.scale).max(0.5);
                    shapes.push(Shape::Circle { center, radius, fill: self.dark(0.5) });
                }
            }
        }
    }

    /// Fills the part of a convex polygon that is inside the cell.
    fn fill(&self, points: Vec<Pos2>, fill: Color32, shapes: &mut Vec<Shape>) {
        let points = self.clipped(points);
        if points.len() > 2 {
            shapes.push(Shape::fill(points, fill));
        }
    }
}
