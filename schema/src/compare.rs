//! What differs between two packs by meaning: comments, quotes, layout, files and the order of records do not count.

use serde_json::{Map, Value};

use crate::change::Change;
use crate::draft::Draft;
use crate::header;
use crate::text::{Pointer, RecordKey};

/// Something that is otherwise in one pack than in another.
#[derive(Clone, PartialEq, Debug)]
pub enum Difference {
    /// A record that only the second has.
    Added {
        /// Its name.
        key: RecordKey,
        /// What it says.
        value: Value,
    },
    /// A record that only the first has.
    Removed {
        /// Its name.
        key: RecordKey,
    },
    /// A value of a record or of the header. Lists and texts are told as a whole.
    Changed {
        /// Where.
        at: Pointer,
        /// What the first says; nothing where it says nothing.
        from: Option<Value>,
        /// What the second says; nothing where it says nothing.
        to: Option<Value>,
    },
    /// A record that can be read in one of the two only: how far they differ cannot be told.
    Unreadable {
        /// Its name.
        key: RecordKey,
    },
}

/// The differences between what two packs say themselves, without what they inherit: the header, then the catalogs in
/// their order, the records of the first pack before those that only the second has.
pub fn compare(from: &Draft, to: &Draft) -> Vec<Difference> {
    let mut differences = Vec::new();
    for key in header::KEYS {
        let at = Pointer::root().child(key);
        of_values(&at, from.header(key), to.header(key), &mut differences);
    }
    let dialect = from.dialect().or_else(|| to.dialect());
    for catalog in dialect.map_or(&[][..], |dialect| dialect.catalogs) {
        for id in from.own_ids(catalog.name) {
            of_record(from, to, RecordKey::new(catalog.name, id), &mut differences);
        }
        for id in to.own_ids(catalog.name) {
            let key = RecordKey::new(catalog.name, id);
            if own(from, &key) {
                continue;
            }
            differences.push(match to.raw(&key) {
                Some(value) => Difference::Added { key, value },
                None => Difference::Unreadable { key },
            });
        }
    }
    differences
}

/// The changes that make what the first pack says what the second one says; new records go to the file with their
/// catalog's others, else to that of the header.
pub fn changes(from: &Draft, differences: &[Difference]) -> Vec<Change> {
    let file = |key: &RecordKey| {
        let beside = from.own_ids(&key.catalog).last().and_then(|id| from.file_of(&RecordKey::new(&key.catalog, id)));
        from.path(beside.unwrap_or_else(|| from.header_file())).to_owned()
    };
    let one = |difference: &Difference| match difference {
        Difference::Added { key, value } => {
            Some(Change::AddRecord { record: key.clone(), value: value.clone(), file: file(key) })
        }
        Difference::Removed { key } => Some(Change::Remove { at: key.pointer() }),
        Difference::Changed { at, to: Some(value), .. } => Some(Change::Set { at: at.clone(), value: value.clone() }),
        Difference::Changed { at, to: None, .. } => Some(Change::Remove { at: at.clone() }),
        Difference::Unreadable { .. } => None,
    };
    differences.iter().filter_map(one).collect()
}

fn own(draft: &Draft, key: &RecordKey) -> bool {
    draft.contains(key) && draft.origin(key).is_none()
}

fn of_record(from: &Draft, to: &Draft, key: RecordKey, differences: &mut Vec<Difference>) {
    if !own(to, &key) {
        return differences.push(Difference::Removed { key });
    }
    match (from.raw(&key), to.raw(&key)) {
        (Some(was), Some(is)) => of_values(&key.pointer(), Some(was), Some(is), differences),
        (None, None) => {}
        _ => differences.push(Difference::Unreadable { key }),
    }
}

fn of_values(at: &Pointer, from: Option<Value>, to: Option<Value>, differences: &mut Vec<Difference>) {
    match (from, to) {
        (from, to) if from == to => {}
        (Some(Value::Object(was)), Some(Value::Object(is))) => of_maps(at, was, is, differences),
        (from, to) => differences.push(Difference::Changed { at: at.clone(), from, to }),
    }
}

fn of_maps(at: &Pointer, was: Map<String, Value>, mut is: Map<String, Value>, differences: &mut Vec<Difference>) {
    for (key, value) in was {
        let new = is.shift_remove(&key);
        of_values(&at.child(&key), Some(value), new, differences);
    }
    for (key, value) in is {
        of_values(&at.child(&key), None, Some(value), differences);
    }
}
