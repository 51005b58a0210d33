//! Files of Hexkit: scenarios as its editor writes them, read into a pack and written again.
//!
//! Read `include` (one text of several files), `read` (that text as records) and `import` (records as a pack); then
//! `export` and `write` (a pack as a scenario); `words`, `history`, `seats` and `saved` (games that were played there).
//! Nothing of a file is trusted: no entity is expanded, no path leaves the folder, and what is read has a limit.

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

/// Scenarios of Hexkit.
pub(super) static HEXKIT: Exchange = Exchange {
    name: "hexkit",
    about: "Scenarios of Hexkit as XML with all that they include, and its saved games",
    kept: None,
    most: MOST_BYTES,
    export: export::export,
    import: import::import,
};
