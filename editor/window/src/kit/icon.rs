//! Icons drawn as vector shapes, so that they are sharp at any size and follow the theme.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};
use foeman_schema::finding::Severity;

use foeman_scene::theme::{ICON, Palette};

/// An icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// A folder.
    Open,
    /// A disk.
    Save,
    /// An arrow turning left.
    Undo,
    /// An arrow turning right.
    Redo,
    /// An arrow to the left.
    Back,
    /// An arrow to the right.
    Forward,
    /// A triangle to the right.
    Play,
    /// A square.
    Stop,
    /// A triangle to the right, in front of a line: one step.
    Step,
    /// Two triangles to the right: one round.
    Skip,
    /// Two triangles to the right, in front of a line: to the end.
    End,
    /// A triangle to the left, behind a line: one step back.
    StepBack,
    /// Two triangles to the left, behind a line: to the start.
    Start,
    /// A target: until something happens.
    Until,
    /// A clock.
    Speed,
    /// A line that forks.
    Branch,
    /// A ribbon.
    Bookmark,
    /// A pennant on a pole.
    Flag,
    /// A crown.
    Crown,
    /// Three dots.
    More,
    /// A frame with a column at its right side.
    Column,
    /// An arrow pointer.
    Pointer,
    /// A brush.
    Brush,
    /// A pipette.
    Picker,
    /// A cross in a circle.
    Error,
    /// An exclamation mark in a triangle.
    Warning,
    /// An i in a circle.
    Info,
    /// A check mark in a circle.
    Good,
    /// A plus.
    Add,
    /// A minus.
    Less,
    /// A cross.
    Close,
    /// A chevron down.
    Opened,
    /// A chevron to the right.
    Closed,
    /// An arrow up.
    Up,
    /// An arrow down.
    Down,
    /// An arrow up and to the right: go to.
    Jump,
    /// An arrow that curves back.
    Reset,
    /// A hexagon.
    Hex,
    /// A table.
    Table,
    /// Two sheets.
    Copy,
    /// A bin.
    Delete,
    /// A check mark.
    Tick,
    /// Three sliders.
    Tools,
    /// A pair of scales.
    Scales,
    /// Indented lines.
    Tree,
    /// A sheet with fields.
    Form,
    /// A hexagon with a figure in it.
    Figures,
    /// Lines of a list.
    List,
    /// A triangle up: sorted in ascending order.
    Rising,
    /// A triangle down: sorted in descending order.
    Falling,
    /// A funnel.
    Funnel,
    /// A frame with an arrow out of its corner.
    Resize,
    /// A dashed frame.
    Area,
    /// A slanted line.
    Line,
    /// A frame.
    Rectangle,
    /// A pouring bucket.
    Bucket,
    /// A ruler.
    Ruler,
    /// An eye with a line through it.
    Eye,
    /// An open eye.
    Shown,
    /// A padlock.
    Lock,
    /// An open padlock.
    Unlock,
    /// The outline of a star.
    Star,
    /// A filled star.
    Favourite,
    /// Sheets on top of each other.
    Layers,
    /// An arrow around a hexagon, to the left.
    TurnLeft,
    /// An arrow around a hexagon, to the right.
    TurnRight,
    /// Corners of a frame.
    Fit,
    /// A house.
    Home,
    /// Stacked lines with sparks.
    Effect,
    /// A pin.
    Pin,
}

impl Icon {
    /// Returns the icon of a severity.
    pub fn of(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
        }
    }

    /// Draws the icon into a square.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let side = rect.width().min(rect.height());
        let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
        let at = |x: f32, y: f32| square.min + vec2(x, y) * (side / 16.0);
        let stroke = Stroke::new((side / 11.0).max(1.2), color);
        let line = |points: Vec<Pos2>| painter.add(Shape::line(points, stroke));
        let fill = |points: Vec<Pos2>| painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        match self {
            Self::Open => {
                line(vec![at(2.0, 13.0), at(2.0, 3.5), at(6.0, 3.5), at(7.5, 5.5), at(13.0, 5.5), at(13.0, 7.5)]);
                painter
                    .add(Shape::closed_line(vec![at(2.0, 13.0), at(4.5, 7.5), at(15.0, 7.5), at(12.5, 13.0)], stroke));
            }
            Self::Save => {
                painter.add(Shape::closed_line(
                    vec![at(2.5, 2.5), at(11.0, 2.5), at(13.5, 5.0), at(13.5, 13.5), at(2.5, 13.5)],
                    stroke,
                ));
                line(vec![at(5.0, 2.5), at(5.0, 6.0), at(10.0, 6.0), at(10.0, 2.5)]);
                line(vec![at(5.0, 13.5), at(5.0, 9.5), at(11.0, 9.5), at(11.0, 13.5)]);
            }
            Self::Undo => {
                line(arc(at(8.5, 9.0), side * 0.3, 0.62, -0.25));
                fill(vec![at(1.2, 6.0), at(6.6, 3.2), at(6.2, 8.8)]);
            }
            Self::Redo => {
                line(arc(at(7.5, 9.0), side * 0.3, -0.12, 0.75));
                fill(vec![at(14.8, 6.0), at(9.4, 3.2), at(9.8, 8.8)]);
            }
            Self::Back => {
                line(vec![at(13.5, 8.0), at(3.0, 8.0)]);
                line(vec![at(7.0, 3.8), at(2.8, 8.0), at(7.0, 12.2)]);
            }
            Self::Forward => {
                line(vec![at(2.5, 8.0), at(13.0, 8.0)]);
                line(vec![at(9.0, 3.8), at(13.2, 8.0), at(9.0, 12.2)]);
            }
            Self::Play => {
                fill(vec![at(4.0, 2.5), at(13.5, 8.0), at(4.0, 13.5)]);
            }
            Self::Stop => {
                fill(vec![at(3.5, 3.5), at(12.5, 3.5), at(12.5, 12.5), at(3.5, 12.5)]);
            }
            Self::Step => {
                fill(vec![at(3.0, 2.5), at(11.0, 8.0), at(3.0, 13.5)]);
                line(vec![at(13.0, 2.5), at(13.0, 13.5)]);
            }
            Self::Skip => {
                fill(vec![at(1.5, 3.0), at(8.0, 8.0), at(1.5, 13.0)]);
                fill(vec![at(8.0, 3.0), at(14.5, 8.0), at(8.0, 13.0)]);
            }
            Self::End => {
                fill(vec![at(0.5, 3.5), at(6.5, 8.0), at(0.5, 12.5)]);
                fill(vec![at(6.5, 3.5), at(12.5, 8.0), at(6.5, 12.5)]);
                line(vec![at(14.5, 2.5), at(14.5, 13.5)]);
            }
            Self::StepBack => {
                fill(vec![at(13.0, 2.5), at(5.0, 8.0), at(13.0, 13.5)]);
                line(vec![at(3.0, 2.5), at(3.0, 13.5)]);
            }
            Self::Start => {
                fill(vec![at(15.5, 3.5), at(9.5, 8.0), at(15.5, 12.5)]);
                fill(vec![at(9.5, 3.5), at(3.5, 8.0), at(9.5, 12.5)]);
                line(vec![at(1.5, 2.5), at(1.5, 13.5)]);
            }
            Self::Until => {
                painter.circle_stroke(square.center(), side * 0.4, stroke);
                painter.circle_filled(square.center(), side * 0.16, color);
            }
            Self::Speed => {
                painter.circle_stroke(square.center(), side * 0.42, stroke);
                line(vec![at(8.0, 4.2), at(8.0, 8.0), at(10.8, 9.8)]);
            }
            Self::Branch => {
                line(vec![at(4.5, 13.5), at(4.5, 2.5)]);
                line(vec![at(4.5, 11.0), at(8.0, 8.5), at(11.5, 7.0), at(11.5, 2.5)]);
                painter.circle_filled(at(4.5, 2.8), side * 0.13, color);
                painter.circle_filled(at(11.5, 2.8), side * 0.13, color);
            }
            Self::Bookmark => {
                painter.add(Shape::closed_line(
                    vec![at(4.0, 2.0), at(12.0, 2.0), at(12.0, 14.0), at(8.0, 10.5), at(4.0, 14.0)],
                    stroke,
                ));
            }
            Self::Flag => {
                line(vec![at(3.5, 1.5), at(3.5, 14.5)]);
                fill(vec![at(4.0, 2.0), at(13.5, 5.5), at(4.0, 9.0)]);
            }
            Self::Crown => {
                line(vec![
                    at(2.5, 12.5),
                    at(1.5, 4.5),
                    at(5.2, 8.0),
                    at(8.0, 2.5),
                    at(10.8, 8.0),
                    at(14.5, 4.5),
                    at(13.5, 12.5),
                    at(2.5, 12.5),
                ]);
            }
            Self::More => {
                for x in [3.0, 8.0, 13.0] {
                    painter.circle_filled(at(x, 8.0), side * 0.1, color);
                }
            }
            Self::Column => {
                painter
                    .add(Shape::closed_line(vec![at(1.5, 3.0), at(14.5, 3.0), at(14.5, 13.0), at(1.5, 13.0)], stroke));
                fill(vec![at(9.5, 3.0), at(14.5, 3.0), at(14.5, 13.0), at(9.5, 13.0)]);
            }
            Self::Pointer => {
                painter.add(Shape::closed_line(vec![at(4.0, 2.0), at(12.5, 9.5), at(8.0, 9.8), at(5.6, 13.6)], stroke));
            }
            Self::Brush => {
                line(vec![at(13.5, 2.5), at(7.0, 9.0)]);
                fill(vec![at(7.6, 9.8), at(6.2, 8.4), at(3.8, 9.8), at(2.2, 13.8), at(6.4, 12.4)]);
            }
            Self::Picker => {
                fill(vec![at(10.0, 3.2), at(12.8, 6.0), at(14.4, 4.4), at(11.6, 1.6)]);
                line(vec![at(8.4, 4.0), at(12.0, 7.6)]);
                painter.add(Shape::closed_line(
                    vec![at(9.2, 4.8), at(11.2, 6.8), at(5.0, 13.0), at(2.4, 13.6), at(3.0, 11.0)],
                    stroke,
                ));
            }
            Self::Error => {
                painter.circle_filled(square.center(), side * 0.42, color);
                let ground = Stroke::new(stroke.width, foeman_scene::theme::readable_on(color));
                painter.line_segment([at(5.6, 5.6), at(10.4, 10.4)], ground);
                painter.line_segment([at(10.4, 5.6), at(5.6, 10.4)], ground);
            }
            Self::Warning => {
                fill(vec![at(8.0, 1.6), at(15.0, 14.0), at(1.0, 14.0)]);
                let ground = foeman_scene::theme::readable_on(color);
                painter.line_segment([at(8.0, 6.0), at(8.0, 10.0)], Stroke::new(stroke.width, ground));
                painter.circle_filled(at(8.0, 12.0), stroke.width * 0.6, ground);
            }
            Self::Info => {
                painter.circle_stroke(square.center(), side * 0.4, stroke);
                painter.line_segment([at(8.0, 7.5), at(8.0, 11.5)], stroke);
                painter.circle_filled(at(8.0, 5.0), stroke.width * 0.65, color);
            }
            Self::Good => {
                painter.circle_stroke(square.center(), side * 0.42, stroke);
                line(vec![at(4.8, 8.2), at(7.2, 10.6), at(11.4, 5.6)]);
            }
            Self::Add => {
                line(vec![at(8.0, 3.0), at(8.0, 13.0)]);
                line(vec![at(3.0, 8.0), at(13.0, 8.0)]);
            }
            Self::Less => {
                line(vec![at(3.0, 8.0), at(13.0, 8.0)]);
            }
            Self::Close => {
                line(vec![at(4.2, 4.2), at(11.8, 11.8)]);
                line(vec![at(11.8, 4.2), at(4.2, 11.8)]);
            }
            Self::Opened => {
                line(vec![at(4.0, 6.0), at(8.0, 10.0), at(12.0, 6.0)]);
            }
            Self::Closed => {
                line(vec![at(6.0, 4.0), at(10.0, 8.0), at(6.0, 12.0)]);
            }
            Self::Up => {
                line(vec![at(8.0, 13.0), at(8.0, 3.5)]);
                line(vec![at(4.2, 7.2), at(8.0, 3.2), at(11.8, 7.2)]);
            }
            Self::Down => {
                line(vec![at(8.0, 3.0), at(8.0, 12.5)]);
                line(vec![at(4.2, 8.8), at(8.0, 12.8), at(11.8, 8.8)]);
            }
            Self::Jump => {
                line(vec![at(4.0, 12.0), at(12.0, 4.0)]);
                line(vec![at(5.5, 4.0), at(12.0, 4.0), at(12.0, 10.5)]);
            }
            Self::Reset => {
                line(vec![at(3.5, 6.0), at(10.0, 6.0), at(12.8, 7.6), at(12.8, 10.4), at(10.0, 12.0), at(6.0, 12.0)]);
                line(vec![at(6.6, 2.8), at(3.4, 6.0), at(6.6, 9.2)]);
            }
            Self::Copy => {
                painter
                    .add(Shape::closed_line(vec![at(5.5, 5.5), at(13.5, 5.5), at(13.5, 13.5), at(5.5, 13.5)], stroke));
                line(vec![at(10.5, 2.5), at(2.5, 2.5), at(2.5, 10.5)]);
            }
            Self::Tick => {
                line(vec![at(3.0, 8.4), at(6.4, 12.0), at(13.0, 4.2)]);
            }
            Self::Tools => {
                for (y, knob) in [(3.5, 10.5), (8.0, 5.0), (12.5, 9.0)] {
                    line(vec![at(2.0, y), at(14.0, y)]);
                    painter.circle_filled(at(knob, y), side * 0.14, color);
                }
            }
            Self::Scales => {
                line(vec![at(8.0, 2.5), at(8.0, 13.0)]);
                line(vec![at(5.0, 13.5), at(11.0, 13.5)]);
                line(vec![at(2.5, 4.5), at(13.5, 4.5)]);
                for x in [3.5, 12.5] {
                    line(vec![at(x - 2.5, 9.5), at(x, 4.5), at(x + 2.5, 9.5), at(x - 2.5, 9.5)]);
                }
            }
            Self::Tree => {
                line(vec![at(2.5, 3.5), at(8.0, 3.5)]);
                line(vec![at(4.0, 3.5), at(4.0, 12.5), at(6.5, 12.5)]);
                line(vec![at(4.0, 8.0), at(6.5, 8.0)]);
                line(vec![at(8.5, 8.0), at(13.5, 8.0)]);
                line(vec![at(8.5, 12.5), at(13.5, 12.5)]);
            }
            Self::Form => {
                painter
                    .add(Shape::closed_line(vec![at(2.5, 2.5), at(13.5, 2.5), at(13.5, 13.5), at(2.5, 13.5)], stroke));
                line(vec![at(5.0, 6.0), at(11.0, 6.0)]);
                line(vec![at(5.0, 10.0), at(9.0, 10.0)]);
            }
            Self::Figures => {
                let points =
                    (0..6).map(|n| square.center() + Vec2::angled(TAU * n as f32 / 6.0) * (side * 0.42)).collect();
                painter.add(Shape::closed_line(points, stroke));
                painter.circle_filled(square.center(), side * 0.16, color);
            }
            Self::List => {
                for y in [4.0, 8.0, 12.0] {
                    line(vec![at(2.5, y), at(13.5, y)]);
                }
            }
            Self::Rising => {
                fill(vec![at(8.0, 5.0), at(12.5, 11.0), at(3.5, 11.0)]);
            }
            Self::Falling => {
                fill(vec![at(3.5, 5.0), at(12.5, 5.0), at(8.0, 11.0)]);
            }
            Self::Funnel => {
                fill(vec![at(1.5, 2.5), at(14.5, 2.5), at(9.5, 8.5), at(6.5, 8.5)]);
                fill(vec![at(6.5, 8.0), at(9.5, 8.0), at(9.5, 12.0), at(6.5, 14.5)]);
            }
            Self::Area => {
                for (from, to) in [(2.5, 5.0), (7.0, 9.0), (11.0, 13.5)] {
                    for (a, b) in [(2.5, from), (13.5, from)] {
                        line(vec![at(a, b), at(a, to)]);
                        line(vec![at(b, a), at(to, a)]);
                    }
                }
            }
            Self::Line => {
                line(vec![at(3.0, 13.0), at(13.0, 3.0)]);
                painter.circle_filled(at(3.0, 13.0), side * 0.11, color);
                painter.circle_filled(at(13.0, 3.0), side * 0.11, color);
            }
            Self::Rectangle => {
                painter
                    .add(Shape::closed_line(vec![at(2.5, 4.0), at(13.5, 4.0), at(13.5, 12.0), at(2.5, 12.0)], stroke));
            }
            Self::Bucket => {
                painter.add(Shape::closed_line(vec![at(7.0, 2.5), at(12.5, 8.0), at(7.5, 13.0), at(2.0, 7.5)], stroke));
                line(vec![at(3.0, 7.5), at(11.5, 7.5)]);
                fill(vec![at(13.8, 9.0), at(15.2, 12.2), at(13.8, 13.6), at(12.4, 12.2)]);
            }
            Self::Eye => {
                line(vec![at(1.5, 8.0), at(4.5, 5.0), at(8.0, 4.0), at(11.5, 5.0), at(14.5, 8.0)]);
                line(vec![at(1.5, 8.0), at(4.5, 11.0), at(8.0, 12.0), at(11.5, 11.0), at(14.5, 8.0)]);
                painter.circle_filled(at(8.0, 8.0), side * 0.13, color);
                line(vec![at(3.0, 14.0), at(13.0, 2.0)]);
            }
            Self::Lock => {
                painter
                    .add(Shape::closed_line(vec![at(3.0, 7.5), at(13.0, 7.5), at(13.0, 14.0), at(3.0, 14.0)], stroke));
                line(vec![at(5.0, 7.5), at(5.0, 4.5), at(6.5, 2.5), at(9.5, 2.5), at(11.0, 4.5), at(11.0, 7.5)]);
            }
            Self::Shown => {
                line(vec![at(1.5, 8.0), at(4.5, 5.0), at(8.0, 4.0), at(11.5, 5.0), at(14.5, 8.0)]);
                line(vec![at(1.5, 8.0), at(4.5, 11.0), at(8.0, 12.0), at(11.5, 11.0), at(14.5, 8.0)]);
                painter.circle_filled(at(8.0, 8.0), side * 0.13, color);
            }
            Self::Unlock => {
                painter
                    .add(Shape::closed_line(vec![at(3.0, 7.5), at(13.0, 7.5), at(13.0, 14.0), at(3.0, 14.0)], stroke));
                line(vec![at(9.0, 7.5), at(9.0, 4.5), at(10.5, 2.5), at(13.0, 2.5), at(14.5, 4.5)]);
            }
            Self::Star => {
                painter.add(Shape::closed_line(star(square.center(), side * 0.46), stroke));
            }
            Self::Favourite => {
                // A star is not convex, so it consists of five triangles and a pentagon.
                let points = star(square.center(), side * 0.5);
                (0..5).for_each(|n| {
                    fill(vec![points[(2 * n + 9) % 10], points[2 * n], points[2 * n + 1]]);
                });
                fill(points.iter().skip(1).step_by(2).copied().collect());
            }
            Self::Layers => {
                painter.add(Shape::closed_line(vec![at(8.0, 2.0), at(14.5, 5.5), at(8.0, 9.0), at(1.5, 5.5)], stroke));
                line(vec![at(1.5, 8.5), at(8.0, 12.0), at(14.5, 8.5)]);
                line(vec![at(1.5, 11.0), at(8.0, 14.5), at(14.5, 11.0)]);
            }
            Self::TurnLeft => {
                line(arc(at(8.0, 8.5), side * 0.36, 0.4, -0.3));
                fill(vec![at(0.6, 6.4), at(6.6, 6.4), at(3.4, 1.8)]);
            }
            Self::TurnRight => {
                line(arc(at(8.0, 8.5), side * 0.36, 0.1, 0.8));
                fill(vec![at(15.4, 6.4), at(9.4, 6.4), at(12.6, 1.8)]);
            }
            Self::Fit => {
                line(vec![at(2.0, 6.0), at(2.0, 2.0), at(6.0, 2.0)]);
                line(vec![at(10.0, 2.0), at(14.0, 2.0), at(14.0, 6.0)]);
                line(vec![at(14.0, 10.0), at(14.0, 14.0), at(10.0, 14.0)]);
                line(vec![at(6.0, 14.0), at(2.0, 14.0), at(2.0, 10.0)]);
            }
            Self::Home => {
                line(vec![at(1.5, 8.0), at(8.0, 2.5), at(14.5, 8.0)]);
                line(vec![at(3.5, 7.0), at(3.5, 13.5), at(12.5, 13.5), at(12.5, 7.0)]);
            }
            Self::Effect => {
                for (from, to) in [((8.0, 1.5), (8.0, 14.5)), ((2.4, 4.7), (13.6, 11.3)), ((2.4, 11.3), (13.6, 4.7))] {
                    line(vec![at(from.0, from.1), at(to.0, to.1)]);
                }
            }
            Self::Pin => {
                painter.add(Shape::circle_stroke(at(8.0, 5.5), side * 0.24, stroke));
                line(vec![at(8.0, 9.5), at(8.0, 14.5)]);
            }
            Self::Ruler => {
                painter
                    .add(Shape::closed_line(vec![at(1.5, 5.0), at(14.5, 5.0), at(14.5, 11.0), at(1.5, 11.0)], stroke));
                for x in [4.5, 8.0, 11.5] {
                    line(vec![at(x, 5.0), at(x, 8.0)]);
                }
            }
            Self::Resize => {
                line(vec![at(9.0, 2.5), at(2.5, 2.5), at(2.5, 13.5), at(13.5, 13.5), at(13.5, 7.0)]);
                line(vec![at(7.0, 9.0), at(13.0, 3.0)]);
                fill(vec![at(14.6, 1.4), at(14.0, 6.2), at(9.8, 2.0)]);
            }
            Self::Delete => {
                line(vec![at(2.8, 4.5), at(13.2, 4.5)]);
                line(vec![at(6.2, 4.5), at(6.2, 2.4), at(9.8, 2.4), at(9.8, 4.5)]);
                line(vec![at(4.2, 4.5), at(4.8, 13.6), at(11.2, 13.6), at(11.8, 4.5)]);
            }
            Self::Table => {
                painter
                    .add(Shape::closed_line(vec![at(2.0, 3.0), at(14.0, 3.0), at(14.0, 13.0), at(2.0, 13.0)], stroke));
                line(vec![at(2.0, 6.5), at(14.0, 6.5)]);
                line(vec![at(6.5, 6.5), at(6.5, 13.0)]);
            }
            Self::Hex => {
                let points =
                    (0..6).map(|n| square.center() + Vec2::angled(TAU * n as f32 / 6.0) * (side * 0.42)).collect();
                painter.add(Shape::closed_line(points, stroke));
            }
        }
    }

    /// Shows the icon inline.
    pub fn show(self, ui: &mut Ui, color: Color32) -> Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
        self.paint(ui.painter(), rect, color);
        response
    }
}

/// Returns the colour of a severity.
pub fn severity_color(colors: &Palette, severity: Severity) -> Color32 {
    match severity {
        Severity::Error => colors.error,
        Severity::Warning => colors.warning,
        Severity::Info => colors.info,
    }
}

/// Returns the ten corners of a star, from its tip clockwise.
fn star(center: Pos2, radius: f32) -> Vec<Pos2> {
    let corner = |n: usize| {
        let length = if n.is_multiple_of(2) { radius } else { radius * 0.42 };
        center + Vec2::angled(TAU * (n as f32 / 10.0 - 0.25)) * length
    };
    (0..10).map(corner).collect()
}

/// Returns points on an arc; `from` and `to` are fractions of a turn, clockwise from the right.
fn arc(center: Pos2, radius: f32, from: f32, to: f32) -> Vec<Pos2> {
    let steps = 16;
    (0..=steps)
        .map(|step| {
            let turn = from + (to - from) * step as f32 / steps as f32;
            let (sin, cos) = (turn * TAU).sin_cos();
            pos2(center.x + radius * cos, center.y - radius * sin)
        })
        .collect()
}
