//! The list of figures in a roster, and their names.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};

use crate::pack::Pack;

/// The key of a figure's name.
pub(super) const NAME: &str = "name";

/// The list of figures in a record, and the schema of its entries.
pub(super) struct Place {
    /// The pointer to the map of figures.
    pub map: Pointer,
    /// The field of one figure.
    pub figure: Field,
    /// The field of its kind.
    pub kind: Field,
    /// The catalog of kinds.
    pub kinds: &'static str,
}

/// Returns the list of figures of a record; `None` if its figures are records of their own, or if the record is
/// read-only.
pub(super) fn place(pack: &Pack, record: &RecordKey) -> Option<Place> {
    if pack.draft().origin(record).is_some() {
        return None;
    }
    let field = Field::record(pack.draft().dialect()?, &record.catalog)?;
    field.fields().into_iter().filter(|field| field.kind() == FieldKind::Map).find_map(|map| {
        let figure = map.value()?;
        figure.child(NAME)?;
        let kind = figure.fields().into_iter().filter(|field| field.required()).find_map(|field| match field.kind() {
            FieldKind::Reference { catalog } => Some((field, catalog)),
            _ => None,
        });
        let (kind, kinds) = kind?;
        Some(Place { map: record.pointer().child(map.name()), figure, kind, kinds })
    })
}

/// Returns the name of a figure, or its id.
pub(super) fn name_of(pack: &Pack, figure: &Pointer) -> String {
    let Some((record, [map, id])) = figure.record() else { return String::new() };
    let merged = pack.merged(&record);
    let name = merged.as_deref().and_then(|merged| merged.get(map)?.get(id)?.get(NAME)?.as_str());
    name.unwrap_or(id).to_owned()
}
