//! Scenarios that are written cell by cell (strategy): reads them and caches them until the pack changes.

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_engine::game::Registry;
use foeman_engine::plots::{PlotDef, Plots};
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use crate::pack::{Pack, cache};

/// Returns the ruleset's support for scenarios written cell by cell, if it has any.
pub fn def(draft: &Draft, registry: Registry) -> Option<&'static PlotDef> {
    registry.engine(draft.dialect()?.id)?.capabilities().plots
}

/// Reads a scenario cell by cell; `None` for other records, and for scenarios that cannot be read.
pub fn read(draft: &Draft, registry: Registry, key: &RecordKey) -> Option<Plots> {
    let playable = draft.dialect().is_some_and(|dialect| dialect.playable == key.catalog);
    (def(draft, registry).filter(|_| playable)?.read)(draft, &key.id)
}

/// Reads a scenario cell by cell, cached until the pack changes.
pub fn kept(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Arc<Plots>> {
    let id = Id::unique(("plots", key.to_string()));
    cache::kept(ui, pack, id, || read(pack.draft(), registry, key).map(Arc::new))
}
