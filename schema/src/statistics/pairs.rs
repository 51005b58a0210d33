//! Paired battles: the same seed before and after a change.

use libm::{exp, lgamma, log};

use super::{Share, Z, anytime_interval, evidence, falls_to_zero};

/// The difference between the score of a side in the second battle of a pair and in the first, in halves of a battle: a
/// win counts 1 and a draw a half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(transparent)]
pub struct Difference(i8);

impl Difference {
    /// Creates the difference of two scores, each 0 for a lost battle, 1 for a draw and 2 for a won one.
    pub fn of(before: u8, after: u8) -> Self {
        Self(after.min(2) as i8 - before.min(2) as i8)
    }

    /// Returns the difference in battles: -1, -1/2, 0, 1/2 or 1.
    pub fn battles(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

/// The number of pairs with each difference.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs {
    counts: [u32; 5],
}

impl Pairs {
    /// Creates `all` pairs, of which some are better and some worse by a whole battle.
    pub fn of(better: u32, worse: u32, all: u32) -> Self {
        Self { counts: [worse, 0, all.saturating_sub(better + worse), 0, better] }
    }

    /// Adds a pair.
    pub fn add(&mut self, difference: Difference) {
        if let Some(count) = self.counts.get_mut(usize::from((difference.0 + 2).unsigned_abs())) {
            *count += 1;
        }
    }

    /// Returns the number of pairs with each difference: -1, -1/2, 0, 1/2, 1.
    pub fn counts(&self) -> [u32; 5] {
        self.counts
    }

    /// Returns the number of pairs.
    pub fn all(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the number of pairs in which the side does better after the change.
    pub fn better(&self) -> u32 {
        let [_, _, _, half, whole] = self.counts;
        half + whole
    }

    /// Returns the number of pairs in which the side does worse.
    pub fn worse(&self) -> u32 {
        let [whole, half, ..] = self.counts;
        half + whole
    }

    /// Returns the number of pairs in which the side does better or worse.
    pub fn discordant(&self) -> u32 {
        self.better() + self.worse()
    }

    /// Returns whether some pair differs by half a battle, that is, only one of its battles was a draw.
    pub fn has_draws(&self) -> bool {
        let [_, worse, _, better, _] = self.counts;
        worse + better > 0
    }

    /// Returns the mean difference.
    pub fn mean(&self) -> f64 {
        let [lost, worse, _, better, won] = self.counts.map(f64::from);
        (won - lost + (better - worse) / 2.0) / f64::from(self.all().max(1))
    }

    /// Returns the p-value of McNemar's test with the mid-p correction: how likely an imbalance at least as large is
    /// without an effect. Only for a number of pairs fixed in advance; `None` without discordant pairs.
    pub fn mid_p(&self) -> Option<f64> {
        let (m, k) = (self.discordant(), self.better().min(self.worse()));
        if m == 0 {
            return None;
        }
        let (m, k) = (f64::from(m), f64::from(k));
        let log_term = lgamma(m + 1.0) - lgamma(k + 1.0) - lgamma(m - k + 1.0) - m * std::f64::consts::LN_2;
        let own = exp(log_term);
        // Sums the terms from k downwards, until they are negligible.
        let (mut term, mut below, mut i) = (own, 0.0, k);
        while i > 0.0 {
            term *= i / (m - i + 1.0);
            if below + term == below {
                break;
            }
            below += term;
            i -= 1.0;
        }
        Some((2.0 * below + own).min(1.0))
    }

    /// Returns the change in the side's share of wins with its 95 % interval: Tango's (1998) if no pair differs by a
    /// draw, else that of the mean. Only for a number of pairs fixed in advance: with optional stopping it contains the
    /// true value in only about 90 % of runs. `None` if there is no interval.
    pub fn interval(&self) -> Option<Share> {
        if self.all() == 0 {
            return None;
        }
        if self.has_draws() { self.mean_interval() } else { Some(self.tango()) }
    }

    fn mean_interval(&self) -> Option<Share> {
        let (n, mean) = (f64::from(self.all()), self.mean());
        let squares: f64 = [-1.0, -0.5, 0.0, 0.5, 1.0]
            .into_iter()
            .zip(self.counts)
            .map(|(d, count)| f64::from(count) * (d - mean) * (d - mean))
            .sum();
        let spread = Z * (squares / (n - 1.0) / n).sqrt();
        let tells = spread.is_finite() && spread > 0.0;
        tells.then(|| Share { low: (mean - spread).max(-1.0), share: mean, high: (mean + spread).min(1.0) })
    }

    fn tango(&self) -> Share {
        let (b, c, n) = (f64::from(self.better()), f64::from(self.worse()), f64::from(self.all()));
        let low = falls_to_zero(-1.0, 1.0, |difference| tango_score(b, c, n, difference) - Z);
        let high = falls_to_zero(-1.0, 1.0, |difference| tango_score(b, c, n, difference) + Z);
        Share { low, share: (b - c) / n, high }
    }

    /// Returns the evidence for a change, which may be evaluated after every pair: without a change it ever reaches `E`
    /// in at most 1 of `E` runs.
    pub fn evidence(&self) -> f64 {
        evidence(self.better(), self.discordant(), 0.5)
    }

    /// Returns the share of discordant pairs in which the side does better, with the interval that contains the true
    /// share in all but `alpha` of all runs, even with optional stopping.
    pub fn better_share(&self, alpha: f64) -> Share {
        let (b, m) = (self.better(), self.discordant());
        let (low, high) = anytime_interval(b, m, alpha);
        Share { low, share: f64::from(b) / f64::from(m.max(1)), high }
    }

    /// Returns whether the evidence is significant: without a change, it ever reaches this level in at most `alpha` of
    /// all runs.
    pub fn is_significant(&self, alpha: f64) -> bool {
        log(self.evidence()) >= -log(alpha)
    }
}

/// Returns Tango's score: how many standard deviations a difference of two paired shares is below the observed one.
fn tango_score(b: f64, c: f64, n: f64, difference: f64) -> f64 {
    let excess = b - c - n * difference;
    let linear = -b - c + (2.0 * n - b + c) * difference;
    let constant = -c * difference * (1.0 - difference);
    let quadratic = 2.0 * n;
    let root = (linear * linear - 4.0 * quadratic * constant).max(0.0).sqrt();
    let q = (root - linear) / (2.0 * quadratic);
    let variance = n * (2.0 * q + difference * (1.0 - difference));
    if excess == 0.0 { 0.0 } else { excess / variance.max(0.0).sqrt() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ALPHA;
    use super::super::numbers::Numbers;
    use super::*;

    /// Simulates a pair with different chances of winning in the first and second battle.
    fn fought(numbers: &mut Numbers, chances: [f64; 2]) -> Difference {
        let [before, after] = chances.map(|chance| if numbers.next() < chance { 2 } else { 0 });
        Difference::of(before, after)
    }

    #[test]
    fn differences_are_halves_of_battles() {
        let mut pairs = Pairs::default();
        for (before, after) in [(0, 2), (0, 1), (1, 1), (2, 1), (2, 0), (0, 2)] {
            pairs.add(Difference::of(before, after));
        }
        assert_eq!(pairs.counts(), [1, 1, 1, 1, 2]);
        assert_eq!((pairs.all(), pairs.better(), pairs.worse(), pairs.discordant()), (6, 3, 2, 5));
        assert!(pairs.has_draws() && (pairs.mean() - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn the_mid_p_test_agrees_with_published_values() {
        let found = Pairs::of(90, 60, 1000).mid_p().unwrap();
        assert!((found - 0.01436).abs() < 0.000_005, "{found}");
        // The exact test adds the other half of both outermost terms: .01760.
        let own = exp(lgamma(151.0) - lgamma(61.0) - lgamma(91.0) - 150.0 * 2_f64.ln());
        assert!((found + own - 0.01760).abs() < 0.000_005, "{}", found + own);
        assert_eq!(Pairs::of(0, 0, 300).mid_p(), None, "without differences there is nothing to test");
        assert!((Pairs::of(4, 4, 8).mid_p().unwrap() - 1.0).abs() < 1e-12);
        // 1 of 1 and 3 of 3: C / 2^m, once.
        assert!((Pairs::of(1, 0, 1).mid_p().unwrap() - 0.5).abs() < 1e-12);
        assert!((Pairs::of(0, 3, 9).mid_p().unwrap() - 0.125).abs() < 1e-12);
    }

    #[test]
    fn tangos_interval_agrees_with_published_values() {
        for (b, c, n, low, high) in [(1, 7, 21, -0.5172, -0.0260), (90, 60, 1000, 0.0061, 0.0543)] {
            let found = Pairs::of(b, c, n).interval().unwrap();
            assert!((found.low - low).abs() < 0.00005 && (found.high - high).abs() < 0.00005, "{b}, {c}: {found:?}");
        }
        let none = Pairs::of(0, 0, 21).interval().unwrap();
        assert!((none.high - 0.1546).abs() < 0.00005 && (none.low + none.high).abs() < 1e-12, "{none:?}");
        assert_eq!(Pairs::default().interval(), None);
    }

    #[test]
    fn with_draws_the_mean_has_its_own_interval() {
        // d = 1/2 in 3 of 4 pairs and 0 in one: mean 3/8, squares 9/64 + 3/64, s^2 = 1/16, 1.96 * 1/8 on either side.
        let found = Pairs { counts: [0, 0, 1, 3, 0] }.interval().unwrap();
        assert!((found.share - 0.375).abs() < 1e-12 && (found.high - found.share - Z / 8.0).abs() < 1e-12, "{found:?}");
        assert_eq!(Pairs { counts: [0, 0, 0, 9, 0] }.interval(), None, "without variance there is no interval");
        assert_eq!(Pairs { counts: [0, 0, 0, 1, 0] }.interval(), None);
    }

    #[test]
    fn tangos_interval_holds_the_true_difference_at_a_declared_number_of_pairs() {
        for chances in [[0.4, 0.5], [0.5, 0.5], [0.9, 0.95]] {
            let holds = |run: &u64| {
                let mut numbers = Numbers(*run);
                let mut pairs = Pairs::default();
                (0..200).for_each(|_| pairs.add(fought(&mut numbers, chances)));
                let Share { low, high, .. } = pairs.interval().unwrap();
                (low..=high).contains(&(chances[1] - chances[0]))
            };
            let held = (0..1000).filter(holds).count();
            assert!(held >= 930, "{held} of 1,000 with {chances:?}");
        }
    }

    #[test]
    fn looking_after_every_pair_alarms_seldom_where_nothing_has_changed() {
        for chance in [0.5, 0.85] {
            let alarms = |run: &u64| {
                let mut numbers = Numbers(*run);
                let mut pairs = Pairs::default();
                (0..300).any(|_| {
                    pairs.add(fought(&mut numbers, [chance, chance]));
                    pairs.is_significant(ALPHA)
                })
            };
            let alarms = (0..1000).filter(alarms).count();
            assert!(alarms <= 64, "{alarms} of 1,000 at {chance}");
        }
    }

    #[test]
    fn ten_points_are_found_within_two_thousand_pairs() {
        let finds = |run: &u64| {
            let mut numbers = Numbers(*run);
            let mut pairs = Pairs::default();
            (0..2000).any(|_| {
                pairs.add(fought(&mut numbers, [0.45, 0.55]));
                pairs.is_significant(ALPHA)
            })
        };
        let found = (0..200).filter(finds).count();
        assert!(found >= 180, "{found} of 200");
    }

    /// Simulates a pair with a tenth of pairs discordant, and an effect in favour of better.
    fn tenth(numbers: &mut Numbers, effect: f64) -> Difference {
        let number = numbers.next();
        match () {
            () if number < f64::midpoint(0.1, effect) => Difference::of(0, 2),
            () if number < 0.1 => Difference::of(2, 0),
            () => Difference::of(2, 2),
        }
    }

    #[test]
    fn looking_at_a_p_value_after_every_pair_alarms_in_nearly_half_of_all_runs() {
        // The notes on this test give false alarms in about 44 % of runs of 10,000 pairs. For 400 runs, the standard
        // deviation of this share is 2.5 %.
        let alarms = |run: &u64| {
            let mut numbers = Numbers(*run);
            let mut pairs = Pairs::default();
            (0..10_000).any(|_| {
                let before = pairs.discordant();
                pairs.add(tenth(&mut numbers, 0.0));
                pairs.discordant() > before && pairs.mid_p().is_some_and(|p| p <= ALPHA)
            })
        };
        let alarms = (0..400).filter(alarms).count();
        assert!((146..=206).contains(&alarms), "{alarms} of 400, not about 176");
    }

    #[test]
    fn three_points_of_a_tenth_that_differs_take_about_a_thousand_pairs() {
        let pairs_of = |run: u64| {
            let mut numbers = Numbers(run);
            let mut pairs = Pairs::default();
            while !pairs.is_significant(ALPHA) {
                pairs.add(tenth(&mut numbers, 0.03));
            }
            f64::from(pairs.all())
        };
        let mean = (0..1000).map(pairs_of).sum::<f64>() / 1000.0;
        // The notes on this test give 1,080; 6,000 runs of an independent script have a mean of 990 and a median of
        // 840. One run has a standard deviation of about 700, so the mean of a thousand runs has one of about 22.
        assert!((mean - 990.0).abs() < 66.0, "{mean} pairs");
    }

    proptest! {
        /// The evidence after some pairs is the mean of the possible values after one more, within the range of
        /// floating point.
        #[test]
        fn evidence_is_a_martingale(b in 0..3000_u32, c in 0..3000_u32) {
            let now = Pairs::of(b, c, b + c).evidence();
            let next = f64::midpoint(Pairs::of(b + 1, c, b + c + 1).evidence(), Pairs::of(b, c + 1, b + c + 1).evidence());
            prop_assert!(next.is_infinite() || (next / now - 1.0).abs() < 1e-6, "{now} and then {next}");
        }

        /// z^2 at no difference is (b - c)^2 / (b + c): the interval agrees with the uncorrected test.
        #[test]
        fn tango_agrees_with_mcnemar_at_no_difference(b in 0..300_u32, c in 0..300_u32, same in 0..1000_u32) {
            prop_assume!(b + c > 0);
            let (fb, fc) = (f64::from(b), f64::from(c));
            let score = tango_score(fb, fc, f64::from(b + c + same), 0.0);
            let chi_square = (fb - fc) * (fb - fc) / (fb + fc);
            prop_assert!((score * score - chi_square).abs() < 1e-6 * (1.0 + chi_square));
            prop_assume!((chi_square - Z * Z).abs() > 1e-6);
            let Share { low, high, .. } = Pairs::of(b, c, b + c + same).interval().unwrap();
            prop_assert_eq!(low > 0.0 || high < 0.0, chi_square > Z * Z);
        }

        #[test]
        fn the_other_way_round_everything_is_mirrored(b in 0..200_u32, c in 0..200_u32, same in 0..500_u32) {
            prop_assume!(b + c + same > 0);
            let (one, other) = (Pairs::of(b, c, b + c + same), Pairs::of(c, b, b + c + same));
            prop_assert_eq!(one.mid_p(), other.mid_p());
            prop_assert!((one.evidence() / other.evidence() - 1.0).abs() < 1e-9);
            let (one, other) = (one.interval().unwrap(), other.interval().unwrap());
            prop_assert!((one.low + other.high).abs() < 1e-9 && (one.high + other.low).abs() < 1e-9);
            prop_assert!(one.low <= one.share + 1e-9 && one.share <= one.high + 1e-9);
        }

        #[test]
        fn the_mid_p_value_is_a_chance_and_falls_with_the_imbalance(b in 0..400_u32, c in 0..400_u32) {
            prop_assume!(b + c > 0);
            let p = Pairs::of(b, c, b + c).mid_p().unwrap();
            prop_assert!((0.0..=1.0).contains(&p), "{p}");
            if b > c && c > 0 {
                prop_assert!(Pairs::of(b + 1, c - 1, b + c).mid_p().unwrap() < p);
            }
        }
    }
}
