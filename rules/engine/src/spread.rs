//! How dice fall: for a value written in a notation, each total with the number of cases in which it comes.

/// Totals and their cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// What it is the spread of, capital first: `3 dice to hit`.
    pub title: String,
    /// Each total that can come, the smallest first, with its cases; none of them is 0.
    pub values: Vec<(i32, u64)>,
}

impl Spread {
    /// The spread of totals with their cases, in any order and more than once.
    pub fn of(title: String, totals: impl IntoIterator<Item = (i32, u64)>) -> Self {
        let mut values = std::collections::BTreeMap::new();
        for (total, cases) in totals {
            *values.entry(total).or_insert(0) += cases;
        }
        Self { title, values: values.into_iter().filter(|(_, cases)| *cases > 0).collect() }
    }

    /// All cases.
    pub fn cases(&self) -> u64 {
        self.values.iter().map(|(_, cases)| cases).sum()
    }
}
