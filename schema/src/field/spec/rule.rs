//! What a schema asks of a value, in a form that is quick to hold against a tree.

use regex::Regex;
use serde_json::Value;

use super::{Below, Site, Spec};
use crate::notation::Notation;

/// What a value must be. There is none for a schema that says anything beyond it, so that whatever keeps the rule is
/// valid.
#[derive(Debug)]
pub(crate) enum Rule {
    /// Text.
    Text {
        /// It is one of these, where there are any.
        words: Option<Vec<&'static str>>,
        /// What it looks like.
        form: Form,
    },
    /// A whole number, or text.
    NumberOrText {
        /// Smallest and largest number.
        range: [i64; 2],
        /// What a text looks like.
        form: Form,
    },
    /// A whole number.
    Integer {
        /// Smallest and largest.
        range: [i64; 2],
    },
    /// Any number.
    Number {
        /// Smallest and largest.
        range: [f64; 2],
    },
    /// `true` or `false`.
    Bool,
    /// A list.
    List {
        /// Fewest and most items.
        sizes: [usize; 2],
    },
    /// Keys that are declared.
    Object {
        /// Those that must be there.
        required: Keys,
        /// Which keys values of each kind have, where there are kinds.
        union: Option<Union>,
    },
    /// Keys chosen by the author.
    Map {
        /// What they look like.
        keys: Form,
    },
}

/// What a text looks like.
#[derive(Debug, Default)]
pub(crate) struct Form {
    pattern: Option<Regex>,
    notation: Option<&'static Notation>,
}

/// The kinds of a union.
#[derive(Debug)]
pub(crate) struct Union {
    /// The key that says which kind it is.
    pub(crate) tag: &'static str,
    /// By the kind's name: the keys it may have, and those it must have.
    pub(crate) kinds: Vec<(&'static str, Keys, Keys)>,
}

/// Some of an object's keys, by their position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys(u64);

impl Rule {
    /// The rule of a schema, if it says nothing but what rules know.
    pub(crate) fn of(spec: &'static Spec) -> Option<Self> {
        let alone = std::ptr::eq(spec.said, spec.at);
        if !alone && !says_only(spec.said, &["$ref"]) {
            return None;
        }
        let at = spec.at;
        match &at["type"] {
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
                "object" if at.get("properties").is_some() => object(at, spec.below()),
                "object" if says_only(at, &["type", "additionalProperties", "propertyNames"]) => {
                    spec.below().value.as_ref()?;
                    Some(Self::Map { keys: at.get("propertyNames").map_or(Some(Form::default()), key_form)? })
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
        let pattern = match schema.get("pattern") {
            Some(pattern) => Some(Regex::new(pattern.as_str()?).ok()?),
            None => None,
        };
        Some(Self { pattern, notation })
    }

    /// Whether a text looks like this for certain.
    ///
    /// Two readers of patterns may differ on what lies beyond ASCII, so such a text is never certain.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| text.is_ascii() && pattern.is_match(text)) && self.follows(text)
    }

    /// Whether a text, or a number as a text, follows the notation.
    pub(crate) fn follows(&self, text: &str) -> bool {
        self.notation.is_none_or(|notation| (notation.check)(text).is_ok())
    }
}

impl Keys {
    /// No keys.
    pub(crate) const NONE: Self = Self(0);

    /// With the key at this position; whether it was not there before.
    pub(crate) fn insert(&mut self, position: usize) -> bool {
        let before = self.0;
        self.0 |= 1 << position;
        self.0 != before
    }

    /// Whether all of these are among `others`.
    pub(crate) fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The positions of some keys among the fields; `None` where they are too many or one is no field.
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
    let words = match at.get("enum") {
        Some(words) => Some(words.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?),
        None => None,
    };
    says_only(at, &["type", "enum", "pattern"]).then_some(Rule::Text { words, form: Form::of(at, spec.notation)? })
}

fn object(at: &'static Value, below: &'static Below) -> Option<Rule> {
    let is_union = !below.kinds.is_empty();
    let words: &[&str] = &["type", "properties", "additionalProperties", "required", "allOf"];
    let words = if is_union { words } else { &words[..4] };
    if !says_only(at, words) || at["additionalProperties"] != false || below.fields.len() > 64 {
        return None;
    }
    let names = |sites: &'static [Site]| sites.iter().map(|site| site.name);
    let required = |sites: &'static [Site]| sites.iter().filter(|site| site.required).map(|site| site.name);
    let union = match at["x-tag"].as_str().filter(|_| is_union) {
        // What `allOf` says of each kind was made from the same list of kinds.
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
    let said = at.get("required").map_or(Some(0), |keys| keys.as_array().map(Vec::len))?;
    (said == required.0.count_ones() as usize).then_some(Rule::Object { required, union })
}

fn key_form(names: &'static Value) -> Option<Form> {
    says_only(names, &["pattern"]).then_some(Form::of(names, None)?)
}

/// Whether a schema asks nothing but by these words; those that only explain do not count.
fn says_only(schema: &Value, words: &[&str]) -> bool {
    let explains = |key: &str| matches!(key, "title" | "description" | "default" | "examples") || key.starts_with("x-");
    schema.as_object().is_some_and(|schema| schema.keys().all(|key| explains(key) || words.contains(&key.as_str())))
}

fn range(at: &Value) -> Option<[i64; 2]> {
    let bound = |key: &str, none: i64| at.get(key).map_or(Some(none), Value::as_i64);
    Some([bound("minimum", i64::MIN)?, bound("maximum", i64::MAX)?])
}

fn wide_range(at: &Value) -> Option<[f64; 2]> {
    let bound = |key: &str, none: f64| at.get(key).map_or(Some(none), Value::as_f64);
    Some([bound("minimum", f64::NEG_INFINITY)?, bound("maximum", f64::INFINITY)?])
}

fn size(at: &Value, key: &str, none: usize) -> Option<usize> {
    at.get(key).map_or(Some(none), |size| usize::try_from(size.as_u64()?).ok())
}
