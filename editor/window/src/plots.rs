//! Scenarios that say cell by cell what there is at the start: how they are read, and kept until the pack changes.

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_engine::game::Registry;
use foeman_engine::plots::{PlotDef, Plots};
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use super::kept;
use super::pack::Pack;

/// How the ruleset of a draft does that, where it does.
pub fn def(draft: &Draft, registry: Registry) -> Option<&'static PlotDef> {
    registry.engine(draft.dialect()?.id)?.plots()
}

/// A scenario cell by cell; nothing of other records, and where it cannot be read.
pub fn read(draft: &Draft, registry: Registry, key: &RecordKey) -> Option<Plots> {
    let playable = draft.dialect().is_some_and(|dialect| dialect.playable == key.catalog);
    (def(draft, registry).filter(|_| playable)?.read)(draft, &key.id)
}

/// The same, kept until the pack changes.
pub fn kept(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Arc<Plots>> {
    let id = Id::unique(("plots", key.to_string()));
    kept::kept(ui, pack, id, || read(pack.draft(), registry, key).map(Arc::new))
}
