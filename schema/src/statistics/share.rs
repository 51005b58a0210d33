//! Intervals for one share, and for the difference of two independent ones.

use libm::{exp, lgamma, log};

use super::Z;

/// A share with its interval, all between 0 and 1; or a difference of two, between -1 and 1.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Share {
    /// The lower bound.
    pub low: f64,
    /// The observed share.
    pub share: f64,
    /// The upper bound.
    pub high: f64,
}

/// Returns the Wilson score interval with 95 % confidence, for a number of tries fixed in advance; 0 to 1 without
/// tries.
pub fn wilson(hits: usize, tries: usize) -> Share {
    if tries == 0 {
        return Share { low: 0.0, share: 0.0, high: 1.0 };
    }
    scored(hits as f64, tries as f64)
}

/// Like [`wilson`] with draws counted as half a win. Treats two draws as a win and a loss, so the interval is wider
/// than necessary, since draws vary less.
pub fn half_wins(wins: usize, draws: usize, battles: usize) -> Share {
    match battles {
        0 => wilson(0, 0),
        battles => scored(wins as f64 + draws as f64 / 2.0, battles as f64),
    }
}

fn scored(hits: f64, n: f64) -> Share {
    let share = hits / n;
    let spread = Z / n * (hits * (n - hits) / n + Z * Z / 4.0).sqrt();
    let middle = share + Z * Z / (2.0 * n);
    let scale = 1.0 + Z * Z / n;
    Share { low: ((middle - spread) / scale).max(0.0), share, high: ((middle + spread) / scale).min(1.0) }
}

/// Returns the difference of two independent shares, with its 95 % interval (Newcombe 1998).
pub fn newcombe(one: Share, other: Share) -> Share {
    let root = |a: f64, b: f64| (a * a + b * b).sqrt();
    let share = one.share - other.share;
    let low = share - root(one.share - one.low, other.high - other.share);
    let high = share + root(one.high - one.share, other.share - other.low);
    Share { low, share, high }
}

/// Returns the logarithm of the evidence against a share; 0 or less supports it.
pub(super) fn log_evidence(hits: u32, battles: u32, share: f64) -> f64 {
    let (hits, misses) = (f64::from(hits), f64::from(battles - hits));
    let part = |count: f64, share: f64| if count == 0.0 { 0.0 } else { count * log(share) };
    let mixture = lgamma(hits + 1.0) + lgamma(misses + 1.0) - lgamma(hits + misses + 2.0);
    mixture - part(hits, share) - part(misses, 1.0 - share)
}

/// Returns the evidence of `hits` of `battles` against a share: it ever reaches `E` in at most 1 of `E` runs.
pub fn evidence(hits: u32, battles: u32, share: f64) -> f64 {
    exp(log_evidence(hits, battles, share))
}

/// Returns the interval of shares that the anytime-valid test does not exclude: even with optional stopping it contains
/// the true share in all but `alpha` of all runs.
pub fn anytime_interval(hits: u32, battles: u32, alpha: f64) -> (f64, f64) {
    if battles == 0 {
        return (0.0, 1.0);
    }
    let share = f64::from(hits) / f64::from(battles);
    let excluded = |against: f64| log_evidence(hits, battles, against) >= -log(alpha);
    let edge = |mut inside: f64, mut outside: f64| {
        if !excluded(outside) {
            return outside;
        }
        // Enough bisections for the full precision.
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            *(if excluded(middle) { &mut outside } else { &mut inside }) = middle;
        }
        inside
    };
    (edge(share, 0.0), edge(share, 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Numbers;
    use super::*;

    #[test]
    fn the_wilson_interval_agrees_with_published_values() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29; and 0 of 10 from the notes on this interval.
        let published = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (0, 10, 0.0, 0.2775),
        ];
        for (hits, tries, low, high) in published {
            let share = wilson(hits, tries);
            assert!(
                (share.low - low).abs() < 0.0001 && (share.high - high).abs() < 0.0001,
                "{hits} of {tries}: {share:?}"
            );
        }
        assert_eq!(wilson(0, 0), Share { low: 0.0, share: 0.0, high: 1.0 });
    }

    #[test]
    fn the_difference_of_two_shares_agrees_with_published_values() {
        let found = newcombe(wilson(56, 70), wilson(48, 80));
        assert!((found.low - 0.0524).abs() < 0.00005 && (found.high - 0.3339).abs() < 0.00005, "{found:?}");
        let other = newcombe(wilson(48, 80), wilson(56, 70));
        assert!(
            (found.low + other.high).abs() < 1e-12 && (found.high + other.low).abs() < 1e-12,
            "the other way round"
        );
    }

    #[test]
    fn evidence_is_the_formula_for_a_half() {
        // E = 2^m / ((m + 1) C(m, b)), the formula for discordant pairs.
        for (hits, battles, binomial) in
            [(0, 1, 1.0), (3, 10, 120.0), (5, 10, 252.0), (10, 20, 184_756.0), (0, 30, 1.0)]
        {
            let expected = 2_f64.powi(battles as i32) / ((f64::from(battles) + 1.0) * binomial);
            let found = evidence(hits, battles, 0.5);
            assert!((found / expected - 1.0).abs() < 1e-9, "{hits} of {battles}: {found}, not {expected}");
        }
    }

    #[test]
    fn evidence_is_a_martingale() {
        // E(b, c) = (E(b + 1, c) + E(b, c + 1)) / 2 exactly, and weighted accordingly for other shares.
        for share in [0.5, 0.2, 0.9] {
            for (hits, battles) in [(0, 0), (1, 3), (7, 9), (40, 100), (0, 12)] {
                let next =
                    share * evidence(hits + 1, battles + 1, share) + (1.0 - share) * evidence(hits, battles + 1, share);
                let now = evidence(hits, battles, share);
                assert!((next / now - 1.0).abs() < 1e-9, "{hits} of {battles} at {share}: {now}, then {next}");
            }
        }
    }

    #[test]
    fn the_anytime_interval_ends_where_the_evidence_reaches_its_bound() {
        for (hits, battles) in [(1, 2), (7, 10), (740, 1000), (90, 150)] {
            let (low, high) = anytime_interval(hits, battles, 0.05);
            for end in [low, high].into_iter().filter(|end| (0.0..1.0).contains(end) && *end > 0.0) {
                assert!((evidence(hits, battles, end) - 20.0).abs() < 1e-6, "{hits} of {battles}: {low} to {high}");
            }
            let share = f64::from(hits) / f64::from(battles);
            assert!(low < share && share < high);
        }
        assert_eq!(anytime_interval(0, 0, 0.05), (0.0, 1.0));
        assert_eq!(anytime_interval(0, 10, 0.05).0, 0.0);
        // 1 / ((n + 1) (1 - t)^n) = 20 at t = 1 - (1 / 220)^(1 / 10).
        let high = 1.0 - (1.0_f64 / 220.0).powf(0.1);
        assert!((anytime_interval(0, 10, 0.05).1 - high).abs() < 1e-9);
    }

    #[test]
    fn the_anytime_interval_holds_the_true_share_however_often_one_looks() {
        for share in [0.5, 0.3, 0.95] {
            let holds = |run: &u64| {
                let mut numbers = Numbers(*run);
                let mut hits = 0;
                (1..=300).all(|battles| {
                    hits += u32::from(numbers.next() < share);
                    evidence(hits, battles, share) < 20.0
                })
            };
            let held = (0..1000).filter(holds).count();
            assert!(held >= 950, "{held} of 1,000 at {share}");
        }
    }
}
