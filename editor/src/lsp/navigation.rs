//! Where something is defined, and where it is used.

use foeman_schema::text::{FileId, Location as Place};
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position};

use super::snapshot::Snapshot;
use super::target::{self, Target};

/// Where what is named at a position is defined.
pub fn definition(snapshot: &Snapshot, file: FileId, position: Position) -> Option<Location> {
    let target = target::at(snapshot, file, snapshot.offset(file, position))?;
    snapshot.location(snapshot.draft.key_place(&target.at)?)
}

/// Where what is named at a position is used, and where it is defined if that is wanted.
pub fn references(
    snapshot: &Snapshot,
    file: FileId,
    position: Position,
    with_definition: bool,
) -> Option<Vec<Location>> {
    let target = target::at(snapshot, file, snapshot.offset(file, position))?;
    let places = places(snapshot, &target, with_definition);
    Some(places.into_iter().filter_map(|place| snapshot.location(place)).collect())
}

/// The same in the file itself.
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
