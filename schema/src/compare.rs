//! Semantic differences between two packs: comments, quotes, layout, files and the order of records are ignored.

use serde_json::{Map, Value};

use crate::change::Change;
use crate::draft::Draft;
use crate::header;
use crate::text::{Pointer, RecordKey};

/// A difference between two packs.
#[derive(Clone, PartialEq, Debug)]
pub enum Difference {
    /// A record that only the second pack has.
    Added {
        /// Its key.
        key: RecordKey,
        /// Its value.
        value: Value,
    },
    /// A record that only the first pack has.
    Removed {
        /// Its key.
        key: RecordKey,
    },
    /// A changed value of a record or of the header. Lists and texts are compared as a whole.
    Changed {
        /// Its pointer.
        at: Pointer,
        /// The value in the first pack, if any.
        from: Option<Value>,
        /// The value in the second pack, if any.
        to: Option<Value>,
    },
    /// A record that is readable in only one of the packs, so that its differences are unknown.
    Unreadable {
        /// Its key.
        key: RecordKey,
    },
}

/// Returns the differences between two packs as written, without inherited values: first the header, then the catalogs
/// in order, with records of the first pack before those that only the second has.
///
/// ```
/// use foeman_schema::compare::{Difference, compare};
/// use foeman_schema::example::{self, PACK};
/// use foeman_schema::text::Pointer;
///
/// let new = example::draft_of(&PACK.replace("damage: 6", "damage: 7 ").replace("Brana", "'Brana'"));
/// let differences = compare(&example::draft(), &new);
/// let at = Pointer::parse("/weapons/sword/damage").unwrap();
/// assert_eq!(differences, [Difference::Changed { at, from: Some(6.into()), to: Some(7.into()) }]);
/// ```
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

/// Returns the changes that turn the first pack into the second. New records are added to the file with the other
/// records of their catalog, or else to the header file.
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
