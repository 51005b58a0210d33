//! Go to definition, find references and document highlights.

use std::collections::BTreeSet;

use foeman_schema::text::{FileId, Location as Place};
use foeman_schema::usages::{usages, usages_of_required};
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position, Range};

use super::across::{self, Defined};
use super::snapshot::Snapshot;
use super::target::{self, Target};
use foeman_base::across::id_of;

/// Returns the definition of the name at a position.
pub fn definition(snapshot: &Snapshot, file: FileId, position: Position) -> Option<Location> {
    let target = target::at(snapshot, file, snapshot.offset(file, position))?;
    snapshot.location(snapshot.draft.key_place(&target.at)?)
}

/// Returns the references to the name at a position, across packs, and its definition if requested.
pub fn references(
    snapshot: &Snapshot,
    file: FileId,
    position: Position,
    with_definition: bool,
) -> Option<Vec<Location>> {
    let target = target::at(snapshot, file, snapshot.offset(file, position))?;
    let places = places(snapshot, &target, with_definition);
    let mut found: Vec<Location> = places.into_iter().filter_map(|place| snapshot.location(place)).collect();
    if let Some(Defined { pack, at }) = across::defined(snapshot, &target.at) {
        let id = id_of(&pack.draft);
        let own = usages(&pack.draft, &at).into_iter().filter_map(|usage| pack.location(usage.place));
        found.extend(own);
        for other in across::dependents(&pack).0 {
            let there = usages_of_required(&other.draft, &id, &at);
            found.extend(there.into_iter().filter_map(|usage| other.location(usage.place)));
        }
    }
    let mut seen = BTreeSet::new();
    let place = |at: &Location| {
        let Range { start, end } = at.range;
        (at.uri.as_str().to_owned(), start.line, start.character, end.line, end.character)
    };
    found.retain(|location| seen.insert(place(location)));
    Some(found)
}

/// Returns the references in the same file, to highlight.
pub fn highlights(snapshot: &Snapshot, file: FileId, position: Position) -> Option<Vec<DocumentHighlight>> {
    let target = target::at(snapshot, file, snapshot.offset(file, position))?;
    let definition = snapshot.draft.key_place(&target.at);
    let places = places(snapshot, &target, true).into_iter().filter(|place| place.file == file);
    let highlight = |place: Place| {
        let kind = if Some(place) == definition { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        DocumentHighlight { range: snapshot.range(file, place.span), kind: Some(kind) }
    };
    Some(places.map(highlight).collect())
}

fn places(snapshot: &Snapshot, target: &Target, with_definition: bool) -> Vec<Place> {
    let mut places: Vec<Place> = snapshot.analysis().usages(&target.at).into_iter().map(|usage| usage.place).collect();
    if with_definition && snapshot.draft.defined(&target.at) {
        places.extend(snapshot.draft.key_place(&target.at));
    }
    places.sort();
    places.dedup();
    places
}
