//! The dialect of a pack that declares fields of its own, or requires packs that do: that of its ruleset, with these
//! fields in its catalogs.
//!
//! Schemas, forms, checks, references and completion all ask the dialect, and so know such fields as they know others.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::declaration::Declaration;
use crate::dialect::{DeclaredField, Dialect};
use crate::field::Field;
use crate::json_schema::is_id;
use crate::read;
use crate::source::tree::Node;

/// The dialect of a ruleset with the fields that some packs declare: the title of each pack, and what its header says
/// under `fields`, the pack with the last word first.
///
/// Dialects live as long as the program; the same fields always give the same one. So whoever types a declaration
/// leaves one behind with each letter, and what is derived from a dialect is taken from its base wherever no field was
/// added.
pub(crate) fn extended<'n>(
    base: &'static Dialect,
    packs: impl IntoIterator<Item = (&'n str, &'n Node)>,
) -> &'static Dialect {
    static MADE: Mutex<Vec<(usize, &'static Dialect)>> = Mutex::new(Vec::new());
    let declared = declared(base, packs);
    if declared.is_empty() {
        return base;
    }
    let address = std::ptr::from_ref(base).addr();
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = made.iter().find(|(of, dialect)| *of == address && dialect.declared == declared);
    if let Some((_, known)) = known {
        return known;
    }
    let dialect =
        Box::leak(Box::new(Dialect { declared: Box::leak(declared.into_boxed_slice()), base: Some(base), ..*base }));
    made.push((address, dialect));
    dialect
}

/// The fields that some packs add; of several with one name in a catalog the first.
fn declared<'n>(base: &'static Dialect, packs: impl IntoIterator<Item = (&'n str, &'n Node)>) -> Vec<DeclaredField> {
    let mut declared: Vec<DeclaredField> = Vec::new();
    for (pack, node) in packs {
        for (catalog, name, declaration) in declarations(base, node) {
            if !declared.iter().any(|known| known.catalog == catalog && known.name == name) {
                declared.push(DeclaredField { catalog, name, declaration, pack: pack.to_owned() });
            }
        }
    }
    declared
}

/// A field as a pack declares it: the catalog, the name, and the declaration if it can be read.
pub(crate) type Declares = (&'static str, String, Option<Declaration>);

/// What the header of a pack declares.
///
/// Names that the catalog has already, and those in the wrong form, are left out.
pub(crate) fn declarations(base: &'static Dialect, node: &Node) -> Vec<Declares> {
    let value = read::value(node, Field::header(base).child("fields"));
    let mut found = Vec::new();
    for (catalog, fields) in value.as_object().into_iter().flatten() {
        let Some((def, record)) = base.catalog(catalog).zip(Field::record(base, catalog)) else { continue };
        for (name, said) in fields.as_object().into_iter().flat_map(Map::iter) {
            if is_id(name) && record.child(name).is_none() {
                found.push((def.name, name.clone(), Declaration::deserialize(said).ok()));
            }
        }
    }
    found
}

/// Takes the values of declared fields out of a complete record of `catalog`, so that what is left is of the catalog's
/// type.
pub(crate) fn take(dialect: &Dialect, catalog: &str, record: &mut Value) -> Map<String, Value> {
    let mut taken = Map::new();
    if let Some(record) = record.as_object_mut() {
        for field in dialect.declared_in(catalog) {
            taken.extend(record.shift_remove(&field.name).map(|value| (field.name.clone(), value)));
        }
    }
    taken
}

/// What rules may calculate with of the declared fields of a record, by their names; yes is 1, no is 0.
pub type Counted = BTreeMap<String, i64>;

/// What rules may calculate with of a record, by the values taken from it and the defaults of the others.
pub(crate) fn counted(dialect: &Dialect, catalog: &str, taken: &Map<String, Value>) -> Counted {
    let counted = dialect.declared_in(catalog).filter_map(|field| {
        let declaration = field.declaration.as_ref().filter(|declaration| declaration.counts())?;
        let value = taken.get(&field.name).or_else(|| declaration.default())?;
        let number = value.as_i64().or_else(|| value.as_bool().map(i64::from))?;
        Some((field.name.clone(), number))
    });
    counted.collect()
}
