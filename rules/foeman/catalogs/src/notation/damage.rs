//! Damage stats of weapons: `-1H`, `2D`, `-2H L+1<3` (`F7.4`, `F7.7`).

use std::fmt;
use std::str::FromStr;

use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The notation of damage dice.
pub(super) static NOTATION: Notation = Notation {
    name: "damage",
    about: "Damage dice: hit dice less a number, or a number of dice, then changes to single dice",
    examples: &["-1H", "2D", "-2H L+1<3"],
    // Dice, or hit dice less a number, then changes. Right before a change, the `H` may be missing. A change adds at
    // most 127; all other numbers go up to 255.
    pattern: "^ *(?:(?:[1-9]D|(?:-(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])|0)H)\
              |(?:-(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])|0)\
              [TCL][+-](?:12[0-7]|1[01][0-9]|[1-9]?[0-9])(?:<(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9]))?)\
              (?: *[TCL][+-](?:12[0-7]|1[01][0-9]|[1-9]?[0-9])(?:<(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9]))?)* *$",
    check: reads::<DamageStat>,
    names: None,
};

/// The number of damage dice of a weapon, and changes to single dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageStat {
    /// The number of dice.
    pub dice: DamageDice,
    /// Changes to single dice, in the order written.
    pub mods: Box<[StatMod]>,
}

/// The number of damage dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DamageDice {
    /// The number of hit dice less this many (`-kH`).
    HitLess(u8),
    /// This many, regardless of the hit dice (`mD`).
    Fixed(u8),
}

/// A change to damage dice of one role (`F7.7`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatMod {
    /// The dice to change.
    pub role: DieRole,
    /// The number to add.
    pub add: i8,
    /// Changes only dice below this value.
    pub under: Option<u8>,
}

/// The role of a die in a damage roll sorted from high to low (`F7.6`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DieRole {
    /// The first.
    Top,
    /// Those between first and last.
    Cup,
    /// The last of two or more.
    Low,
}

impl DamageStat {
    /// The number of damage dice for `hit_dice` dice in the hit roll, before any limit; never below 0.
    pub fn damage_dice(&self, hit_dice: u8) -> u8 {
        match self.dice {
            DamageDice::HitLess(less) => hit_dice.saturating_sub(less),
            DamageDice::Fixed(dice) => dice,
        }
    }
}

/// The maximum number of dice in a roll.
const MOST_DICE: u8 = 9;

const EXPECTED: &str =
    "expected hit dice less a number, such as `-1H`, or a number of dice, such as `2D`, then changes such as `L+1<3`";

impl FromStr for DamageStat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fail = || format!("{EXPECTED}, found `{text}`");
        let mut rest = text.trim_matches(' ');
        let minus = rest.strip_prefix('-').inspect(|after| rest = after).is_some();
        let number = take_number(&mut rest).ok_or_else(fail)?;
        // `-2L+1<3` is short for `-2H L+1<3`, so the `H` may be missing before a change.
        let dice = if let Some(after) = rest.strip_prefix('D').filter(|_| !minus && number > 0) {
            if number > MOST_DICE {
                return Err(format!("expected at most {MOST_DICE} dice, found `{text}`"));
            }
            rest = after;
            DamageDice::Fixed(number)
        } else if minus || number == 0 {
            match rest.strip_prefix('H') {
                Some(after) => rest = after,
                None if rest.starts_with(['T', 'C', 'L']) => {}
                None => return Err(fail()),
            }
            DamageDice::HitLess(number)
        } else {
            return Err(fail());
        };
        let mut mods = Vec::new();
        loop {
            rest = rest.trim_start_matches(' ');
            let Some(letter) = rest.chars().next() else { break };
            let role = match letter {
                'T' => DieRole::Top,
                'C' => DieRole::Cup,
                'L' => DieRole::Low,
                _ => return Err(fail()),
            };
            rest = &rest[1..];
            let sign = match rest.chars().next() {
                Some('+') => 1,
                Some('-') => -1,
                _ => return Err(fail()),
            };
            rest = &rest[1..];
            let add = take_number(&mut rest).and_then(|n| i8::try_from(n).ok()).ok_or_else(fail)?;
            let under = match rest.strip_prefix('<') {
                Some(after) => {
                    rest = after;
                    Some(take_number(&mut rest).ok_or_else(fail)?)
                }
                None => None,
            };
            mods.push(StatMod { role, add: sign * add, under });
        }
        Ok(Self { dice, mods: mods.into() })
    }
}

fn take_number(rest: &mut &str) -> Option<u8> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (number, after) = rest.split_at(end);
    *rest = after;
    // Leading zeros are refused, because other parsers read them as octal.
    number.parse().ok().filter(|_| number.len() == 1 || !number.starts_with('0'))
}

impl fmt::Display for DamageStat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dice {
            DamageDice::HitLess(less) => write!(f, "-{less}H")?,
            DamageDice::Fixed(dice) => write!(f, "{dice}D")?,
        }
        for change in &self.mods {
            let letter = match change.role {
                DieRole::Top => 'T',
                DieRole::Cup => 'C',
                DieRole::Low => 'L',
            };
            write!(f, " {letter}{:+}", change.add)?;
            if let Some(under) = change.under {
                write!(f, "<{under}")?;
            }
        }
        Ok(())
    }
}

impl JsonSchema for DamageStat {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DamageStat".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

impl Serialize for DamageStat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DamageStat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_it_reads_and_reads_what_it_prints() {
        for (text, printed) in
            [("-1H", "-1H"), ("0H", "-0H"), ("2D", "2D"), ("-2L+1<3", "-2H L+1<3"), ("-2H T-1 C+2", "-2H T-1 C+2")]
        {
            let stat: DamageStat = text.parse().unwrap();
            assert_eq!(stat.to_string(), printed);
            assert_eq!(printed.parse::<DamageStat>().unwrap(), stat);
        }
    }

    #[test]
    fn refuses_everything_else_and_shows_what_it_found() {
        for text in [
            "",
            "-",
            "-1",
            "H",
            "1H",
            "-1HX",
            "-1H L",
            "-1H L+",
            "-1H L+1<",
            "999D",
            "0D",
            "-1H L+999",
            "−1H",
            "02D",
            "-00H",
            "-1H L+01",
            "2D\n",
            "\t2D",
        ] {
            let error = text.parse::<DamageStat>().unwrap_err();
            assert!(error.contains(&format!("`{text}`")), "{text}: {error}");
        }
    }
}
