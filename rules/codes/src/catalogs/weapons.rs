//! Weapons and armours, and the table of one against the other.

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::notation::code::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something to attack with or to be protected by.
///
/// Both share one row of numbers: in an attack's code it is the weapon, in a response's code the armour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weapon {
    /// Name shown to people.
    pub title: String,
    /// Its number in codes, `0000` to `9999`.
    pub number: Number<9999>,
    /// What it is.
    #[serde(default)]
    pub about: String,
    /// What it loses against armours; against one that is not listed it loses nothing (`A5`).
    #[serde(default)]
    #[schemars(extend("x-merge" = {"key": "armour"}))]
    pub table: Vec<Against>,
}

impl Record for Weapon {
    const CATALOG: &'static str = "weapons";
    const TITLE: &'static str = "Weapon";
}

/// One entry of the table of weapons against armours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Against {
    /// The armour that is hit.
    pub armour: Ref<Weapon>,
    /// Points of damage that the armour stops; negative where it makes things worse.
    #[schemars(range(min = -99, max = 99), extend("x-unit" = "points"))]
    pub less: i8,
}
