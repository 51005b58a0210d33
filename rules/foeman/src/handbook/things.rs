//! The handbook on observation and gear.

use crate::constants::{BURIED_PENALTY, COVER_PENALTY, FREE_LOADING_DICE, FREE_LOADING_TOTAL, STUCK_PENALTY};
use foeman_engine::handbook::{Chapter, Rule};

/// Chapters F9 and F10.
pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter { number: "F9", title: "Observation", rules: observation() },
        Chapter { number: "F10", title: "Things", rules: things() },
    ]
}

fn observation() -> Vec<Rule> {
    vec![
        Rule::new(
            "F9.1",
            "Who observes whom",
            "A scenario may hide what nobody observes; otherwise all is known to all. \
             A figure observes those beside it, those who were beside it before anybody moved, those it sees in its view, and those whose place before the move it sees in the narrow part of it.",
        )
        .filled("Who runs, is engaged by somebody else or lies has the narrow view only."),
        Rule::new("F9.2", "What a side knows", "A side is shown what any of its figures observes. A figure chooses by what it observes itself. Both hold where a scenario hides what nobody observes."),
    ]
}

fn things() -> Vec<Rule> {
    vec![
        Rule::new("F10.1", "Classes", "A thing is a weapon, shield, armour, ammunition or something general; spells, talents and effects are kept alike. It is ordinary, magical or special. It may have a second use, such as a spiked shield as a weapon."),
        Rule::new("F10.2", "How many", "A thing says how many of it somebody may carry: none, any number, one of its type, one of its kind, or one in the world.")
            .filled("What is picked up in numbers joins what is there of it. Of what is unique a battle has one."),
        Rule::new("F10.3", "Places", "A thing is in the first or the second hand, on the belt, on the back, worn, or somewhere on the map. A weapon for one hand may be gripped with both for a blow or jab, until the round ends."),
        Rule::new(
            "F10.4",
            "What moves where",
            "What is made ready comes to a hand. \
             What was there goes to the belt, or to the back when it takes two hands or is a shield. \
             A weapon for one hand is ready in the first, a shield in either, a weapon for two hands when the other is empty.",
        )
        .filled(format!(
            "A weapon for the off hand is ready in the second, or in either where the scenario has it so. \
             Digging something out changes modDX by {BURIED_PENALTY}, pulling it out of something by {STUCK_PENALTY}."
        )),
        Rule::new("F10.5", "Reloading", "The totals of attempts to reload add up until they reach what the weapon needs. A weapon is tried once in a round. Its missile is used up when it is shot.").filled(format!(
            "A free attempt rolls {FREE_LOADING_DICE} dice, and takes {FREE_LOADING_TOTAL} points in all where the weapon does not say. \
             The second of two shots in one action has a free attempt of its own."
        )),
        Rule::new("F10.6", "Changed freely", "How a shield is carried, a grip, and the loading of light bows and slings change at any point of a move or when an action is chosen.")
            .filled(format!("A figure that covers itself with its shield attacks with {COVER_PENALTY} DX, unless the scenario has it otherwise.")),
        Rule::new("F10.7", "Same name, other thing", "Things of one name and different classes are different things."),
        Rule::new("F10.8", "Counting as something else", "Using a thing may count as another action, such as watching or readying.")
            .filled("It can be used as long as what it counts as can be done, and with the DX with which it would be made ready."),
        Rule::new("F10.9", "Effects", "What lasts for some rounds is kept as a thing that ends with the round in which it expires."),
    ]
}
