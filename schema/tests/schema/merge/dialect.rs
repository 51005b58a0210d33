//! A dialect with a field for each merge strategy.

use std::collections::BTreeMap;

use foeman_schema::dialect::{CatalogDef, Dialect, Record};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A weapon.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Weapon {
    title: String,
    damage: String,
    weight: u8,
    requires: Needs,
    /// The maps where it is found.
    #[schemars(extend("x-merge" = "set"))]
    found: Vec<String>,
    /// Its materials, the main one first.
    made_of: Vec<String>,
    /// Its effects, in order.
    effects: Vec<Effect>,
    /// Its accessories.
    #[schemars(length(min = 1, max = 4), extend("x-merge" = "pile"))]
    parts: Vec<Part>,
    goal: Goal,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Needs {
    st: u8,
    dx: u8,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Effect {
    what: String,
    by: i8,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Part {
    item: String,
    count: u8,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "go", rename_all = "kebab-case", deny_unknown_fields)]
enum Goal {
    To { place: String, by: u8 },
    Stay { place: String, by: u8 },
}

/// A battlefield.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Map {
    title: String,
    size: [u16; 2],
    legend: BTreeMap<String, String>,
    #[schemars(extend("x-merge" = "cells"))]
    rows: String,
    about: String,
    #[schemars(extend("x-merge" = {"key": "side"}))]
    sides: Vec<Side>,
    /// The sides, in the order of their turns.
    #[schemars(extend("x-merge" = {"key": "side", "ordered": true}))]
    turns: Vec<Side>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Side {
    side: String,
    lead: String,
    place: BTreeMap<String, Placement>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Placement {
    hex: [u16; 2],
    facing: u8,
    level: u8,
}

impl Record for Weapon {
    const CATALOG: &'static str = "weapons";
    const TITLE: &'static str = "Weapon";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

impl Record for Map {
    const CATALOG: &'static str = "maps";
    const TITLE: &'static str = "Map";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

impl Default for Goal {
    fn default() -> Self {
        Self::Stay { place: String::new(), by: 0 }
    }
}

pub(super) static DIALECT: Dialect = Dialect {
    id: "tiny",
    title: "Tiny",
    about: "A dialect for tests of the merge.",
    catalogs: &[CatalogDef::of::<Weapon>(), CatalogDef::of::<Map>()],
    checks: &[],
    notations: &[],
    script: None,
    playable: "maps",
    declared: &[],
    base: None,
};
