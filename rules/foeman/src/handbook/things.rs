//! The handbook on observation and gear.

use crate::constants::{BURIED_PENALTY, COVER_PENALTY, FREE_LOADING_DICE, FREE_LOADING_TOTAL, STUCK_PENALTY};
use foeman_engine::handbook::{Chapter, Rule};

/// Chapters F9 and F10.
pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter { number: "F9", title: "Observation", rules: observation() },
        Chapter { number: "F10", title: "Items", rules: things() },
    ]
}

fn observation() -> Vec<Rule> {
    vec![
        Rule::new(
            "F9.1",
            "Observed figures",
            "With a scenario option, figures that are not observed are hidden; otherwise all sides know everything. \
             A figure observes adjacent figures, figures that were adjacent before the movement phase, figures in its view, and figures whose position before the move is in its narrow view.",
        )
        .filled("A figure that runs, is lying, or is engaged by another figure has only the narrow view."),
        Rule::new("F9.2", "Knowledge of a side", "If a scenario hides unobserved figures, a side sees everything that any of its figures observes, and a figure chooses by what it observes itself."),
    ]
}

fn things() -> Vec<Rule> {
    vec![
        Rule::new("F10.1", "Classes", "An item is a weapon, shield, armour, ammunition or general item; spells, talents and effects are stored in the same way. It is ordinary, crude, magical or special. It may have a second use, such as a spiked shield as a weapon."),
        Rule::new("F10.2", "Carry limits", "An item has a limit for the number that a figure may carry: none, any number, one of its type, one of its class, or one in the world.")
            .filled("Counted items are added to those that the figure already has. A battle has at most one of each unique item."),
        Rule::new("F10.3", "Places", "An item is in the first or second hand, on the belt, on the back, worn, or on the map. A one-handed weapon may be gripped with both hands for a strike or jab, until the round ends."),
        Rule::new(
            "F10.4",
            "Readying items",
            "An item that is readied goes to a hand. \
             The item in this hand goes to the belt, or to the back if it is two-handed or a shield. \
             A one-handed weapon is ready in the first hand, a shield in either, and a two-handed weapon if the other hand is empty.",
        )
        .filled(format!(
            "An off-hand weapon is ready in the second hand or, with a scenario option, in either. \
             Readying a buried item changes modDX by {BURIED_PENALTY}, and one that is stuck by {STUCK_PENALTY}."
        )),
        Rule::new("F10.5", "Reloading", "The totals of reload attempts add up until they reach the number that the weapon needs. A weapon allows one attempt each round. The missile is used up when it is shot.").filled(format!(
            "A free attempt rolls {FREE_LOADING_DICE} dice and needs a total of {FREE_LOADING_TOTAL}, unless the weapon gives another number. \
             The second of two shots in one action has a separate free attempt."
        )),
        Rule::new("F10.6", "Free changes", "A figure may change how it carries its shield, change its grip, and load light bows and slings at any point of its move or when it chooses an action.")
            .filled(format!("A figure that covers itself with its shield attacks with {COVER_PENALTY} DX, unless a scenario option says otherwise.")),
        Rule::new("F10.7", "Same name, different class", "Items with the same name and different classes are different items."),
        Rule::new("F10.8", "Counting as another option", "Using an item may count as another option, such as watching or readying.")
            .filled("It can be used whenever the other option is allowed, with the DX for readying the item."),
        Rule::new("F10.9", "Effects", "An effect that lasts for some rounds is stored like an item that ends with the round in which it expires."),
    ]
}
