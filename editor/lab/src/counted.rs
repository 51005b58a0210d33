//! Shares and means with confidence intervals.

use foeman_schema::statistics::{ALPHA, Share, anytime_interval, wilson};

/// When the result of a simulation is inspected; decides which intervals are valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Once, after a fixed number of battles.
    Once,
    /// Repeatedly during the simulation, or after the user stopped it.
    AtWill,
}

/// A share of the battles.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The name of the counted outcome.
    pub name: String,
    /// The number of battles; `None` if the share is not a count.
    pub count: Option<usize>,
    /// The share, from 0 to 1.
    pub share: f64,
    /// The seed of the first of these battles, which can be replayed.
    pub first: Option<u64>,
    /// The confidence interval of the share; `None` if there is no valid one for this look.
    pub interval: Option<(f64, f64)>,
}

/// An average over the battles.
#[derive(Clone, PartialEq, Debug)]
pub struct Average {
    /// The name of the measure.
    pub name: &'static str,
    /// The mean.
    pub mean: f64,
    /// The confidence interval of the mean; `None` if there is no valid one for this look.
    pub interval: Option<(f64, f64)>,
    /// The unit after the numbers.
    pub unit: &'static str,
}

impl Counted {
    /// Creates a share of `count` of `all` battles, with the interval for this look.
    pub fn of(name: &str, count: usize, all: usize, look: Look) -> Self {
        let Share { low, share, high } = wilson(count, all);
        let interval = match look {
            Look::Once => (low, high),
            // A simulation has at most a million battles.
            Look::AtWill => anytime_interval(count as u32, all as u32, ALPHA),
        };
        Self { name: name.to_owned(), count: Some(count), share, first: None, interval: Some(interval) }
    }

    /// Formats the share and its interval in per cent.
    pub fn percent(&self) -> String {
        let share = format!("{:>5.1} %", 100.0 * self.share);
        match self.interval {
            Some((low, high)) => format!("{share}  {:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            None => share,
        }
    }
}

impl Average {
    /// Formats the mean and its interval.
    pub fn words(&self) -> (String, String) {
        let interval = self.interval.map(|(low, high)| format!("{low:.2} to {high:.2}{}", self.unit));
        (format!("{:.2}", self.mean), interval.unwrap_or_default())
    }
}
