//! Items (`itmPoo`): weapons, shields, armour and gear.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::notation::code::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effects::Effect;
use super::talents::Talent;
use crate::constants::FREE_LOADING_TOTAL;
use crate::notation::{Bypass, DamageStat};

/// A type of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Item {
    /// Name shown to people.
    pub title: String,
    /// What it is, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What it is used as (`F10.1`).
    pub class: ItemClass,
    /// Ordinary, crude, magical or special (`F10.1`).
    #[serde(default)]
    pub quality: Quality,
    /// Size in hundredths of a human (`F1.7`).
    #[serde(default = "unit_size")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "% of a human"))]
    pub size: u16,
    /// How it must be held or worn to be of use (`F10.3`).
    #[serde(default)]
    pub ready: Ready,
    /// How many of it a figure may carry (`F10.2`).
    #[serde(default)]
    pub carry: Carry,
    /// What the bearer must have.
    #[serde(default)]
    pub requires: Requires,
    /// Damage dice of a weapon when it strikes.
    #[serde(default)]
    pub damage: Option<DamageStat>,
    /// How a weapon for one hand strikes when both hands grip it (`F10.3`).
    #[serde(default)]
    pub two_handed: Option<TwoHanded>,
    /// How a weapon jabs at somebody two hexes away; without this it cannot (`F5`).
    #[serde(default)]
    pub jab: Option<Jab>,
    /// How it is hurled; without this it cannot be.
    #[serde(default)]
    pub hurl: Option<Hurl>,
    /// How a missile weapon fires.
    #[serde(default)]
    pub fire: Option<Fire>,
    /// Whether using it as a weapon takes skill: all but the highest damage die of an unskilled weapon only tire (`F8.1`).
    #[serde(default)]
    pub skill: Skill,
    /// The talent of those who handle this weapon well: Weapon Proficiency takes more modIQ than its IQ level, or more
    /// than 6 where none is named (`F7.9`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talent: Option<Ref<Talent>>,
    /// What does not help against attacks with it: five digits for defending, spells, armour, shield and harm, 9 for as
    /// usual. The digits of ammunition go before those of what fires it (`F8.5`).
    #[serde(default, skip_serializing_if = "Bypass::is_normal")]
    pub bypass: Bypass,
    /// What a shield or armour stops.
    #[serde(default)]
    pub stops: Protection,
    /// What sort of shield it is: who dodges covers its front with a small or a large one, and with nothing else
    /// (`F8.4`).
    #[serde(default, skip_serializing_if = "ShieldSort::is_small")]
    pub shield: ShieldSort,
    /// Second uses: what else it serves as, beside its class (`F10.1`).
    #[serde(default)]
    pub also: Also,
    /// What its user counts as doing meanwhile (`F10.8`); without it the option Use and nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts_as: Option<CountsAs>,
    /// Images it is drawn with, from the bottom up; without any, a blade on a disc stands for it where it lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
    /// What it does besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What stands for it in the action codes of a battle's log, `0000` to `9999` (`A7`): `0001` means the body, and
    /// without a code it is logged as `0000`, with its id at the end.
    #[serde(default)]
    pub code: Option<Number<9999>>,
}

impl Record for Item {
    const CATALOG: &'static str = "items";
    const TITLE: &'static str = "Item";
}

/// What an item is used as (`F10.1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ItemClass {
    /// Weapon.
    Wpn,
    /// Shield.
    Shd,
    /// Armour.
    Amr,
    /// Ammunition: what a missile weapon fires.
    Amo,
    /// General gear.
    Gen,
}

/// What sort of shield something of class `shd` is (`F8.4`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShieldSort {
    /// A small shield.
    #[default]
    Small,
    /// A large shield.
    Large,
    /// Anything else that wards off blows, such as a cloak: it does not cover the front of a figure that dodges.
    Other,
}

impl ShieldSort {
    /// Whether it is the usual sort.
    pub fn is_small(&self) -> bool {
        *self == Self::Small
    }
}

/// Whether an item is magical.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Plain workmanship.
    #[default]
    Ordinary,
    /// Of what was at hand: it takes no skill, and a figure carries one of each type (`F7.11`, `F10.2`).
    Crude,
    /// Magical.
    Magical,
    /// Unusual, but not magical.
    Special,
}

/// What the user of an item counts as doing (`F10.8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountsAs {
    /// Waiting and aiming: an aim goes on.
    Watch,
    /// Taking something in hand.
    Ready,
    /// Warding off blows: they take a die more.
    Defend,
    /// Evading missiles: they take a die more.
    Dodge,
    /// A blow at somebody adjacent.
    Strike,
    /// A thrust over two hexes.
    Jab,
    /// Throwing something.
    Hurl,
    /// Shooting.
    Fire,
    /// Charging: what works while somebody charges does.
    Charge,
}

/// How an item must be held or worn to be of use (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Ready {
    /// Held in one hand.
    #[default]
    #[serde(rename = "1hand")]
    OneHand,
    /// Held with both hands.
    #[serde(rename = "2hand")]
    TwoHands,
    /// Worn on the body.
    #[serde(rename = "worn")]
    Worn,
}

/// How many of an item a figure may carry (`F10.2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Carry {
    /// One of this type.
    #[default]
    #[serde(rename = "1ea")]
    OneEach,
    /// One of its class.
    #[serde(rename = "1of")]
    OneOfClass,
    /// Any number.
    #[serde(rename = "mul")]
    Many,
    /// Any number, kept together as one entry with a count: arrows, throwing stars.
    #[serde(rename = "acu")]
    Accumulates,
    /// None: it is only written down, and nobody has it.
    #[serde(rename = "nil")]
    Nobody,
    /// The only one there is: a battle has one of it at most.
    #[serde(rename = "uni")]
    Unique,
}

impl Item {
    /// Whether several pieces make one entry of a figure's gear; crude things accumulate too, but a figure carries only
    /// one of each type (`F10.2`).
    pub fn is_counted(&self) -> bool {
        self.carry == Carry::Accumulates && self.quality != Quality::Crude
    }

    /// Whether using it as a weapon takes skill (`F7.11`).
    pub fn weapon_skill(&self) -> Skill {
        if self.quality == Quality::Crude { Skill::Unskilled } else { self.skill }
    }
}

/// How a weapon for one hand strikes and jabs when both hands grip it (`F10.3`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TwoHanded {
    /// Damage dice in that grip.
    pub damage: DamageStat,
}

/// How a weapon jabs at somebody exactly two hexes away (`F5`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Jab {
    /// Damage dice; those of the strike where nothing is said.
    #[serde(default)]
    pub damage: Option<DamageStat>,
}

/// How an item is hurled (`F5`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Hurl {
    /// How far it flies at most.
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "hexes"))]
    pub range: u8,
    /// Damage dice; those of the strike where nothing is said.
    #[serde(default)]
    pub damage: Option<DamageStat>,
}

/// How a missile weapon fires (`F5`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fire {
    /// How far its missiles fly at most.
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "hexes"))]
    pub range: u8,
    /// Damage dice.
    pub damage: DamageStat,
    /// What it fires: one piece for each shot.
    pub ammo: Ref<Item>,
    /// How it is loaded again.
    #[serde(default)]
    pub reload: Reload,
}

/// How a missile weapon is loaded (`F10.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reload {
    /// What it takes.
    #[serde(default)]
    pub by: ReloadBy,
    /// What the totals of the rolls must add up to: without it 8 where loading is free, and nothing for Ready actions. At 0
    /// nothing is rolled for a free loading.
    #[serde(default)]
    #[schemars(range(min = 0, max = 999), extend("x-unit" = "points"))]
    pub total: Option<u16>,
}

impl Reload {
    /// What the totals of the attempts must add up to, in points.
    pub fn required(self) -> u16 {
        self.total.unwrap_or(match self.by {
            ReloadBy::Free => FREE_LOADING_TOTAL,
            ReloadBy::Ready => 0,
        })
    }
}

/// What loading a missile weapon takes (`F10.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReloadBy {
    /// A free alteration with three dice, once in a round, as an arrow is laid on a bow (`F10.6`).
    #[default]
    Free,
    /// Ready actions, until their totals add up.
    Ready,
}

/// Second uses of an item, by the class it then has (`F10.1`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Also {
    /// As a weapon: a spiked shield.
    #[serde(default)]
    pub wpn: Option<AlsoWeapon>,
    /// As a shield: a net.
    #[serde(default)]
    pub shd: Option<AlsoShield>,
}

/// What an item that is no weapon does when it serves as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AlsoWeapon {
    /// Damage dice when it strikes.
    pub damage: DamageStat,
    /// Whether that takes skill (`F8.1`).
    #[serde(default)]
    pub skill: Skill,
}

/// What stops damage (`F8.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Protection {
    /// Points always stopped of each attack.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "points"))]
    pub protection: u8,
    /// Interposes when 1D is at most this; 0 never.
    #[serde(default)]
    #[schemars(range(min = 0, max = 6))]
    pub rating: u8,
    /// Points stopped of each attack when it interposes.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "points"))]
    pub block: u8,
}

/// What an item that is no shield stops when it serves as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AlsoShield {
    /// What it stops.
    pub stops: Protection,
}

/// What the bearer of an item must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Requires {
    /// Basic ST.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub st: u8,
}

/// Whether using a weapon takes skill (`F7.11`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Skill {
    /// A proper weapon.
    #[default]
    Skilled,
    /// Fists, rocks, clubs and crude arms.
    Unskilled,
}

fn unit_size() -> u16 {
    1
}
