//! The mouse: clicks, strokes and the wheel.

use egui::{Pos2, Role, Vec2};

use crate::control::{Control, Wanted};
use crate::person::{Device, Outcome, Person, find};

/// The maximum number of turns of the wheel until a control is in sight.
const TURNS: usize = 60;
/// The distance that one step of the wheel scrolls, in points, and the maximum number of steps at once.
const STEP: f32 = 60.0;
const MOST: i32 = 8;
/// The distance to a control in another column of the same list, in points.
const WIDE: f32 = 80.0;
/// The distance between two places over which the wheel is tried, in points.
const APART: f32 = 20.0;
/// The number of points between the ends of a stroke.
const POINTS: i32 = 6;

impl Person {
    /// Clicks on a control. If it is out of sight, turns the wheel first.
    pub(crate) fn click(&mut self, wanted: &Wanted) -> Outcome {
        self.step(Device::Mouse, format!("click {wanted}"))?;
        let control = self.reveal(wanted)?;
        if control.is_disabled {
            return Err(format!("cannot click {wanted}, because it is disabled"));
        }
        let at = control.point.ok_or_else(|| format!("no click reaches {control}"))?;
        self.click_at(at)
    }

    /// Clicks on a point.
    pub(crate) fn click_at(&mut self, at: Pos2) -> Outcome {
        self.point_at(at)?;
        self.send(&["click", "1"], |received| received.buttons, 2)?;
        self.settle()
    }

    /// Moves the pointer to a point.
    pub(crate) fn point_at(&mut self, at: Pos2) -> Outcome {
        self.move_to(at)?;
        self.settle()
    }

    fn move_to(&mut self, at: Pos2) -> Outcome {
        let to = [at.x.round() as i32, at.y.round() as i32];
        if self.pointer.replace(to) == Some(to) {
            return Ok(());
        }
        let [x, y] = to.map(|at| at.to_string());
        self.send(&["mousemove", &x, &y], |received| received.moves, 1)
    }

    /// Draws a stroke between two points.
    pub(crate) fn stroke(&mut self, from: Pos2, to: Pos2) -> Outcome {
        self.step(Device::Mouse, format!("stroke from {from:?} to {to:?}"))?;
        self.drag(from, to)
    }

    fn drag(&mut self, from: Pos2, to: Pos2) -> Outcome {
        self.point_at(from)?;
        self.send(&["mousedown", "1"], |received| received.buttons, 1)?;
        for nth in 1..=POINTS {
            self.move_to(from + (to - from) * (nth as f32 / POINTS as f32))?;
        }
        self.settle()?;
        self.send(&["mouseup", "1"], |received| received.buttons, 1)?;
        self.settle()
    }

    /// Clicks on a field, selects its text and types another.
    pub(crate) fn click_and_type(&mut self, field: &Wanted, text: &str) -> Outcome {
        self.click(field)?;
        // Two or three clicks would have to be fast; a stroke from behind the text selects all of it.
        let rect = self.find(field)?.rect;
        self.drag(rect.right_center() - Vec2::X, rect.left_center() + Vec2::X)?;
        let state = self.look();
        if !state.focused().is_some_and(Control::is_field) {
            return Err(format!("a click on {field} does not give it the keyboard"));
        }
        self.send(&["type", "--delay", "15", text], |received| received.letters, text.chars().count())?;
        self.settle()
    }

    /// Turns the wheel over a point, down if `steps` is positive.
    pub(crate) fn wheel(&mut self, at: Pos2, steps: i32) -> Outcome {
        self.step(Device::Mouse, format!("turn the wheel at {at:?} by {steps}"))?;
        self.point_at(at)?;
        let count = steps.unsigned_abs().to_string();
        let button = if steps > 0 { "5" } else { "4" };
        self.send(&["click", "--repeat", &count, "--delay", "10", button], |received| received.wheels, 1)?;
        self.settle()
    }

    /// Returns a control, after scrolling to it with the wheel.
    pub(crate) fn reveal(&mut self, wanted: &Wanted) -> Outcome<Control> {
        let mut control = self.find(wanted)?;
        // The places over which the wheel does not move the control.
        let mut vain: Vec<Pos2> = Vec::new();
        for _ in 0..TURNS {
            if control.point.is_some() {
                return Ok(control);
            }
            let Some(at) = self.beside(&control, &vain) else { break };
            let away = control.rect.center().y - at.y;
            let steps = ((away.abs() / STEP) as i32).clamp(1, MOST);
            self.wheel(at, if away > 0.0 { steps } else { -steps })?;
            let before = control.rect;
            control = find(&self.look(), wanted).ok_or_else(|| format!("{wanted} has scrolled away"))?;
            if control.rect == before {
                vain.push(at);
            }
        }
        if control.point.is_some() {
            Ok(control)
        } else {
            Err(format!("the wheel does not bring {control} into sight"))
        }
    }

    /// Returns a point in the list or form that a control out of sight belongs to: on the nearest one in the same
    /// column, but away from some points.
    fn beside(&self, control: &Control, vain: &[Pos2]) -> Option<Pos2> {
        let state = self.look();
        let is_near = |other: &&Control| {
            let is_same_column =
                other.rect.left() < control.rect.right() + WIDE && other.rect.right() > control.rect.left() - WIDE;
            is_same_column && other.depth == control.depth && other.role != Role::Canvas
        };
        let at = state.controls.iter().position(|other| other.id == control.id)? as isize;
        let near = state.controls.iter().enumerate().filter(|(_, other)| is_near(other));
        let points = near.filter_map(|(nth, other)| Some((nth, other, other.point?)));
        let fresh = points.filter(|(_, _, point)| vain.iter().all(|vain| vain.distance(*point) > APART));
        let rank = |(nth, other, _): &(usize, &Control, Pos2)| (other.role != control.role, (*nth as isize - at).abs());
        fresh.min_by_key(rank).map(|(_, _, point)| point)
    }

    /// Returns the point at a share of the width and height of a control.
    pub(crate) fn within(&self, wanted: &Wanted, across: f32, down: f32) -> Outcome<Pos2> {
        let rect = self.find(wanted)?.rect;
        Ok(rect.min + rect.size() * Vec2::new(across, down))
    }
}
