//! A small dialect and a pack in it, which the examples of this crate use.
//!
//! The dialect `duels` has weapons, fighters with a weapon each, and duels of several fighters. Its source shows what a
//! dialect needs: a type for each catalog, and one [`Dialect`] that lists them.
//!
//! ```
//! use foeman_schema::analysis::check;
//! use foeman_schema::example::{self, PACK};
//!
//! assert_eq!(check(&example::draft()), []);
//!
//! let misspelt = example::draft_of(&PACK.replace("weapon: sword", "weapon: swrod"));
//! assert_eq!(check(&misspelt)[0].code, "unknown-reference");
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialect::{CatalogDef, Dialect, Record, RecordView, Ref};
use crate::draft::{Draft, PACK_FILE};

/// The dialect.
pub static DUELS: Dialect = Dialect {
    id: "duels",
    title: "Duels",
    about: "A dialect for examples.",
    catalogs: &[CatalogDef::of::<Weapon>(), CatalogDef::of::<Fighter>(), CatalogDef::of::<Duel>()],
    checks: &[],
    notations: &[],
    playable: "duels",
    script: None,
    declared: &[],
    base: None,
};

/// The text of a pack with one duel, `first`, and no findings.
pub const PACK: &str = "\
pack: arena
title: The arena
version: 1.0.0
ruleset: duels
format: 2
weapons:
  sword: {title: Sword, damage: 6}
  spear: {title: Spear, damage: 5, weight: 3}
fighters:
  brana: {title: Brana, weapon: sword}
  gorsk: {title: Gorsk, weapon: spear}
duels:
  first: {title: First blood, fighters: [brana, gorsk]}
";

/// A weapon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weapon {
    /// The display name.
    pub title: String,
    /// The harm of a hit.
    #[schemars(range(min = 1, max = 20), extend("x-unit" = "points"))]
    pub damage: u8,
    /// The weight.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "kg"))]
    pub weight: u8,
}

impl Record for Weapon {
    const CATALOG: &'static str = "weapons";
    const TITLE: &'static str = "Weapon";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A fighter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fighter {
    /// The display name.
    pub title: String,
    /// The weapon in hand; without it, bare hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Ref<Weapon>>,
}

impl Record for Fighter {
    const CATALOG: &'static str = "fighters";
    const TITLE: &'static str = "Fighter";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A duel, which can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Duel {
    /// The display name.
    pub title: String,
    /// The fighters.
    #[schemars(length(min = 2, max = 9))]
    pub fighters: Vec<Ref<Fighter>>,
}

impl Record for Duel {
    const CATALOG: &'static str = "duels";
    const TITLE: &'static str = "Duel";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// Returns [`PACK`] as a draft.
pub fn draft() -> Draft {
    draft_of(PACK)
}

/// Returns a pack that consists of one file, `pack.yaml`, with this text. It may be in the dialect [`DUELS`].
pub fn draft_of(text: &str) -> Draft {
    Draft::from_texts([(PACK_FILE.to_owned(), text.to_owned())], &[&DUELS])
}
