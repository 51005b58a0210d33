//! What counts of battles say, and how sure that is: pure functions of numbers, in the order in which questions are asked.
//!
//! | question | answer |
//! |---|---|
//! | how large is a share | [`wilson`] at a count settled beforehand, [`anytime_interval`] whenever one looks |
//! | how much is something on average | [`mean`] |
//! | does one share differ from another | [`newcombe`], where battles are not paired |
//! | does a change matter | [`Pairs`], of battles with the same seed before and after it |
//! | is there an effect of a declared size, or none | [`EffectTest`], which looks after every pair |
//! | is a claim of a pack true | [`ShareTest`], which looks after every battle |
//! | which of many tests are to be believed | [`discoveries`] |
//!
//! Logarithms come from a library in plain Rust, so that a verdict is the same on every machine; sums, products,
//! quotients and roots are the same everywhere anyhow.

mod claim;

mod effect;

mod many;

mod mean;

mod pairs;

mod share;

pub use claim::{Decision, ShareTest};
pub use effect::{Effect, EffectTest, log_likelihood_ratio};
pub use many::discoveries;
pub use mean::{Mean, mean, mean_of_sums};
pub use pairs::{Difference, Pairs};
pub use share::{Share, anytime_interval, evidence, half_wins, newcombe, wilson};

/// How many standard deviations of a normal distribution lie on either side of its middle in 95 % of all cases.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// How often at most something is called an effect that is none.
pub const ALPHA: f64 = 0.05;

/// Where a function that falls from one end of a range to the other reaches 0.
fn falls_to_zero(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    // Halving until there is no number between the ends, or as good as none where the place is 0.
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
    //! Numbers for tests.

    /// Numbers from 0 to 1 that differ from run to run (SplitMix64), so that no crate is needed for them.
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
