//! The actions of a battle, each with its number in codes and its words in the log.
//!
//! Numbers from the source take precedence: `M-001` is a dodge. All others are the option codes of `F5`; if an option
//! covers several actions, a multiple of 20 is added. Moving (option 1) is raised by 100 because `M-001` is taken.

use foeman_schema::notation::code::{Letter, Number};

use crate::option::Mode;
use crate::state::{Action, ActionKind, Manner};

/// One action of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    /// The type letter.
    pub letter: Letter,
    /// The action number.
    pub number: Number<999>,
    /// The words of the log, with `{}` in place of the thing used.
    pub words: &'static str,
    /// The words of the log if nothing is used.
    pub bare: &'static str,
    /// The kind of thing used.
    pub wants: Wanted,
    /// The words of the log for success and failure; `None` for an action without a roll.
    pub outcomes: Option<[&'static str; 2]>,
}

/// The kind of thing that an action uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// An item, or a part of the body.
    Item,
    /// A spell.
    Spell,
    /// A talent.
    Talent,
}

impl Verb {
    /// Returns the words of the log for success and failure; empty for an action without a roll.
    pub fn outcomes(&self) -> [&'static str; 2] {
        self.outcomes.unwrap_or_default()
    }
}

/// The type letters with their names.
pub(super) const TYPES: [(Letter, &str); 8] = [
    (HAND_TO_HAND, "hand-to-hand"),
    (SHOOTING, "shooting"),
    (THROWING, "throwing"),
    (DEFENCE, "defence"),
    (MOVEMENT, "movement"),
    (WATCHING, "watching"),
    (OBJECT, "object"),
    (MENTAL, "mental"),
];

/// Close combat, with or without a weapon (`A3`).
const HAND_TO_HAND: Letter = capital('H');
/// Missiles.
const SHOOTING: Letter = capital('S');
/// Thrown weapons.
const THROWING: Letter = capital('T');
/// Parrying with a weapon or shield.
const DEFENCE: Letter = capital('D');
/// Moving out of the way (`A3`).
const MOVEMENT: Letter = capital('M');
/// Watching.
const WATCHING: Letter = capital('W');
/// Handling an object.
const OBJECT: Letter = capital('O');
/// Spells and talents. The source's letter for its mental type is taken by movement.
const MENTAL: Letter = capital('I');

const HIT: Option<[&str; 2]> = Some(["hit", "miss"]);
const DONE: Option<[&str; 2]> = Some(["done", "fumbled"]);
const IN_HAND: Option<[&str; 2]> = Some(["succeeds", "fumbled"]);
const WORKS: Option<[&str; 2]> = Some(["it works", "it fails"]);

pub(super) const STRIKES: Verb = with(HAND_TO_HAND, 5, "strikes with the {}", "strikes", HIT);
const STRIKES_FIRST: Verb =
    with(HAND_TO_HAND, 11, "strikes with the {}, the first of two attacks", "strikes, the first of two attacks", HIT);
const STRIKES_SECOND: Verb =
    with(HAND_TO_HAND, 31, "strikes with the {}, as the second attack", "strikes, as the second attack", HIT);
pub(super) const JABS: Verb = with(HAND_TO_HAND, 6, "jabs with the {}", "jabs", HIT);
pub(super) const HURLS: Verb = with(THROWING, 7, "hurls the {}", "hurls something", HIT);
pub(super) const SHOOTS: Verb = with(SHOOTING, 8, "shoots with the {}", "shoots", HIT);
const SHOOTS_FIRST: Verb =
    with(SHOOTING, 12, "shoots with the {}, the first of two attacks", "shoots, the first of two attacks", HIT);
const SHOOTS_SECOND: Verb =
    with(SHOOTING, 32, "shoots with the {}, as the second attack", "shoots, as the second attack", HIT);
pub(super) const DEFENDS: Verb = with(DEFENCE, 4, "defends with the {}", "defends", None);
pub(super) const DODGES: Verb = bare(MOVEMENT, 1, "dodges", None);
pub(super) const WATCHES: Verb = bare(WATCHING, 2, "watches", None);
pub(super) const DOES_NOTHING: Verb = bare(MOVEMENT, 101, "does nothing", None);
const DOES_NOTHING_MORE: Verb = bare(MOVEMENT, 121, "does nothing more", None);

/// A shield rush (`F4.10`).
pub const RUSHES_SHIELD: Verb = with(MOVEMENT, 141, "runs the {} against", "runs a shield against", HIT);
/// A push back (`F4.10`).
pub const PUSHES_BACK: Verb = bare(MOVEMENT, 161, "tries to push back", Some(["it gives way", "it stands firm"]));
/// An attempt to grapple (`F4.11`).
pub const GRAPPLES: Verb =
    bare(MOVEMENT, 181, "seeks close quarters", Some(["they are hand to hand", "it is kept off"]));

/// Readying an item from elsewhere on the body (`F6.7`).
pub const REACHES_FOR: Verb = with(OBJECT, 3, "reaches for the {}", "reaches for something", IN_HAND);
/// Readying an item in a hand.
pub const SHIFTS: Verb = with(OBJECT, 23, "shifts the {}", "shifts something", IN_HAND);
/// Readying an item on the ground.
pub const PICKS_UP: Verb = with(OBJECT, 43, "picks up the {}", "picks up something", IN_HAND);
/// Loading a weapon as an action (`F10.5`).
pub const LOADS: Verb = with(OBJECT, 63, "loads the {}", "loads something", Some(["loaded", "not loaded yet"]));
/// Using an item.
pub const USES: Verb = with(OBJECT, 9, "uses the {}", "uses something", DONE);

/// Casting a spell (`F11.2`).
pub const CASTS: Verb = Verb { wants: Wanted::Spell, ..with(MENTAL, 9, "casts {}", "casts a spell", WORKS) };
/// Using a talent.
pub const EXERTS: Verb = Verb { wants: Wanted::Talent, ..with(MENTAL, 29, "uses {}", "uses a talent", WORKS) };
/// Keeping up a spell as an action (`F11.1`).
pub const KEEPS_UP: Verb = Verb { wants: Wanted::Spell, ..with(MENTAL, 49, "keeps up {}", "keeps up a spell", None) };

/// Added to the option code if the choice became impossible before its turn.
const IMPOSSIBLE: u16 = 900;

/// Returns every action of a battle.
pub(super) fn all() -> Vec<Verb> {
    let known = [
        STRIKES,
        STRIKES_FIRST,
        STRIKES_SECOND,
        JABS,
        HURLS,
        SHOOTS,
        SHOOTS_FIRST,
        SHOOTS_SECOND,
        DEFENDS,
        DODGES,
        WATCHES,
        DOES_NOTHING,
        DOES_NOTHING_MORE,
        RUSHES_SHIELD,
        PUSHES_BACK,
        GRAPPLES,
        REACHES_FOR,
        SHIFTS,
        PICKS_UP,
        LOADS,
        USES,
        CASTS,
        EXERTS,
        KEEPS_UP,
    ];
    known.into_iter().chain(ActionKind::ALL.into_iter().map(impossible)).collect()
}

/// Returns the action of an attack.
pub fn attack(mode: Mode, manner: Manner) -> Verb {
    match (mode, manner) {
        (Mode::Strike, Manner::Twice) => STRIKES_FIRST,
        (Mode::Strike, Manner::Second) => STRIKES_SECOND,
        (Mode::Strike, Manner::Plain | Manner::Proficient) => STRIKES,
        (Mode::Jab, _) => JABS,
        (Mode::Hurl, _) => HURLS,
        (Mode::Fire, Manner::Twice) => SHOOTS_FIRST,
        (Mode::Fire, Manner::Second) => SHOOTS_SECOND,
        (Mode::Fire, Manner::Plain | Manner::Proficient) => SHOOTS,
    }
}

/// Returns the action of a choice that takes no roll; `has_moved` says whether the figure used its move.
pub fn choice(action: Action, has_moved: bool) -> Option<Verb> {
    match action {
        Action::Move if has_moved => Some(DOES_NOTHING_MORE),
        Action::Move => Some(DOES_NOTHING),
        Action::Watch { .. } => Some(WATCHES),
        Action::Defend { .. } => Some(DEFENDS),
        Action::Dodge { .. } => Some(DODGES),
        Action::Attack { .. }
        | Action::Ready { .. }
        | Action::Cast { .. }
        | Action::Recast { .. }
        | Action::Use { .. }
        | Action::Exert { .. } => None,
    }
}

/// Returns the action of a figure whose choice of this option became impossible before its turn.
pub fn impossible(option: ActionKind) -> Verb {
    let (letter, words) = match option {
        ActionKind::Move => (MOVEMENT, "can no longer do this (move)"),
        ActionKind::Dodge => (MOVEMENT, "can no longer do this (dodge)"),
        ActionKind::Watch => (WATCHING, "can no longer do this (watch)"),
        ActionKind::Ready => (OBJECT, "can no longer do this (ready)"),
        ActionKind::Use => (OBJECT, "can no longer do this (use)"),
        ActionKind::Defend => (DEFENCE, "can no longer do this (defend)"),
        ActionKind::Strike => (HAND_TO_HAND, "can no longer do this (strike)"),
        ActionKind::Strike2 => (HAND_TO_HAND, "can no longer do this (strike2)"),
        ActionKind::Jab => (HAND_TO_HAND, "can no longer do this (jab)"),
        ActionKind::Hurl => (THROWING, "can no longer do this (hurl)"),
        ActionKind::Fire => (SHOOTING, "can no longer do this (fire)"),
        ActionKind::Fire2 => (SHOOTING, "can no longer do this (fire2)"),
    };
    bare(letter, IMPOSSIBLE + u16::from(option.digit()), words, None)
}

const fn with(
    letter: Letter,
    number: u16,
    words: &'static str,
    bare: &'static str,
    outcomes: Option<[&'static str; 2]>,
) -> Verb {
    let number = Number::new(number).expect("the numbers of verbs have at most three digits");
    Verb { letter, number, words, bare, wants: Wanted::Item, outcomes }
}

const fn bare(letter: Letter, number: u16, words: &'static str, outcomes: Option<[&'static str; 2]>) -> Verb {
    Verb { wants: Wanted::Nothing, ..with(letter, number, words, words, outcomes) }
}

const fn capital(letter: char) -> Letter {
    Letter::new(letter).expect("the letters of verbs are capitals")
}
