//! The dialect of a pack that declares custom fields, or requires packs that do: the dialect of its ruleset with these
//! fields added to its catalogs.
//!
//! Schemas, forms, checks, references and completion all use the dialect, so they treat custom fields like built-in
//! ones.

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

/// Returns the dialect of a ruleset extended by the fields that packs declare. `packs` contains the title of each pack
/// and the value of `fields` in its header, with the overriding pack first.
///
/// Dialects live until the program ends, and the same fields always give the same dialect. Typing a declaration
/// therefore leaks one dialect per letter. To keep them small, values derived from a dialect are shared with its base
/// except where a field was added.
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

/// Returns the fields that packs add; if several have the same name in a catalog, only the first.
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

/// A declared field: the catalog, the name, and the declaration if it can be read.
pub(crate) type Declares = (&'static str, String, Option<Declaration>);

/// Returns the fields declared in the header of a pack.
///
/// Malformed names and names that the catalog already has are left out.
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

/// Removes the values of declared fields from a complete record of `catalog`, so that the rest has the type of the
/// catalog.
pub(crate) fn take(dialect: &Dialect, catalog: &str, record: &mut Value) -> Map<String, Value> {
    let mut taken = Map::new();
    if let Some(record) = record.as_object_mut() {
        for field in dialect.declared_in(catalog) {
            taken.extend(record.shift_remove(&field.name).map(|value| (field.name.clone(), value)));
        }
    }
    taken
}

/// The declared fields of a record that rules may calculate with, by name; `true` is 1, `false` is 0.
pub type Counted = BTreeMap<String, i64>;

/// Returns the declared fields that rules may calculate with, from the values taken from a record and the defaults of
/// the others.
pub(crate) fn counted(dialect: &Dialect, catalog: &str, taken: &Map<String, Value>) -> Counted {
    let counted = dialect.declared_in(catalog).filter_map(|field| {
        let declaration = field.declaration.as_ref().filter(|declaration| declaration.counts())?;
        let value = taken.get(&field.name).or_else(|| declaration.default())?;
        let number = value.as_i64().or_else(|| value.as_bool().map(i64::from))?;
        Some((field.name.clone(), number))
    });
    counted.collect()
}
