//! What figures do, as action codes for programs and compact logs (`A7`).
//!
//! `C-H-005-04-003-0004-0` is a strike (005) that hits with 3 to spare (04), made standing (003) with weapon 0004.

use foeman_schema::notation::code::{ActionCode, COMBAT, Letter, Number, Tail};

use crate::rulesets::foeman::rolls::Check;
use crate::rulesets::foeman::state::{ActionKind, FigureState};

/// Weapon of an action that uses no item, or one that the catalog gives no code (`A7`).
pub const NOTHING: Number<9999> = Number::new(0).expect("0 is a number");

/// Weapon of a strike with bare hands or any other part of one's body (`A3`).
pub const BODY: Number<9999> = Number::new(1).expect("1 has at most four digits");

/// Handling an object.
const OBJECT: Letter = capital('O');

/// Behind a weapon or shield.
const DEFENCE: Letter = capital('D');

/// Close combat, with or without a weapon (`A3`).
const HAND_TO_HAND: Letter = capital('H');

/// Being elsewhere (`A3`).
const MOVEMENT: Letter = capital('M');

/// Missiles.
const SHOOTING: Letter = capital('S');

/// Thrown weapons.
const THROWING: Letter = capital('T');

/// Watching.
const WATCHING: Letter = capital('W');

/// The type letter of an option (`A7`).
pub fn letter(option: ActionKind) -> Letter {
    match option {
        ActionKind::Move | ActionKind::Dodge => MOVEMENT,
        ActionKind::Watch => WATCHING,
        ActionKind::Ready | ActionKind::Use => OBJECT,
        ActionKind::Defend => DEFENCE,
        ActionKind::Strike | ActionKind::Strike2 | ActionKind::Jab => HAND_TO_HAND,
        ActionKind::Hurl => THROWING,
        ActionKind::Fire | ActionKind::Fire2 => SHOOTING,
    }
}

/// The code of an option that a figure carries out as it is now.
pub fn of(figure: &FigureState, option: ActionKind, score: u16, weapon: Number<9999>) -> ActionCode {
    let action = u16::from(option.digit());
    let position = Number::at_most(figure.posture.digit());
    let tail = Tail::Combat { position, weapon, location: Number::at_most(0), more: Vec::new() };
    let kind = letter(option);
    ActionCode { classifier: COMBAT, kind, action: Number::at_most(action), score: Number::at_most(score), tail }
}

/// The score of a roll: what it had to spare and 1 more, 1 to 99; 0 where it failed.
pub fn score(check: &Check) -> u16 {
    let to_spare = check.needed.total() - check.total();
    if check.is_success() { to_spare.saturating_add(1).clamp(1, 99) as u16 } else { 0 }
}

const fn capital(letter: char) -> Letter {
    Letter::new(letter).expect("it is a capital")
}
