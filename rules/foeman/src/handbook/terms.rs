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
             What is written with the figure is the basic value. \
             Harm, gear, spells and the situation change it to the modified value (modST, modDX, modIQ), which is worked out each time it is needed and kept nowhere.",
        ),
        Rule::new(
            "F1.2",
            "Dice",
            format!(
                "All dice have {DIE} sides, and 3D is the sum of three of them. \
                 A division is rounded to the nearest, so that 1D/3 gives 0, 1, 1, 1, 2 or 2."
            ),
        ),
        Rule::new(
            "F1.3",
            "Saving rolls",
            "To save against something, a figure rolls some dice against a value of its own: it saves when their total is not more than the value.",
        ),
        Rule::new(
            "F1.4",
            "Rounds, phases and segments",
            "A battle goes in rounds. \
             Each has a phase of movement and one of action. \
             The action phase goes in segments, and in each of these one action is carried out.",
        ),
        Rule::new(
            "F1.5",
            "Directions",
            "The six directions are counted clockwise from 0. \
             In the notation of records they and the columns and rows of maps begin with 1.",
        ),
        Rule::new("F1.6", "Posture", "A figure stands or lies; one that lies is easier to hit.").filled(format!(
            "It may kneel, too. \
             Getting up to the knees or from them costs the MA divided by {KNEEL_UP_DIVISOR}, rounded up; lying down or kneeling costs {LIE_DOWN_MP} MP."
        )),
        Rule::new("F1.7", "Size", "Sizes are in hundredths of a human: a human is 100, an arrow 1 or 2. Things have sizes on the same scale, and a scenario may count them as encumbrance.").filled(format!(
            "Where it does, a figure carries {FREE_LOAD_PER_ST} for each point of its basic ST without being slower. \
             Each further {LOAD_STEP_PER_ST} for each point of ST, begun or full, take 1 MP of its MA."
        )),
        Rule::new(
            "F1.8",
            "Heroes, wizards, creatures and base figures",
            "Creatures and base figures strike, jab and fight hand to hand with the parts of their bodies. \
             Heroes and wizards fight with what they hold, and with the weapon Unarmed when that is nothing.",
        )
        .filled(
            "Base figures hurl and shoot with what they hold. \
             Creatures have no hands: they make nothing ready, load nothing, and no shield serves them, but armour and hides do. \
             A figure type may name the item that is its weapon Unarmed.",
        ),
        Rule::new(
            "F1.9",
            "What always fails",
            format!("A success roll fails from a total of {AUTOMATIC_MISS_PER_DIE} times its dice, whatever it is made against. Repeating an attack, or readying, lifts this (F6.6)."),
        )
        .filled("The same counts for every saving roll, and not only for readying and turning."),
    ]
}

fn bodies() -> Vec<Rule> {
    vec![
        Rule::new("F2.1", "The head", "A figure covers one to four hexes. The first is its head: from there it looks, and from there all its attacks come."),
        Rule::new(
            "F2.2",
            "Behind the head",
            "The second hex lies straight behind the head. The third lies behind it too, one direction before that, and the fourth behind the third.",
        ),
        Rule::new(
            "F2.3",
            "Facing",
            "Figures of one or two hexes point at a side of their head. Those of three or four point at a corner, and their facing is the side clockwise of it.",
        ),
        Rule::new(
            "F2.4",
            "Front, side and rear",
            "Every hex beside a figure is a front, side or rear hex. \
             A figure type may say which in a pattern: for each hex of the body a digit for the first neighbour, then a, b or c for front, side and rear, counted anticlockwise.",
        )
        .filled("Without a pattern it goes by the angle at the head: up to 90 degrees front, up to 120 side, beyond that rear."),
        Rule::new("F2.5", "Turning about", "To pivot, a figure turns about its head, and the rest of its body follows.")
            .filled("No part of it may come to lie in a wall, off the map or on another figure."),
        Rule::new("F2.6", "View", "A figure sees half of what is around its head; some statuses narrow that to a sixth."),
        Rule::new("F2.7", "Walls, shadows and fires", "Spells make figures without life. A wall blocks ways and sight; a fire harms whoever is in it as a round begins or enters it.")
            .filled("Each shadow on the line of sight takes a point of DX."),
        Rule::new("F2.8", "Further eyes", "A figure type may look from further hexes of its own. These never block its sight, and attacks come from the head all the same."),
        Rule::new("F2.9", "Line of sight", "A line of sight is blocked by walls and by ground that blocks it.").filled(
            "It goes through the hexes between the middles of both heads. Where it runs along an edge, both hexes must block. The hexes at its ends never do. \
             Where the scenario has it so, a standing figure blocks the sight of figures that are no bigger to others that are no bigger.",
        ),
    ]
}

fn rounds() -> Vec<Rule> {
    vec![
        Rule::new(
            "F3.1",
            "Order",
            "First come forced retreats, then initiative, then the sides move one after the other. Spells are kept up or let go, then everybody acts, and at the end of the round what has expired ends.",
        ),
        Rule::new(
            "F3.2",
            "Initiative",
            "Each side rolls a die and adds its modifier. Of those that have not moved, the highest moves next.",
        )
        .filled(format!("The die has {INITIATIVE_DIE} sides.")),
        Rule::new(
            "F3.3",
            "Ties",
            "The first of two that are equal is taken, but the second takes its place on a 1 of a die with two sides, a third on a 1 of one with three, and so on. So all have the same chance. The same breaks ties of modDX.",
        ),
        Rule::new("F3.4", "Letting others go first", "The side whose turn it is may wait until another has moved.")
            .filled("When all who are left wait, the highest must move."),
        Rule::new("F3.5", "Sequence", "A side remembers whether it may still move, waits, or has moved, and as which."),
    ]
}
