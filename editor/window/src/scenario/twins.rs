//! Mirrored placement: with symmetry on, moving a figure also moves its twin on the other side.

use foeman_engine::setup::{Deployment, FACING, HEX, Placeable};
use foeman_schema::change::Change;
use foeman_schema::grid::symmetry::Symmetry;
use foeman_schema::grid::{Cell, Geometry};
use foeman_schema::regrid;
use foeman_schema::text::Pointer;
use serde_json::json;

use super::placing;
use crate::shell::session::Session;

/// A figure of the other side, with its mirrored cell and facing.
pub(crate) struct Twin {
    pub(crate) name: String,
    pub(crate) figure: Pointer,
    pub(crate) cell: Cell,
    pub(crate) facing: u8,
    /// Whether it is already on the map.
    placed: bool,
}

/// Returns the twin of a figure placed on a cell: the figure of the other side at the mirrored old position. For a
/// figure that is new on the map, it is the unplaced figure at the same index on the other side.
///
/// `None` if the symmetry does not swap two sides, or if the twin would be off the map.
pub(crate) fn twin(session: &Session, figure: &Pointer, cell: Cell, facing: u8) -> Option<Twin> {
    let pack = session.pack.as_ref()?;
    let (record, _) = figure.record()?;
    let setup = placing::setup(pack.draft(), session.registry, &record)?;
    let geometry = regrid::written(pack.draft(), &setup.map)?.fit().ok()?;
    let symmetry = session.view.balance.swap(geometry.lattice().tile())?;
    let pivot = session.view.balance.pivot(&geometry)?;
    let image = |cell| pivot.image(&geometry, symmetry, cell).filter(|cell| geometry.contains(*cell));
    let own = setup.figures.iter().find(|other| other.pointer == *figure)?;
    let twin = other(&setup, own, image)?;
    let (stands, facing) = (image(cell)?, looked(&geometry, symmetry, facing, cells(&setup, own).len())?);
    (stands != cell).then(|| Twin {
        name: twin.name.clone(),
        figure: twin.pointer.clone(),
        cell: stands,
        facing,
        placed: twin.token.is_some(),
    })
}

impl Twin {
    /// Returns the changes that place the twin.
    pub(crate) fn changes(&self) -> Vec<Change> {
        if !self.placed {
            let value = json!({ HEX: self.cell, FACING: self.facing });
            return vec![Change::Set { at: self.figure.clone(), value }];
        }
        let set = |key: &str, value: serde_json::Value| Change::Set { at: self.figure.child(key), value };
        vec![set(HEX, json!(self.cell)), set(FACING, json!(self.facing))]
    }
}

fn other<'s>(setup: &'s Deployment, own: &Placeable, image: impl Fn(Cell) -> Option<Cell>) -> Option<&'s Placeable> {
    if setup.board.sides.len() != 2 || own.side > 1 {
        return None;
    }
    let of = |side: usize| setup.figures.iter().filter(move |other| other.side == side);
    match cells(setup, own).first() {
        Some(&cell) => {
            let there = image(cell)?;
            of(1 - own.side).find(|other| cells(setup, other).first() == Some(&there))
        }
        None => {
            let away = |side: usize| of(side).filter(|other| other.token.is_none());
            let place = away(own.side).position(|other| other.pointer == own.pointer)?;
            away(1 - own.side).nth(place)
        }
    }
}

/// Returns the cells of a figure, head first; empty if it is not on the map.
fn cells<'s>(setup: &'s Deployment, figure: &Placeable) -> &'s [Cell] {
    let token = setup.board.tokens.iter().find(|token| Some(token.id) == figure.token);
    token.map_or(&[], |token| &token.cells)
}

/// Returns the mirrored facing. Figures of three or more hexes point at the corner before the side they face; in a
/// mirror image that is the corner after it.
fn looked(geometry: &Geometry, symmetry: Symmetry, facing: u8, hexes: usize) -> Option<u8> {
    let tile = geometry.lattice().tile();
    let steps = tile.edge_steps();
    let step = steps.get(usize::from(facing))?;
    let image = symmetry.apply(tile, *step);
    let side = steps.iter().position(|other| *other == image)?;
    let behind = usize::from(symmetry.mirrored && hexes > 2);
    u8::try_from((side + behind) % steps.len()).ok()
}
