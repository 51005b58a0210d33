//! Packs as web pages that open from any host and from a folder: catalogs, records, maps, scenario sheets, replays.
//!
//! [`site`] returns all files of a site in memory; [`write::write`] writes them to a folder. Pages need no server: links
//! are relative, scripts are classic, and data is assigned to `window`.
//! Read the modules in this order: `names` (file names), `values` and `book` (records and their links), `map`,
//! `scenario` (a scenario at its start), `replay`, `pages` (the templates), `assets` (style and scripts), [`mod@write`].

mod assets;
mod book;
mod changes;
mod data;
mod map;
mod names;
mod pages;
mod replay;
mod scenario;
mod values;
pub mod write;

use std::collections::BTreeMap;

use foeman_engine::game::{Engine, Game};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

/// The files of a site, by their path with `/` from its root.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The input of a site.
pub struct Input<'a> {
    /// The pack.
    pub analysis: &'a Analysis,
    /// The engine of its ruleset.
    pub engine: &'static dyn Engine,
    /// An older version of the pack, and its name on the pages, to list the changes since.
    pub since: Option<(&'a Draft, String)>,
    /// Recorded battles, each with the name of its file. They replace the battles that would be played.
    pub journals: Vec<(String, Box<dyn Game>)>,
    /// The seed of the battles that are played.
    pub seed: u64,
    /// The number of battles that measure the balance of each scenario; 0 for none.
    pub games: u32,
}

/// Returns all files of the site of a pack, the same bytes for the same input; `None` if its ruleset is unknown.
pub fn site(input: Input<'_>) -> Option<Files> {
    let mut files = Files::new();
    assets::add(&mut files);
    pages::Pages::new(input)?.add(&mut files);
    Some(files)
}
