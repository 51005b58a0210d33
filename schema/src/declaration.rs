//! Declarations of custom fields in a pack's header.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// A field that the pack adds to the records of a catalog.
///
/// Records of packs that it requires or that require it may have the field too.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Field")]
pub struct Declaration {
    /// The kind of value.
    #[serde(flatten)]
    pub kind: Kind,
    /// What the field means, in a sentence or two: shown as help in forms and editors.
    #[serde(default)]
    pub about: String,
    /// Whether it is a list of these values; a record without it has none.
    #[serde(default)]
    pub list: bool,
}

/// The kind of value in a declared field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kind {
    /// A whole number. Amounts of Foeman packs may calculate with it, as `this.NAME`.
    Integer {
        /// The minimum.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [0]))]
        min: Option<Number>,
        /// The maximum.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [100]))]
        max: Option<Number>,
        /// The unit, as displayed.
        #[serde(default)]
        #[schemars(extend("examples" = ["gold"]))]
        unit: String,
        /// The value for records without the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// Any number, including fractions.
    Number {
        /// The minimum.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [0]))]
        min: Option<Number>,
        /// The maximum.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("examples" = [100]))]
        max: Option<Number>,
        /// The unit, as displayed.
        #[serde(default)]
        #[schemars(extend("examples" = ["gold"]))]
        unit: String,
        /// The value for records without the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// Any text.
    Text {
        /// The value for records without the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
        /// Whether it is a text for players, which translations of the pack contain.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        translate: bool,
    },
    /// `true` or `false`. Amounts of Foeman packs may calculate with it, as `this.NAME`: yes is 1, no is 0.
    YesOrNo {
        /// The value for records without the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// One word of a fixed set.
    Choice {
        /// The words.
        #[schemars(length(min = 1), title = "Of", extend("examples" = [["calm", "wild"]]))]
        of: Vec<String>,
        /// The value for records without the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Plain")]
        default: Option<Value>,
    },
    /// The id of a record: checked, completed, renamed with the record and counted as a use.
    Reference {
        /// The catalog of the record.
        #[schemars(title = "To", extend("examples" = ["figures"]))]
        to: String,
    },
}

/// A scalar value. Its type depends on the field, so it is validated against the field instead of this schema.
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
    /// Returns the name used in declarations.
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

    /// Returns the minimum and maximum of a number.
    pub fn bounds(&self) -> [Option<&Number>; 2] {
        match self {
            Self::Integer { min, max, .. } | Self::Number { min, max, .. } => [min.as_ref(), max.as_ref()],
            _ => [None, None],
        }
    }

    /// Returns the unit of a number.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Integer { unit, .. } | Self::Number { unit, .. } => {
                Some(unit.as_str()).filter(|unit| !unit.is_empty())
            }
            _ => None,
        }
    }

    /// Returns the default as written.
    pub fn default(&self) -> Option<&Value> {
        let default = match self {
            Self::Integer { default, .. }
            | Self::Number { default, .. }
            | Self::Text { default, .. }
            | Self::YesOrNo { default }
            | Self::Choice { default, .. } => default.as_ref(),
            Self::Reference { .. } => None,
        };
        default.filter(|value| !value.is_null())
    }

    /// Returns whether a value is valid for this kind, as far as can be decided without the pack.
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
    /// Returns the default, if it is a valid value.
    pub fn default(&self) -> Option<&Value> {
        self.kind.default().filter(|value| !self.list && self.kind.fits(value))
    }

    /// Returns whether amounts may calculate with the field.
    pub fn counts(&self) -> bool {
        matches!(self.kind, Kind::Integer { .. } | Kind::YesOrNo { .. }) && !self.list
    }
}
