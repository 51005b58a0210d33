//! The mean of a number observed in every battle.

use super::Z;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Mean {
    /// The lower bound.
    pub low: f64,
    /// The observed mean.
    pub mean: f64,
    /// The upper bound.
    pub high: f64,
}

/// Returns the mean of some values with its normal-distribution interval, for a sample size fixed in advance; `None`
/// for fewer than two values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<Mean> {
    let values: Vec<f64> = values.into_iter().collect();
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some(around(mean, squares, values.len()))
}

/// Like [`mean`] for whole numbers that were not stored: takes their count, their sum, and the sum of their squares.
pub fn mean_of_sums(count: usize, sum: u64, squares: u128) -> Option<Mean> {
    if count < 2 {
        return None;
    }
    let mean = sum as f64 / count as f64;
    // In integers, so that the variance of equal values is exactly 0.
    let scaled = (squares * count as u128).saturating_sub(u128::from(sum) * u128::from(sum));
    Some(around(mean, scaled as f64 / count as f64, count))
}

/// Returns a mean with the interval that follows from the sum of squared deviations.
fn around(mean: f64, squares: f64, count: usize) -> Mean {
    let n = count as f64;
    let spread = Z * (squares / (n - 1.0) / n).sqrt();
    Mean { low: mean - spread, mean, high: mean + spread }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_its_interval() {
        // Of 1, 2, 3, 4, 5: s^2 = 2.5, and s / sqrt(5) = 0.7071.
        let found = mean([1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!((found.mean - 3.0).abs() < 1e-12 && (found.high - 3.0 - 1.385_903_824).abs() < 1e-9, "{found:?}");
        assert!((found.low + found.high - 6.0).abs() < 1e-12);
        let sums = mean_of_sums(5, 15, 55).unwrap();
        assert!((sums.mean - 3.0).abs() < 1e-12 && (sums.high - found.high).abs() < 1e-12, "{sums:?}");
        assert_eq!(mean_of_sums(1, 7, 49), None);
        assert_eq!(mean_of_sums(3, 21, 147), Some(Mean { low: 7.0, mean: 7.0, high: 7.0 }));
        assert_eq!(mean([7.0]), None);
        assert_eq!(mean([7.0, 7.0]), Some(Mean { low: 7.0, mean: 7.0, high: 7.0 }));
    }
}
