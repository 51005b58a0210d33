//! Merging files that both sides have added.

use foeman_schema::merge::{Clash, Merged};

use super::merge;

#[test]
fn a_file_that_both_add_is_joined_by_record_and_field() {
    let ours = "\
weapons:
  # Sharp.
  axe:
    title: Axe
    damage: 2D
    found: [pit, beach]

  bow: {title: Bow, damage: 1D}
";
    let theirs = "\
weapons:
  axe:
    title: Great axe
    damage: 2D
    weight: 4
    found: [pit, dune]

  bow: {title: Bow, weight: 2}

  club:
    title: Club
";
    let both = "\
weapons:
  # Sharp.
  axe:
<<<<<<< ours
    title: Axe
=======
    title: Great axe
>>>>>>> theirs
    damage: 2D
    weight: 4
    found: [pit, beach, dune]

  bow: {title: Bow, damage: 1D, weight: 2}

  club:
    title: Club
";
    assert_eq!(merge("", ours, theirs, Clash::Mark), Merged { text: both.to_owned(), clashes: 1 });
    let own = both.replace("<<<<<<< ours\n", "").replace("=======\n    title: Great axe\n>>>>>>> theirs\n", "");
    assert_eq!(merge("\n", ours, theirs, Clash::Ours), Merged { text: own, clashes: 1 });
}

#[test]
fn places_in_a_file_that_both_add_are_one_value() {
    let text = |hex: &str| {
        format!("maps:\n  pit:\n    sides:\n      - side: blue\n        place:\n          maud: {{hex: {hex}}}\n")
    };
    assert_eq!(merge("", &text("[0, 3]"), &text("[0, 4]"), Clash::Mark).clashes, 1);
    assert_eq!(merge("", &text("[0, 3]"), &text("[0, 3]"), Clash::Mark).clashes, 0);
}

#[test]
fn order_in_a_file_that_both_add_is_that_of_one_side() {
    let text = |turns: &str| format!("maps:\n  pit:\n    turns:\n{turns}");
    let [blue, red, gold] = ["blue", "red", "gold"].map(|side| format!("      - side: {side}\n"));
    assert_eq!(merge("", &text(&format!("{blue}{red}")), &text(&format!("{red}{blue}")), Clash::Mark).clashes, 1);
    assert_eq!(merge("", &text(&format!("{blue}{red}")), &text(&format!("{blue}{gold}")), Clash::Mark).clashes, 1);
    let more = text(&format!("{blue}{red}{gold}"));
    assert_eq!(merge("", &text(&format!("{blue}{red}")), &more, Clash::Mark), Merged { text: more, clashes: 0 });
}
