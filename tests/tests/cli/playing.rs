//! `foeman play`: a battle is printed while it is played.

use crate::{arena, foeman, valley};

#[test]
fn a_battle_that_reaches_the_limit_is_shown_up_to_there_and_the_error_names_the_limit() {
    let whole = foeman(&["play", &arena(), "duel", "--seed", "20"]).ends(0);
    let cut = foeman(&["play", &arena(), "duel", "--seed", "20", "--max-entries", "40"]);
    assert_ne!(cut.status, 0);
    assert!(
        cut.err.contains("expected an end within 40 entries (`--max-entries`), found none by round"),
        "{}",
        cut.err
    );
    assert!(cut.out.lines().count() > 10, "{}", cut.out);
    assert!(whole.out.starts_with(&cut.out), "the output is the beginning of the battle:\n{}", cut.out);
    let json = foeman(&["play", &valley(), "common-ground", "--format", "json", "--max-entries", "20"]);
    assert!(json.status != 0 && json.out.lines().count() > 5, "{}", json.out);
}
