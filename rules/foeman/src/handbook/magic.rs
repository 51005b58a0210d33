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
                "How long a spell lasts",
                "A spell lasts to the end of the round after that in which it was cast. \
                 Keeping it up makes it last longer each time: to the second, sixth, twenty-fourth and hundred-and-twentieth round after the first. \
                 Its caster is asked when it would end. \
                 Casting it again on the same target keeps it up, too.",
            ),
            Rule::new("F11.2", "Casting", "Casting is a use. It takes a saving roll, and its cost tires the caster. The level of the spell must not be above the IQ. Some spells can be resisted.").filled(format!(
                "The roll is made with the dice that were chosen, against modDX. \
                 A casting that fails tires by {FAILED_CASTING_COST}, where the spell costs that much. \
                 Effects bring about others at most {LONGEST_CHAIN} times in a row, and at most {MOST_FIGURES} figures are made in a battle. \
                 A hex that a spell takes place in is at most {FARTHEST_PLACE} hexes away."
            )),
            Rule::new("F11.3", "Grade", format!("The grade of a figure is the sum of its ST, DX, IQ and MA, each less {LESS}. A quarter of it multiplies what the figure is awarded.")),
        ],
    }]
}
