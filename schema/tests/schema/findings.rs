//! What each fault of content is reported as, and where.

mod broken;

mod maps;

mod records;

mod text;

mod unions;

mod values;

use crate::common::{body, rendered};

/// The one door: a pack's body, and the findings it must give, exactly.
#[track_caller]
fn check(input: &str, expected: &str) {
    let input = input.strip_prefix('\n').unwrap_or(input);
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert_eq!(rendered(&body(input)), expected, "for\n{input}");
}
