//! Sequential tests of a claim about a share, battle by battle, with declared error rates.
//!
//! Both tests may be evaluated after every battle.
//! With a margin, it is the sequential probability ratio test (Wald 1945) of each end of the range against the share
//! one margin beyond it.
//! Without one, it is the anytime-valid test: the beta-binomial mixture `B(h + 1, n - h + 1) / (t^h (1 - t)^(n - h))`
//! is a martingale if the share is `t`, so it reaches `1 / alpha` in at most `alpha` of all runs (Ville).

use libm::log;

use super::share::{anytime_interval, log_evidence};
use crate::catalogs::checks::ShareClaim;

/// The decision on a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The share is in the range.
    True,
    /// The share is outside the range.
    False,
}

/// A sequential test of a claim, updated after each battle.
#[derive(Clone, Debug)]
pub struct ShareTest {
    from: f64,
    to: f64,
    alpha: f64,
    beta: f64,
    margin: Option<f64>,
    hits: u32,
    battles: u32,
    /// With a margin: whether the share is known not to be below the range, and not above it.
    clear: [bool; 2],
    decision: Option<Decision>,
}

impl ShareTest {
    /// Creates a test without data. Converts the percentages of the claim to fractions.
    pub fn new(claim: &ShareClaim) -> Self {
        let [from, to, alpha, beta] = [claim.from, claim.to, claim.alpha, claim.beta].map(|percent| percent / 100.0);
        let margin = claim.margin.map(|margin| margin / 100.0);
        let clear = [from <= 0.0, to >= 1.0];
        Self { from, to, alpha, beta, margin, hits: 0, battles: 0, clear, decision: None }
    }

    /// Adds the result of one more battle. A decision is final.
    pub fn add(&mut self, came_true: bool) -> Option<Decision> {
        if self.decision.is_none() {
            self.battles += 1;
            self.hits += u32::from(came_true);
            self.decision = match self.margin {
                Some(margin) => self.by_ratio(margin),
                None => self.anytime(),
            };
        }
        self.decision
    }

    /// Returns the decision, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Returns the number of hits and of battles.
    pub fn counts(&self) -> (u32, u32) {
        (self.hits, self.battles)
    }

    /// Returns the anytime-valid interval of the share, with the smaller of both error rates.
    pub fn interval(&self) -> (f64, f64) {
        anytime_interval(self.hits, self.battles, self.alpha.min(self.beta))
    }

    /// Returns whether the claim could be accepted with some result of this number of battles.
    pub(crate) fn could_hold(claim: &ShareClaim, battles: u32) -> bool {
        // The share nearest to the middle of the range is farthest from both ends; steps of 1 % of the range are fine
        // enough.
        let steps = 100;
        (0..=steps).any(|step| {
            let share = (claim.from + (claim.to - claim.from) * f64::from(step) / f64::from(steps)) / 100.0;
            let hits = (share * f64::from(battles)).round() as u32;
            let mut test = Self { hits, battles, ..Self::new(claim) };
            let decision = match test.margin {
                Some(margin) => test.by_ratio(margin),
                None => test.anytime(),
            };
            decision == Some(Decision::True)
        })
    }

    fn anytime(&self) -> Option<Decision> {
        let share = f64::from(self.hits) / f64::from(self.battles);
        let evidence = |against: f64| log_evidence(self.hits, self.battles, against);
        // Evidence against a share grows with the distance from the observed share, so the nearest share in the range
        // is rejected last.
        let inside = share.clamp(self.from, self.to);
        if evidence(inside) >= -log(self.alpha) {
            return Some(Decision::False);
        }
        let beyond = |end: f64, is_open: bool| is_open || evidence(end) >= -log(self.beta);
        let holds = (self.from..=self.to).contains(&share)
            && beyond(self.from, self.from <= 0.0)
            && beyond(self.to, self.to >= 1.0);
        holds.then_some(Decision::True)
    }

    fn by_ratio(&mut self, margin: f64) -> Option<Decision> {
        // A true claim can be rejected at either end, so both tests share the error rate.
        let ends = [self.from > 0.0, self.to < 1.0].into_iter().filter(|end| *end).count().max(1);
        let alpha = self.alpha / ends as f64;
        let (low, high) = (log(self.beta / (1.0 - alpha)), log((1.0 - self.beta) / alpha));
        let beyond = [(self.from - margin).max(0.0), (self.to + margin).min(1.0)];
        for (end, (known, beyond)) in [self.from, self.to].into_iter().zip(self.clear.iter_mut().zip(beyond)) {
            if *known {
                continue;
            }
            let ratio = log_ratio(self.hits, self.battles, end, beyond);
            if ratio >= high {
                return Some(Decision::False);
            }
            *known = ratio <= low;
        }
        (self.clear == [true, true]).then_some(Decision::True)
    }
}

/// Returns the log-likelihood ratio of the share `other` to `share`.
fn log_ratio(hits: u32, battles: u32, share: f64, other: f64) -> f64 {
    let part = |count: u32, share: f64, other: f64| match count {
        0 => 0.0,
        count => f64::from(count) * (log(other) - log(share)),
    };
    part(hits, share, other) + part(battles - hits, 1.0 - share, 1.0 - other)
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Numbers;
    use super::*;

    fn claim(from: f64, to: f64, margin: Option<f64>) -> ShareClaim {
        ShareClaim { from, to, margin, alpha: 5.0, beta: 5.0, battles: 3000 }
    }

    /// Returns how many of 1,000 runs are accepted, rejected and undecided.
    fn runs(claim: &ShareClaim, share: f64) -> [u32; 3] {
        let mut told = [0; 3];
        for run in 0..1000 {
            let mut numbers = Numbers(run);
            let mut test = ShareTest::new(claim);
            while test.battles < claim.battles && test.add(numbers.next() < share).is_none() {}
            told[test.decision().map_or(2, |decision| decision as usize)] += 1;
        }
        told
    }

    #[test]
    fn the_ratio_of_two_shares_is_that_of_their_likelihoods() {
        let expected = 3.0 * (0.6_f64 / 0.5).ln() + 7.0 * (0.4_f64 / 0.5).ln();
        assert!((log_ratio(3, 10, 0.5, 0.6) - expected).abs() < 1e-12);
        assert_eq!(log_ratio(1, 10, 0.05, 0.0), f64::NEG_INFINITY, "an impossible event has occurred");
    }

    #[test]
    fn errors_stay_below_what_is_declared_however_often_one_looks() {
        for margin in [None, Some(5.0)] {
            let claim = claim(70.0, 80.0, margin);
            // At an end of the range a claim is true, and the risk of rejection is highest.
            for share in [0.70, 0.75, 0.80] {
                let [_, wrong, _] = runs(&claim, share);
                assert!(wrong <= 64, "{share} with {margin:?}: {wrong} of 1,000 called false");
            }
            for share in [0.649, 0.851] {
                let [wrong, ..] = runs(&claim, share);
                assert!(wrong <= 64, "{share} with {margin:?}: {wrong} of 1,000 called true");
            }
        }
    }

    #[test]
    fn what_is_clear_is_decided() {
        for (share, expected) in [(0.75, 0), (0.6, 1), (0.9, 1)] {
            for margin in [None, Some(5.0)] {
                let told = runs(&claim(70.0, 80.0, margin), share);
                assert!(told[expected] > 900, "{share} with {margin:?}: {told:?}");
            }
        }
        // At the end of the range only a margin leads to a decision.
        assert!(runs(&claim(70.0, 80.0, None), 0.7)[2] > 900);
        assert!(runs(&claim(70.0, 80.0, Some(5.0)), 0.7)[0] > 900);
    }

    #[test]
    fn ranges_with_an_open_end_are_decided_at_the_other() {
        assert!(runs(&claim(90.0, 100.0, None), 0.99)[0] > 990);
        assert!(runs(&claim(0.0, 10.0, None), 0.5)[1] > 990);
        let certain = claim(100.0, 100.0, Some(1.0));
        assert_eq!(runs(&certain, 1.0), [1000, 0, 0]);
        assert_eq!(runs(&certain, 0.9), [0, 1000, 0]);
    }

    #[test]
    fn a_claim_needs_battles_enough() {
        for (from, to, margin, battles, expected) in [
            (70.0, 80.0, None, 200, false),
            (70.0, 80.0, None, 2000, true),
            (50.0, 100.0, None, 10, true),
            (50.0, 100.0, None, 5, false),
            (70.0, 70.0, None, 1_000_000, false),
            // Wald's steps are 0.0205 and 0.0212 at 76.5 %, and the threshold is 2.97: 145 battles.
            (70.0, 80.0, Some(5.0), 130, false),
            (70.0, 80.0, Some(5.0), 1000, true),
        ] {
            let found = ShareTest::could_hold(&claim(from, to, margin), battles);
            assert_eq!(found, expected, "{from} to {to} % with {margin:?} in {battles}");
        }
    }
}
