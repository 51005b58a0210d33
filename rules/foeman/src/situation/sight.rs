//! Line of sight between hexes and figures (`F2.6`, `F2.9`).

use std::sync::OnceLock;

use foeman_schema::grid::Hex;

use crate::body::shape::{self, ViewAngle};
use crate::content::Battlefield;
use crate::ids::FigureId;
use crate::situation::{Situation, observation, relation, statuses, values};
use crate::state::records::Posture;
use foeman_engine::search::line::{self, is_clear};

/// Maps with up to this many cells cache the visibility between hexes.
const KEPT_CELLS: usize = 4096;

/// A cache of which hexes have a line of sight past the terrain, ignoring figures.
#[derive(Debug)]
pub struct Vistas {
    /// For each cell, a bit for every other cell; empty on large maps.
    kept: Vec<OnceLock<Vec<u64>>>,
}

impl Vistas {
    /// Returns an empty cache.
    pub fn new(field: &Battlefield) -> Self {
        let cells = field.geometry.cell_count();
        let kept = if cells <= KEPT_CELLS { (0..cells).map(|_| OnceLock::new()).collect() } else { Vec::new() };
        Self { kept }
    }

    /// The same as [`clear`], cached.
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

/// The nearest hex of `target` that `figure` sees: in its half circle of view, with a clear line from its head or from
/// another hex it sees from (`F2.8`). Of several at the same distance, the first in the layout.
pub fn seen_hex(now: Situation<'_>, figure: FigureId, target: FigureId) -> Option<Hex> {
    let eyes = now.kind(figure).shape.eyes(now.figure(figure).pose());
    seen_from(now, figure, target, &eyes)
}

/// The nearest hex of `target` that `figure` sees from its head, where missiles start (`F2.1`, `F2.8`).
pub fn aimed_hex(now: Situation<'_>, figure: FigureId, target: FigureId) -> Option<Hex> {
    seen_from(now, figure, target, &[now.figure(figure).hex])
}

fn seen_from(now: Situation<'_>, figure: FigureId, target: FigureId, eyes: &[Hex]) -> Option<Hex> {
    if statuses::hides(now, figure, target) {
        return None;
    }
    let limit = values::sight(now, figure);
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let figures = screens(now, figure, target);
    let own = shape.eyes(place);
    let blocks = |hex| (now.content.field.blocks_sight(hex) || figures.contains(&hex)) && !own.contains(&hex);
    // A figure of one hex cannot block its own sight.
    let terrain_alone = figures.is_empty() && own.len() == 1;
    let clear = |hex| match terrain_alone {
        true => now.content.vistas.clear(&now.content.field, place.head, hex),
        false => eyes.iter().any(|&eye| is_clear(eye, hex, blocks)),
    };
    let hexes = shape::hexes(now, target);
    let near = |hex: Hex| limit.is_none_or(|limit| place.head.distance(hex) <= limit.max(1));
    let view = if now.content.rules.observation { observation::view(now, figure, target) } else { ViewAngle::Wide };
    let seen = hexes.iter().filter(|&&hex| near(hex) && shape.views(place, view, hex) && clear(hex));
    seen.min_by_key(|hex| place.head.distance(**hex)).copied()
}

/// Whether a figure sees a hex at all: within an angle of view, with a line of sight past terrain and walls.
pub fn sees(now: Situation<'_>, figure: FigureId, hex: Hex, view: ViewAngle) -> bool {
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let limit = values::sight(now, figure);
    let near = limit.is_none_or(|limit| place.head.distance(hex) <= limit.max(1));
    near && shape.views(place, view, hex) && past(now, figure, hex).1.is_none()
}

/// The hex from which a figure looks at another hex past terrain and walls, and the first place where that line is
/// blocked. The first of its eyes with a clear line is used, otherwise its head.
pub fn past(now: Situation<'_>, figure: FigureId, hex: Hex) -> (Hex, Option<[Hex; 2]>) {
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let walls: Vec<Hex> = relation::walls(now).flat_map(|wall| shape::hexes(now, wall).to_vec()).collect();
    let eyes = shape.eyes(place);
    let blocks = |hex| (now.content.field.blocks_sight(hex) || walls.contains(&hex)) && !eyes.contains(&hex);
    match eyes.iter().find(|&&eye| is_clear(eye, hex, blocks)) {
        Some(eye) => (*eye, None),
        None => (place.head, line::first_blocked(place.head, hex, blocks)),
    }
}

/// The distance from the figure's head to the nearest hex of the target that it sees from there, or to the nearest hex
/// if it sees none.
pub fn distance(now: Situation<'_>, figure: FigureId, target: FigureId) -> u32 {
    let seen = aimed_hex(now, figure, target);
    let hex = seen.unwrap_or_else(|| shape::nearest(now, figure, target));
    now.figure(figure).hex.distance(hex)
}

/// Whether no terrain blocks the line between two hexes. The end hexes never block; symmetric.
pub fn clear(field: &Battlefield, from: Hex, to: Hex) -> bool {
    is_clear(from, to, |hex| field.blocks_sight(hex))
}

/// The hexes on the line between the centres of two hexes, ends included: one for each step, or a pair where the line
/// runs along a hexside.
pub fn line(from: Hex, to: Hex) -> Vec<[Hex; 2]> {
    let ends = if from == to { vec![[from, from]] } else { vec![[from, from], [to, to]] };
    ends.into_iter().chain(line::line(from, to)).collect()
}

/// The hexes of walls (`F2.7`). If the scenario lets figures block sight, also those of standing figures too large for
/// these two to see past.
fn screens(now: Situation<'_>, figure: FigureId, target: FigureId) -> Vec<Hex> {
    let walls = relation::walls(now).flat_map(|wall| shape::hexes(now, wall).to_vec());
    if !now.content.rules.figures_block_sight {
        return walls.collect();
    }
    let size = now.size(figure).max(now.size(target));
    let screens = now.active().filter(|&other| {
        other != figure && other != target && now.size(other) >= size && now.figure(other).posture == Posture::Standing
    });
    walls.chain(screens.flat_map(|other| shape::hexes(now, other).to_vec())).collect()
}
