//! What figures do, as action codes for programs and compact logs (`A7`).
//!
//! `C-H-005-04-003-0004-0` is a strike (005) that hits with 3 to spare (04), made standing (003) with weapon 0004.

use foeman_schema::notation::code::{ActionCode, COMBAT, Letter, Number, Tail};

use super::hit::{self, Success};
use super::state::{ActionKind, FigureState};

/// Weapon of an action that uses no item, or one that the catalog gives no code (`A7`).
pub const NOTHING: Number<9999> = Number::new(0).expect("0 is a number");

/// Weapon of a strike with bare hands or any other part of one's body (`A3`).
pub const BODY: Number<9999> = Number::new(1).expect("1 has at most four digits");

/// Handling an object.
const OBJECT: Letter = letter('O');

/// Behind a weapon or shield.
const DEFENCE: Letter = letter('D');

/// Close combat, with or without a weapon (`A3`).
const HAND_TO_HAND: Letter = letter('H');

/// Being elsewhere (`A3`).
const MOVEMENT: Letter = letter('M');

/// Watching.
const WATCHING: Letter = letter('W');

/// The type letter of an option (`A7`) and its number (`F5`).
pub fn letter_and_number(option: ActionKind) -> (Letter, u16) {
    match option {
        ActionKind::Move => (MOVEMENT, 1),
        ActionKind::Watch => (WATCHING, 2),
        ActionKind::Ready => (OBJECT, 3),
        ActionKind::Defend => (DEFENCE, 4),
        ActionKind::Strike => (HAND_TO_HAND, 5),
        ActionKind::Dodge => (MOVEMENT, 10),
    }
}

/// The code of an option that a figure carries out as it is now.
pub fn of(figure: &FigureState, option: ActionKind, score: u16, weapon: Number<9999>) -> ActionCode {
    let (kind, action) = letter_and_number(option);
    let position = Number::at_most(figure.posture.digit());
    let tail = Tail::Combat { position, weapon, location: Number::at_most(0), more: Vec::new() };
    ActionCode { classifier: COMBAT, kind, action: Number::at_most(action), score: Number::at_most(score), tail }
}

/// The score of a roll: what it had to spare and 1 more, 1 to 99; 0 where it failed.
pub fn score(needed: i32, rolled: &[u8], success: Success) -> u16 {
    let to_spare = needed - hit::total(rolled);
    if success.is_success() { to_spare.saturating_add(1).clamp(1, 99) as u16 } else { 0 }
}

const fn letter(letter: char) -> Letter {
    Letter::new(letter).expect("it is a capital")
}
