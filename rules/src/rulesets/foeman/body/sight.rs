//! Line of sight between hexes, and who sees whom (`F2.6`, `F2.9`).

use crate::rulesets::foeman::situation::{Situation, relation};
use std::sync::OnceLock;

use foeman_schema::grid::Hex;

use crate::rulesets::foeman::body::shape::{self, ViewAngle};
use crate::rulesets::foeman::content::Battlefield;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::state::records::Posture;

/// Maps of up to this many cells keep who sees whom past the terrain once it is known.
const KEPT_CELLS: usize = 4096;

/// Which hexes see each other past the terrain, figures left out of account.
#[derive(Debug)]
pub struct Vistas {
    /// By cell, a bit for every other; empty for large maps.
    kept: Vec<OnceLock<Vec<u64>>>,
}

impl Vistas {
    /// Nothing is known yet.
    pub fn new(field: &Battlefield) -> Self {
        let cells = field.geometry.cell_count();
        let kept = if cells <= KEPT_CELLS { (0..cells).map(|_| OnceLock::new()).collect() } else { Vec::new() };
        Self { kept }
    }

    /// The same as [`clear`], looked up where it is known.
    fn clear(&self, field: &Battlefield, from: Hex, to: Hex) -> bool {
        let [from_cell, to_cell] = [from, to].map(|hex| field.geometry.index(hex));
        let (Some(kept), Some(cell)) = (from_cell.and_then(|cell| self.kept.get(cell)), to_cell) else {
            return clear(field, from, to);
        };
        let seen = kept.get_or_init(|| {
            let mut seen = vec![0; self.kept.len().div_ceil(64)];
            for cell in (0..self.kept.len()).filter(|&cell| clear(field, from, at(field, cell))) {
                seen[cell / 64] |= 1 << (cell % 64);
            }
            seen
        });
        seen[cell / 64] >> (cell % 64) & 1 == 1
    }
}

fn at(field: &Battlefield, cell: usize) -> Hex {
    field.geometry.hex(field.geometry.cell_at(cell))
}

/// The nearest hex of `target` that `figure` sees from its head: in its half circle of view, and nothing in between.
/// Of hexes as near as each other the first in the layout.
pub fn seen_hex(now: Situation<'_>, figure: FigureId, target: FigureId) -> Option<Hex> {
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let figures = screens(now, figure, target);
    let blocks = |hex| (now.content.field.blocks_sight(hex) || figures.contains(&hex)) && !shape.sees_over(place, hex);
    let terrain_alone = figures.is_empty() && !shape.sees_over_any();
    let clear = |hex| match terrain_alone {
        true => now.content.vistas.clear(&now.content.field, place.head, hex),
        false => is_clear(place.head, hex, blocks),
    };
    let hexes = shape::hexes(now, target);
    let seen = hexes.iter().filter(|&&hex| shape.views(place, ViewAngle::Wide, hex) && clear(hex));
    seen.min_by_key(|hex| place.head.distance(**hex)).copied()
}

/// Whether nothing on the field blocks the line between two hexes. The end hexes never block; symmetric.
pub fn clear(field: &Battlefield, from: Hex, to: Hex) -> bool {
    is_clear(from, to, |hex| field.blocks_sight(hex))
}

/// The hexes of walls (`F2.7`), and where the scenario has it so of standing figures that nobody of the size of these
/// two sees past.
fn screens(now: Situation<'_>, figure: FigureId, target: FigureId) -> Vec<Hex> {
    let walls = relation::walls(now).flat_map(|wall| shape::hexes(now, wall).to_vec());
    if !now.content.rules.figures_block_sight {
        return walls.collect();
    }
    let size = now.kind(figure).size.max(now.kind(target).size);
    let screens = now.active().filter(|&other| {
        other != figure
            && other != target
            && now.kind(other).size >= size
            && now.figure(other).posture == Posture::Standing
    });
    walls.chain(screens.flat_map(|other| shape::hexes(now, other).to_vec())).collect()
}

fn is_clear(from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    let steps = from.distance(to) as i32;
    (1..steps).all(|step| {
        let [one, other] = between(from, to, step, steps);
        !(blocks(one) && blocks(other))
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
