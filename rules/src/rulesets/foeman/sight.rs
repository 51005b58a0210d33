//! Line of sight between hexes (`F2.9`).

use foeman_schema::hex::Hex;

use super::content::Field;

/// Whether nothing on the field blocks the line between two hexes. The end hexes never block; symmetric.
pub fn clear(field: &Field, from: Hex, to: Hex) -> bool {
    let steps = from.distance(to) as i32;
    (1..steps).all(|step| {
        let [one, other] = between(from, to, step, steps);
        !(field.blocks_sight(one) && field.blocks_sight(other))
    })
}

/// The hex, or the pair of hexes on both sides of an edge, at `step` of `steps` on the line between two centres.
///
/// Cube coordinates of the point are `from + (to - from) * step / steps`; kept as integers over `steps`, each is
/// nudged both ways by an amount too small to matter except on an edge, and rounded.
fn between(from: Hex, to: Hex, step: i32, steps: i32) -> [Hex; 2] {
    [1, -1].map(|nudge| {
        // Coordinates over 6 * steps; the nudges are +1, +2, -3 of that, so that no two coordinates tie.
        let scale = 6 * i64::from(steps);
        let at = |a: i32, b: i32, by: i64| {
            6 * (i64::from(a) * i64::from(steps) + i64::from(b - a) * i64::from(step)) + by * nudge
        };
        round([at(from.q, to.q, 1), at(from.r, to.r, 2), at(from.s(), to.s(), -3)], scale)
    })
}

/// The hex nearest to a point with cube coordinates over `scale`.
fn round(point: [i64; 3], scale: i64) -> Hex {
    let mut cube = point.map(|n| (2 * n + scale).div_euclid(2 * scale));
    let errors = [0, 1, 2].map(|axis| (cube[axis] * scale - point[axis]).abs());
    let worst = (0..3).max_by_key(|&axis| errors[axis]).expect("three axes");
    cube[worst] -= cube.iter().sum::<i64>();
    Hex::new(cube[0] as i32, cube[1] as i32)
}
