//! Imports and exports files of Hexkit: scenarios of its editor, and saved games.
//!
//! Read `include` (expands included files), `read` (XML to records) and `import` (records to a pack); then `export` and
//! `write` (a pack to a scenario); `words`, `history`, `seats` and `saved` (games played in Hexkit).
//! Files are untrusted: no XML entity is expanded, no path leaves the folder, and all input is limited in size.

mod export;
mod history;
mod import;
mod include;
mod names;
mod packing;
mod read;
mod saved;
mod seats;
mod sheet;
mod words;
mod write;

use foeman_engine::exchange::Exchange;

pub use export::areas;
pub use history::{History, Recorded};
pub use include::{Expanded, MOST_BYTES, expand};
pub use read::{Read, read};
pub use words::Names;

/// The exchange format for Hexkit's scenarios.
pub(super) static HEXKIT: Exchange = Exchange {
    name: "hexkit",
    about: "Scenarios of Hexkit as XML with all that they include, and its saved games",
    kept: None,
    most: MOST_BYTES,
    export: export::export,
    import: import::import,
};
