//! Plots: scenarios as they are written, cell by cell, so that owners, units and other contents can be painted on a
//! map.

mod edit;
mod lots;
mod read;

use std::collections::BTreeSet;
use std::sync::Arc;

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::catalogs::{Effect, Scenario, Terrain, Unit};
use foeman_engine::plots::PlotDef;

/// How scenarios are read and edited cell by cell.
pub(super) static PLOTS: PlotDef = PlotDef { read: read::read, change: edit::change };

/// The contents of a cell, from the bottom up: the key of an area's list, and the catalog of its classes.
const STANDING: [(&str, &str); 3] =
    [("terrains", <Terrain as Record>::CATALOG), ("effects", Effect::CATALOG), ("units", Unit::CATALOG)];
/// The positions of terrains and units in it.
const TERRAINS: usize = 0;
const UNITS: usize = 2;
/// The other groups: owners, homes, and placement sites.
const OWNERS: &str = "owners";
const HOMES: &str = "homes";
/// The keys of a scenario's placement sites, each with the catalog of the classes.
const SITES: [(&str, &str); 2] = [("unit-sites", Unit::CATALOG), ("terrain-sites", <Terrain as Record>::CATALOG)];

/// Returns a scenario, if it can be read at all; it may be invalid.
fn scenario(draft: &Draft, id: &str) -> Option<Arc<Scenario>> {
    draft.kept(&RecordKey::new(Scenario::CATALOG, id))
}

/// Returns the record of a reference, if it can be read at all; it may be invalid.
fn get<T: Record>(draft: &Draft, reference: &Ref<T>) -> Option<T> {
    draft.typed(&RecordKey::new(T::CATALOG, reference.id()))?.ok()
}

/// Returns the title of a record, or else its id.
fn title(draft: &Draft, catalog: &str, id: &str) -> String {
    let record = draft.merged(&RecordKey::new(catalog, id));
    let title = record.as_ref().and_then(|record| record.get("title")?.as_str());
    title.unwrap_or(id).to_owned()
}

/// Returns the ids of the terrains that are grounds.
fn grounds(draft: &Draft) -> BTreeSet<String> {
    let is_ground = |id: &&str| {
        let record = draft.merged(&RecordKey::new(<Terrain as Record>::CATALOG, *id));
        record.is_some_and(|record| record.get("background") == Some(&Value::Bool(true)))
    };
    draft.ids(<Terrain as Record>::CATALOG).filter(is_ground).map(str::to_owned).collect()
}
