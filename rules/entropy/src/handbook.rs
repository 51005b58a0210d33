//! The handbook of the entropy rules in plain English; its numbers are the constants used in play.

use super::constants::{
    BAND, BARE_EFFICIENCY, CAPACITY_PER_ENDURANCE, DAMAGE_REACH, DISTANCE_OFFSET, HIGHEST_LEVEL, HIGHEST_STATISTIC,
    MENTAL_DIVISOR, STRIKE_AT, STRIKE_DIE,
};
use foeman_engine::handbook::{Chapter, Handbook, Rule};

pub(super) fn handbook() -> Handbook {
    Handbook {
        title: "The entropy rules",
        about: "What the log and the sums of a duel mean by numbers such as E8. \
                Every body, weapon and armour has an entropic level, and blows move the levels of both fighters.",
        chapters: vec![
            Chapter { number: "E1-E5", title: "Bodies, weapons and armours", rules: things() },
            Chapter { number: "E6-E11", title: "Strikes and rounds", rules: strikes() },
        ],
    }
}

fn things() -> Vec<Rule> {
    vec![
        Rule::new(
            "E1",
            "Levels and statistics",
            format!(
                "Bodies, weapons and armours have a natural entropic level from 0 to {HIGHEST_LEVEL}. \
                 A body also has a parity, tolerances up and down, a damage capacity, and three physical and three mental statistics: strength, agility and endurance. \
                 A weapon has a damage and a flow, an armour absorbs damage, and both have two thresholds, an efficiency for each direction, and a regeneration."
            ),
        ),
        Rule::new(
            "E2",
            "Current statistics",
            format!(
                "A level starts at its natural value. \
                 For every full {BAND} points above it, a body loses 1 physical strength and 1 endurance of each kind, and gains 1 agility of each kind and 1 mental strength. \
                 Below its natural level the signs are reversed. \
                 All rules use the current statistics."
            ),
        )
        .filled(format!(
            "Levels stay between 0 and {HIGHEST_LEVEL}, statistics between 0 and {HIGHEST_STATISTIC}. \
             Each point of physical endurance moves the damage capacity by {CAPACITY_PER_ENDURANCE}, so a body can die of its own change."
        )),
        Rule::new(
            "E3",
            "Thresholds and regeneration of a body",
            format!(
                "The upper threshold of a body is its natural level plus the upper tolerance, the lower one the natural level less the lower tolerance. \
                 A body regenerates its current mental agility divided by {MENTAL_DIVISOR} in each round."
            ),
        )
        .filled(format!("Thresholds stay between 0 and {HIGHEST_LEVEL}.")),
        Rule::new(
            "E4",
            "Regeneration",
            "At the end of each round every level moves towards its natural value by the object's regeneration, and never past it.",
        ),
        Rule::new(
            "E5",
            "Changing one's own level",
            "Instead of striking, a body can move its own level by its regeneration times its current mental agility, as far as its threshold. \
             Parity plus raises the level, minus lowers it, both can do either, and zero can do neither.",
        ),
    ]
}

fn strikes() -> Vec<Rule> {
    vec![
        Rule::new(
            "E6",
            "Hitting",
            format!(
                "A strike hits if a d{STRIKE_DIE} plus the attacker's current physical agility less the defender's is at least {STRIKE_AT}."
            ),
        ),
        Rule::new(
            "E7",
            "Direction of the flow",
            "On a hit, the level of the weapon is compared with that of the defender's body. \
             If the weapon's is higher, entropy flows from the attacker to the defender; if it is lower, the other way. \
             If both are equal, nothing flows and only the blow itself counts.",
        ),
        Rule::new(
            "E8",
            "Size of the flow",
            format!(
                "The flow is that of the weapon plus the attacker's current mental strength, less the defender's current mental endurance. \
                 Each side multiplies it by an efficiency. \
                 The attacker's is that of the weapon in this direction plus the current mental agility divided by {MENTAL_DIVISOR}."
            ),
        )
        .filled(format!(
            "The flow is at least 0. \
             The defender's efficiency is that of the armour in this direction, or {BARE_EFFICIENCY} without armour, plus the current mental endurance divided by {MENTAL_DIVISOR}."
        )),
        Rule::new(
            "E9",
            "Where the flow goes",
            "The attacker's flow goes into the weapon, then the armour, then the body; that of a natural weapon bypasses the armour. \
             The defender's goes into the armour, then the body. \
             A flow beyond the limits of a body kills it.",
        )
        .filled(
            "A level stops at its threshold, and the rest of the change goes to the next object in the same direction without a second efficiency.",
        ),
        Rule::new(
            "E10",
            "The blow",
            format!(
                "After the flows, the blow does damage if the levels of the weapon and the defender's body are at most {DAMAGE_REACH} apart. \
                 The damage is the weapon's plus the attacker's current physical strength, less the armour's absorption and the defender's current physical endurance divided by the distance of the levels plus {DISTANCE_OFFSET}. \
                 With the option `damage: banded` that divisor applies to the whole difference. \
                 A body without capacity left dies."
            ),
        )
        .filled("The distance has no sign, and damage is at least 0."),
        Rule::new(
            "E11",
            "Rounds and rounding",
            "The duel is fought in rounds. \
             In each, both sides act once and then all levels regenerate.",
        )
        .filled(
            "The side with the higher current physical agility acts first, and a d2 decides between equals. \
             Amounts are kept in thousandths and rounded half away from zero after each product or quotient.",
        ),
    ]
}
