//! Merging renamed records and keys with the other side's changes.

use foeman_schema::merge::{Clash, Merged};

use super::merge;

const BASE: &str = "\
weapons:
  # Sharp.
  axe:
    title: Axe
    damage: 2D
    weight: 4

  bow:
    title: Bow
    damage: 1D

maps:
  pit:
    legend: {s: sand, w: wall}
    sides:
      - side: blue
        place:
          maud:
            hex: [1, 3]
            facing: 2
";

const AXE: &str = "  axe:\n    title: Axe\n    damage: 2D\n    weight: 4\n";

fn with(old: &str, new: &str) -> String {
    assert_eq!(BASE.matches(old).count(), 1, "{old:?}");
    BASE.replace(old, new)
}

/// Asserts that the versions have one conflict, and that taking one side gives its text.
#[track_caller]
fn clash(ours: &str, theirs: &str) -> String {
    let merged = merge(BASE, ours, theirs, Clash::Mark);
    assert_eq!(merged.clashes, 1, "{}", merged.text);
    assert_eq!(merge(BASE, theirs, ours, Clash::Mark).clashes, 1, "it does not matter who is who");
    assert_eq!(merge(BASE, ours, theirs, Clash::Ours), Merged { text: ours.to_owned(), clashes: 1 });
    assert_eq!(merge(BASE, ours, theirs, Clash::Theirs), Merged { text: theirs.to_owned(), clashes: 1 });
    merged.text
}

#[test]
fn a_record_that_was_renamed_in_two_ways_clashes() {
    let text = clash(&with("  axe:\n", "  hatchet:\n"), &with("  axe:\n", "  great-axe:\n"));
    let shown = "<<<<<<< ours\n  # Sharp.\n  hatchet:\n    title: Axe\n    damage: 2D\n    weight: 4\n=======\n  # Sharp.\n  great-axe:\n";
    assert!(text.contains(shown), "{text}");
    let retitled = |id: &str, title: &str| with("  axe:\n    title: Axe\n", &format!("  {id}:\n    title: {title}\n"));
    clash(&retitled("hatchet", "Hatchet"), &retitled("great-axe", "Great axe"));
    let other = |id: &str| with(AXE, &format!("  {id}:\n    damage: {id}\n"));
    clash(&other("hatchet"), &other("spear"));
}

#[test]
fn a_record_that_was_renamed_and_edited_clashes_and_taking_one_side_leaves_one_record() {
    let text = clash(&with("  axe:\n", "  hatchet:\n"), &with("damage: 2D", "damage: 3D"));
    let shown = "<<<<<<< ours\n  # Sharp.\n  hatchet:\n    title: Axe\n    damage: 2D\n    weight: 4\n=======\n  # Sharp.\n  axe:\n    title: Axe\n    damage: 3D\n    weight: 4\n>>>>>>> theirs\n";
    assert!(text.contains(shown), "{text}");
    let renamed = "  hatchet:\n    title: Hatchet\n    damage: 2D\n    weight: 4\n";
    clash(&with(AXE, renamed), &with("damage: 2D", "damage: 3D"));
    // It may also have been moved.
    let moved = with(AXE, "").replace("    damage: 1D\n", &format!("    damage: 1D\n\n{renamed}"));
    let merged = merge(BASE, &moved, &with("damage: 2D", "damage: 3D"), Clash::Theirs);
    assert!(merged.text.contains("damage: 3D") && !merged.text.contains("hatchet"), "{}", merged.text);
}

#[test]
fn a_record_that_was_renamed_and_deleted_clashes() {
    let without = with("\n  bow:\n    title: Bow\n    damage: 1D\n", "");
    clash(&with("  bow:\n", "  long-bow:\n"), &without);
    clash(&with("damage: 1D", "damage: 3D"), &without);
}

#[test]
fn a_rename_is_joined_with_what_is_changed_elsewhere() {
    let ours = with("  axe:\n", "  hatchet:\n");
    for (old, new) in [("title: Bow", "title: Long bow"), ("facing: 2", "facing: 3")] {
        let merged = merge(BASE, &ours, &with(old, new), Clash::Mark);
        assert_eq!(merged, Merged { text: ours.replace(old, new), clashes: 0 });
    }
    let merged = merge(BASE, &ours, &with("  bow:\n", "  long-bow:\n"), Clash::Mark);
    assert_eq!(merged, Merged { text: ours.replace("  bow:\n", "  long-bow:\n"), clashes: 0 });
}

#[test]
fn a_rename_that_both_have_made_is_joined_with_the_edits_of_both() {
    let renamed = |changes: &[(&str, &str)]| {
        changes.iter().fold(with("  axe:\n", "  hatchet:\n"), |text, (old, new)| text.replacen(old, new, 1))
    };
    let (title, damage) = (("title: Axe", "title: Hatchet"), ("damage: 2D", "damage: 1D+1"));
    let merged = merge(BASE, &renamed(&[title]), &renamed(&[damage]), Clash::Mark);
    assert_eq!(merged, Merged { text: renamed(&[title, damage]), clashes: 0 });
}

#[test]
fn a_record_that_both_delete_is_gone_whatever_else_is_added() {
    let without = with(&format!("  # Sharp.\n{AXE}\n"), "");
    let end = "    damage: 1D\n";
    let more =
        without.replace(end, "    damage: 1D\n\n  pike:\n    title: Pike\n    damage: 3D\n    requires: {st: 11}\n");
    assert_eq!(merge(BASE, &without, &more, Clash::Mark), Merged { text: more.clone(), clashes: 0 });
}

#[test]
fn a_new_name_that_the_other_side_gives_to_something_else_clashes() {
    let ours = with("  axe:\n", "  hatchet:\n");
    let theirs = with("    damage: 1D\n", "    damage: 1D\n\n  hatchet:\n    title: Small axe\n");
    let merged = merge(BASE, &ours, &theirs, Clash::Mark);
    assert!(merged.clashes > 0 && merged.text.matches("  hatchet:\n").count() == 2, "{}", merged.text);
}

#[test]
fn keys_that_authors_choose_are_names_as_well() {
    clash(&with("s: sand", "x: sand"), &with("s: sand", "y: sand"));
    clash(&with("s: sand", "x: sand"), &with("s: sand", "s: mud"));
    clash(&with("maud:\n", "brokk:\n"), &with("maud:\n", "ushka:\n"));
    clash(&with("maud:\n", "brokk:\n"), &with("hex: [1, 3]", "hex: [1, 4]"));
    clash(&with("side: blue", "side: red"), &with("side: blue", "side: gold"));
    let merged = merge(BASE, &with("s: sand", "x: sand"), &with("w: wall", "w: rock"), Clash::Mark);
    assert_eq!(merged, Merged { text: with("s: sand, w: wall", "x: sand, w: rock"), clashes: 0 });
}
