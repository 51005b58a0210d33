//! Hatching: slanted lines across cells.

use egui::{Pos2, Vec2};

use super::Viewport;

/// Hatches an outline with lines that continue in the neighbouring cells: `degrees` is the direction across the lines,
/// `apart` their spacing in radii.
pub fn lines(view: &Viewport, outline: &[Pos2], degrees: f32, apart: f32) -> Vec<Vec<Pos2>> {
    let across = Vec2::angled(degrees.to_radians());
    let far = |point: &Pos2| (*point - view.origin).dot(across) / (view.scale * apart);
    let (least, most) = outline.iter().map(far).fold((f32::MAX, f32::MIN), |(a, b), at| (a.min(at), b.max(at)));
    let mut lines = Vec::new();
    for line in least.ceil() as i32..=most.floor() as i32 {
        let side = |n: usize| far(&outline[n % outline.len()]) - line as f32;
        let crossing = (0..outline.len()).filter(|&n| (side(n) < 0.0) != (side(n + 1) < 0.0));
        let at = |n: usize| outline[n].lerp(outline[(n + 1) % outline.len()], side(n) / (side(n) - side(n + 1)));
        let ends: Vec<Pos2> = crossing.map(at).collect();
        if ends.len() == 2 {
            lines.push(ends);
        }
    }
    lines
}
