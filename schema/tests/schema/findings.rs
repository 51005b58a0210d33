//! What each fault of content is reported as, and where.

use crate::common::{body, rendered};

/// The one door: a pack's body and the findings it must give, exactly.
#[track_caller]
fn check(input: &str, expected: &str) {
    assert_eq!(rendered(&body(input)), expected.trim_start_matches('\n'), "for\n{input}");
}

#[test]
fn a_misspelt_key_is_reported_once_with_its_correction() {
    check(
        "weapons:\n  sword:\n    titel: Sword\n    damage: -1H\n    held: one-hand\n",
        "
pack.yaml:5:5 unknown-key: expected a known key, but found `titel`
  |     titel: Sword
  |     ^^^^^
  = did you mean `title`?
",
    );
}
