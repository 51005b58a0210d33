//! Lists are merged item by item only if the schema says so.

use foeman_schema::merge::{Clash, Merged};

use super::merge;

const BASE: &str = "\
weapons:
  bow:
    title: Bow
    found: [pit, beach]
    made_of: [yew, hemp]
    effects:
      - what: attack
        by: 1
      - what: defence
        by: 2
    parts:
      - item: string
        count: 1
      - {item: arrow, count: 9}
    goal: {go: to, place: pit, by: 3}

maps:
  pit:
    size: [7, 4]
    sides:
      - side: blue
        place:
          maud: {hex: [0, 1], facing: 1}
          brokk:
            hex:
              - 5
              - 5
      - side: red
        lead: ushka
    turns:
      - side: blue
      - side: red
";

fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(BASE.to_owned(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old:?} in\n{text}");
        text.replace(old, new)
    })
}

type Changes<'a> = &'a [(&'a str, &'a str)];

/// Asserts that both changes are merged, in either role.
#[track_caller]
fn joined(ours: Changes<'_>, theirs: Changes<'_>) {
    let merged = Merged { text: with(&[ours, theirs].concat()), clashes: 0 };
    assert_eq!(merge(BASE, &with(ours), &with(theirs), Clash::Mark), merged);
    assert_eq!(merge(BASE, &with(theirs), &with(ours), Clash::Mark), merged);
}

/// Asserts that both changes conflict, in either role, and that both are shown.
#[track_caller]
fn clash(ours: Changes<'_>, theirs: Changes<'_>) {
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let merged = merge(BASE, &with(ours), &with(theirs), Clash::Mark);
        assert_eq!(merged.clashes, 1, "{}", merged.text);
        for (_, new) in ours.iter().chain(theirs) {
            assert!(merged.text.contains(new), "{new:?} is lost in\n{}", merged.text);
        }
        for (clash, side) in [(Clash::Ours, ours), (Clash::Theirs, theirs)] {
            assert_eq!(merge(BASE, &with(ours), &with(theirs), clash), Merged { text: with(side), clashes: 1 });
        }
    }
}

#[test]
fn a_place_and_a_size_are_one_value() {
    clash(&[("hex: [0, 1]", "hex: [3, 1]")], &[("hex: [0, 1]", "hex: [0, 3]")]);
    clash(&[("size: [7, 4]", "size: [9, 4]")], &[("size: [7, 4]", "size: [7, 9]")]);
    clash(
        &[("- 5\n              - 5", "- 6\n              - 5")],
        &[("- 5\n              - 5", "- 5\n              - 6")],
    );
    joined(&[("hex: [0, 1]", "hex: [3, 1]")], &[("facing: 1", "facing: 2")]);
    joined(&[("size: [7, 4]", "size: [9, 4]")], &[("lead: ushka", "lead: maud")]);
}

#[test]
fn a_list_whose_order_matters_is_one_value() {
    clash(&[("[yew, hemp]", "[ash, hemp]")], &[("[yew, hemp]", "[yew, silk]")]);
    clash(&[("[yew, hemp]", "[yew, hemp, wax]")], &[("[yew, hemp]", "[yew, hemp, horn]")]);
    clash(&[("by: 1\n", "by: 5\n")], &[("what: attack", "what: armour")]);
    clash(&[("by: 1\n", "by: 5\n")], &[("by: 2\n", "by: 6\n")]);
    let end = "        by: 2\n";
    clash(&[(end, "        by: 2\n      - what: speed\n")], &[(end, "        by: 2\n      - what: sight\n")]);
    clash(&[("      - what: attack\n        by: 1\n", "")], &[("by: 1\n", "by: 5\n")]);
    joined(&[("by: 1\n", "by: 5\n")], &[("title: Bow", "title: Long bow")]);
}

#[test]
fn names_of_a_set_are_joined_unless_both_replace_the_same_one() {
    joined(&[("[pit, beach]", "[pit, beach, dune]")], &[("title: Bow", "title: Long bow")]);
    let set = |ours: &str, theirs: &str| {
        let [ours, theirs] = [ours, theirs].map(|list| with(&[("[pit, beach]", list)]));
        let merged = merge(BASE, &ours, &theirs, Clash::Mark);
        (merged.clashes == 0).then_some(merged.text)
    };
    let is = |list: &str| Some(with(&[("[pit, beach]", list)]));
    assert_eq!(set("[pit, beach, dune]", "[pit, beach, cave]"), is("[pit, beach, dune, cave]"));
    assert_eq!(set("[beach]", "[pit, beach, cave]"), is("[beach, cave]"));
    assert_eq!(set("[beach]", "[pit]"), is("[]"));
    assert_eq!(set("[pit, beach, dune]", "[cave, pit, beach, dune]"), is("[cave, pit, beach, dune]"), "once");
    assert_eq!(set("[dune, beach]", "[cave, beach]"), None, "the pit has become two things");
    assert_eq!(set("[beach]", "[cave, beach]"), None, "the pit is gone, and has become something");
    assert_eq!(set("[pit, pit, beach]", "[pit, beach, cave]"), None, "one name twice");
}

#[test]
fn things_without_names_can_be_added_by_both_and_edited_by_one() {
    let end = "      - {item: arrow, count: 9}\n";
    let more = |item: &str| format!("{end}      - {{item: {item}, count: 2}}\n");
    let (quiver, wax) = (more("quiver"), more("wax"));
    let merged = merge(BASE, &with(&[(end, &quiver)]), &with(&[(end, &wax)]), Clash::Mark);
    let both = format!("{quiver}      - {{item: wax, count: 2}}\n");
    assert_eq!(merged, Merged { text: with(&[(end, &both)]), clashes: 0 });
    joined(&[(end, &quiver)], &[("        count: 1\n", "        count: 3\n")]);
    joined(&[(end, &quiver)], &[("      - item: string\n        count: 1\n", "")]);
    clash(&[("        count: 1\n", "        count: 3\n")], &[("item: string", "item: cord")]);
    clash(&[("        count: 1\n", "        count: 3\n")], &[("count: 9", "count: 8")]);
    clash(&[("      - item: string\n        count: 1\n", "")], &[("item: string", "item: cord")]);
    clash(&[(end, &quiver)], &[(end, &format!("{quiver}      - {{item: wax, count: 2}}\n"))]);
}

#[test]
fn a_list_that_would_become_too_long_or_too_short_clashes() {
    let end = "      - {item: arrow, count: 9}\n";
    let more = |items: [&str; 2]| {
        format!("{end}      - {{item: {}, count: 1}}\n      - {{item: {}, count: 1}}\n", items[0], items[1])
    };
    clash(&[(end, &more(["quiver", "wax"]))], &[(end, &more(["cap", "nock"]))]);
}

#[test]
fn items_with_a_naming_key_are_joined_by_it() {
    joined(&[("lead: ushka", "lead: maud")], &[("facing: 1", "facing: 2")]);
    joined(&[("      - side: red\n        lead: ushka\n", "")], &[("facing: 1", "facing: 2")]);
    let third = |side: &str| format!("lead: ushka\n      - side: {side}");
    let (green, gold) = (third("green"), third("gold"));
    let merged = merge(BASE, &with(&[("lead: ushka", &green)]), &with(&[("lead: ushka", &gold)]), Clash::Mark);
    assert_eq!(merged, Merged { text: with(&[("lead: ushka", &format!("{green}\n      - side: gold"))]), clashes: 0 });
    clash(&[("lead: ushka", "lead: maud")], &[("lead: ushka", "lead: brokk")]);
    clash(&[("side: red\n        lead: ushka", "side: green\n        lead: ushka")], &[("lead: ushka", "lead: brokk")]);
}

#[test]
fn only_one_side_may_add_to_a_list_whose_order_matters() {
    let turns = "    turns:\n      - side: blue\n      - side: red\n";
    let then = |side: &str| format!("{turns}      - side: {side}\n");
    clash(&[(turns, &then("green"))], &[(turns, &then("gold"))]);
    clash(&[(turns, &then("green"))], &[(turns, "    turns:\n      - side: red\n      - side: blue\n")]);
    let lead = "    turns:\n      - side: blue\n        lead: maud\n      - side: red\n";
    let merged = merge(BASE, &with(&[(turns, &then("green"))]), &with(&[(turns, lead)]), Clash::Mark);
    assert_eq!(merged, Merged { text: with(&[(turns, &format!("{lead}      - side: green\n"))]), clashes: 0 });
}

#[test]
fn a_value_of_another_kind_is_not_mixed_with_the_one_before() {
    clash(&[("go: to", "go: stay")], &[("by: 3", "by: 4")]);
    joined(&[("place: pit", "place: dune")], &[("by: 3", "by: 4")]);
}

#[test]
fn where_nothing_is_known_of_a_file_its_lists_are_one_value() {
    use foeman_schema::merge::merge;
    let sides = |[ours, theirs]: [&str; 2]| {
        let [ours, theirs] = [ours, theirs].map(|list| with(&[("[pit, beach]", list)]));
        merge(BASE, &ours, &theirs, Clash::Mark).clashes
    };
    assert_eq!(sides(["[pit, beach, dune]", "[pit, beach, cave]"]), 1);
    assert_eq!(sides(["[pit, beach, dune]", "[pit, beach, dune]"]), 0);
    let merged =
        merge(BASE, &with(&[("hex: [0, 1]", "hex: [3, 1]")]), &with(&[("hex: [0, 1]", "hex: [0, 3]")]), Clash::Mark);
    assert_eq!(merged.clashes, 1);
    let merged = merge(
        BASE,
        &with(&[("title: Bow", "title: Long bow")]),
        &with(&[("size: [7, 4]", "size: [7, 9]")]),
        Clash::Mark,
    );
    assert_eq!(
        merged,
        Merged { text: with(&[("title: Bow", "title: Long bow"), ("size: [7, 4]", "size: [7, 9]")]), clashes: 0 }
    );
}

#[test]
fn prose_of_short_lines_is_not_taken_for_the_cells_of_a_map() {
    let text = |word: &str| format!("maps:\n  pit:\n    about: |\n      {word}\n");
    assert_eq!(merge(&text("hello"), &text("hexlo"), &text("helpo"), Clash::Mark).clashes, 1);
}

#[test]
fn fields_in_brackets_are_joined_although_one_is_a_colour() {
    let text = |title: &str, color: &str| format!("maps:\n  pit:\n    legend: {{a: {title}, b: \"{color}\"}}\n");
    let merged = merge(&text("A", "#111111"), &text("B", "#111111"), &text("A", "#222222"), Clash::Mark);
    assert_eq!(merged, Merged { text: text("B", "#222222"), clashes: 0 });
}

#[test]
fn next_to_a_record_that_cannot_be_read_lists_are_not_mixed() {
    let broken = |text: &str| text.replace("    goal: {go: to, place: pit, by: 3}\n", "    goal: {go: to\n");
    let base = broken(BASE);
    let size = |size: &str| base.replace("[7, 4]", &format!("\n      - {size}\n      - 4\n      - 1"));
    let ends = |last: &str| size("7").replace("      - 1\n", &format!("      - {last}\n"));
    assert_eq!(merge(&size("7"), &size("9"), &ends("3"), Clash::Mark).clashes, 1);
    let merged = merge(&size("7"), &size("9"), &size("7").replace("lead: ushka", "lead: maud"), Clash::Mark);
    assert_eq!(merged, Merged { text: size("9").replace("lead: ushka", "lead: maud"), clashes: 0 });
}

#[test]
fn a_map_that_both_make_larger_clashes() {
    let map = |rows: &[&str]| {
        format!("maps:\n  pit:\n    rows: |\n{}", rows.iter().map(|row| format!("      {row}\n")).collect::<String>())
    };
    let base = map(&["sss", "sss", "sss"]);
    let [above, below] = [map(&["www", "sss", "sss", "sss"]), map(&["sss", "sss", "sss", "www"])];
    assert_eq!(merge(&base, &above, &below, Clash::Mark).clashes, 1);
    let drawn = map(&["sss", "sss", "swm"]);
    let both = map(&["www", "sss", "sss", "swm"]);
    assert_eq!(merge(&base, &above, &drawn, Clash::Mark), Merged { text: both, clashes: 0 });
}
