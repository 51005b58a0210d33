//! Standards: checks that a pack declares for its own records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialect::Record;
use crate::notation::message::Message;
use crate::notation::requirement::{FieldPath, Requirement};

/// A check that the pack declares: records of a catalog must meet requirements.
///
/// It applies to records of the same pack, and of packs that require it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Standard {
    /// Display name.
    pub title: String,
    /// The reason for the check: the consequence if it fails.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The catalog whose records are checked. Without it, the pack as a whole is checked once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-notation" = "catalog", "examples" = ["items"]))]
    pub catalog: Option<String>,
    /// Conditions for records to be checked; all must hold.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 9))]
    pub conditions: Vec<Requirement>,
    /// Requirements for these records; all must hold. There is one finding for each record that misses one.
    #[schemars(length(min = 1, max = 9))]
    pub require: Vec<Requirement>,
    /// The message of findings. `{title}` and `{id}` are those of the record, `{this.price}` the value of a field. Without
    /// it, the message quotes the requirement and the value found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// The field at which findings are placed; without it, the first field of the requirement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<FieldPath>,
    /// The severity of findings.
    #[serde(default)]
    pub severity: StandardSeverity,
    /// How to fix it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}

impl Record for Standard {
    const CATALOG: &'static str = "standards";
    const TITLE: &'static str = "Standard";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The severity of the findings of a standard.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StandardSeverity {
    /// The pack should not be published like this. The record can still be played.
    Error,
    /// Probably a mistake.
    #[default]
    Warning,
    /// For information only.
    Info,
}
