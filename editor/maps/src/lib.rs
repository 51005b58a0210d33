//! Maps of other programs: reads Tiled, Wesnoth, MegaMek and tables of CSV or TSV, and writes all but MegaMek.
//!
//! 1. [`read`] converts a file to a [`ForeignMap`]: its grid, the code of each cell, its objects.
//! 2. [`terrained`] maps codes to terrains with a [`Mapping`](foeman_schema::catalogs::mappings::Mapping) of the pack.
//! 3. [`import::changes`] adds the map to the pack.
//!
//! Exports go the other way: [`coded`] maps terrains to codes, and [`tiled::write`], [`wesnoth::write`] and
//! [`table::write`] write them.
//!
//! Files are untrusted: sizes are checked before memory is allocated, [`Folders`] opens no file outside the folder of
//! the map, and XML entities are refused.

mod covered;
mod drafting;
mod files;
mod finding;
mod foreign;
pub mod import;
mod limits;
mod mapping;
pub mod megamek;
mod pattern;
mod placed;
mod placing;
mod source;
pub mod table;
pub mod tiled;
pub mod wesnoth;
mod zones;

use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::Shift;

pub use covered::idle_rules;
pub use drafting::{Named, draft};
pub use files::{Folders, Unread};
pub use finding::{Finding, Level};
pub use foreign::{Code, ForeignMap, Layer, Object, ObjectShape};
pub use limits::{MOST_BYTES, MOST_UNPACKED};
pub use mapping::{Coded, Terrained, coded, terrained};
pub use placed::{Placed, PlacedKind, placed};

/// Returns the format of a file by its ending: `tmx`, `tmj`, `map`, `mask`, `board`, `csv` or `tsv`.
pub fn format_of(name: &str) -> Option<MapFormat> {
    let (_, ending) = name.rsplit_once('.')?;
    match &*ending.to_ascii_lowercase() {
        "tmx" | "tmj" | "tsx" | "tsj" | "json" => Some(MapFormat::Tiled),
        "map" | "mask" => Some(MapFormat::Wesnoth),
        "board" => Some(MapFormat::Megamek),
        "csv" | "tsv" => Some(MapFormat::Csv),
        _ => None,
    }
}

/// Reads a map. A table does not contain its grid: `shift` gives the shift of its hexes, `None` stands for squares.
pub fn read(
    format: MapFormat,
    name: &str,
    bytes: &[u8],
    folders: &Folders,
    shift: Option<Shift>,
) -> Result<ForeignMap, Finding> {
    match format {
        MapFormat::Tiled => tiled::read(name, bytes, &mut |path| folders.read(path)),
        MapFormat::Wesnoth => wesnoth::read(name, bytes),
        MapFormat::Megamek => megamek::read(name, bytes),
        MapFormat::Csv => table::read(name, bytes, shift),
    }
}
