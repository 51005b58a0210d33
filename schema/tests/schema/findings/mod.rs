//! The finding for each kind of error, and its location.

mod broken;

mod maps;

mod records;

mod text;

mod unions;

mod values;

use crate::common::{body, rendered};

/// Asserts that a pack with this body has exactly these findings.
#[track_caller]
fn check(input: &str, expected: &str) {
    let input = input.strip_prefix('\n').unwrap_or(input);
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert_eq!(rendered(&body(input)), expected, "for\n{input}");
}
