//! The terrains that a map can have, and the terrains chosen for painting.

use foeman_schema::text::RecordKey;

use super::chart::Chart;
use crate::pack::index::Listed;
use crate::shell::session::Session;

/// Returns the terrains to scatter, without those that the map cannot have; empty if there is a single brush.
pub(super) fn mix(session: &Session, chart: &Chart) -> Vec<(String, u32)> {
    let mut mix = session.view().mix.clone();
    mix.retain(|(id, _)| is_known(session, chart, id));
    if mix.len() > 1 { mix } else { Vec::new() }
}

/// Returns the terrain id of the brush: the last choice, else the first of the legend.
pub(super) fn brush(session: &Session, chart: &Chart) -> Option<String> {
    let wanted = session.view().brush.as_ref().filter(|id| is_known(session, chart, id));
    wanted.or_else(|| chart.legend.first().map(|paint| &paint.terrain)).cloned()
}

/// Whether the map can have a terrain.
fn is_known(session: &Session, chart: &Chart, id: &str) -> bool {
    let here = chart.legend.iter().any(|paint| paint.terrain == id);
    here || terrains(session, super::on_top(session).as_ref()).iter().any(|entry| entry.key.id == id)
}

/// Returns the pack's terrains that a map of this type can have.
pub(super) fn terrains<'w>(session: &'w Session, map: Option<&RecordKey>) -> &'w [Listed] {
    let found = || {
        let pack = session.pack()?;
        let catalog = foeman_scene::chart::terrains(pack.draft(), map?)?;
        Some(pack.index().catalog(catalog)?.records.as_slice())
    };
    found().unwrap_or_default()
}
