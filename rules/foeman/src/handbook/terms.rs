//! The handbook on terms, bodies on the map, and the order of a round.

use crate::constants::{
    AUTOMATIC_MISS_PER_DIE, DIE, FREE_LOAD_PER_ST, INITIATIVE_DIE, KNEEL_UP_DIVISOR, LIE_DOWN_MP, LOAD_STEP_PER_ST,
};
use foeman_engine::handbook::{Chapter, Rule};

/// Chapters F1 to F3.
pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter { number: "F1", title: "Terms", rules: terms() },
        Chapter { number: "F2", title: "Bodies and sight", rules: bodies() },
        Chapter { number: "F3", title: "The round", rules: rounds() },
    ]
}

fn terms() -> Vec<Rule> {
    vec![
        Rule::new(
            "F1.1",
            "Attributes",
            "Every figure has strength (ST), dexterity (DX), intelligence (IQ) and a movement allowance (MA). \
             The values written for the figure are the basic values. \
             Harm, gear, spells and the situation change them to the modified values (modST, modDX, modIQ), which are calculated whenever they are needed.",
        ),
        Rule::new(
            "F1.2",
            "Dice",
            format!(
                "All dice have {DIE} sides, and 3D is the sum of three of them. \
                 Divisions are rounded to the nearest number, so 1D/3 gives 0, 1, 1, 1, 2 or 2."
            ),
        ),
        Rule::new(
            "F1.3",
            "Saving rolls",
            "For a saving roll, a figure rolls some dice against one of its values, and succeeds if the total is not above the value.",
        ),
        Rule::new(
            "F1.4",
            "Rounds, phases and segments",
            "A battle consists of rounds. \
             Each round has a movement phase and an action phase. \
             The action phase consists of segments, with one action in each.",
        ),
        Rule::new(
            "F1.5",
            "Directions",
            "The six directions are counted clockwise from 0. \
             In the notation of records, directions, columns and rows begin with 1.",
        ),
        Rule::new("F1.6", "Posture", "A figure stands or lies; a lying figure is easier to hit.").filled(format!(
            "It may also kneel. \
             Rising to the knees or from them costs MA divided by {KNEEL_UP_DIVISOR}, rounded up; lying down or kneeling down costs {LIE_DOWN_MP} MP."
        )),
        Rule::new("F1.7", "Size", "Sizes are in hundredths of a human: a human is 100, an arrow 1 or 2. Items have sizes on the same scale, and a scenario may count them as encumbrance.").filled(format!(
            "If it does, a figure carries {FREE_LOAD_PER_ST} for each point of its basic ST without being slower. \
             Each further {LOAD_STEP_PER_ST} for each point of ST, or part of them, lower its MA by 1."
        )),
        Rule::new(
            "F1.8",
            "Heroes, wizards, creatures and base figures",
            "Creatures and base figures strike, jab and fight hand to hand with the parts of their bodies. \
             Heroes and wizards fight with the items they hold, or with the weapon Unarmed if they hold none.",
        )
        .filled(
            "Base figures can hurl and shoot with the items they hold. \
             Creatures have no hands: they cannot ready or load items or use shields, but they can wear armour and have hides. \
             A figure type may name the item that is its weapon Unarmed.",
        ),
        Rule::new(
            "F1.9",
            "Automatic failure",
            format!("A success roll fails if its total is at least {AUTOMATIC_MISS_PER_DIE} times the number of dice, whatever the value. Repeating an attack or a readying lifts this (F6.6)."),
        )
        .filled("This applies to every saving roll, not only to readying and turning."),
    ]
}

fn bodies() -> Vec<Rule> {
    vec![
        Rule::new("F2.1", "The head", "A figure covers one to four hexes. The first is its head: it sees and attacks from there."),
        Rule::new(
            "F2.2",
            "Behind the head",
            "The second hex is straight behind the head. The third is behind the head too, one direction anticlockwise of the second, and the fourth is behind the third.",
        ),
        Rule::new(
            "F2.3",
            "Facing",
            "Figures of one or two hexes face a side of their head hex. Figures of three or four hexes face a corner, and their facing is the side clockwise of it.",
        ),
        Rule::new(
            "F2.4",
            "Front, side and rear",
            "Every hex adjacent to a figure is a front, side or rear hex. \
             A figure type may define them with a pattern: for each hex of the body a digit for the first neighbour, then a, b or c for front, side and rear, counted anticlockwise.",
        )
        .filled("Without a pattern, the angle at the head decides: up to 90 degrees is front, up to 120 side, beyond that rear."),
        Rule::new("F2.5", "Turning about", "To pivot, a figure turns about its head, and the rest of its body follows.")
            .filled("No part of it may end in a wall, off the map or on another figure."),
        Rule::new("F2.6", "View", "A figure sees the half of its surroundings in front of its head; some statuses narrow this to a sixth."),
        Rule::new("F2.7", "Walls, shadows and fires", "Spells create inanimate figures. A wall blocks movement and sight; a fire harms figures that enter it or are in it when a round begins.")
            .filled("Each shadow on the line of sight costs one DX."),
        Rule::new("F2.8", "Additional viewpoints", "A figure type may also see from other hexes of its body. These never block its sight, and attacks still start from the head."),
        Rule::new("F2.9", "Line of sight", "Walls and terrain that blocks sight interrupt a line of sight.").filled(
            "It goes from the centre of one head to that of the other. If it runs along the edge between two hexes, both must block. The hexes at its ends never do. \
             With a scenario option, a standing figure blocks the line of sight between two figures that are no bigger than itself.",
        ),
    ]
}

fn rounds() -> Vec<Rule> {
    vec![
        Rule::new(
            "F3.1",
            "Order",
            "A round begins with forced retreats and initiative. Then the sides move one after the other, spells are renewed or end, and all figures act. At the end of the round, expired effects end.",
        ),
        Rule::new(
            "F3.2",
            "Initiative",
            "Each side rolls a die and adds its modifier. Of the sides that have not moved, the one with the highest total moves next.",
        )
        .filled(format!("The die has {INITIATIVE_DIE} sides.")),
        Rule::new(
            "F3.3",
            "Ties",
            "Of two equal sides, the second replaces the first on a 1 of a two-sided die, a third replaces the winner on a 1 of a three-sided die, and so on. So all have the same chance. Ties of modDX are broken in the same way.",
        ),
        Rule::new("F3.4", "Waiting", "The side whose turn it is may wait until another has moved.")
            .filled("If all remaining sides wait, the one with the highest total must move."),
        Rule::new("F3.5", "Sequence", "The state of a side records whether it may still move, waits, or has moved, and in which position."),
    ]
}
