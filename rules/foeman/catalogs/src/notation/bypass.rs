//! Bypass records: which protection an attack ignores, in five digits (`F8.5`, `dmgNop`).

use std::fmt;
use std::str::FromStr;

use foeman_engine::builder::{Alternative, Choice};
use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The notation of bypass records.
pub(super) static NOTATION: Notation = Notation {
    name: "bypass",
    about: "The protection that an attack bypasses: five digits, for defending, spells, armour, shield and harm",
    examples: &["99199"],
    pattern: "^[1239][0-9][01239][01239][0-59]$",
    check: reads::<Bypass>,
    names: None,
};

/// Which protection an attack ignores, wholly or in part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bypass {
    /// Defending and dodging.
    pub defend: Defend,
    /// Protective spells.
    pub spell: Spell,
    /// Protection by armour.
    pub armour: Stops,
    /// Protection by a shield.
    pub shield: Stops,
    /// The harm that remains.
    pub physical: Physical,
}

/// Whether defending and dodging help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Defend {
    /// Both do (9).
    #[default]
    Normal,
    /// Neither does (1).
    Neither,
    /// Defending does not (2).
    NoDefend,
    /// Dodging does not (3).
    NoDodge,
}

/// Whether protective spells help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spell {
    /// They do (9).
    #[default]
    Normal,
    /// Those up to some IQ level do not: see [`Spell::ignored_level`] (0 to 8; more counts as 8).
    Ignored(u8),
}

/// Whether a shield or armour helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stops {
    /// It does (9).
    #[default]
    Normal,
    /// It does not (0).
    Nothing,
    /// It does only if it is magical (1).
    OnlyMagical,
    /// By rating and block only, not by protection (2).
    NoProtection,
    /// Only if it is magical, and then by rating and block (3).
    OnlyMagicalNoProtection,
}

/// The kind of harm that an attack does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Physical {
    /// All of it (9).
    #[default]
    Normal,
    /// None (0).
    NoDamage,
    /// Exhaustion only (1).
    NoPhysical,
    /// Physical harm only (2).
    NoExhaustion,
    /// None if the target makes a saving roll of ST (3): see [`Physical::saving_dice`].
    SavedBySt,
    /// None if it makes one of DX (4).
    SavedByDx,
    /// None if it makes one of IQ (5).
    SavedByIq,
}

impl Bypass {
    /// Whether all protection counts as normal.
    pub fn is_normal(&self) -> bool {
        *self == Self::default()
    }

    /// The record of an attack with two parts, such as bow and arrow: the digits of `other`, or its own where those are
    /// 9.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        fn either<T: PartialEq + Default>(own: T, other: T) -> T {
            if other == T::default() { own } else { other }
        }
        Self {
            defend: either(self.defend, other.defend),
            spell: either(self.spell, other.spell),
            armour: either(self.armour, other.armour),
            shield: either(self.shield, other.shield),
            physical: either(self.physical, other.physical),
        }
    }
}

impl Spell {
    /// The highest IQ level of protective spells that an attack with this many hit dice ignores; `None` if it ignores
    /// none.
    pub fn ignored_level(self, hit_dice: u8) -> Option<u8> {
        match self {
            Self::Normal => None,
            Self::Ignored(digit) => Some(2 * (digit.min(8) + 4 + u8::from(hit_dice > 4))),
        }
    }
}

/// Whether the target's side has moved before the attacker's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovedFirst {
    /// It has.
    Target,
    /// It has not.
    Attacker,
}

impl Physical {
    /// The number of dice of the saving roll against an attack.
    pub fn saving_dice(moved_first: MovedFirst) -> u8 {
        match moved_first {
            MovedFirst::Target => 4,
            MovedFirst::Attacker => 5,
        }
    }
}

/// The digits of each place, in order.
pub const PLACES: [Choice; 5] = [
    Choice {
        name: "defend",
        options: &[
            Alternative::new(&["9"], "defending and dodging help"),
            Alternative::new(&["1"], "neither defending nor dodging helps"),
            Alternative::new(&["2"], "defending does not help"),
            Alternative::new(&["3"], "dodging does not help"),
        ],
    },
    Choice {
        name: "spell",
        options: &[
            Alternative::new(&["9"], "protective spells help"),
            Alternative::new(&["0"], "those up to IQ 8 do not help, up to 10 with more than 4 dice to hit"),
            Alternative::new(&["1"], "those up to IQ 10 do not help, up to 12 with more than 4 dice to hit"),
            Alternative::new(&["2"], "those up to IQ 12 do not help, up to 14 with more than 4 dice to hit"),
            Alternative::new(&["3"], "those up to IQ 14 do not help, up to 16 with more than 4 dice to hit"),
            Alternative::new(&["4"], "those up to IQ 16 do not help, up to 18 with more than 4 dice to hit"),
            Alternative::new(&["5"], "those up to IQ 18 do not help, up to 20 with more than 4 dice to hit"),
            Alternative::new(&["6"], "those up to IQ 20 do not help, up to 22 with more than 4 dice to hit"),
            Alternative::new(&["7"], "those up to IQ 22 do not help, up to 24 with more than 4 dice to hit"),
            Alternative::new(&["8"], "those up to IQ 24 do not help, up to 26 with more than 4 dice to hit"),
        ],
    },
    Choice { name: "armour", options: STOPS },
    Choice { name: "shield", options: STOPS },
    Choice {
        name: "physical",
        options: &[
            Alternative::new(&["9"], "all harm is done"),
            Alternative::new(&["0"], "no harm at all is done"),
            Alternative::new(&["1"], "exhaustion only"),
            Alternative::new(&["2"], "physical harm only"),
            Alternative::new(&["3"], "none if the target makes a saving roll of ST"),
            Alternative::new(&["4"], "none if the target makes a saving roll of DX"),
            Alternative::new(&["5"], "none if the target makes a saving roll of IQ"),
        ],
    },
];

const STOPS: &[Alternative] = &[
    Alternative::new(&["9"], "stops as usual"),
    Alternative::new(&["0"], "stops nothing"),
    Alternative::new(&["1"], "stops only if it is magical"),
    Alternative::new(&["2"], "stops by rating and block only, not by protection"),
    Alternative::new(&["3"], "stops only if it is magical, and then by rating and block"),
];

impl FromStr for Bypass {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits: Vec<char> = text.chars().collect();
        let [defend, spell, armour, shield, physical] = digits[..] else {
            return Err(format!("expected five digits, such as `99199`, found `{}`", shortened(text)));
        };
        for (Choice { name, options }, digit) in PLACES.iter().zip(&digits) {
            let mut allowed: Vec<char> = options.iter().flat_map(|option| option.spellings[0].chars()).collect();
            allowed.sort_unstable();
            if !allowed.contains(digit) {
                let listed: Vec<String> = allowed.iter().map(|digit| format!("`{digit}`")).collect();
                let (last, front) = listed.split_last().expect("every place has digits");
                let front = front.join(", ");
                return Err(format!("expected {front} or {last} for {name}, found `{digit}` in `{text}`"));
            }
        }
        Ok(Self {
            defend: match defend {
                '1' => Defend::Neither,
                '2' => Defend::NoDefend,
                '3' => Defend::NoDodge,
                _ => Defend::Normal,
            },
            spell: match spell.to_digit(10) {
                Some(digit @ 0..9) => Spell::Ignored(digit as u8),
                _ => Spell::Normal,
            },
            armour: stops(armour),
            shield: stops(shield),
            physical: match physical {
                '0' => Physical::NoDamage,
                '1' => Physical::NoPhysical,
                '2' => Physical::NoExhaustion,
                '3' => Physical::SavedBySt,
                '4' => Physical::SavedByDx,
                '5' => Physical::SavedByIq,
                _ => Physical::Normal,
            },
        })
    }
}

fn stops(digit: char) -> Stops {
    match digit {
        '0' => Stops::Nothing,
        '1' => Stops::OnlyMagical,
        '2' => Stops::NoProtection,
        '3' => Stops::OnlyMagicalNoProtection,
        _ => Stops::Normal,
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(24).filter(|c| !c.is_control()).collect()
}

impl fmt::Display for Bypass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stops = |stops: Stops| match stops {
            Stops::Nothing => 0,
            Stops::OnlyMagical => 1,
            Stops::NoProtection => 2,
            Stops::OnlyMagicalNoProtection => 3,
            Stops::Normal => 9,
        };
        let defend = match self.defend {
            Defend::Neither => 1,
            Defend::NoDefend => 2,
            Defend::NoDodge => 3,
            Defend::Normal => 9,
        };
        let spell = match self.spell {
            Spell::Ignored(digit) => digit.min(8),
            Spell::Normal => 9,
        };
        let physical = match self.physical {
            Physical::NoDamage => 0,
            Physical::NoPhysical => 1,
            Physical::NoExhaustion => 2,
            Physical::SavedBySt => 3,
            Physical::SavedByDx => 4,
            Physical::SavedByIq => 5,
            Physical::Normal => 9,
        };
        write!(f, "{defend}{spell}{}{}{physical}", stops(self.armour), stops(self.shield))
    }
}

impl JsonSchema for Bypass {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bypass".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

impl Serialize for Bypass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bypass {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_spells_name_the_levels_that_are_played_with() {
        for Alternative { spellings, words: meaning, .. } in PLACES[1].options {
            let digit = spellings[0];
            let bypass: Bypass = format!("9{digit}999").parse().unwrap();
            let levels = [4, 5].map(|dice| bypass.spell.ignored_level(dice));
            match levels {
                [Some(few), Some(many)] => {
                    assert!(
                        meaning.starts_with(&format!("those up to IQ {few} do not help, up to {many} ")),
                        "{digit}"
                    );
                }
                other => assert_eq!((other, digit), ([None, None], "9")),
            }
        }
    }
}
