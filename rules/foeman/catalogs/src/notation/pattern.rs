//! Front patterns of figures of one to four hexes, such as `3aaa2aab6ccb`: the occupied hexes, and which of the
//! adjacent hexes are front, side and rear.
//!
//! All positions are relative: the head is the origin, and the figure faces direction 0.

use std::fmt;
use std::str::FromStr;

use foeman_schema::grid::{Direction, Hex, Points};
use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The notation of front patterns.
pub(super) static NOTATION: Notation = Notation {
    name: "front-pattern",
    about: "The positions of the hexes around a figure: a digit for each occupied hex, and letters for front, side and rear",
    examples: &["3aabcba", "4aaab1cccb", "3aaa1bcc5cba", "3aaa1bc4ba6ccc"],
    // The number of letters after each digit depends on the other hexes; the parser checks that.
    pattern: "^(?:[1-6][abc]{6}|(?:[1-6][abc]{0,5}){2,4})$",
    check: reads::<FrontPattern>,
    names: None,
};

/// The maximum number of hexes of a figure (`F2.1`).
pub const MOST_HEXES: u8 = 4;

/// The position of an adjacent hex relative to a figure (`FigFro`, `F2.4`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Position {
    /// Ahead: targets there can be struck.
    Front,
    /// Neither ahead nor behind.
    Side,
    /// Behind.
    Rear,
}

impl Position {
    const ALL: [Self; 3] = [Self::Front, Self::Side, Self::Rear];

    /// Returns the position with a letter.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|position| position.letter() == letter)
    }

    /// Its letter in a pattern.
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'a',
            Self::Side => 'b',
            Self::Rear => 'c',
        }
    }
}

/// Whether a figure of this many hexes points at a side or a corner (`F2.3`).
pub fn points(hexes: u8) -> Points {
    if hexes > 2 { Points::Corner } else { Points::Side }
}

/// The hexes of a figure of `hexes` hexes, its head first (`F2.2`).
pub fn layout(hexes: u8) -> Vec<Hex> {
    let [right, behind] = [2, 3].map(|turn| Direction::new(turn).vector());
    let mut all = vec![Hex::ZERO, behind, right, right + behind];
    all.truncate(usize::from(hexes.clamp(1, MOST_HEXES)));
    all
}

/// The adjacent hexes of a figure in the order in which a pattern lists them: the occupied hex whose run they belong
/// to, as its position in the layout, and the direction from there (`F2.4`).
///
/// Around each occupied hex they go counter-clockwise. A hex adjacent to two occupied hexes belongs to the one in whose
/// run it comes last.
pub fn around(hexes: u8) -> Vec<(usize, Direction)> {
    let layout = layout(hexes);
    if layout.len() == 1 {
        return (0..6).map(|turn| (0, Direction::new(-turn))).collect();
    }
    let mut all = Vec::new();
    for (index, &own) in layout.iter().enumerate() {
        let free = |direction: Direction| !layout.contains(&own.step(direction));
        let before = Direction::ALL.into_iter().find(|&direction| !free(direction) && free(direction.turned(-1)));
        let Some(before) = before else { continue };
        // The first free hex after an occupied one ends the run.
        let run = (2..6).map(|turn| before.turned(-turn)).take_while(|&direction| free(direction));
        all.extend(run.map(|direction| (index, direction)));
    }
    all
}

/// The position of every adjacent hex relative to a figure (`F2.4`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrontPattern {
    hexes: u8,
    /// In the order of [`around`].
    positions: Vec<Position>,
}

impl FrontPattern {
    /// The default pattern. It depends on the angle at the head between the axis and the hex: up to 90 degrees is
    /// front, up to 120 side, beyond that rear.
    pub fn standard(hexes: u8) -> Self {
        let layout = layout(hexes);
        let axis = points(hexes).axis(Direction::default());
        let position = |(own, direction): (usize, Direction)| arc(axis, layout[own].step(direction));
        Self { hexes: layout.len() as u8, positions: around(hexes).into_iter().map(position).collect() }
    }

    /// The number of hexes that the figure occupies.
    pub fn hexes(&self) -> u8 {
        self.hexes
    }

    /// The same pattern with other positions; those for which `position` returns `None` stay.
    #[must_use]
    pub fn with(&self, position: impl Fn(Hex) -> Option<Position>) -> Self {
        let positions = self.positions().map(|(hex, usual)| position(hex).unwrap_or(usual));
        Self { hexes: self.hexes, positions: positions.collect() }
    }

    /// Formats the pattern with the digits of another text, if that is a pattern for the same number of hexes.
    pub fn spelt_like(&self, like: &str) -> String {
        let is_alike = |other: &Self| other.hexes == self.hexes;
        let runs = like.parse().ok().filter(is_alike).and_then(|_| runs(like).ok());
        let Some(runs) = runs else { return self.to_string() };
        let (layout, mut named) = (layout(self.hexes), Vec::new());
        let mut text = String::new();
        for (own, (start, letters)) in layout.iter().zip(&runs) {
            text.push_str(&start.to_string());
            for hex in open(&layout, *own, *start, &named).into_iter().take(letters.len()) {
                named.push(hex);
                let position = self.positions().find(|(other, _)| *other == hex);
                text.extend(position.map(|(_, position)| position.letter()));
            }
        }
        text
    }

    /// Every adjacent hex with its position.
    pub fn positions(&self) -> impl Iterator<Item = (Hex, Position)> + '_ {
        let layout = layout(self.hexes);
        let hexes = around(self.hexes).into_iter().map(move |(own, direction)| layout[own].step(direction));
        hexes.zip(self.positions.iter().copied())
    }
}

/// The arc that contains a vector from the head, given the figure's axis (`F2.4`).
pub fn arc(axis: Hex, vector: Hex) -> Position {
    let [along, axis, length] = [axis.dot(vector), axis.dot(axis), vector.dot(vector)].map(i64::from);
    if along >= 0 {
        Position::Front
    } else if 4 * along * along <= axis * length {
        Position::Side
    } else {
        Position::Rear
    }
}

/// The digit of a direction in a pattern: 3 is ahead, 4 one hexside clockwise (`F1.5`).
fn digit(direction: Direction) -> u8 {
    direction.turned(2).index() + 1
}

/// The direction of a digit 1 to 6 in a pattern.
fn direction(digit: u8) -> Direction {
    Direction::new(i32::from(digit) - 3)
}

impl FromStr for FrontPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let runs = runs(text)?;
        if runs.len() > usize::from(MOST_HEXES) {
            let found = runs.len();
            return Err(format!(
                "expected at most {MOST_HEXES} digits, one for each occupied hex, found {found} in `{text}`"
            ));
        }
        let layout = layout(runs.len() as u8);
        let mut named: Vec<(Hex, Position)> = Vec::new();
        for (index, (start, letters)) in runs.iter().enumerate() {
            let seen: Vec<Hex> = named.iter().map(|(hex, _)| *hex).collect();
            let mut open = open(&layout, layout[index], *start, &seen).into_iter();
            let left = open.len();
            for &position in letters {
                let Some(hex) = open.next() else {
                    let run: String = letters.iter().map(|position| position.letter()).collect();
                    let hex = index + 1;
                    return Err(format!(
                        "expected every adjacent hex once, but `{start}{run}` of `{text}` names one too many: \
                         only {left} around hex {hex} are free and not named yet"
                    ));
                };
                named.push((hex, position));
            }
        }
        let around = around(layout.len() as u8);
        let found = |(own, direction): (usize, Direction)| {
            let hex = layout[own].step(direction);
            named.iter().find(|(other, _)| *other == hex).map(|&(_, position)| position)
        };
        let missing: Vec<String> = around
            .iter()
            .filter(|&&at| found(at).is_none())
            .map(|&(own, direction)| format!("`{}` of hex {}", digit(direction), own + 1))
            .collect();
        if missing.is_empty() {
            let positions = around.into_iter().filter_map(found).collect();
            return Ok(Self { hexes: layout.len() as u8, positions });
        }
        let (all, missing) = (around.len(), missing.join(", "));
        Err(format!(
            "expected each of the {all} hexes next to a figure of {} once, but `{text}` leaves out direction {missing}",
            layout.len()
        ))
    }
}

/// Returns the hexes that a run can name: those next to `own`, counter-clockwise from a direction, that are neither
/// occupied nor named before.
fn open(layout: &[Hex], own: Hex, start: u8, named: &[Hex]) -> Vec<Hex> {
    let around = (0..6).map(|turn| own.step(direction(start).turned(-turn)));
    around.filter(|hex| !layout.contains(hex) && !named.contains(hex)).collect()
}

/// Splits a pattern into runs: the digit and the letters of each occupied hex.
fn runs(text: &str) -> Result<Vec<(u8, Vec<Position>)>, String> {
    let mut runs: Vec<(u8, Vec<Position>)> = Vec::new();
    for letter in text.chars() {
        match (letter, Position::of(letter), runs.last_mut()) {
            ('1'..='6', ..) => runs.push((letter as u8 - b'0', Vec::new())),
            (_, Some(position), Some((_, letters))) => letters.push(position),
            _ => return Err(malformed(text)),
        }
    }
    if runs.is_empty() { Err(malformed(text)) } else { Ok(runs) }
}

fn malformed(text: &str) -> String {
    format!(
        "expected for each occupied hex a digit from 1 to 6 and letters a, b, c for front, side, rear, such as \
         `4aaab1cccb`, found `{text}`"
    )
}

impl fmt::Display for FrontPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for ((own, direction), position) in around(self.hexes).into_iter().zip(&self.positions) {
            if before != Some(own) {
                write!(f, "{}", digit(direction))?;
            }
            write!(f, "{}", position.letter())?;
            before = Some(own);
        }
        Ok(())
    }
}

impl JsonSchema for FrontPattern {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FrontPattern".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

impl Serialize for FrontPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FrontPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_patterns_print_as_people_write_them() {
        let printed = [1, 2, 3, 4].map(|hexes| FrontPattern::standard(hexes).to_string());
        assert_eq!(printed, ["3aabcba", "4aaab1cccb", "3aaa1bcc5cba", "3aaa1bc4ba6ccc"]);
        for hexes in 1..=MOST_HEXES {
            let standard = FrontPattern::standard(hexes);
            assert_eq!(standard.to_string().parse(), Ok(standard));
        }
    }

    #[test]
    fn a_neighbour_named_before_is_passed_over_and_printed_in_one_place_only() {
        let spider: FrontPattern = "3aaa2aab6ccb".parse().unwrap();
        assert_eq!((spider.hexes(), spider.to_string().as_str()), (3, "3aaa1aab5ccb"));
        assert_eq!(spider.to_string().parse(), Ok(spider.clone()));
        assert_eq!(spider.spelt_like("3aaa2aab6ccb"), "3aaa2aab6ccb");
        assert_eq!(spider.with(|_| Some(Position::Side)).spelt_like("3aaa2aab6ccb"), "3bbb2bbb6bbb");
    }

    #[test]
    fn what_is_missing_or_one_too_many_is_said() {
        for (text, expected) in [
            (
                "3aaa2aab6cc",
                "expected each of the 9 hexes next to a figure of 3 once, but `3aaa2aab6cc` leaves out direction `3` of hex 3",
            ),
            (
                "3aabc",
                "expected each of the 6 hexes next to a figure of 1 once, but `3aabc` leaves out direction `5` of hex 1, `4` of hex 1",
            ),
            (
                "4aaab1ccccb",
                "expected every adjacent hex once, but `1ccccb` of `4aaab1ccccb` names one too many: \
                 only 4 around hex 2 are free and not named yet",
            ),
            ("1a2a3a4a5a", "expected at most 4 digits, one for each occupied hex, found 5 in `1a2a3a4a5a`"),
        ] {
            assert_eq!(text.parse::<FrontPattern>().unwrap_err(), expected);
        }
        for text in ["", "aaa", "7aaabbb", "0a", "3aaaBcb", "3 aabcba", "３aabcba"] {
            let error = text.parse::<FrontPattern>().unwrap_err();
            assert!(error.ends_with(&format!(", found `{text}`")), "{text}: {error}");
        }
    }
}
