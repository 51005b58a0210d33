//! Geometry helpers: convex hulls, borders round cells, clipping.

use egui::{Pos2, Vec2};

use super::Viewport;

/// Returns the convex hull of some points, clockwise on screen.
pub fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let (to_b, to_point) = (b - a, point - a);
                // Skip nearly straight corners.
                if to_b.x * to_point.y - to_b.y * to_point.x > 1e-3 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// Returns a closed line along the border of adjoining cells, `inset` radii inside, clockwise on screen; its last point
/// equals the first.
pub fn border(view: &Viewport, cells: &[[i32; 2]], inset: f32) -> Vec<Pos2> {
    let (unit, corners): (_, Vec<Vec2>) = (view.grid, view.grid.corners().collect());
    let mut edges: Vec<(Pos2, Pos2)> = Vec::new();
    let same = |a: Pos2, b: Pos2| a.distance_sq(b) < 1e-3;
    for &cell in cells {
        let center = unit.center(cell);
        for (n, corner) in corners.iter().enumerate() {
            let (from, to) = (center + *corner, center + corners[(n + 1) % corners.len()]);
            // A side shared by two cells occurs in both directions and is inside.
            match edges.iter().position(|(start, end)| same(*start, to) && same(*end, from)) {
                Some(shared) => drop(edges.swap_remove(shared)),
                None => edges.push((from, to)),
            }
        }
    }
    let Some(&(start, mut at)) = edges.first() else { return Vec::new() };
    let mut around = vec![start];
    while !same(at, start) && around.len() <= edges.len() {
        around.push(at);
        let Some(next) = edges.iter().find(|(from, _)| same(*from, at)) else { break };
        at = next.1;
    }
    let count = around.len();
    let inside = |n: usize| {
        let (before, here, after) = (around[(n + count - 1) % count], around[n], around[(n + 1) % count]);
        // Clockwise on screen, the inside is on the right.
        let normal = -((here - before).normalized().rot90() + (after - here).normalized().rot90());
        view.place(here + normal * (inset / normal.length_sq().max(0.1) * 2.0))
    };
    let mut border: Vec<Pos2> = (0..count).map(inside).collect();
    border.extend(border.first().copied());
    border
}

/// Clips a convex outline to the half-plane where `side` is not negative.
pub fn cut(outline: &[Pos2], side: impl Fn(Pos2) -> f32) -> Vec<Pos2> {
    let mut part = Vec::new();
    for (n, &point) in outline.iter().enumerate() {
        let next = outline[(n + 1) % outline.len()];
        let (here, there) = (side(point), side(next));
        if here >= 0.0 {
            part.push(point);
        }
        if (here < 0.0) != (there < 0.0) {
            part.push(point.lerp(next, here / (here - there)));
        }
    }
    part
}
