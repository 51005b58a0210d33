//! Finds the records with unsaved changes by comparing their text with the version on disk.

use std::collections::BTreeSet;

use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

/// Returns the pack's own records in the `unsaved` files that are missing in `disk`, or have another text or file
/// there.
pub(crate) fn records(draft: &Draft, disk: &Draft, unsaved: &[String]) -> BTreeSet<RecordKey> {
    if unsaved.is_empty() {
        return BTreeSet::new();
    }
    let differs = |key: &RecordKey| written(draft, key) != written(disk, key);
    if let Some(rewritten) = draft.rewritten_since(disk) {
        return rewritten.into_iter().filter(|key| differs(key)).cloned().collect();
    }
    let catalogs = draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let own =
        catalogs.iter().flat_map(|catalog| draft.own_ids(catalog.name).map(|id| RecordKey::new(catalog.name, id)));
    let is_unsaved = |key: &RecordKey| {
        let path = draft.file_of(key).map(|file| draft.path(file));
        path.is_some_and(|path| unsaved.iter().any(|unsaved| unsaved == path))
    };
    own.filter(|key| is_unsaved(key) && differs(key)).collect()
}

/// Returns the file and the text of a record, without surrounding blank lines.
fn written<'a>(draft: &'a Draft, key: &RecordKey) -> Option<(&'a str, &'a str)> {
    let place = draft.record_lines(key)?;
    Some((draft.path(place.file), draft.text(place.file)[place.span.range()].trim_end()))
}
