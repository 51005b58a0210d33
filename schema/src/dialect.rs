//! The dialect of a ruleset: its catalogs, checks and notations.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::check::Check;
use crate::declaration::Declaration;
use crate::notation::{self, Notation};
use crate::script::Script;

/// A type whose values are the records of one catalog.
///
/// The type is the only declaration of the catalog: its JSON Schema, forms, references and checks are derived from it.
///
/// Forms also read these keywords of a field, given with `extend`: `x-unit`, `x-widget`, `x-group` (the heading it
/// belongs to), `x-for` (the values of other keys for which it is used, as in `{"class": ["wpn"]}`) and `x-headline`
/// (whether it summarises the record). Translations read `x-text` (whether it is a text shown to players) and `x-counter`
/// (whether it is shown on counters). Published schemas omit all of them.
///
/// ```
/// use foeman_schema::dialect::{CatalogDef, Record, Ref};
/// use foeman_schema::example::Weapon;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use serde_json::{Value, json};
///
/// /// A shield.
/// #[derive(Serialize, Deserialize, JsonSchema)]
/// #[serde(rename_all = "kebab-case", deny_unknown_fields)]
/// struct Shield {
///     /// The display name.
///     title: String,
///     /// The weapon that it is made for.
///     #[serde(default)]
///     weapon: Option<Ref<Weapon>>,
///     /// The chance to block.
///     #[schemars(range(min = 0, max = 100), extend("x-unit" = "%"))]
///     block: u8,
/// }
///
/// impl Record for Shield {
///     const CATALOG: &'static str = "shields";
///     const TITLE: &'static str = "Shield";
///
///     fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
///         Self::deserialize(record)
///     }
/// }
///
/// let catalog = CatalogDef::of::<Shield>();
/// assert_eq!(catalog.name, "shields");
/// assert!((catalog.read)(&json!({ "title": "Buckler", "block": 20 })).is_ok());
/// assert!((catalog.read)(&json!({ "title": "Buckler" })).is_err());
/// ```
pub trait Record: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// The catalog's key in a pack, a plural noun: `items`.
    const CATALOG: &'static str;
    /// The display name of a single record, starting with a capital: `Item`.
    const TITLE: &'static str;
    /// How the window shows a record.
    const VIEW: RecordView = RecordView::Form;

    /// Reads a complete JSON record: `Self::deserialize(record)`. It has no default, so that this is compiled once, where the
    /// type is, and not again in each crate that reads it. Errors are serde's.
    fn from_value(record: &Value) -> Result<Self, serde_json::Error>;
}

/// The catalog that a [`Ref`] points into, known by name. Every record type is a target. Catalogs whose record type
/// differs between rulesets can be referred to without that type.
pub trait Target {
    /// The catalog's key in a pack.
    const TARGET: &'static str;
}

impl<T: Record> Target for T {
    const TARGET: &'static str = T::CATALOG;
}

/// How the window shows the records of a catalog in addition to their form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordView {
    /// The form only.
    Form,
    /// A map to paint; the record is a [`Map`](crate::catalogs::board::Map).
    Map,
    /// A playable record.
    Scenario,
}

/// One catalog of a dialect.
#[derive(Clone, Copy)]
pub struct CatalogDef {
    /// The catalog's key in a pack: `items`.
    pub name: &'static str,
    /// The display name of a single record: `Item`.
    pub title: &'static str,
    /// How the window shows a record.
    pub view: RecordView,
    /// Adds the JSON Schema of a record to the generator's definitions.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Reads a complete JSON record as the type of the catalog. The error is serde's.
    pub read: fn(&Value) -> Result<Box<dyn Any + Send + Sync>, String>,
}

impl CatalogDef {
    /// Creates the catalog whose records have the type `T`.
    pub const fn of<T: Record>() -> Self {
        Self {
            name: T::CATALOG,
            title: T::TITLE,
            view: T::VIEW,
            schema: |generator| generator.subschema_for::<T>(),
            read: |value| match T::from_value(value) {
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

/// The content that packs of one ruleset may have.
///
/// [`DUELS`](crate::example::DUELS) is a small one. Programs pass all dialects that they know to [`Draft`]; the header of
/// the pack selects one.
///
/// [`Draft`]: crate::draft::Draft
///
/// ```
/// use foeman_schema::dialect::RecordView;
/// use foeman_schema::example::{self, DUELS};
///
/// assert_eq!(example::draft().dialect().unwrap().id, "duels");
/// assert_eq!(DUELS.catalog(DUELS.playable).unwrap().view, RecordView::Scenario);
/// assert!(DUELS.catalog("spells").is_none());
/// ```
#[derive(Debug)]
pub struct Dialect {
    /// The value of `ruleset:` in `pack.yaml`.
    pub id: &'static str,
    /// The display name of the ruleset.
    pub title: &'static str,
    /// A one-sentence description of the ruleset.
    pub about: &'static str,
    /// The catalogs, with different names, in the order in which the window lists them.
    pub catalogs: &'static [CatalogDef],
    /// The checks of the ruleset, in addition to [`checks::COMMON`](crate::checks::COMMON).
    pub checks: &'static [&'static Check],
    /// The notations of the ruleset, in addition to [`notation::SHARED`].
    pub notations: &'static [&'static Notation],
    /// The catalog whose records can be played.
    pub playable: &'static str,
    /// The language of scripted commands in checks. Without it, scripts are not checked before they are played.
    pub script: Option<&'static Script>,
    /// The fields that packs add to the types of the catalogs; empty for the dialect of a ruleset itself.
    pub declared: &'static [DeclaredField],
    /// The dialect that this one extends by declared fields; `None` for the dialect of a ruleset itself.
    pub base: Option<&'static Dialect>,
}

/// A field that a pack adds to the records of a catalog, declared in the pack's header.
#[derive(Clone, PartialEq, Debug)]
pub struct DeclaredField {
    /// The catalog.
    pub catalog: &'static str,
    /// The key in a record.
    pub name: String,
    /// The values allowed; `None` if the declaration cannot be read, in which case any value is allowed.
    pub declaration: Option<Declaration>,
    /// The title of the pack that declares the field.
    pub pack: String,
}

impl Dialect {
    /// Returns the catalog called `name`.
    pub fn catalog(&self, name: &str) -> Option<&'static CatalogDef> {
        self.catalogs.iter().find(|catalog| catalog.name == name)
    }

    /// Returns the field with this name that a pack adds to a catalog.
    pub fn declared(&self, catalog: &str, name: &str) -> Option<&'static DeclaredField> {
        self.declared_in(catalog).find(|field| field.name == name)
    }

    /// Returns the fields that packs add to a catalog.
    pub fn declared_in(&self, catalog: &str) -> impl Iterator<Item = &'static DeclaredField> {
        self.declared.iter().filter(move |field| field.catalog == catalog)
    }

    /// Returns the notation called `name`, of this dialect or shared.
    pub fn notation(&self, name: &str) -> Option<&'static Notation> {
        self.notations.iter().chain(notation::SHARED).copied().find(|notation| notation.name == name)
    }
}

/// The id of a record of catalog `T::TARGET`.
///
/// A field of this type *is* the declaration that it refers to that catalog.
/// Its schema has the keyword `x-ref`, which validation, forms and usages rely on.
///
/// ```
/// use foeman_schema::dialect::Ref;
/// use foeman_schema::example::{self, Fighter};
/// use foeman_schema::text::RecordKey;
///
/// let brana: Fighter = example::draft().typed(&RecordKey::new("fighters", "brana")).unwrap().unwrap();
/// assert_eq!(brana.weapon, Some(Ref::new("sword")));
/// assert_eq!(brana.weapon.unwrap().id(), "sword");
/// ```
pub struct Ref<T> {
    id: String,
    target: PhantomData<fn() -> T>,
}

impl<T> Ref<T> {
    /// Creates a reference to the record `id`, which need not exist.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), target: PhantomData }
    }

    /// Returns the id of the record.
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
