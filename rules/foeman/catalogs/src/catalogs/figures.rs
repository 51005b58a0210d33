//! Figure types (`figPoo`).

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effects::{Effect, Stance};
use super::items::{Item, Protection};
use super::kind::Kind;
use crate::notation::pattern::FrontPattern;
use crate::notation::{Bypass, DamageStat};

/// A type of figure, such as orc.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FigureType {
    /// Display name.
    #[schemars(extend("x-counter" = true))]
    pub title: String,
    /// One-sentence description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How it fights: with items, or with its own body (`F1.8`).
    #[schemars(extend("x-headline" = true))]
    pub kind: Kind,
    /// Size in hundredths of a human (`F1.7`).
    #[serde(default = "human_size")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "% of a human"))]
    #[schemars(extend("x-group" = "Body"))]
    pub size: u16,
    /// How many hexes it occupies (`F2.1`): one, two in a row, a triangle of three or a diamond of four.
    #[serde(default = "one_hex")]
    #[schemars(range(min = 1, max = 4), extend("x-unit" = "hexes"))]
    #[schemars(extend("x-group" = "Body"))]
    pub hexes: u8,
    /// Basic attributes (`F1.1`); a figure in a roster can override them.
    #[schemars(extend("x-group" = "Body"))]
    pub attributes: Attributes,
    /// Initial posture (`F1.6`): a standing feature blocks movement and sight, a lying one does not (`F2.7`).
    #[serde(default = "standing")]
    #[schemars(extend("x-group" = "Body"))]
    pub posture: Stance,
    /// Attacks with its own body, in order of preference; used by creatures and base humanoids.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "kind": ["creature", "base"] }))]
    pub attacks: Vec<NaturalAttack>,
    /// The weapon that a hero or wizard strikes with when it holds none: an item with `carry: nil`. Its strike damage,
    /// `skill`, `bypass`, `talent` and `code` count. Default: bare hands, which do `-2H`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "kind": ["hero", "wizard"] }))]
    pub unarmed: Option<Ref<Item>>,
    /// Protection by its hide.
    #[serde(default)]
    #[schemars(extend("x-group" = "Protection", "x-for" = { "kind": ["hero", "wizard", "creature", "base"] }))]
    pub hide: Option<Protection>,
    /// The front, side and rear hexes (`F2.4`): for each occupied hex a digit, 3 for ahead and on clockwise, and
    /// letters counter-clockwise from there, a for front, b for side, c for rear. Default: the standard pattern of its
    /// size.
    #[serde(default)]
    #[schemars(extend("x-group" = "Advanced"))]
    pub front: Option<FrontPattern>,
    /// Additional hexes it sees from, which never block its own sight, by their number in its layout: 2 is behind the
    /// head, 3 next to both, 4 behind 3 (`F2.8`). Attacks still start at the head.
    #[serde(default)]
    #[schemars(inner(range(min = 2, max = 4)))]
    #[schemars(extend("x-group" = "Advanced"))]
    pub see_over: Vec<u8>,
    /// Images of the figure, from the bottom up; default: its initials on a marker.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// Its other properties, as effects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Effects"))]
    pub effects: Vec<Effect>,
}

impl FigureType {
    /// The front pattern of this type: its own, or the standard one.
    pub fn pattern(&self) -> FrontPattern {
        self.front.clone().unwrap_or_else(|| FrontPattern::standard(self.hexes))
    }
}

impl Record for FigureType {
    const CATALOG: &'static str = "figures";
    const TITLE: &'static str = "Figure type";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// Basic attributes (`F1.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attributes {
    /// Strength: how much harm it can take, and how many damage dice count.
    #[schemars(range(min = 1, max = 99))]
    #[schemars(extend("x-headline" = true))]
    pub st: u8,
    /// Dexterity: the limit that a hit roll must not exceed.
    #[schemars(range(min = 1, max = 99))]
    #[schemars(extend("x-headline" = true))]
    pub dx: u8,
    /// Intelligence.
    #[schemars(range(min = 1, max = 99))]
    #[schemars(extend("x-headline" = true))]
    pub iq: u8,
    /// Movement points for each round.
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "MP"))]
    #[schemars(extend("x-headline" = true))]
    pub ma: u8,
}

/// An attack with the figure's own body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NaturalAttack {
    /// Display name, such as bite or claws.
    pub title: String,
    /// Damage dice.
    pub damage: DamageStat,
    /// Which protection it ignores: five digits for defending, spells, armour, shield and harm; 9 means normal
    /// (`F8.5`).
    #[serde(default, skip_serializing_if = "Bypass::is_normal")]
    pub bypass: Bypass,
}

fn human_size() -> u16 {
    100
}

fn standing() -> Stance {
    Stance::Standing
}

fn one_hex() -> u8 {
    1
}
