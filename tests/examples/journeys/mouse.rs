//! The mouse: clicks, strokes and the wheel.

use egui::{Pos2, Vec2};

use crate::control::{Control, Wanted};
use crate::person::{Device, Outcome, Person, find};

/// The maximum number of turns of the wheel until a control is in sight.
const TURNS: usize = 60;
/// The number of points between the ends of a stroke.
const POINTS: i32 = 12;

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
        let to = [at.x.round() as i32, at.y.round() as i32];
        if self.pointer.replace(to) == Some(to) {
            return Ok(());
        }
        let [x, y] = to.map(|at| at.to_string());
        self.send(&["mousemove", &x, &y], |received| received.moves, 1)?;
        self.settle()
    }

    /// Draws a stroke between two points.
    pub(crate) fn stroke(&mut self, from: Pos2, to: Pos2) -> Outcome {
        self.step(Device::Mouse, format!("stroke from {from:?} to {to:?}"))?;
        self.point_at(from)?;
        self.send(&["mousedown", "1"], |received| received.buttons, 1)?;
        for nth in 1..=POINTS {
            let at = from + (to - from) * (nth as f32 / POINTS as f32);
            self.point_at(at)?;
        }
        self.send(&["mouseup", "1"], |received| received.buttons, 1)?;
        self.settle()
    }

    /// Clicks on a field, selects its text and types another.
    pub(crate) fn click_and_type(&mut self, field: &Wanted, text: &str) -> Outcome {
        self.click(field)?;
        if !self.find(field)?.is_number() {
            // Three clicks select the line.
            self.send(&["click", "--repeat", "3", "--delay", "20", "1"], |received| received.buttons, 6)?;
            self.settle()?;
        }
        let state = self.look();
        if !state.focused().is_some_and(Control::is_field) {
            return Err(format!("a click on {field} does not give it the keyboard"));
        }
        self.send(&["type", "--delay", "15", text], |received| received.letters, text.chars().count())?;
        self.settle()
    }

    /// Turns the wheel over a point, down if `steps` is positive.
    pub(crate) fn wheel(&mut self, at: Pos2, steps: i32) -> Outcome {
        self.point_at(at)?;
        let count = steps.unsigned_abs().to_string();
        let button = if steps > 0 { "5" } else { "4" };
        self.send(&["click", "--repeat", &count, "--delay", "10", button], |received| received.wheels, 1)?;
        self.settle()
    }

    /// Returns a control in sight, after turning the wheel over what is next to it.
    pub(crate) fn reveal(&mut self, wanted: &Wanted) -> Outcome<Control> {
        let mut control = self.find(wanted)?;
        for _ in 0..TURNS {
            if control.point.is_some() {
                return Ok(control);
            }
            let Some(at) = self.beside(&control) else { break };
            let is_below = control.rect.center().y > at.y;
            self.wheel(at, if is_below { 2 } else { -2 })?;
            let before = control.rect;
            control = find(&self.look(), wanted).ok_or_else(|| format!("{wanted} has scrolled away"))?;
            if control.rect == before && control.point.is_none() {
                break;
            }
        }
        if control.point.is_some() {
            Ok(control)
        } else {
            Err(format!("the wheel does not bring {control} into sight"))
        }
    }

    /// Returns a point in the list or form that a control out of sight belongs to: on the nearest one in the same column.
    fn beside(&self, control: &Control) -> Option<Pos2> {
        let state = self.look();
        let is_near = |other: &&Control| {
            let is_same_column = other.rect.left() < control.rect.right() && other.rect.right() > control.rect.left();
            other.point.is_some() && is_same_column && other.depth == control.depth
        };
        let at = state.controls.iter().position(|other| other.id == control.id)? as isize;
        let near = state.controls.iter().enumerate().filter(|(_, other)| is_near(other));
        let nearest = near.min_by_key(|(nth, _)| (*nth as isize - at).abs());
        nearest.and_then(|(_, other)| other.point)
    }

    /// Returns the point at a share of the width and height of a control.
    pub(crate) fn within(&self, wanted: &Wanted, across: f32, down: f32) -> Outcome<Pos2> {
        let rect = self.find(wanted)?.rect;
        Ok(rect.min + rect.size() * Vec2::new(across, down))
    }
}
