//! Classifiers, their action types and the actions of each.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::notation::code::{Letter, Number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A field of action: combat, social, research.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Classifier {
    /// Name shown to people.
    pub title: String,
    /// Its letter in codes; only codes with `C` have position, weapon and location (`A2`).
    #[schemars(extend("x-headline" = true))]
    pub letter: Letter,
    /// The actions it covers.
    #[serde(default)]
    pub about: String,
    /// Its types of action. Their letters differ; other classifiers may use the same letters (`A3`).
    #[schemars(length(min = 1, max = 26), extend("x-merge" = "set"))]
    pub types: Vec<Ref<ActionType>>,
}

impl Record for Classifier {
    const CATALOG: &'static str = "classifiers";
    const TITLE: &'static str = "Classifier";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A type of action: hand-to-hand, movement, persuasion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ActionType {
    /// Name shown to people.
    pub title: String,
    /// Its letter in codes.
    #[schemars(extend("x-headline" = true))]
    pub letter: Letter,
    /// The actions it covers.
    #[serde(default)]
    pub about: String,
    /// What its actions take from their target; only a type that does harm can attack.
    #[serde(default)]
    pub harms: Harm,
    /// The types of response that can oppose it; any other leaves the opponent undefended (`A5`).
    #[serde(default)]
    #[schemars(extend("x-merge" = "set"))]
    pub meets: Vec<Ref<ActionType>>,
    /// Its actions. Their numbers differ.
    pub actions: BTreeMap<String, Action>,
}

impl Record for ActionType {
    const CATALOG: &'static str = "types";
    const TITLE: &'static str = "Action type";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// One action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Action {
    /// Name shown to people.
    pub title: String,
    /// Its number in codes, `000` to `999`.
    pub number: Number<999>,
    /// A description.
    #[serde(default)]
    pub about: String,
}

/// The effect of an action on its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// Nothing: it is not an attack.
    #[default]
    Nothing,
    /// Health: it wounds.
    Health,
    /// Resolve: it shames, convinces or frightens.
    Resolve,
}
