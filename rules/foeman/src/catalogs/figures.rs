//! Figure types (`figPoo`).

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effects::{Effect, Stance};
use super::items::{Item, Protection};
use super::kind::Kind;
use crate::notation::pattern::FrontPattern;
use crate::notation::{Bypass, DamageStat};

/// A type of figure: what all orcs have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FigureType {
    /// Name shown to people.
    pub title: String,
    /// What it is like, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How it fights: with items, or with its own body (`F1.8`).
    pub kind: Kind,
    /// Size in hundredths of a human (`F1.7`).
    #[serde(default = "human_size")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "% of a human"))]
    pub size: u16,
    /// How many hexes it occupies (`F2.1`): one, two in a row, a triangle of three or a diamond of four.
    #[serde(default = "one_hex")]
    #[schemars(range(min = 1, max = 4), extend("x-unit" = "hexes"))]
    pub hexes: u8,
    /// Basic attributes (`F1.1`); a figure of a roster may have its own.
    pub attributes: Attributes,
    /// The posture it comes in (`F1.6`): a feature that stands blocks movement and sight, one that lies does not (`F2.7`).
    #[serde(default = "standing")]
    pub posture: Stance,
    /// Attacks with its own body, in order of preference; used by creatures and base humanoids.
    #[serde(default)]
    pub attacks: Vec<NaturalAttack>,
    /// The weapon that a hero or wizard strikes with when it holds none: an item that nobody carries (`carry: nil`), of
    /// which the damage of its strike, `skill`, `bypass`, `talent` and `code` count. Bare hands do `-2H` without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unarmed: Option<Ref<Item>>,
    /// What its skin stops.
    #[serde(default)]
    pub hide: Option<Protection>,
    /// Where the hexes around it lie (`F2.4`): for each occupied hex a digit, 3 for ahead and on clockwise, and letters
    /// counter-clockwise from there, a for front, b for side, c for rear. Figures of a size all have the same without it.
    #[serde(default)]
    pub front: Option<FrontPattern>,
    /// Further hexes of its own that it sees from as from its head, and that never block its sight, by their number in
    /// its layout: 2 is behind the head, 3 beside both, 4 behind 3 (`F2.8`). Attacks start at the head all the same.
    #[serde(default)]
    #[schemars(inner(range(min = 2, max = 4)))]
    pub see_over: Vec<u8>,
    /// Images it is drawn with, from the bottom up; without any, its initials stand on its marker.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
    /// What it is or does besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl FigureType {
    /// Where the hexes around a figure of this type lie: its own pattern, or the standard one.
    pub fn pattern(&self) -> FrontPattern {
        self.front.clone().unwrap_or_else(|| FrontPattern::standard(self.hexes))
    }
}

impl Record for FigureType {
    const CATALOG: &'static str = "figures";
    const TITLE: &'static str = "Figure type";
}

/// Basic attributes (`F1.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attributes {
    /// Strength: how much harm it takes, and how many damage dice it gives.
    #[schemars(range(min = 1, max = 99))]
    pub st: u8,
    /// Dexterity: the total a hit roll must not exceed.
    #[schemars(range(min = 1, max = 99))]
    pub dx: u8,
    /// Intelligence.
    #[schemars(range(min = 1, max = 99))]
    pub iq: u8,
    /// Movement points for each round.
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "MP"))]
    pub ma: u8,
}

/// An attack with the figure's own body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NaturalAttack {
    /// Name shown to people: bite, claws.
    pub title: String,
    /// Damage dice.
    pub damage: DamageStat,
    /// What does not help against it: five digits for defending, spells, armour, shield and harm, 9 for as usual
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
