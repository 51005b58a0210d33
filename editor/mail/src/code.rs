//! Codes that people read to each other: 25 letters and digits in five groups, with a checksum.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The letters, by their values. `I`, `L`, `O` and `U` are not used; the first three are read as `1` and `0`.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The letters of a number.
const LENGTH: usize = 22;
/// The letters of a checksum.
const CHECK: usize = 3;
/// Where the number is evaluated for its checksum.
const POINTS: [u8; CHECK] = [2, 4, 8];
/// The number of earlier hand-overs that an error names.
const EARLIER: usize = 10;
/// The letters of a group.
const GROUP: usize = 5;

/// A number of 110 bits, as 22 letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Number(String);

impl Number {
    /// Returns the first bits of the SHA-256 of some texts, for a purpose.
    pub(crate) fn of(purpose: &str, texts: &[&str]) -> Self {
        Self(letters(&digest(purpose, texts), LENGTH))
    }

    /// Returns its letters.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Number {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_number = text.len() == LENGTH && text.bytes().all(|letter| LETTERS.contains(&letter));
        if is_number { Ok(Self(text)) } else { Err(format!("expected {LENGTH} letters of a code, found `{text}`")) }
    }
}

/// What a code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The decision that a person has made.
    Request,
    /// The number with which the opponent fixes the dice.
    Answer,
}

/// The place of a code: the battle, and the hand-over whose turn it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place<'a> {
    /// The id of the battle.
    pub(crate) id: &'a str,
    /// The number of the hand-over.
    pub(crate) hand_over: usize,
}

/// Writes a number as a code.
pub(crate) fn write(kind: Kind, place: Place<'_>, number: &Number) -> String {
    let text = format!("{}{}", number.0, checksum(kind, place, number));
    let groups = (0..text.len()).step_by(GROUP).map(|at| &text[at..text.len().min(at + GROUP)]);
    groups.collect::<Vec<_>>().join("-")
}

/// Reads a code. Spaces, hyphens and small letters do not matter.
///
/// # Errors
///
/// The error says whether a letter is wrong, or which code it is instead.
pub(crate) fn read(kind: Kind, place: Place<'_>, text: &str) -> Result<Number, String> {
    let mut letters = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
        letters.push(match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            upper if upper.is_ascii() && LETTERS.contains(&(upper as u8)) => upper,
            _ => return Err(format!("`{letter}` is no letter of a code")),
        });
        if letters.len() > LENGTH + CHECK {
            break;
        }
    }
    let expected = LENGTH + CHECK;
    if letters.len() != expected {
        let found = if letters.len() > expected { "more".to_owned() } else { letters.len().to_string() };
        return Err(format!("expected {expected} letters and digits, found {found}"));
    }
    let check = letters.split_off(LENGTH);
    let number = Number(letters);
    if checksum(kind, place, &number) == check {
        return Ok(number);
    }
    let is = |kind, hand_over| checksum(kind, Place { hand_over, ..place }, &number) == check;
    let other = match kind {
        Kind::Request => (Kind::Answer, "this is an answer; enter the code that asks for dice"),
        Kind::Answer => (Kind::Request, "this is the code that asks for dice; enter the answer to it"),
    };
    if is(other.0, place.hand_over) {
        return Err(other.1.to_owned());
    }
    // Only the last ones are tried, because a wrong letter can look like one of many by chance.
    let earlier = (1..place.hand_over).rev().take(EARLIER).find(|&hand_over| is(kind, hand_over));
    Err(match earlier {
        Some(earlier) => {
            format!("this code belongs to hand-over {earlier}; expected one for hand-over {}", place.hand_over)
        }
        None => {
            "a letter is wrong, or the code belongs to another battle or turn; compare it letter by letter".to_owned()
        }
    })
}

/// Returns a checksum of a number for its place. One to three wrong letters are always found, whether in the number or in
/// the checksum (a Reed-Solomon code); a code for another place is found with a chance of 32,767 in 32,768.
fn checksum(kind: Kind, Place { id, hand_over }: Place<'_>, number: &Number) -> String {
    let kind = match kind {
        Kind::Request => "request",
        Kind::Answer => "answer",
    };
    let place = letters(&digest("checksum", &[kind, id, &hand_over.to_string()]), CHECK);
    let sum = |point| number.0.bytes().fold(0, |sum, letter| times(sum, point) ^ value(letter));
    let checks = place.bytes().zip(POINTS.map(sum)).map(|(letter, sum)| value(letter) ^ sum);
    checks.map(|check| char::from(LETTERS[usize::from(check)])).collect()
}

/// Returns the value of a letter, from 0 to 31.
fn value(letter: u8) -> u8 {
    (0..32).find(|&value| LETTERS[usize::from(value)] == letter).unwrap_or_default()
}

/// Multiplies two values in the field of 32 elements, modulo x⁵ + x² + 1.
fn times(mut one: u8, other: u8) -> u8 {
    let mut product = 0;
    for bit in 0..5 {
        if other >> bit & 1 == 1 {
            product ^= one;
        }
        one <<= 1;
        if one >= 32 {
            one ^= 0b10_0101;
        }
    }
    product
}

/// Returns the SHA-256 of some texts, for a purpose.
pub(crate) fn digest(purpose: &str, texts: &[&str]) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(format!("foeman dice 1 {purpose}\n"));
    for text in texts {
        digest.update(text);
        digest.update("\n");
    }
    digest.finalize().into()
}

/// Returns the first bits of some bytes as letters, five bits each.
fn letters(bytes: &[u8; 32], count: usize) -> String {
    let bit = |at: usize| bytes[at / 8] >> (7 - at % 8) & 1;
    let value = |at: usize| (0..5).fold(0, |value, place| value << 1 | bit(5 * at + place));
    (0..count).map(|at| char::from(LETTERS[usize::from(value(at))])).collect()
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place<'_> = Place { id: "00ff", hand_over: 3 };

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let number = Number::of("test", &["one"]);
        let code = write(Kind::Answer, PLACE, &number);
        assert_eq!(code.len(), 29, "{code}");
        for typed in
            [code.clone(), code.to_lowercase(), code.replace('-', " "), code.replace('0', "o").replace('1', "l")]
        {
            assert_eq!(read(Kind::Answer, PLACE, &typed), Ok(number.clone()), "{typed}");
        }
    }

    #[test]
    fn a_wrong_letter_or_two_exchanged_ones_are_found() {
        let number = Number::of("test", &["two"]);
        let code = write(Kind::Request, PLACE, &number).replace('-', "");
        for at in 0..code.len() {
            for other in LETTERS.map(char::from).into_iter().filter(|letter| !code[at..].starts_with(*letter)) {
                let wrong = format!("{}{other}{}", &code[..at], &code[at + 1..]);
                read(Kind::Request, PLACE, &wrong).expect_err("a letter is wrong");
            }
            let mut letters: Vec<char> = code.chars().collect();
            letters.swap(at, (at + 1) % code.len());
            let exchanged: String = letters.into_iter().collect();
            assert!(exchanged == code || read(Kind::Request, PLACE, &exchanged).is_err(), "{exchanged}");
        }
    }

    #[test]
    fn a_code_for_something_else_is_named() {
        let number = Number::of("test", &["three"]);
        let error = |text: &str| read(Kind::Answer, PLACE, text).expect_err("it is refused");
        let earlier = write(Kind::Answer, Place { hand_over: 1, ..PLACE }, &number);
        assert_eq!(error(&earlier), "this code belongs to hand-over 1; expected one for hand-over 3");
        let request = write(Kind::Request, PLACE, &number);
        assert_eq!(error(&request), "this is the code that asks for dice; enter the answer to it");
        let elsewhere = write(Kind::Answer, Place { id: "00fe", ..PLACE }, &number);
        assert!(error(&elsewhere).starts_with("a letter is wrong"));
        assert_eq!(error("ABC"), "expected 25 letters and digits, found 3");
        assert_eq!(error(&earlier.repeat(9)), "expected 25 letters and digits, found more");
        assert_eq!(error("ä"), "`ä` is no letter of a code");
    }
}
