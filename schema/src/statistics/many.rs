//! Multiple testing.

/// Returns which of many p-values are discoveries, with a false discovery rate of at most `alpha` (Benjamini and
/// Hochberg 1995): all up to the largest that does not exceed its rank's share of `alpha`.
pub fn discoveries(p_values: &[f64], alpha: f64) -> Vec<bool> {
    let mut ranked = p_values.to_vec();
    ranked.sort_by(f64::total_cmp);
    let all = ranked.len() as f64;
    let bound = (1..).zip(&ranked).filter(|(rank, p)| **p <= f64::from(*rank) * alpha / all).map(|(_, p)| *p).last();
    p_values.iter().map(|p| bound.is_some_and(|bound| *p <= bound)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fifteen p-values of the example in the paper, of which four are discoveries at 5 %.
    #[test]
    fn the_example_of_the_paper_has_four_discoveries() {
        let published = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let found = discoveries(&published, 0.05);
        assert_eq!(found.iter().filter(|found| **found).count(), 4);
        assert!(found[..4].iter().all(|found| *found));
    }

    #[test]
    fn a_later_one_takes_those_before_it_along() {
        // 0.04 alone is above 0.05 / 3, but 0.05 is within 3 * 0.05 / 3.
        assert_eq!(discoveries(&[0.04, 0.05, 0.03], 0.05), [true, true, true]);
        assert_eq!(discoveries(&[0.04, 0.06, 0.03], 0.05), [false, false, false]);
        assert!(discoveries(&[], 0.05).is_empty());
    }

    proptest! {
        #[test]
        fn the_order_does_not_matter_and_one_test_is_a_plain_one(mut p in proptest::collection::vec(0.0..1.0_f64, 1..30)) {
            prop_assert_eq!(discoveries(&p[..1], 0.05), [p[0] <= 0.05]);
            let found = discoveries(&p, 0.05).into_iter().filter(|found| *found).count();
            p.reverse();
            prop_assert_eq!(discoveries(&p, 0.05).into_iter().filter(|found| *found).count(), found);
        }

        #[test]
        fn nothing_is_found_that_a_plain_test_would_not_find(p in proptest::collection::vec(0.0..1.0_f64, 1..30)) {
            for (p, found) in p.iter().zip(discoveries(&p, 0.05)) {
                prop_assert!(!found || *p <= 0.05);
            }
        }
    }
}
