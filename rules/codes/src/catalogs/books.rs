//! Code books: one vocabulary each.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::notation::code::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::classifiers::Classifier;
use super::weapons::Weapon;

/// The meaning of the letters and numbers in codes (`A3`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CodeBook {
    /// Name shown to people.
    pub title: String,
    /// Its purpose.
    #[serde(default)]
    pub about: String,
    /// The fields of action: the first block of a code. Their letters differ.
    #[schemars(length(min = 1, max = 26), extend("x-merge" = "set"))]
    pub classifiers: Vec<Ref<Classifier>>,
    /// The positions of the body a combat code can name. Their numbers differ.
    #[serde(default)]
    pub positions: BTreeMap<String, Position>,
    /// The weapons and armours a combat code can name. Their numbers differ.
    #[serde(default)]
    #[schemars(extend("x-merge" = "set"))]
    pub weapons: Vec<Ref<Weapon>>,
    /// The parts of the body a combat code can name. Their numbers differ.
    #[serde(default)]
    pub locations: BTreeMap<String, Location>,
}

impl Record for CodeBook {
    const CATALOG: &'static str = "codes";
    const TITLE: &'static str = "Code book";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A position of the body during an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// Name shown to people.
    pub title: String,
    /// Its number in codes, `000` to `999`.
    pub number: Number<999>,
}

/// A part of the body that can be attacked or defended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Location {
    /// Name shown to people.
    pub title: String,
    /// Its number in codes, `0` to `8`; `0` is the whole body (`A2`).
    pub number: Number<8>,
}
