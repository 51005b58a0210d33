//! Shards: parts of a simulation that are played separately.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Shard K of N, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The number of this shard, from 1.
    pub part: u32,
    /// The number of shards.
    pub of: u32,
}

impl Shard {
    /// The whole simulation.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// Returns the battles of this shard. The sizes of shards differ by at most one.
    pub fn of(self, battles: u32) -> Range<u32> {
        let end = |parts: u32| {
            let end = u64::from(battles) * u64::from(parts) / u64::from(self.of);
            // `part` ≤ `of`, so the result is at most `battles`.
            u32::try_from(end).unwrap_or(battles)
        };
        end(self.part - 1)..end(self.part)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err(format!("expected a part and the number of parts, such as `1/4`, found `{text}`")),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_as_good_as_equal_and_all_together_the_whole() {
        for (battles, of) in [(10, 4), (3, 7), (1_000_000, 256), (1, 1), (4_294_967_295, 3)] {
            let parts: Vec<Range<u32>> = (1..=of).map(|part| Shard { part, of }.of(battles)).collect();
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, battles));
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
            let sizes = || parts.iter().map(ExactSizeIterator::len);
            assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1, "{parts:?}");
        }
    }

    #[test]
    fn a_part_is_one_of_those_there_are() {
        assert_eq!("2/4".parse(), Ok(Shard { part: 2, of: 4 }));
        for wrong in ["0/4", "5/4", "4", "", "1/0", "-1/4", "a/b", "1/4/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
