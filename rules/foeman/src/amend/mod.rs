//! Amendments: a state carried over to other content, and what a game master does to the board.

mod carry;
mod edit;

pub(super) use carry::carried;
pub(super) use edit::{belongings, check, plan};

use foeman_schema::dialect::Record;

use crate::catalogs::{FigureType, Item, Terrain};
use crate::state::State;
use foeman_engine::amend::MasterDef;

/// Where a game master finds what can come into a battle.
pub(super) static MASTER: MasterDef =
    MasterDef { figures: FigureType::CATALOG, items: Item::CATALOG, terrains: Terrain::CATALOG };

/// What stands in the way of an amendment at this moment: an attack or a spell of which only a part has happened.
fn halfway(state: &State) -> Result<(), String> {
    let what = match (&state.attack, state.places.is_empty()) {
        (Some(_), _) => "an attack",
        (None, false) => "a choice of a hex",
        (None, true) => return Ok(()),
    };
    Err(format!("expected nothing halfway done, but found {what}: decide it first"))
}
