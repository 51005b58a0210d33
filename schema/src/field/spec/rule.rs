//! Fast validation rules, decoded from schemas.

use regex_lite::Regex;
use serde_json::Value;

use super::{Below, Site, Spec};
use crate::json_schema::keyword;
use crate::notation::Notation;

/// A fast validation rule. Schemas with any other keyword have no rule, so a value that satisfies the rule is valid.
#[derive(Debug)]
pub(crate) enum Rule {
    /// Text.
    Text {
        /// The allowed words, if restricted.
        words: Option<Vec<&'static str>>,
        /// The required form.
        form: Form,
    },
    /// A whole number, or text.
    NumberOrText {
        /// Minimum and maximum number.
        range: [i64; 2],
        /// The required form of a text.
        form: Form,
    },
    /// A whole number.
    Integer {
        /// Minimum and maximum.
        range: [i64; 2],
    },
    /// Any number.
    Number {
        /// Minimum and maximum.
        range: [f64; 2],
    },
    /// `true` or `false`.
    Bool,
    /// A list.
    List {
        /// Minimum and maximum number of items.
        sizes: [usize; 2],
    },
    /// An object with declared keys.
    Object {
        /// The required keys.
        required: Keys,
        /// The keys of each variant, for a union.
        union: Option<Union>,
    },
    /// A map with keys chosen by the author.
    Map {
        /// The required form of the keys.
        keys: Form,
    },
}

/// The required form of a text.
#[derive(Debug, Default)]
pub(crate) struct Form {
    pattern: Option<Regex>,
    notation: Option<&'static Notation>,
}

/// The variants of a union.
#[derive(Debug)]
pub(crate) struct Union {
    /// The key that selects the variant.
    pub(crate) tag: &'static str,
    /// For each variant its name, its allowed keys and its required keys.
    pub(crate) kinds: Vec<(&'static str, Keys, Keys)>,
}

/// A set of an object's keys, by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys(u64);

impl Rule {
    /// Returns the rule of a schema, if rules can express all of it.
    pub(crate) fn of(spec: &'static Spec) -> Option<Self> {
        let alone = std::ptr::eq(spec.said, spec.at);
        if !alone && !says_only(spec.said, &["$ref"]) {
            return None;
        }
        let at = spec.at;
        match keyword(at, "type")? {
            Value::String(kind) => match kind.as_str() {
                "string" => text(spec),
                "integer" if says_only(at, &["type", "minimum", "maximum"]) => {
                    Some(Self::Integer { range: range(at)? })
                }
                "number" if says_only(at, &["type", "minimum", "maximum"]) => {
                    Some(Self::Number { range: wide_range(at)? })
                }
                "boolean" if says_only(at, &["type"]) => Some(Self::Bool),
                "array" if says_only(at, &["type", "items", "minItems", "maxItems"]) => {
                    spec.below().value.as_ref()?;
                    Some(Self::List { sizes: [size(at, "minItems", 0)?, size(at, "maxItems", usize::MAX)?] })
                }
                "object" if keyword(at, "properties").is_some() => object(at, spec.below()),
                "object" if says_only(at, &["type", "additionalProperties", "propertyNames"]) => {
                    spec.below().value.as_ref()?;
                    Some(Self::Map { keys: keyword(at, "propertyNames").map_or(Some(Form::default()), key_form)? })
                }
                _ => None,
            },
            Value::Array(types) if *types == ["string", "integer"] || *types == ["integer", "string"] => {
                says_only(at, &["type", "minimum", "maximum", "pattern"])
                    .then_some(Self::NumberOrText { range: range(at)?, form: Form::of(at, spec.notation)? })
            }
            _ => None,
        }
    }
}

impl Form {
    fn of(schema: &'static Value, notation: Option<&'static Notation>) -> Option<Self> {
        let pattern = match keyword(schema, "pattern") {
            Some(pattern) => Some(Regex::new(pattern.as_str()?).ok()?),
            None => None,
        };
        Some(Self { pattern, notation })
    }

    /// Returns whether a text certainly has this form.
    ///
    /// Regular expression engines may differ outside ASCII, so other texts are never certain.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| text.is_ascii() && pattern.is_match(text)) && self.follows(text)
    }

    /// Returns whether a text, or a number as text, follows the notation.
    pub(crate) fn follows(&self, text: &str) -> bool {
        self.notation.is_none_or(|notation| (notation.check)(text).is_ok())
    }
}

impl Keys {
    /// The empty set.
    pub(crate) const NONE: Self = Self(0);

    /// Adds the key at this position; returns whether it was new.
    pub(crate) fn insert(&mut self, position: usize) -> bool {
        let before = self.0;
        self.0 |= 1 << position;
        self.0 != before
    }

    /// Returns whether this is a subset of `others`.
    pub(crate) fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Returns the set of some keys; `None` if there are too many fields or a key is not a field.
    fn of<'a>(names: impl Iterator<Item = &'a str>, below: &Below) -> Option<Self> {
        let mut keys = Self::NONE;
        for name in names {
            keys.insert(below.position(name).filter(|position| *position < 64)?);
        }
        Some(keys)
    }
}

fn text(spec: &Spec) -> Option<Rule> {
    let at = spec.at;
    let words = match keyword(at, "enum") {
        Some(words) => Some(words.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?),
        None => None,
    };
    says_only(at, &["type", "enum", "pattern"]).then_some(Rule::Text { words, form: Form::of(at, spec.notation)? })
}

fn object(at: &'static Value, below: &'static Below) -> Option<Rule> {
    let is_union = !below.kinds.is_empty();
    if !says_only(at, &["type", "properties", "additionalProperties", "required"])
        || keyword(at, "additionalProperties") != Some(&Value::Bool(false))
        || below.fields.len() > 64
    {
        return None;
    }
    let names = |sites: &'static [Site]| sites.iter().map(|site| site.name);
    let required = |sites: &'static [Site]| sites.iter().filter(|site| site.required).map(|site| site.name);
    let union = match keyword(at, "x-tag").and_then(Value::as_str).filter(|_| is_union) {
        Some(tag) => {
            let kind = |(name, sites): &'static (&'static str, Vec<Site>)| {
                Some((*name, Keys::of(names(sites), below)?, Keys::of(required(sites), below)?))
            };
            Some(Union { tag, kinds: below.kinds.iter().map(kind).collect::<Option<_>>()? })
        }
        None => None,
    };
    let required = Keys::of(required(&below.fields), below)?;
    // A key can be required without being declared.
    let said = keyword(at, "required").map_or(Some(0), |keys| keys.as_array().map(Vec::len))?;
    (said == required.0.count_ones() as usize).then_some(Rule::Object { required, union })
}

fn key_form(names: &'static Value) -> Option<Form> {
    says_only(names, &["pattern"]).then_some(Form::of(names, None)?)
}

/// Returns whether a schema has only these keywords, apart from annotations.
fn says_only(schema: &Value, words: &[&str]) -> bool {
    let explains = |key: &str| matches!(key, "title" | "description" | "default" | "examples") || key.starts_with("x-");
    schema.as_object().is_some_and(|schema| schema.keys().all(|key| explains(key) || words.contains(&key.as_str())))
}

fn range(at: &Value) -> Option<[i64; 2]> {
    let bound = |key: &str, none: i64| keyword(at, key).map_or(Some(none), Value::as_i64);
    Some([bound("minimum", i64::MIN)?, bound("maximum", i64::MAX)?])
}

fn wide_range(at: &Value) -> Option<[f64; 2]> {
    let bound = |key: &str, none: f64| keyword(at, key).map_or(Some(none), Value::as_f64);
    Some([bound("minimum", f64::NEG_INFINITY)?, bound("maximum", f64::INFINITY)?])
}

fn size(at: &Value, key: &str, none: usize) -> Option<usize> {
    keyword(at, key).map_or(Some(none), |size| usize::try_from(size.as_u64()?).ok())
}
