//! Properties of arithmetic and of the order of names.

use std::cmp::Ordering;

use foeman_engine::natural;
use foeman_engine::numbers::{div_ceil, div_floor, div_nearest, modulo_floor};
use proptest::prelude::*;

proptest! {
    #[test]
    fn quotients_are_rounded_as_their_names_say(dividend in -1000i64..1000, divisor in 1i64..50) {
        for (dividend, divisor) in [(dividend, divisor), (-dividend, -divisor)] {
            let exact = dividend as f64 / divisor as f64;
            prop_assert_eq!(div_floor(dividend, divisor), exact.floor() as i64);
            prop_assert_eq!(div_ceil(dividend, divisor), exact.ceil() as i64);
            prop_assert_eq!(div_nearest(dividend, divisor), exact.round() as i64);
            prop_assert_eq!(div_floor(dividend, divisor) * divisor + modulo_floor(dividend, divisor), dividend);
        }
    }

    #[test]
    fn names_have_one_order(a in "[a-b0-1]{0,6}", b in "[a-b0-1]{0,6}", c in "[a-b0-1]{0,6}") {
        prop_assert_eq!(natural::compare(&a, &b), natural::compare(&b, &a).reverse());
        if natural::compare(&a, &b) != Ordering::Greater && natural::compare(&b, &c) != Ordering::Greater {
            prop_assert_ne!(natural::compare(&a, &c), Ordering::Greater);
        }
    }
}
