//! The schema decoded: what may stand at each of its places, worked out once per dialect instead of at every value.

mod rule;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use serde_json::Value;

use super::{Choice, FieldKind};
use crate::dialect::Dialect;
use crate::json_schema::compiled;
use crate::json_schema::variants::VARIANTS;
use crate::notation::Notation;

pub(crate) use rule::{Keys, Rule, Union};

/// What may stand at a place, by the schema there.
pub(crate) struct Spec {
    pub(super) dialect: &'static Dialect,
    /// The schema at the place, which may be a reference.
    pub(crate) said: &'static Value,
    /// The schema itself, with references followed.
    pub(crate) at: &'static Value,
    pub(super) kind: FieldKind,
    /// Which scalars it takes: read from the types once more than the kind, since a choice may be of any type.
    pub(super) takes: Takes,
    pub(super) tag: Option<&'static str>,
    pub(crate) notation: Option<&'static Notation>,
    below: OnceLock<Below>,
    rule: OnceLock<Option<Rule>>,
}

/// A place below another: a key of an object, or the values of a map or list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) spec: &'static Spec,
}

/// How a plain scalar is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// As text whatever it looks like.
    Text,
    /// As a whole number where it is one, else as text.
    NumberOrText,
    /// As the kind says.
    Other,
}

/// What stands one step down.
#[derive(Debug)]
pub(crate) struct Below {
    /// The keys of an object, in the order they are declared.
    pub(crate) fields: Vec<Site>,
    /// The values of a map or the items of a list.
    pub(crate) value: Option<Site>,
    /// Whether steps are positions.
    pub(crate) is_list: bool,
    /// The keys of each kind of a union, its tag first.
    pub(crate) kinds: Vec<(&'static str, Vec<Site>)>,
}

/// The decoded places of one dialect.
#[derive(Debug, Default)]
pub(crate) struct Specs {
    /// By the address of their schemas, which stay where they are as long as the program runs.
    made: Mutex<BTreeMap<usize, &'static Spec>>,
    header: OnceLock<Site>,
    records: OnceLock<Vec<Site>>,
}

impl Specs {
    /// Those of `dialect`; made when first asked for and kept, since dialects live as long as the program.
    pub(super) fn of(dialect: &'static Dialect) -> &'static Self {
        static MADE: RwLock<BTreeMap<usize, &'static Specs>> = RwLock::new(BTreeMap::new());
        let address = std::ptr::from_ref(dialect).addr();
        if let Some(known) = MADE.read().unwrap_or_else(PoisonError::into_inner).get(&address) {
            return known;
        }
        let mut made = MADE.write().unwrap_or_else(PoisonError::into_inner);
        made.entry(address).or_insert_with(|| Box::leak(Box::default()))
    }

    /// The header of a pack.
    pub(super) fn header(&'static self, dialect: &'static Dialect) -> &'static Site {
        if let Some(base) = dialect.base {
            return Self::of(base).header(base);
        }
        let spec = || Spec::of(dialect, compiled(dialect).header_form());
        self.header.get_or_init(|| Site { name: "", required: true, spec: spec() })
    }

    /// The records of a catalog.
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

    /// A place that has all that stands below another, and after it what a schema says more.
    fn extending(dialect: &'static Dialect, plain: &'static Self, more: &'static Value) -> &'static Self {
        let spec = Self::decoded(dialect, more);
        let own = Below::of(&spec);
        let with = |fields: &[Site]| fields.iter().chain(&own.fields).copied().collect();
        let Below { fields, value, is_list, kinds } = plain.below();
        let kinds = kinds.iter().map(|(kind, fields)| (*kind, with(fields))).collect();
        let below = Below { fields: with(fields), value: *value, is_list: *is_list, kinds };
        Box::leak(Box::new(Self { below: OnceLock::from(below), ..spec }))
    }

    fn decoded(dialect: &'static Dialect, said: &'static Value) -> Self {
        let mut at = said;
        // A chain of references is as long as the definitions at most.
        for _ in 0..16 {
            let Some(target) = at.get("$ref").and_then(Value::as_str) else { break };
            let Some(found) = target.strip_prefix('#').and_then(|path| compiled(dialect).shared_form(path)) else {
                break;
            };
            at = found;
        }
        let types = at.get("type");
        let has = |name: &str| types.and_then(Value::as_array).is_some_and(|types| types.iter().any(|t| t == name));
        let takes = match types.and_then(Value::as_str) {
            Some("string") => Takes::Text,
            _ if has("string") && has("integer") => Takes::NumberOrText,
            _ => Takes::Other,
        };
        let tag = word(said, at, "x-tag").and_then(Value::as_str);
        let notation = word(said, at, "x-notation").and_then(Value::as_str).and_then(|name| dialect.notation(name));
        let kind = kind(said, at, takes);
        Self { dialect, said, at, kind, takes, tag, notation, below: OnceLock::new(), rule: OnceLock::new() }
    }

    /// What stands one step down.
    pub(crate) fn below(&'static self) -> &'static Below {
        self.below.get_or_init(|| Below::of(self))
    }

    /// How values are held against it without jsonschema, where that can be told for certain.
    pub(crate) fn rule(&'static self) -> Option<&'static Rule> {
        self.rule.get_or_init(|| Rule::of(self)).as_ref()
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
        let fields = |object: &'static Value| -> Vec<Site> {
            let required = object.get("required").and_then(Value::as_array);
            let is_required = |name: &str| required.is_some_and(|keys| keys.iter().any(|key| key == name));
            let properties = object.get("properties").and_then(Value::as_object).into_iter().flatten();
            properties.map(|(name, said)| site(name, said, is_required(name))).collect()
        };
        let kinds = spec.at.get(VARIANTS).and_then(Value::as_object).into_iter().flatten();
        let kinds = kinds.map(|(kind, variant)| {
            let mut fields = fields(variant);
            fields.iter_mut().filter(|field| Some(field.name) == spec.tag).for_each(|tag| tag.required = true);
            (kind.as_str(), fields)
        });
        let items = spec.at.get("items");
        let values = items.or_else(|| spec.at.get("additionalProperties").filter(|values| values.is_object()));
        Self {
            fields: fields(spec.at),
            value: values.map(|said| site("", said, true)),
            is_list: items.is_some(),
            kinds: kinds.collect(),
        }
    }

    /// The position of a key among the fields.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

/// A word of the schema, said at the field or else at its type.
pub(super) fn word(said: &'static Value, at: &'static Value, key: &str) -> Option<&'static Value> {
    said.get(key).or_else(|| at.get(key))
}

fn kind(said: &'static Value, at: &'static Value, takes: Takes) -> FieldKind {
    if let Some(catalog) = at.pointer("/x-ref/catalog").and_then(Value::as_str) {
        return FieldKind::Reference { catalog };
    }
    if let Some(words) = at.get("enum").and_then(Value::as_array) {
        let doc = |word: &str| at.get("x-docs").and_then(|docs| docs.get(word)?.as_str()).unwrap_or_default();
        let words = words.iter().filter_map(Value::as_str);
        return FieldKind::Choice(words.map(|value| Choice { value, doc: doc(value) }).collect());
    }
    let number = |key: &str| word(said, at, key).and_then(Value::as_i64);
    let text = |key: &str| word(said, at, key).and_then(Value::as_str);
    match at.get("type").and_then(Value::as_str) {
        Some("object") if at.get("properties").is_some() => FieldKind::Object,
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
