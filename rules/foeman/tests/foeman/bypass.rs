//! Expected values of bypass records (`F8.5`).

use ruleset_foeman::notation::Bypass;
use ruleset_foeman::notation::bypass::{Defend, MovedFirst, Physical, Spell, Stops};
use serde_json::Value;

use crate::rows::{flag, small, text};
use crate::vectors::Outcome;

/// Checks the meaning of each digit that the row gives, and that the code prints as it was parsed.
pub(crate) fn record(row: &Value) -> Outcome {
    let code = text(row, "code");
    let bypass = match code.parse::<Bypass>() {
        Ok(bypass) => bypass,
        Err(error) => return Outcome::Mismatch(error),
    };
    let names = [
        ("defend", defend(bypass.defend)),
        ("spell", spell(bypass.spell)),
        ("armour", stops(bypass.armour)),
        ("shield", stops(bypass.shield)),
        ("physical", physical(bypass.physical)),
    ];
    for (place, found) in names {
        if let Some(expected) = row.get(place).and_then(Value::as_str).filter(|expected| *expected != found) {
            return Outcome::Mismatch(format!("{place}: expected {expected}, found {found}"));
        }
    }
    Outcome::of(bypass.to_string(), code.to_owned())
}

pub(crate) fn spell_level(row: &Value) -> Outcome {
    let level = Spell::Ignored(small(row, "digit")).ignored_level(small(row, "hit_dice"));
    Outcome::of(level, Some(small(row, "level")))
}

pub(crate) fn saving_dice(row: &Value) -> Outcome {
    let first = if flag(row, "side_moved_first") { MovedFirst::Target } else { MovedFirst::Attacker };
    Outcome::of(Physical::saving_dice(first), small(row, "dice"))
}

fn defend(defend: Defend) -> &'static str {
    match defend {
        Defend::Normal => "normal",
        Defend::Neither => "neither_defend_nor_dodge",
        Defend::NoDefend => "no_defend",
        Defend::NoDodge => "no_dodge",
    }
}

fn spell(spell: Spell) -> &'static str {
    match spell {
        Spell::Normal => "normal",
        Spell::Ignored(_) => "ignores_up_to",
    }
}

fn stops(stops: Stops) -> &'static str {
    match stops {
        Stops::Normal => "normal",
        Stops::Nothing => "stops_nothing",
        Stops::OnlyMagical => "non_magic_stops_nothing",
        Stops::NoProtection => "no_protection",
        Stops::OnlyMagicalNoProtection => "non_magic_stops_nothing_and_no_protection",
    }
}

fn physical(physical: Physical) -> &'static str {
    match physical {
        Physical::Normal => "normal",
        Physical::NoDamage => "no_damage",
        Physical::NoPhysical => "no_physical",
        Physical::NoExhaustion => "no_exhaustion",
        Physical::SavedBySt => "sv_st_negates",
        Physical::SavedByDx => "sv_dx_negates",
        Physical::SavedByIq => "sv_iq_negates",
    }
}
