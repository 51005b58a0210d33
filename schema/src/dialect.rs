//! What a pack of one ruleset may contain: its catalogs and its checks.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::check::Check;
use crate::declaration::Declaration;
use crate::notation::{self, Notation};
use crate::script::Script;

/// A type whose values are the records of one catalog.
///
/// The type is the single declaration of the catalog: its JSON Schema, forms, references and checks come from it.
pub trait Record: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// The catalog's key in a pack, a plural noun: `items`.
    const CATALOG: &'static str;
    /// One record's name for people, capital first: `Item`.
    const TITLE: &'static str;
    /// How the window shows a record.
    const VIEW: RecordView = RecordView::Form;
}

/// What a [`Ref`] leads to: a catalog known by name. Every record type is one; a catalog whose records differ between
/// rulesets can be meant without their type.
pub trait Target {
    /// The catalog's key in a pack.
    const TARGET: &'static str;
}

impl<T: Record> Target for T {
    const TARGET: &'static str = T::CATALOG;
}

/// How the window shows the records of a catalog beside their form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordView {
    /// The form only.
    Form,
    /// A map that can be painted; the record is a [`Map`](crate::catalogs::board::Map).
    Map,
    /// Something that can be played.
    Scenario,
}

/// One catalog of a dialect.
#[derive(Clone, Copy)]
pub struct CatalogDef {
    /// Its key in a pack: `items`.
    pub name: &'static str,
    /// One record's name for people: `Item`.
    pub title: &'static str,
    /// How the window shows a record.
    pub view: RecordView,
    /// The JSON Schema of a record, written into the generator's definitions.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Reads a complete JSON record as the catalog's type; the error is serde's.
    pub read: fn(&serde_json::Value) -> Result<Box<dyn Any + Send + Sync>, String>,
}

impl CatalogDef {
    /// The catalog whose records are `T`.
    pub const fn of<T: Record>() -> Self {
        Self {
            name: T::CATALOG,
            title: T::TITLE,
            view: T::VIEW,
            schema: |generator| generator.subschema_for::<T>(),
            read: |value| match T::deserialize(value) {
                Ok(record) => Ok(Box::new(record)),
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

impl fmt::Debug for CatalogDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CatalogDef").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a pack of one ruleset may contain.
#[derive(Debug)]
pub struct Dialect {
    /// The value of `ruleset:` in `pack.yaml`.
    pub id: &'static str,
    /// The ruleset's name for people.
    pub title: &'static str,
    /// One sentence on what it is.
    pub about: &'static str,
    /// Its catalogs, in the order the window lists them.
    pub catalogs: &'static [CatalogDef],
    /// The checks it adds to the common ones of [`checks::COMMON`](crate::checks::COMMON).
    pub checks: &'static [&'static Check],
    /// The notations it adds to those of [`notation::SHARED`].
    pub notations: &'static [&'static Notation],
    /// The catalog whose records can be played.
    pub playable: &'static str,
    /// What scripted commands of checks can say; without it their words are not checked before they are played.
    pub script: Option<&'static Script>,
    /// The fields that a pack adds to those of the catalogs' types; none in the dialect of a ruleset itself.
    pub declared: &'static [DeclaredField],
    /// The dialect that it has all but these fields of; none for the dialect of a ruleset itself.
    pub base: Option<&'static Dialect>,
}

/// A field that a pack adds to the records of a catalog, as it declares it in its header.
#[derive(Clone, PartialEq, Debug)]
pub struct DeclaredField {
    /// The catalog.
    pub catalog: &'static str,
    /// The key in a record.
    pub name: String,
    /// What may stand there; nothing where the declaration cannot be read, and then anything may.
    pub declaration: Option<Declaration>,
    /// The title of the pack that declares it.
    pub pack: String,
}

impl Dialect {
    /// The catalog called `name`.
    pub fn catalog(&self, name: &str) -> Option<&'static CatalogDef> {
        self.catalogs.iter().find(|catalog| catalog.name == name)
    }

    /// The field that a pack has added to a catalog under this name.
    pub fn declared(&self, catalog: &str, name: &str) -> Option<&'static DeclaredField> {
        self.declared_in(catalog).find(|field| field.name == name)
    }

    /// The fields that packs have added to a catalog.
    pub fn declared_in(&self, catalog: &str) -> impl Iterator<Item = &'static DeclaredField> {
        self.declared.iter().filter(move |field| field.catalog == catalog)
    }

    /// The notation called `name`: one of its own, or a shared one.
    pub fn notation(&self, name: &str) -> Option<&'static Notation> {
        self.notations.iter().chain(notation::SHARED).copied().find(|notation| notation.name == name)
    }
}

/// The id of a record of catalog `T::TARGET`.
///
/// A field of this type *is* the declaration that it refers to that catalog.
/// Its schema carries `x-ref`, which drives validation, forms and usages.
pub struct Ref<T> {
    id: String,
    target: PhantomData<fn() -> T>,
}

impl<T> Ref<T> {
    /// A reference to the record `id`.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), target: PhantomData }
    }

    /// The id referred to.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl<T: Target> JsonSchema for Ref<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Ref_{}", T::TARGET).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "x-ref": { "catalog": T::TARGET } })
    }
}

impl<T> Serialize for Ref<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id)
    }
}

impl<'de, T> Deserialize<'de> for Ref<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}

impl<T> Clone for Ref<T> {
    fn clone(&self) -> Self {
        Self::new(self.id.clone())
    }
}

impl<T> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<T> Eq for Ref<T> {}

impl<T> PartialOrd for Ref<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Ref<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl<T> Hash for Ref<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<T> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ref({:?})", self.id)
    }
}
