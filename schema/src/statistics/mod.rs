//! Statistics of battles: pure functions of counts, in the order of the questions they answer.
//!
//! | question | answer |
//! |---|---|
//! | how large is a share | [`wilson`] for a sample size fixed in advance, [`anytime_interval`] at any time |
//! | what is the mean of a number | [`mean`] |
//! | do two shares differ | [`newcombe`], for battles that are not paired |
//! | does a change matter | [`Pairs`], of battles with the same seed before and after it |
//! | is there an effect of a declared size, or none | [`EffectTest`], evaluated after every pair |
//! | is a claim of a pack true | [`ShareTest`], evaluated after every battle |
//! | which of many tests are significant | [`discoveries`] |
//!
//! Logarithms use a pure Rust library, so that a verdict is the same on every machine; sums, products, quotients
//! and roots are the same everywhere.

mod claim;

mod effect;

mod many;

mod mean;

mod pairs;

mod share;

pub use claim::{Decision, ShareTest};
pub use effect::{Effect, EffectTest};
pub use many::discoveries;
pub use mean::{Mean, mean, mean_of_sums};
pub use pairs::{Difference, Pairs};
pub use share::{Share, anytime_interval, evidence, half_wins, newcombe, wilson};

/// The number of standard deviations on either side of the mean that contain 95 % of a normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Maximum rate of false positives.
pub const ALPHA: f64 = 0.05;

/// Returns where a function that decreases from one end of a range to the other reaches 0.
fn falls_to_zero(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    // Bisects until there is no number between the ends; limited because a root at 0 allows very many steps.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if middle == low || middle == high {
            break;
        }
        *(if function(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod numbers {
    //! Random numbers for tests.

    /// Random numbers from 0 to 1 for each run (SplitMix64), without an additional crate.
    pub(super) struct Numbers(pub(super) u64);

    impl Numbers {
        pub(super) fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }
}
