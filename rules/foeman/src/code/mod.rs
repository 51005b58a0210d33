//! Action codes for what figures do, used by programs and compact logs (`A7`).
//!
//! `C-H-005-04-001-0004-0` is a strike (`H-005`) that succeeds by 3 (`04`), made standing (`001`) with weapon `0004`. A
//! block after the location names anything without a number: a spell, a talent, an item without a code, or a natural
//! attack.

mod cards;
mod reading;
mod verbs;

use foeman_schema::notation::code::{ActionCode, COMBAT, Number, Tail, Word};

pub use self::cards::cards;
pub use self::reading::{CODES, Reader};
pub use self::verbs::{
    CASTS, EXERTS, GRAPPLES, KEEPS_UP, LOADS, PICKS_UP, PUSHES_BACK, REACHES_FOR, RUSHES_SHIELD, SHIFTS, USES, Verb,
    Wanted, attack, choice, impossible,
};
use crate::constants::UNARMED_TITLE;
use crate::content::items::Weapon;
use crate::content::items::{BODY, NOTHING};
use crate::content::{ItemKind, Spell, Talent};
use crate::rolls::Check;
use crate::state::FigureState;
use crate::state::records::Posture;

/// The item, spell, talent or body part of an action, as written in a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    number: Number<9999>,
    /// The blocks after the location; empty if the number is enough.
    name: Vec<Word>,
}

impl Thing {
    /// No item, spell or talent.
    pub fn nothing() -> Self {
        Self { number: NOTHING, name: Vec::new() }
    }

    /// The bare body.
    pub fn body() -> Self {
        Self { number: BODY, name: Vec::new() }
    }

    /// An item: by its code, or by the id of its record if it has none.
    pub fn item(kind: &ItemKind) -> Self {
        Self::numbered(kind.code, &kind.record)
    }

    /// A weapon: an item with this record id, or a part of the body by its title.
    pub fn weapon(weapon: &Weapon, record: Option<&str>) -> Self {
        match record {
            Some(record) => Self::numbered(weapon.code, record),
            None if weapon.code == BODY && weapon.title == UNARMED_TITLE => Self::body(),
            None => Self { number: weapon.code, name: words(&weapon.title) },
        }
    }

    /// A spell, by the id of its record.
    pub fn spell(spell: &Spell) -> Self {
        Self::numbered(NOTHING, &spell.record)
    }

    /// A talent, by the id of its record.
    pub fn talent(talent: &Talent) -> Self {
        Self::numbered(NOTHING, &talent.record)
    }

    fn numbered(number: Number<9999>, record: &str) -> Self {
        let name = if number == NOTHING { words(record) } else { Vec::new() };
        Self { number, name }
    }
}

/// Returns the code of an action that a figure carries out in its current posture.
pub fn of(figure: &FigureState, verb: &Verb, score: u16, thing: Thing) -> ActionCode {
    let tail = Tail::Combat {
        position: position(figure.posture),
        weapon: thing.number,
        location: Number::at_most(0),
        more: thing.name,
    };
    ActionCode { classifier: COMBAT, kind: verb.letter, action: verb.number, score: Number::at_most(score), tail }
}

/// Returns the score of a roll: its margin plus 1, from 1 to 99; 0 if it failed.
pub fn score(check: &Check) -> u16 {
    let to_spare = check.needed.total() - check.total();
    if check.is_success() { to_spare.saturating_add(1).clamp(1, 99) as u16 } else { 0 }
}

/// Returns the position block of a posture: `001` is standing, as in the source; the others follow the code book that
/// ships with the content.
pub fn position(posture: Posture) -> Number<999> {
    Number::at_most(match posture {
        Posture::Standing => 1,
        Posture::Kneeling => 3,
        Posture::Prone => 4,
    })
}

/// Returns a title or an id as blocks of a code: its letters and digits in lower case, with dashes for all other
/// characters.
fn words(text: &str) -> Vec<Word> {
    let id = text.rsplit(':').next().unwrap_or(text).to_ascii_lowercase();
    id.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(Word::new).collect()
}
