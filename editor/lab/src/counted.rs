//! Shares and means with what may be said of them at a look.

use foeman_schema::statistics::{ALPHA, Share, anytime_interval, wilson};

/// When battles are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Once, at a number settled beforehand.
    Once,
    /// While they are played, or after somebody stopped them at will.
    AtWill,
}

/// A share of the battles.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// What was counted.
    pub name: String,
    /// How many there were; nothing where it is not a number of battles.
    pub count: Option<usize>,
    /// Which share that is.
    pub share: f64,
    /// The seed of the first of them, which can be watched.
    pub first: Option<u64>,
    /// Between which shares the true one lies; nothing where that cannot be said at this look.
    pub interval: Option<(f64, f64)>,
}

/// Something on average.
#[derive(Clone, PartialEq, Debug)]
pub struct Average {
    /// What it is.
    pub name: &'static str,
    /// How much.
    pub mean: f64,
    /// Between which means the true one lies; nothing where that cannot be said at this look.
    pub interval: Option<(f64, f64)>,
    /// What stands behind the numbers.
    pub unit: &'static str,
}

impl Counted {
    /// So many of all battles, with the interval for this look.
    pub fn of(name: &str, count: usize, all: usize, look: Look) -> Self {
        let Share { low, share, high } = wilson(count, all);
        let interval = match look {
            Look::Once => (low, high),
            // Battles of a simulation are at most a million.
            Look::AtWill => anytime_interval(count as u32, all as u32, ALPHA),
        };
        Self { name: name.to_owned(), count: Some(count), share, first: None, interval: Some(interval) }
    }

    /// The share with its interval, in per cent.
    pub fn percent(&self) -> String {
        let share = format!("{:>5.1} %", 100.0 * self.share);
        match self.interval {
            Some((low, high)) => format!("{share}  {:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            None => share,
        }
    }
}

impl Average {
    /// The mean, and its interval.
    pub fn words(&self) -> (String, String) {
        let interval = self.interval.map(|(low, high)| format!("{low:.2} to {high:.2}{}", self.unit));
        (format!("{:.2}", self.mean), interval.unwrap_or_default())
    }
}
