//! The rolls of an entry in little memory: most dice of large battles break ties, one die for each figure.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::dice::{Draw, Faces};

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
#[derive(Clone, PartialEq, Eq, Default)]
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
    /// For each roll, the sides of its dice, their number and their results. A number of [`MANY`] or more is written as
    /// [`MANY`], followed by four bytes.
    bytes: SmallVec<[u8; 16]>,
}

const MANY: u8 = u8::MAX;

impl Draws {
    /// Adds a roll.
    pub fn push(&mut self, draw: Draw) {
        let Draw { purpose, subject, sides, dice } = draw;
        if !self.runs.last().is_some_and(|last| last.is_like(&purpose, subject)) {
            self.runs.push(Run { purpose, subject, rolls: 0, bytes: SmallVec::new() });
        }
        let run = self.runs.last_mut().expect("there is one, or it has just been added");
        run.rolls += 1;
        run.bytes.push(sides);
        match u8::try_from(dice.len()) {
            Ok(count) if count < MANY => run.bytes.push(count),
            _ => {
                run.bytes.push(MANY);
                run.bytes.extend_from_slice(&(dice.len() as u32).to_le_bytes());
            }
        }
        run.bytes.extend_from_slice(&dice);
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
        let mut rest = &self.bytes[..];
        std::iter::from_fn(move || {
            let (&[sides, short], after) = rest.split_first_chunk()?;
            let (count, after) = match (short, after.split_first_chunk()) {
                (MANY, Some((long, after))) => (u32::from_le_bytes(*long) as usize, after),
                _ => (usize::from(short), after),
            };
            let (dice, after) = after.split_at_checked(count)?;
            rest = after;
            Some(Draw { purpose: self.purpose.clone(), subject: self.subject, sides, dice: Faces::from_slice(dice) })
        })
    }
}

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
