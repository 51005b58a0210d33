//! The decoded schema: the fields at each position, computed once per dialect instead of for every value.

mod rule;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use serde_json::Value;

use super::{Choice, FieldKind, KeysOf};
use crate::dialect::Dialect;
use crate::json_schema::inline::{DEFINITIONS, TYPES};
use crate::json_schema::variants::{VARIANTS, schema_of};
use crate::json_schema::{compiled, keyword};
use crate::notation::Notation;

pub(crate) use rule::{Keys, Rule, Union};

/// The decoded schema of one position.
pub(crate) struct Spec {
    pub(super) dialect: &'static Dialect,
    /// The schema as written, which may be a reference.
    pub(crate) said: &'static Value,
    /// The schema with references resolved.
    pub(crate) at: &'static Value,
    /// The name of the shared definition that the schema refers to.
    pub(crate) shared: Option<&'static str>,
    pub(super) kind: FieldKind,
    /// The scalars accepted. Read from `type` independently of the kind, since a choice may have any type.
    pub(super) takes: Takes,
    pub(super) tag: Option<&'static str>,
    pub(crate) notation: Option<&'static Notation>,
    /// See [`Field::names_keys`](super::Field::names_keys).
    pub(super) names_keys: Option<KeysOf>,
    /// See [`Field::key_names`](super::Field::key_names).
    pub(super) key_names: Option<KeysOf>,
    below: OnceLock<&'static Below>,
    rule: OnceLock<Option<&'static Rule>>,
}

/// A position below another: a key of an object, or the values of a map or list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) spec: &'static Spec,
}

/// How a plain scalar is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// As text, whatever it looks like.
    Text,
    /// As a whole number if possible, or else as text.
    NumberOrText,
    /// As the kind requires.
    Other,
}

/// The fields one step down.
#[derive(Debug)]
pub(crate) struct Below {
    /// The keys of an object, in declaration order.
    pub(crate) fields: Vec<Site>,
    /// The values of a map or the items of a list.
    pub(crate) value: Option<Site>,
    /// Whether the steps are list positions.
    pub(crate) is_list: bool,
    /// The keys of each variant of a union, its tag first.
    pub(crate) kinds: Vec<(&'static str, Vec<Site>)>,
}

/// The decoded schema of one dialect.
#[derive(Debug, Default)]
pub(crate) struct Specs {
    /// By the address of the JSON, which stays in memory until the program ends.
    made: Mutex<BTreeMap<usize, &'static Spec>>,
    header: OnceLock<Site>,
    records: OnceLock<Vec<Site>>,
}

impl Specs {
    /// Returns the decoded schema of `dialect`; created on first use and kept, since dialects live until the program
    /// ends.
    pub(super) fn of(dialect: &'static Dialect) -> &'static Self {
        static MADE: RwLock<BTreeMap<usize, &'static Specs>> = RwLock::new(BTreeMap::new());
        let address = std::ptr::from_ref(dialect).addr();
        if let Some(known) = MADE.read().unwrap_or_else(PoisonError::into_inner).get(&address) {
            return known;
        }
        let mut made = MADE.write().unwrap_or_else(PoisonError::into_inner);
        made.entry(address).or_insert_with(|| Box::leak(Box::default()))
    }

    /// Returns the header of a pack.
    pub(super) fn header(&'static self, dialect: &'static Dialect) -> &'static Site {
        if let Some(base) = dialect.base {
            return Self::of(base).header(base);
        }
        let spec = || Spec::of(dialect, compiled(dialect).header_form());
        self.header.get_or_init(|| Site { name: "", required: true, spec: spec() })
    }

    /// Returns the records of a catalog.
    pub(super) fn record(&'static self, dialect: &'static Dialect, catalog: &str) -> Option<&'static Site> {
        let sites = self.records.get_or_init(|| {
            let site = |name: &'static str| {
                let said = compiled(dialect).record_form(name);
                let spec = match dialect.base {
                    Some(base) => {
                        let plain = Self::of(base).record(base, name)?.spec;
                        said.map_or(plain, |more| Spec::extending(dialect, plain, more))
                    }
                    None => Spec::of(dialect, said?),
                };
                Some(Site { name, required: true, spec })
            };
            dialect.catalogs.iter().filter_map(|catalog| site(catalog.name)).collect()
        });
        sites.iter().find(|site| site.name == catalog)
    }
}

impl Spec {
    fn of(dialect: &'static Dialect, said: &'static Value) -> &'static Self {
        let address = std::ptr::from_ref(said).addr();
        let mut made = Specs::of(dialect).made.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(address).or_insert_with(|| Box::leak(Box::new(Self::decoded(dialect, said))))
    }

    /// Returns a position with the fields of `plain` followed by the fields of another schema.
    fn extending(dialect: &'static Dialect, plain: &'static Self, more: &'static Value) -> &'static Self {
        let spec = Self::decoded(dialect, more);
        let own = Below::of(&spec);
        let with = |fields: &[Site]| fields.iter().chain(&own.fields).copied().collect();
        let Below { fields, value, is_list, kinds } = plain.below();
        let kinds = kinds.iter().map(|(kind, fields)| (*kind, with(fields))).collect();
        let below: &Below =
            Box::leak(Box::new(Below { fields: with(fields), value: *value, is_list: *is_list, kinds }));
        Box::leak(Box::new(Self { below: OnceLock::from(below), ..spec }))
    }

    fn decoded(dialect: &'static Dialect, said: &'static Value) -> Self {
        let (mut at, mut shared) = (said, None);
        // Limits chains of references, so that a cycle cannot hang.
        for _ in 0..16 {
            let Some(target) = keyword(at, "$ref").and_then(Value::as_str) else { break };
            let Some(found) = target.strip_prefix('#').and_then(|path| compiled(dialect).shared_form(path)) else {
                break;
            };
            (at, shared) = (found, target.strip_prefix(DEFINITIONS).or(shared));
        }
        let types = keyword(at, "type");
        let has = |name: &str| types.and_then(Value::as_array).is_some_and(|types| types.iter().any(|t| t == name));
        let takes = match types.and_then(Value::as_str) {
            Some("string") => Takes::Text,
            _ if has("string") && has("integer") => Takes::NumberOrText,
            _ => Takes::Other,
        };
        let tag = word(said, at, "x-tag").and_then(Value::as_str);
        let notation = word(said, at, "x-notation").and_then(Value::as_str).and_then(|name| dialect.notation(name));
        let kind = kind(said, at, takes);
        let names_keys = KeysOf::declared(at);
        let key_names = word(said, at, "propertyNames").and_then(KeysOf::declared);
        let (below, rule) = (OnceLock::new(), OnceLock::new());
        Self { dialect, said, at, shared, kind, takes, tag, notation, names_keys, key_names, below, rule }
    }

    /// Returns the fields one step down.
    pub(crate) fn below(&'static self) -> &'static Below {
        self.below.get_or_init(|| match self.of_type() {
            Some(of_type) => of_type.below(),
            None => Box::leak(Box::new(Below::of(self))),
        })
    }

    /// Returns the fast validation rule for values here, if the schema can be expressed as one.
    pub(crate) fn rule(&'static self) -> Option<&'static Rule> {
        *self.rule.get_or_init(|| match self.of_type() {
            Some(of_type) => of_type.rule(),
            None => Some(Box::leak(Box::new(Rule::of(self)?))),
        })
    }

    /// Returns the decoded schema of the type, if the schema only refers to one, with annotations.
    fn of_type(&self) -> Option<&'static Self> {
        let reference = keyword(self.said, "$ref")?.as_str()?;
        reference.starts_with(TYPES).then(|| Self::of(self.dialect, self.at))
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spec").field("dialect", &self.dialect.id).field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl Below {
    fn of(spec: &Spec) -> Self {
        let site = |name, said, required| Site { name, required, spec: Spec::of(spec.dialect, said) };
        let union = spec.at.as_object();
        let fields = |object: &'static Value| -> Vec<Site> {
            let required = keyword(object, "required").and_then(Value::as_array);
            let is_required = |name: &str| required.is_some_and(|keys| keys.iter().any(|key| key == name));
            let properties = keyword(object, "properties").and_then(Value::as_object).into_iter().flatten();
            // A variant refers to the schemas of its union.
            let said = properties.filter_map(|(name, said)| Some((name, schema_of(said, union?, name)?)));
            said.map(|(name, said)| site(name, said, is_required(name))).collect()
        };
        let kinds = keyword(spec.at, VARIANTS).and_then(Value::as_object).into_iter().flatten();
        let kinds = kinds.map(|(kind, variant)| {
            let mut fields = fields(variant);
            fields.iter_mut().filter(|field| Some(field.name) == spec.tag).for_each(|tag| tag.required = true);
            (kind.as_str(), fields)
        });
        let items = keyword(spec.at, "items");
        let values = items.or_else(|| keyword(spec.at, "additionalProperties").filter(|values| values.is_object()));
        Self {
            fields: fields(spec.at),
            value: values.map(|said| site("", said, true)),
            is_list: items.is_some(),
            kinds: kinds.collect(),
        }
    }

    /// Returns the position of a key among the fields.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

/// Returns a keyword of the schema, from the field or else from its type.
pub(super) fn word(said: &'static Value, at: &'static Value, key: &str) -> Option<&'static Value> {
    keyword(said, key).or_else(|| keyword(at, key))
}

fn kind(said: &'static Value, at: &'static Value, takes: Takes) -> FieldKind {
    if let Some(catalog) = keyword(at, "x-ref").and_then(|target| keyword(target, "catalog")?.as_str()) {
        return FieldKind::Reference { catalog };
    }
    if let Some(words) = keyword(at, "enum").and_then(Value::as_array) {
        let doc = |word: &str| keyword(at, "x-docs").and_then(|docs| docs.get(word)?.as_str()).unwrap_or_default();
        let words = words.iter().filter_map(Value::as_str);
        return FieldKind::Choice(words.map(|value| Choice { value, doc: doc(value) }).collect());
    }
    let number = |key: &str| word(said, at, key).and_then(Value::as_i64);
    let text = |key: &str| word(said, at, key).and_then(Value::as_str);
    match keyword(at, "type").and_then(Value::as_str) {
        Some("object") if keyword(at, "properties").is_some() => FieldKind::Object,
        Some("object") => FieldKind::Map,
        Some("array") => {
            let size = |key: &str| number(key).and_then(|size| usize::try_from(size).ok());
            FieldKind::List { min: size("minItems").unwrap_or(0), max: size("maxItems") }
        }
        Some("integer") => FieldKind::Integer {
            min: number("minimum").unwrap_or(i64::MIN),
            max: number("maximum").unwrap_or(i64::MAX),
        },
        Some("number") => FieldKind::Number,
        Some("boolean") => FieldKind::Bool,
        _ if takes != Takes::Other => FieldKind::Text { pattern: text("pattern"), notation: text("x-notation") },
        _ => FieldKind::Any,
    }
}
