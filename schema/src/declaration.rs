//! How a pack declares fields of its own for the records of a catalog.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// A field that the pack adds to the records of a catalog.
///
/// Records of the packs that it requires, and of those that require it, may have it as well.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Field")]
pub struct Declaration {
    /// What may stand there.
    #[serde(flatten)]
    pub kind: Kind,
    /// What it means, in a sentence or two: shown as help wherever the field is filled in.
    #[serde(default)]
    pub about: String,
    /// Whether it holds a list of such values; a record without it has none.
    #[serde(default)]
    pub list: bool,
}

/// What may stand in a declared field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kind {
    /// A whole number. Amounts of Foeman packs may calculate with it, as `this.NAME`.
    Integer {
        /// The smallest that may be written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [0]))]
        min: Option<Number>,
        /// The largest that may be written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [100]))]
        max: Option<Number>,
        /// What it counts, as people say it.
        #[serde(default)]
        #[schemars(extend("examples" = ["gold"]))]
        unit: String,
        /// The value that holds where a record has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// Any number, also with a fraction.
    Number {
        /// The smallest that may be written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [0]))]
        min: Option<Number>,
        /// The largest that may be written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [100]))]
        max: Option<Number>,
        /// What it counts, as people say it.
        #[serde(default)]
        #[schemars(extend("examples" = ["gold"]))]
        unit: String,
        /// The value that holds where a record has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// Any text.
    Text {
        /// The value that holds where a record has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// `true` or `false`. Amounts of Foeman packs may calculate with it, as `this.NAME`: yes is 1, no is 0.
    YesOrNo {
        /// The value that holds where a record has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// One of some words.
    Choice {
        /// The words.
        #[schemars(length(min = 1), title = "Of", extend("examples" = [["calm", "wild"]]))]
        of: Vec<String>,
        /// The value that holds where a record has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// The id of a record: it is checked, completed, followed by renames and counted as a use.
    Reference {
        /// The catalog that the record is in.
        #[schemars(title = "To", extend("examples" = ["figures"]))]
        to: String,
    },
}

/// A value without parts. Which type it is of depends on the field, so it is held against that and not against this.
struct Plain;

impl JsonSchema for Plain {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Plain".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["string", "number", "boolean"], "examples": [0] })
    }
}

impl Kind {
    /// How it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Text { .. } => "text",
            Self::YesOrNo { .. } => "yes-or-no",
            Self::Choice { .. } => "choice",
            Self::Reference { .. } => "reference",
        }
    }

    /// The smallest and the largest number, of a kind that has them.
    pub fn bounds(&self) -> [Option<&Number>; 2] {
        match self {
            Self::Integer { min, max, .. } | Self::Number { min, max, .. } => [min.as_ref(), max.as_ref()],
            _ => [None, None],
        }
    }

    /// What a number counts.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Integer { unit, .. } | Self::Number { unit, .. } => {
                Some(unit.as_str()).filter(|unit| !unit.is_empty())
            }
            _ => None,
        }
    }

    /// The default as it is written.
    pub fn default(&self) -> Option<&Value> {
        let default = match self {
            Self::Integer { default, .. }
            | Self::Number { default, .. }
            | Self::Text { default }
            | Self::YesOrNo { default }
            | Self::Choice { default, .. } => default.as_ref(),
            Self::Reference { .. } => None,
        };
        default.filter(|value| !value.is_null())
    }

    /// Whether a value may stand in a field of this kind, as far as that can be told without the pack.
    pub fn fits(&self, value: &Value) -> bool {
        let [min, max] = self.bounds();
        let within = |number: f64| {
            min.and_then(Number::as_f64).is_none_or(|min| min <= number)
                && max.and_then(Number::as_f64).is_none_or(|max| number <= max)
        };
        match self {
            Self::Integer { .. } => value.is_i64() && value.as_f64().is_some_and(within),
            Self::Number { .. } => value.as_f64().is_some_and(within),
            Self::Text { .. } | Self::Reference { .. } => value.is_string(),
            Self::YesOrNo { .. } => value.is_boolean(),
            Self::Choice { of, .. } => value.as_str().is_some_and(|word| of.iter().any(|known| known == word)),
        }
    }
}

impl Declaration {
    /// The value that holds where a record has none, if it is one that may stand there.
    pub fn default(&self) -> Option<&Value> {
        self.kind.default().filter(|value| !self.list && self.kind.fits(value))
    }

    /// Whether amounts may calculate with it.
    pub fn counts(&self) -> bool {
        matches!(self.kind, Kind::Integer { .. } | Kind::YesOrNo { .. }) && !self.list
    }
}
