//! The handbook on spells and experience.

use crate::constants::{FAILED_CASTING_COST, FARTHEST_PLACE, LONGEST_CHAIN, MOST_FIGURES};
use crate::grade::LESS;
use foeman_engine::handbook::{Chapter, Rule};

/// Chapter F11.
pub(super) fn chapters() -> Vec<Chapter> {
    vec![Chapter {
        number: "F11",
        title: "Spells and experience",
        rules: vec![
            Rule::new(
                "F11.1",
                "Duration of spells",
                "A spell lasts until the end of the round after the one in which it was cast. \
                 Each renewal extends it further: to the second, sixth, twenty-fourth and hundred-and-twentieth round after the first. \
                 The caster decides when the spell is about to end. \
                 Casting it again on the same target also renews it.",
            ),
            Rule::new("F11.2", "Casting", "Casting counts as the option Use. It takes a saving roll, and the caster pays the cost with exhaustion. The level of the spell must not be above the caster's IQ. Some spells can be resisted.").filled(format!(
                "The saving roll uses the chosen number of dice, against modDX. \
                 A failed casting costs {FAILED_CASTING_COST}, if the spell costs that much. \
                 Effects can trigger others at most {LONGEST_CHAIN} times in a row, and spells can create figures up to {MOST_FIGURES} in a battle. \
                 The target hex of a spell is at most {FARTHEST_PLACE} hexes away."
            )),
            Rule::new("F11.3", "Grade", format!("The grade of a figure is the sum of its ST, DX, IQ and MA, each less {LESS}. Awards are multiplied by a quarter of it.")),
        ],
    }]
}
