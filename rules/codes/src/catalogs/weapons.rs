//! Weapons and armours, and the effect of armours on weapons.

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::notation::code::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A weapon or armour.
///
/// Both share one range of numbers: in an attack's code it is the weapon, in a response's code the armour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weapon {
    /// Name shown to people.
    pub title: String,
    /// Its number in codes, `0000` to `9999`.
    #[schemars(extend("x-headline" = true))]
    pub number: Number<9999>,
    /// A description.
    #[serde(default)]
    pub about: String,
    /// How armours reduce its damage; armours that are not listed have no effect (`A5`).
    #[serde(default)]
    #[schemars(extend("x-merge" = {"key": "armour"}))]
    pub table: Vec<Against>,
}

impl Record for Weapon {
    const CATALOG: &'static str = "weapons";
    const TITLE: &'static str = "Weapon";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The effect of one armour on a weapon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Against {
    /// The armour that is hit.
    pub armour: Ref<Weapon>,
    /// Points of damage that the armour stops; negative if it adds damage.
    #[schemars(range(min = -99, max = 99), extend("x-unit" = "points"))]
    pub less: i8,
}
