//! Distributions of dice: for a value written in a notation, every total with the number of cases that give it.

/// A distribution: totals and their number of cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The title, capital first: `3 dice to hit`.
    pub title: String,
    /// Each possible total, rising, with its cases, which are never 0.
    pub values: Vec<(i32, u64)>,
}

impl Spread {
    /// Creates a distribution from totals with their cases, in any order and possibly repeated.
    pub fn of(title: String, totals: impl IntoIterator<Item = (i32, u64)>) -> Self {
        let mut values = std::collections::BTreeMap::new();
        for (total, cases) in totals {
            *values.entry(total).or_insert(0) += cases;
        }
        Self { title, values: values.into_iter().filter(|(_, cases)| *cases > 0).collect() }
    }

    /// Returns the number of all cases.
    pub fn cases(&self) -> u64 {
        self.values.iter().map(|(_, cases)| cases).sum()
    }
}
