//! Amendments: carrying a battle over to edited content, and the edits of a game master.

mod carry;
mod edit;

pub(super) use carry::carried;
pub(super) use edit::{belongings, check, plan};

use foeman_schema::dialect::Record;

use crate::catalogs::{FigureType, Item, Terrain};
use crate::state::State;
use foeman_engine::amend::MasterDef;

/// The catalogs from which a game master can bring records into a battle.
pub(super) static MASTER: MasterDef =
    MasterDef { figures: FigureType::CATALOG, items: Item::CATALOG, terrains: Terrain::CATALOG };

/// Refuses an amendment in the middle of an attack or a spell.
fn halfway(state: &State) -> Result<(), String> {
    let what = match (&state.attack, state.places.is_empty()) {
        (Some(_), _) => "an attack",
        (None, false) => "a choice of a hex",
        (None, true) => return Ok(()),
    };
    Err(format!("{what} is in progress: decide it first"))
}
