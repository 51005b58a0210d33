//! Values of the wrong type, out of range, or in an unknown notation.

use fastrand::Rng;

use super::text::Form;
use super::{At, Kind, Mutation, pick, slip};

/// Paths of numbers, with minimum and maximum.
const NUMBERS: &[(&str, i32, i32)] = &[
    ("items/*/size", 1, 9999),
    ("items/*/requires/st", 0, 99),
    ("items/*/hurl/range", 1, 99),
    ("items/*/fire/range", 1, 99),
    ("items/*/fire/reload/total", 0, 999),
    ("items/*/stops/*", 0, 99),
    ("figures/*/attributes/st", 1, 99),
    ("figures/*/attributes/dx", 1, 99),
    ("figures/*/attributes/iq", 1, 99),
    ("figures/*/attributes/ma", 0, 99),
    ("figures/*/hexes", 1, 4),
    ("spells/*/iq", 1, 99),
    ("spells/*/cost", 0, 99),
    ("spells/*/renewal", 0, 99),
    ("spells/*/range", 0, 99),
    ("talents/*/iq", 1, 99),
    ("talents/*/cost/*", 0, 99),
    ("talents/*/requires/st", 0, 99),
    ("talents/*/requires/dx", 0, 99),
    ("terrains/*/cost", 1, 99),
    ("rosters/*/figures/*/attributes/st", 1, 99),
    ("rosters/*/figures/*/attributes/dx", 1, 99),
    ("rosters/*/figures/*/attributes/iq", 1, 99),
    ("rosters/*/figures/*/gear/*/count", 1, 999),
    ("scenarios/*/rounds", 1, 9999),
    ("scenarios/*/items/*/count", 1, 999),
    ("scenarios/*/turns", 1, 9999),
    ("units/*/worth", 0, 1000),
    ("upgrades/*/worth", 0, 1000),
    ("units/*/modifier-range", 0, 9999),
];

/// Paths of facings.
const FACINGS: &[&str] = &["scenarios/*/sides/*/place/*/facing"];

/// Paths of numbers, whatever their range.
const COUNTS: &[&str] = &[
    "items/*/size",
    "items/*/requires/st",
    "items/*/hurl/range",
    "items/*/fire/range",
    "items/*/stops/*",
    "figures/*/size",
    "figures/*/attributes/*",
    "figures/*/hexes",
    "spells/*/iq",
    "spells/*/cost",
    "spells/*/range",
    "talents/*/iq",
    "talents/*/requires/st",
    "terrains/*/cost",
    "rosters/*/figures/*/attributes/*",
    "rosters/*/figures/*/gear/*/count",
    "scenarios/*/rounds",
    "scenarios/*/sides/*/place/*/facing",
    "scenarios/*/sides/*/place/*/hex/*",
    "maps/*/geometry/size/*",
    "bodies/*/e-level",
    "bodies/*/damage-capacity",
    "bodies/*/physical/*",
    "weapons/*/e-level",
    "weapons/*/damage",
    "armours/*/e-level",
    "armours/*/absorb",
    "weapons/*/table/*/less",
    "contests/*/actors/*/health",
    "scenarios/*/turns",
    "scenarios/*/sides/*/home/*",
    "units/*/worth",
    "units/*/values/*",
    "units/*/cost/*",
    "factions/*/income/*",
    "factions/*/defeat/*/threshold",
    "variables/*/maximum",
    "rules/*/options/*",
];

/// Paths of choices.
const CHOICES: &[&str] = &[
    "items/*/class",
    "items/*/ready",
    "items/*/carry",
    "items/*/quality",
    "items/*/skill",
    "items/*/fire/reload/by",
    "figures/*/kind",
    "figures/*/posture",
    "spells/*/kind",
    "spells/*/target",
    "terrains/*/pattern",
    "terrains/*/borders/*/style",
    "maps/*/geometry/shape",
    "maps/*/geometry/stand",
    "maps/*/geometry/shift",
    "rosters/*/figures/*/class",
    "rosters/*/figures/*/gear/*/place",
    "*/*/effects/*/what",
    "*/*/effects/*/while",
    "*/*/effects/*/when",
    "*/*/effects/*/who",
    "*/*/effects/*/stack",
    "scenarios/*/items/*/lie",
    "types/*/harms",
    "bodies/*/e-parity",
    "weapons/*/kind",
    "armours/*/kind",
    "variables/*/kind",
    "units/*/ranged",
    "effects/*/transfer",
    "factions/*/defeat/*/measure",
    "rules/*/when",
    "rules/*/do/*/kind",
    "rules/*/do/*/who",
];

/// Paths of texts.
const TEXTS: &[&str] = &[
    "*/*/title",
    "*/*/about",
    "rosters/*/figures/*/name",
    "contests/*/actors/*/name",
    "types/*/actions/*/title",
    "scenarios/*/areas/*/*/*/name",
];

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "word-for-a-number", check: "wrong-type", at: COUNTS, plant: word_for_a_number },
    Kind { name: "list-for-a-text", check: "wrong-type", at: TEXTS, plant: list_for_a_text },
    Kind { name: "number-out-of-range", check: "invalid-value", at: &["**"], plant: out_of_range },
    Kind { name: "facing-past-five", check: "invalid-value", at: FACINGS, plant: facing_past_five },
    Kind { name: "misspelt-choice", check: "invalid-value", at: CHOICES, plant: misspelt_choice },
    Kind { name: "bad-damage", check: "invalid-notation", at: DAMAGE, plant: bad_damage },
    Kind { name: "bad-dice", check: "invalid-notation", at: ROLLS, plant: bad_dice },
    Kind { name: "bad-colour", check: "invalid-notation", at: COLORS, plant: bad_colour },
];

fn word_for_a_number(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    pick(&["many", "twelve", "a lot", "\"some\"", "x", "none", "12m", "1 2", "3-4"], rng).map(|word| at.value(*word))
}

fn list_for_a_text(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let text = at.text();
    match (at.site.form, text.contains([',', '[', ']', '{', '}', ':'])) {
        (Form::Scalar, false) => Some(match rng.bool() {
            true => at.value(format!("[{text}]")),
            false => at.value(format!("{{text: {text}}}")),
        }),
        _ => None,
    }
}

fn out_of_range(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (_, least, most) = NUMBERS.iter().find(|(form, ..)| at.site.is_like(form))?;
    Some(match rng.bool() {
        true => at.value((most + rng.i32(1..=3 * most)).to_string()),
        false => at.value((least - rng.i32(1..20)).to_string()),
    })
}

fn facing_past_five(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    Some(at.value(rng.u8(6..16).to_string()))
}

fn misspelt_choice(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let new = slip(at.text(), rng)?;
    (!at.pack.is_known(&new)).then(|| at.value(new))
}

/// Paths of damage relative to the dice of the hit roll.
const DAMAGE: &[&str] = &[
    "items/*/damage",
    "items/*/jab/damage",
    "items/*/hurl/damage",
    "items/*/fire/damage",
    "items/*/two-handed/damage",
    "items/*/also/wpn/damage",
    "figures/*/attacks/*/damage",
];

/// Paths of dice and resistance rolls.
const ROLLS: &[&str] = &["*/*/effects/*/dice", "*/*/effects/*/resist", "spells/*/resist"];

/// Paths of colours.
const COLORS: &[&str] = &[
    "terrains/*/color",
    "sides/*/color",
    "terrains/*/borders/*/color",
    "maps/*/zones/*/color",
    "contests/*/actors/*/color",
    "factions/*/color",
];

fn bad_damage(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let text = at.text();
    let new = match rng.u8(..6) {
        0 => text.replacen('H', "Q", 1),
        1 => text.replacen('H', "", 1),
        2 => format!("{text} T"),
        3 => format!("{text} X+1"),
        4 => format!("{text} L+"),
        _ => text.replacen('-', "--", 1),
    };
    // Without its letter, a number of dice is a plain number, which has the wrong type.
    (new != text && !new.trim_start_matches('-').chars().all(|c| c.is_ascii_digit())).then(|| at.value(new))
}

fn bad_dice(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let text = at.text();
    let new = match rng.u8(..9) {
        8 => text.replacen('D', "D6", 1),
        6 => text.replacen('D', "T", 1),
        7 => text.replacen(|c: char| c.is_ascii_digit(), "two", 1),
        0 => text.replacen('D', "W", 1),
        1 => text.replacen('D', "DD", 1),
        2 => format!("{}+{}", text.trim_end_matches('"'), if text.ends_with('"') { "\"" } else { "" }),
        3 => text.replacen(":st", ":strength", 1).replacen(":dx", ":dex", 1).replacen(":iq", ":wit", 1),
        4 => text.replacen('D', "d", 1).replacen(|c: char| c.is_ascii_digit(), "x", 1),
        _ => text.replacen(|c: char| c.is_ascii_digit(), "-", 1),
    };
    (new != text).then(|| at.value(new))
}

fn bad_colour(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let digits = at.text().trim_matches('"').strip_prefix('#')?;
    let place = rng.usize(..6);
    let (before, after) = digits.split_at(place);
    Some(at.value(match rng.u8(..4) {
        0 => format!("\"#{before}{}\"", &after[1..]),
        1 => format!("\"#{before}{}{}\"", rng.digit(16), after),
        2 => format!("\"#{before}{}{}\"", ["g", "o", "l", "x"][rng.usize(..4)], &after[1..]),
        _ => format!("\"0x{digits}\""),
    }))
}
