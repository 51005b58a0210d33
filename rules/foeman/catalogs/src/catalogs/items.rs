//! Items (`itmPoo`): weapons, shields, armour and gear.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::notation::code::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effects::Effect;
use super::talents::Talent;
use crate::constants::FREE_LOADING_TOTAL;
use crate::notation::{Bypass, DamageStat};

// Uses that few items have are boxed, since a check keeps all items of a pack in memory.
/// A type of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Item {
    /// Display name.
    pub title: String,
    /// One-sentence description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Its main use (`F10.1`).
    #[schemars(extend("x-headline" = true))]
    pub class: ItemClass,
    /// Ordinary, crude, magical or special (`F10.1`).
    #[serde(default)]
    pub quality: Quality,
    /// Size in hundredths of a human (`F1.7`).
    #[serde(default = "unit_size")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "% of a human"))]
    #[schemars(extend("x-group" = "Carrying", "x-headline" = true))]
    pub size: u16,
    /// How it must be held or worn to be usable (`F10.3`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Carrying", "x-headline" = true))]
    pub ready: Ready,
    /// How many of it a figure may carry (`F10.2`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Carrying"))]
    pub carry: Carry,
    /// Requirements for its bearer.
    #[serde(default)]
    #[schemars(extend("x-group" = "Carrying"))]
    pub requires: Requires,
    /// Damage dice of a weapon when it strikes.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }, "x-headline" = true))]
    pub damage: Option<DamageStat>,
    /// How a one-handed weapon strikes in both hands (`F10.3`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }))]
    pub two_handed: Option<Box<TwoHanded>>,
    /// How it jabs at a target two hexes away; default: cannot jab (`F5`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }))]
    pub jab: Option<Box<Jab>>,
    /// How it is hurled; default: cannot be hurled.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }))]
    pub hurl: Option<Box<Hurl>>,
    /// How a missile weapon fires.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }))]
    pub fire: Option<Box<Fire>>,
    /// Whether it counts as a skilled weapon: all but the highest damage die of an unskilled one cause only exhaustion
    /// (`F8.1`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }))]
    pub skill: Skill,
    /// The talent for this weapon: Weapon Proficiency needs a modIQ above the talent's IQ level, or above 6 without a
    /// talent (`F7.9`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn"] }))]
    pub talent: Option<Ref<Talent>>,
    /// Which protection its attacks ignore: five digits for defending, spells, armour, shield and harm; 9 means normal.
    /// The digits of ammunition override those of the weapon that fires it (`F8.5`).
    #[serde(default, skip_serializing_if = "Bypass::is_normal")]
    #[schemars(extend("x-group" = "Combat", "x-for" = { "class": ["wpn", "amo"] }))]
    pub bypass: Bypass,
    /// Protection by a shield or armour.
    #[serde(default)]
    #[schemars(extend("x-group" = "Protection", "x-for" = { "class": ["shd", "amr"] }))]
    pub stops: Protection,
    /// The kind of shield: a dodging figure covers its front with a small or a large shield only (`F8.4`).
    #[serde(default, skip_serializing_if = "ShieldSort::is_small")]
    #[schemars(extend("x-group" = "Protection", "x-for" = { "class": ["shd"] }))]
    pub shield: ShieldSort,
    /// Second uses in addition to its class (`F10.1`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Advanced"))]
    pub also: Also,
    /// What its user counts as doing (`F10.8`); default: only the option Use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub counts_as: Option<CountsAs>,
    /// Images of the item, from the bottom up; default: a blade on a disc.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// Additional effects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Effects"))]
    pub effects: Vec<Effect>,
    /// Its code in the action codes of a battle's log, `0000` to `9999` (`A7`). `0001` means the body. Without a code,
    /// it is logged as `0000` with its id at the end.
    #[serde(default)]
    #[schemars(extend("x-group" = "Advanced"))]
    pub code: Option<Number<9999>>,
}

impl Record for Item {
    const CATALOG: &'static str = "items";
    const TITLE: &'static str = "Item";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The main use of an item (`F10.1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ItemClass {
    /// Weapon.
    Wpn,
    /// Shield.
    Shd,
    /// Armour.
    Amr,
    /// Ammunition for a missile weapon.
    Amo,
    /// General gear.
    Gen,
}

/// The kind of shield that an item of class `shd` is (`F8.4`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShieldSort {
    /// A small shield.
    #[default]
    Small,
    /// A large shield.
    Large,
    /// Anything else that parries blows, such as a cloak: does not cover the front of a dodging figure.
    Other,
}

impl ShieldSort {
    /// Whether it is the default.
    pub fn is_small(&self) -> bool {
        *self == Self::Small
    }
}

/// Whether an item is magical.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Plain workmanship.
    #[default]
    Ordinary,
    /// Makeshift: takes no skill, and a figure carries one of each type (`F7.11`, `F10.2`).
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
    /// Waits and aims: an aim continues.
    Watch,
    /// Makes an item ready.
    Ready,
    /// Parries blows: attackers roll one die more.
    Defend,
    /// Evades missiles: attackers roll one die more.
    Dodge,
    /// Strikes an adjacent target.
    Strike,
    /// Thrusts at a target two hexes away.
    Jab,
    /// Throws an item.
    Hurl,
    /// Shoots.
    Fire,
    /// Charges: effects of charging apply.
    Charge,
}

/// How an item must be held or worn to be usable (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
    /// Cannot be carried: the record only exists to be referred to.
    #[serde(rename = "nil")]
    Nobody,
    /// Unique: a battle contains at most one.
    #[serde(rename = "uni")]
    Unique,
}

impl Item {
    /// Whether several pieces form one entry of a figure's gear. Crude items accumulate too, but a figure carries only
    /// one of each type (`F10.2`).
    pub fn is_counted(&self) -> bool {
        self.carry == Carry::Accumulates && self.quality != Quality::Crude
    }

    /// Whether it counts as a skilled weapon (`F7.11`).
    pub fn weapon_skill(&self) -> Skill {
        if self.quality == Quality::Crude { Skill::Unskilled } else { self.skill }
    }
}

/// How a one-handed weapon strikes and jabs in both hands (`F10.3`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TwoHanded {
    /// Damage dice in that grip.
    pub damage: DamageStat,
}

/// How a weapon jabs at a target exactly two hexes away (`F5`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Jab {
    /// Damage dice; default: as for a strike.
    #[serde(default)]
    pub damage: Option<DamageStat>,
}

/// How an item is hurled (`F5`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Hurl {
    /// Maximum range.
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "hexes"))]
    pub range: u8,
    /// Damage dice; default: as for a strike.
    #[serde(default)]
    pub damage: Option<DamageStat>,
}

/// How a missile weapon fires (`F5`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fire {
    /// Maximum range of its missiles.
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "hexes"))]
    pub range: u8,
    /// Damage dice.
    pub damage: DamageStat,
    /// Its ammunition: one piece for each shot.
    pub ammo: Ref<Item>,
    /// How it is reloaded.
    #[serde(default)]
    pub reload: Reload,
}

/// How a missile weapon is loaded (`F10.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reload {
    /// How it is loaded.
    #[serde(default)]
    pub by: ReloadBy,
    /// The sum that the rolls must reach. Default: 8 for free loading, 0 for Ready actions. At 0, free loading takes no
    /// roll.
    #[serde(default)]
    #[schemars(range(min = 0, max = 999), extend("x-unit" = "points"))]
    pub total: Option<u16>,
}

impl Reload {
    /// The sum that the loading rolls must reach, in points.
    pub fn required(self) -> u16 {
        self.total.unwrap_or(match self.by {
            ReloadBy::Free => FREE_LOADING_TOTAL,
            ReloadBy::Ready => 0,
        })
    }
}

/// How a missile weapon is loaded (`F10.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReloadBy {
    /// A free alteration with three dice, once a round, such as nocking an arrow (`F10.6`).
    #[default]
    Free,
    /// Ready actions, until their totals reach the sum.
    Ready,
}

/// Second uses of an item, by the class it serves as (`F10.1`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Also {
    /// As a weapon: a spiked shield.
    #[serde(default)]
    pub wpn: Option<Box<AlsoWeapon>>,
    /// As a shield: a net.
    #[serde(default)]
    pub shd: Option<AlsoShield>,
}

/// An item of another class that serves as a weapon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AlsoWeapon {
    /// Damage dice when it strikes.
    pub damage: DamageStat,
    /// Whether it counts as a skilled weapon (`F8.1`).
    #[serde(default)]
    pub skill: Skill,
}

/// Protection against damage (`F8.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Protection {
    /// Points stopped from every attack.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "points"))]
    pub protection: u8,
    /// Interposes if 1D is at most this; 0: never.
    #[serde(default)]
    #[schemars(range(min = 0, max = 6))]
    pub rating: u8,
    /// Points stopped from an attack when it interposes.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "points"))]
    pub block: u8,
}

/// An item of another class that serves as a shield.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AlsoShield {
    /// Its protection.
    pub stops: Protection,
}

/// Requirements for the bearer of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Requires {
    /// Basic ST.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub st: u8,
}

/// Whether a weapon counts as skilled (`F7.11`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
