//! Line of sight between hexes, and who sees whom (`F2.6`, `F2.9`).

use std::sync::OnceLock;

use foeman_schema::grid::Hex;

use super::content::{Battlefield, Content, FigureId};
use super::records::Posture;
use super::shape::{self, ViewAngle};
use super::state::State;
use crate::search::line::is_clear;

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
pub fn seen_hex(content: &Content, state: &State, figure: FigureId, target: FigureId) -> Option<Hex> {
    let (shape, place) = (&content.figure(figure).shape, state.figure(figure).place());
    let figures = screens(content, state, figure, target);
    let blocks = |hex| (content.field.blocks_sight(hex) || figures.contains(&hex)) && !shape.sees_over(place, hex);
    let terrain_alone = figures.is_empty() && !shape.sees_over_any();
    let clear = |hex| match terrain_alone {
        true => content.vistas.clear(&content.field, place.head, hex),
        false => is_clear(place.head, hex, blocks),
    };
    let hexes = shape::hexes(content, state, target);
    let seen = hexes.iter().filter(|&&hex| shape.views(place, ViewAngle::Wide, hex) && clear(hex));
    seen.min_by_key(|hex| place.head.distance(**hex)).copied()
}

/// Whether nothing on the field blocks the line between two hexes. The end hexes never block; symmetric.
pub fn clear(field: &Battlefield, from: Hex, to: Hex) -> bool {
    is_clear(from, to, |hex| field.blocks_sight(hex))
}

/// The hexes of standing figures that nobody of the size of these two sees past, where the scenario has it so.
fn screens(content: &Content, state: &State, figure: FigureId, target: FigureId) -> Vec<Hex> {
    if !content.rules.figures_block_sight {
        return Vec::new();
    }
    let size = content.figure(figure).size.max(content.figure(target).size);
    let screens = state.active(content).filter(|&other| {
        other != figure
            && other != target
            && content.figure(other).size >= size
            && state.figure(other).posture == Posture::Standing
    });
    screens.flat_map(|other| shape::hexes(content, state, other).to_vec()).collect()
}
