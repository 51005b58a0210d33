//! The little statistics that a simulation's report needs.

/// The interval that holds the true share in 95 of 100 cases (Wilson's score interval), as fractions of 1.
///
/// Stays inside 0..1 and is sensible for few battles and for shares near 0 and 1.
pub(super) fn wilson(hits: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_964;
    let (hits, of) = (hits as f64, of as f64);
    let share = hits / of;
    let square = Z * Z / of;
    let middle = share + square / 2.0;
    let spread = Z * (share * (1.0 - share) / of + square / (4.0 * of)).sqrt();
    let low = ((middle - spread) / (1.0 + square)).max(0.0);
    let high = ((middle + spread) / (1.0 + square)).min(1.0);
    (low, high)
}

/// The smallest of `sorted` that at least `percent` of them do not exceed; 0 when there are none.
pub(super) fn percentile(sorted: &[u32], percent: usize) -> u32 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_share_and_stay_between_nothing_and_all() {
        for (hits, of) in [(0, 10), (10, 10), (5, 10), (500, 1000), (1, 1)] {
            let (low, high) = wilson(hits, of);
            let share = hits as f64 / of as f64;
            assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{hits} of {of}: {low}..{high}");
        }
        // A worked example: 500 of 1,000 is known to about three points.
        let (low, high) = wilson(500, 1000);
        assert!((low - 0.469).abs() < 0.001 && (high - 0.531).abs() < 0.001);
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let rounds = [3, 4, 4, 5, 9, 12];
        assert_eq!(percentile(&rounds, 50), 4);
        assert_eq!(percentile(&rounds, 100), 12);
        assert_eq!(percentile(&rounds, 0), 3);
        assert_eq!(percentile(&[], 50), 0);
    }
}
