//! Cards for the actions that a scenario allows, to be chosen at a table.

use foeman_schema::resolve::Resolved;

use super::verbs::{
    CASTS, DEFENDS, DODGES, DOES_NOTHING, EXERTS, HURLS, JABS, KEEPS_UP, REACHES_FOR, SHOOTS, STRIKES, TYPES, USES,
    Verb, WATCHES, Wanted,
};
use super::{Posture, position};
use crate::content::{self, Content, FigureKind};
use crate::option::Mode;
use crate::situation::limits::divisor;
use crate::state::ActionKind;
use foeman_engine::card::Card;

/// An action with its option, the title of its card, and its effect.
type Known = (Verb, ActionKind, &'static str, &'static str);

/// The actions that figures choose.
const ACTIONS: [Known; 13] = [
    (STRIKES, ActionKind::Strike, "Strike", "Attack a figure in a front hex."),
    (JABS, ActionKind::Jab, "Jab", "Attack a figure two hexes away with a pole weapon."),
    (HURLS, ActionKind::Hurl, "Hurl", "Throw the weapon at a figure."),
    (SHOOTS, ActionKind::Fire, "Shoot", "Attack a figure in sight with a missile."),
    (DEFENDS, ActionKind::Defend, "Defend", "Parry blows from the front: attackers roll one die more."),
    (DODGES, ActionKind::Dodge, "Dodge", "Evade missiles from the front: attackers roll one die more."),
    (WATCHES, ActionKind::Watch, "Watch", "Wait, aim, and choose again in later segments."),
    (REACHES_FOR, ActionKind::Ready, "Ready", "Take an item into the hand."),
    (USES, ActionKind::Use, "Use", "Use an item that is neither weapon nor shield."),
    (CASTS, ActionKind::Use, "Cast", "Cast a spell, and pay for it with ST."),
    (KEEPS_UP, ActionKind::Use, "Keep up", "Renew a spell that is about to end."),
    (EXERTS, ActionKind::Use, "Exert", "Use a talent."),
    (DOES_NOTHING, ActionKind::Move, "Move", "Do nothing in addition to moving."),
];

/// Returns the cards of a scenario: one for each action that one of its figures can choose.
pub fn cards(resolved: &Resolved) -> Vec<Card> {
    let Ok(content) = content::read(resolved) else { return Vec::new() };
    ACTIONS.iter().filter(|(verb, ..)| is_possible(&content, verb)).map(card).collect()
}

/// Whether a figure has what the action needs.
fn is_possible(content: &Content, verb: &Verb) -> bool {
    let with = |mode: Mode| {
        let items = content.items.iter().flat_map(|item| &item.uses);
        let all = items.chain(content.kinds.iter().flat_map(|kind| &kind.body));
        all.into_iter().any(|weapon| weapon.mode == mode)
    };
    let knows = |known: fn(&FigureKind) -> bool| content.kinds.iter().any(known);
    let spells = knows(|kind| !kind.spells.is_empty());
    let needs = [
        (JABS, with(Mode::Jab)),
        (HURLS, with(Mode::Hurl)),
        (SHOOTS, with(Mode::Fire)),
        (CASTS, spells),
        (KEEPS_UP, spells),
        (EXERTS, knows(|kind| !kind.talents.is_empty())),
        (USES, content.items.iter().any(|item| item.uses.is_empty() && !item.effects.is_empty())),
    ];
    needs.iter().find(|(known, _)| known == verb).is_none_or(|(_, is_met)| *is_met)
}

fn card((verb, option, title, text): &Known) -> Card {
    let (letter, number) = (verb.letter.to_string(), verb.number.to_string());
    let kind = TYPES.iter().find(|(known, _)| *known == verb.letter).map_or("", |(_, name)| *name);
    let thing = match verb.wants {
        Wanted::Nothing => None,
        Wanted::Item => Some("number of the item, 0001 for the body"),
        Wanted::Spell | Wanted::Talent => Some("0000, and the name after the code"),
    };
    let [standing, kneeling, prone] =
        [Posture::Standing, Posture::Kneeling, Posture::Prone].map(|posture| position(posture).to_string());
    let mut blocks = vec![
        ("C".to_owned(), "combat".to_owned()),
        (letter.clone(), kind.to_owned()),
        (number.clone(), verb.bare.to_owned()),
        ("__".to_owned(), "points below the limit, plus 1; 00 for a failure".to_owned()),
        ("___".to_owned(), format!("{standing} standing, {kneeling} kneeling, {prone} prone")),
    ];
    blocks.extend(thing.map(|thing| ("____".to_owned(), thing.to_owned())));
    let weapon = if thing.is_some() { "____" } else { "0000" };
    let limit = match divisor(*option) {
        Some(divisor) => format!("After at most MA/{divisor} MP, rounded up."),
        None => "After any number of MP.".to_owned(),
    };
    Card {
        owner: String::new(),
        color: String::new(),
        title: (*title).to_owned(),
        code: format!("C-{letter}-{number}-__-___-{weapon}-0"),
        blocks,
        text: format!("{text} {limit}"),
    }
}
