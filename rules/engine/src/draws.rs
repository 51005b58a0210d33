//! The rolls of an entry in little memory: most dice of large battles break ties, one die for each figure.
//!
//! The dice before the one that decides a tie are rolled when the journal is read.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::dice::{self, Draw, Faces, Seed};

/// A list of rolls. It is serialised as a list of [`Draw`]s.
///
/// ```
/// use foeman_engine::dice::Draw;
/// use foeman_engine::draws::Draws;
///
/// let tie = |sides: u8, die: u8| Draw { purpose: "tie".into(), subject: 0, sides, dice: [die].into_iter().collect() };
/// let draws: Draws = [tie(2, 1), tie(3, 3)].into_iter().collect();
/// assert_eq!((draws.len(), draws.last()), (2, Some(tie(3, 3))));
/// ```
#[derive(Clone, Default)]
pub struct Draws {
    runs: Vec<Run>,
}

/// Rolls with the same purpose and subject, one after the other.
#[derive(Clone, PartialEq, Eq)]
struct Run {
    purpose: Cow<'static, str>,
    subject: u32,
    /// The number of rolls.
    rolls: u32,
    results: Results,
}

/// The results of the rolls of a run.
#[derive(Clone, PartialEq, Eq)]
enum Results {
    /// For each roll, the sides of its dice, their number and their results. A number of [`MANY`] or more is written as
    /// [`MANY`], followed by four bytes.
    Bytes(SmallVec<[u8; 16]>),
    /// A die with two sides, one with three, and so on, which follow from these.
    Lots {
        /// The seed of the battle.
        seed: Seed,
        /// The number of the entry.
        entry: u64,
        /// The number of rolls with the same purpose and subject before them.
        before: u32,
    },
}

const MANY: u8 = u8::MAX;

impl Draws {
    /// Adds a roll.
    pub fn push(&mut self, draw: Draw) {
        let Draw { purpose, subject, sides, dice } = draw;
        let bytes = self.next_roll(purpose, subject);
        bytes.push(sides);
        match u8::try_from(dice.len()) {
            Ok(count) if count < MANY => bytes.push(count),
            _ => {
                bytes.push(MANY);
                bytes.extend_from_slice(&(dice.len() as u32).to_le_bytes());
            }
        }
        bytes.extend_from_slice(&dice);
    }

    /// Adds a roll of one die.
    pub(crate) fn push_die(&mut self, purpose: &'static str, subject: u32, sides: u8, die: u8) {
        self.next_roll(Cow::Borrowed(purpose), subject).extend_from_slice(&[sides, 1, die]);
    }

    /// Adds a die with two sides, one with three, and so on up to `most`. They are rolled when they are read.
    pub(crate) fn push_lots(&mut self, (seed, entry): (Seed, u64), purpose: &'static str, subject: u32, most: u8) {
        let results = Results::Lots { seed, entry, before: self.alike(purpose, subject) };
        let rolls = u32::from(most).saturating_sub(1);
        self.runs.push(Run { purpose: Cow::Borrowed(purpose), subject, rolls, results });
    }

    /// Counts the next roll, and returns where its results are written.
    fn next_roll(&mut self, purpose: Cow<'static, str>, subject: u32) -> &mut SmallVec<[u8; 16]> {
        let is_next = |last: &Run| last.is_like(&purpose, subject) && matches!(last.results, Results::Bytes(_));
        if !self.runs.last().is_some_and(is_next) {
            self.runs.push(Run { purpose, subject, rolls: 0, results: Results::Bytes(SmallVec::new()) });
        }
        match self.runs.last_mut() {
            Some(Run { rolls, results: Results::Bytes(bytes), .. }) => {
                *rolls += 1;
                bytes
            }
            _ => unreachable!("the last run was of this kind, or has just been added"),
        }
    }

    /// Returns the rolls in order.
    pub fn iter(&self) -> impl Iterator<Item = Draw> + '_ {
        self.runs.iter().flat_map(Run::iter)
    }

    /// Returns the first roll.
    pub fn first(&self) -> Option<Draw> {
        self.iter().next()
    }

    /// Returns the last roll.
    pub fn last(&self) -> Option<Draw> {
        self.runs.last()?.iter().last()
    }

    /// Returns the number of rolls.
    pub fn len(&self) -> usize {
        self.runs.iter().map(|run| run.rolls as usize).sum()
    }

    /// Whether nothing was rolled.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of rolls with a purpose and subject.
    pub(crate) fn alike(&self, purpose: &str, subject: u32) -> u32 {
        self.runs.iter().filter(|run| run.is_like(purpose, subject)).map(|run| run.rolls).sum()
    }

    /// Moves all rolls to a new list without room to spare. This one keeps its memory.
    pub(crate) fn take_all(&mut self) -> Self {
        Self { runs: take_all(&mut self.runs) }
    }
}

/// Moves all elements to a new list without room to spare. The old list keeps its memory.
pub(crate) fn take_all<T>(list: &mut Vec<T>) -> Vec<T> {
    let mut exact = Vec::with_capacity(list.len());
    exact.append(list);
    exact
}

impl Run {
    fn is_like(&self, purpose: &str, subject: u32) -> bool {
        self.subject == subject && self.purpose == purpose
    }

    fn iter(&self) -> impl Iterator<Item = Draw> + '_ {
        let (mut bytes, lots) = match &self.results {
            Results::Bytes(bytes) => (&bytes[..], 0..0),
            Results::Lots { .. } => (&[][..], 0..self.rolls),
        };
        let written = std::iter::from_fn(move || {
            let (&[sides, short], after) = bytes.split_first_chunk()?;
            let (count, after) = match (short, after.split_first_chunk()) {
                (MANY, Some((long, after))) => (u32::from_le_bytes(*long) as usize, after),
                _ => (usize::from(short), after),
            };
            let (dice, after) = after.split_at_checked(count)?;
            bytes = after;
            Some(self.draw(sides, dice))
        });
        lots.filter_map(|number| self.lot(number)).chain(written)
    }

    /// Rolls a die of lots; `None` if the results of the run are written.
    fn lot(&self, number: u32) -> Option<Draw> {
        let Results::Lots { seed, entry, before } = self.results else { return None };
        let sides = (number + 2) as u8;
        let die = dice::face((seed, entry), (&self.purpose, self.subject, before + number), sides);
        Some(self.draw(sides, &[die]))
    }

    fn draw(&self, sides: u8, dice: &[u8]) -> Draw {
        Draw { purpose: self.purpose.clone(), subject: self.subject, sides, dice: Faces::from_slice(dice) }
    }
}

/// Rolls are equal if their results are, whether they have been read or not.
impl PartialEq for Draws {
    fn eq(&self, other: &Self) -> bool {
        self.runs == other.runs || self.iter().eq(other.iter())
    }
}

impl Eq for Draws {}

impl FromIterator<Draw> for Draws {
    fn from_iter<I: IntoIterator<Item = Draw>>(rolls: I) -> Self {
        let mut draws = Self::default();
        rolls.into_iter().for_each(|draw| draws.push(draw));
        draws
    }
}

impl fmt::Debug for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Draws {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Draws {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Draw>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nim::{Heap, Nim};
    use crate::ruleset::{Emit, Ruleset};

    fn any_draw() -> impl Strategy<Value = Draw> {
        let purpose = prop_oneof![Just("hit"), Just("tie")].prop_map(Cow::Borrowed);
        let count = prop_oneof![9 => 0..9usize, 1 => 250..260usize];
        let dice = count.prop_flat_map(|count| prop::collection::vec(any::<u8>(), count));
        (purpose, 0..2u32, any::<u8>(), dice).prop_map(|(purpose, subject, sides, dice)| Draw {
            purpose,
            subject,
            sides,
            dice: dice.into(),
        })
    }

    proptest! {
        #[test]
        fn lots_are_the_dice_that_are_rolled_one_after_the_other(seed: u64, entry: u64, most: u8) {
            let heap = Heap { title: "Ten pebbles".into(), pebbles: 10 };
            let drawn = |together: bool| {
                let mut state = Nim::empty(&heap);
                let mut out = Emit::<Nim>::new(&heap, &mut state, Seed(seed), entry);
                let first = out.die("tie", 0, 6);
                let last = match together {
                    true => out.lots("tie", 0, most),
                    false => (2..=most).filter(|&sides| out.die("tie", 0, sides) == 1).last(),
                };
                (first, last, out.die("tie", 0, 3), out.finish_entry().0)
            };
            let [(.., lots), (.., dice)] = [drawn(true), drawn(false)];
            prop_assert_eq!(drawn(true), drawn(false));
            prop_assert_eq!((lots.len(), lots.last()), (dice.len(), dice.last()));
            let text = serde_json::to_string(&lots).unwrap();
            prop_assert_eq!(&text, &serde_json::to_string(&dice).unwrap());
            prop_assert_eq!(serde_json::from_str::<Draws>(&text).unwrap(), lots);
        }

        #[test]
        fn rolls_stay_as_they_were_added(rolls in prop::collection::vec(any_draw(), 0..20)) {
            let draws: Draws = rolls.iter().cloned().collect();
            prop_assert_eq!(draws.iter().collect::<Vec<_>>(), &rolls[..]);
            prop_assert_eq!((draws.len(), draws.first(), draws.last()), (rolls.len(), rolls.first().cloned(), rolls.last().cloned()));
            let ties = rolls.iter().filter(|draw| draw.purpose == "tie" && draw.subject == 1).count();
            prop_assert_eq!(draws.alike("tie", 1) as usize, ties);
            let [one, other] = [serde_json::to_string(&draws).unwrap(), serde_json::to_string(&rolls).unwrap()];
            prop_assert_eq!(&one, &other);
            prop_assert_eq!(serde_json::from_str::<Draws>(&one).unwrap(), draws);
        }
    }
}
