//! Three-way merge of pack files.

mod dialect;

mod lists;

mod names;

mod shared;

use foeman_schema::change::{Change, plan};
use foeman_schema::compare::compare;
use foeman_schema::draft::Draft;
use foeman_schema::merge::{Clash, Merged, merge_in};
use foeman_schema::text::Pointer;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Value, json};

use crate::common::pack;
use crate::laws::layouts;

const BASE: &str = "\
pack: test
ruleset: tiny

weapons:
  # The first.
  sword:
    title: Sword # well known
    damage: -1H
    requires: {st: 9, dx: 3}
    found:
      - pit
      - beach

  axe:
    title: Axe
    damage: 2D

maps:
  pit:
    legend: {s: sand, w: wall}
    rows: |
      sssss
      sssss
    sides:
      - side: blue
        place:
          maud: {hex: [1, 3], facing: 2}
      - side: red
        lead: ushka
";

/// Merges a file in the dialect of these tests.
fn merge(base: &str, ours: &str, theirs: &str, clash: Clash) -> Merged {
    merge_in(Some(&dialect::DIALECT), base, ours, theirs, clash)
}

fn changed(all: &[(&str, &str)]) -> String {
    let mut text = BASE.to_owned();
    for (old, new) in all {
        assert_eq!(text.matches(old).count(), 1, "{old:?}");
        text = text.replace(old, new);
    }
    text
}

type Changes<'a> = &'a [(&'a str, &'a str)];

/// Asserts that merging gives the same as making both changes by hand.
#[track_caller]
fn joins(ours: Changes<'_>, theirs: Changes<'_>) {
    let both = changed(&[ours, theirs].concat());
    assert_eq!(merge(BASE, &changed(ours), &changed(theirs), Clash::Mark), Merged { text: both.clone(), clashes: 0 });
    let other = merge(BASE, &changed(theirs), &changed(ours), Clash::Mark);
    assert_eq!(other.clashes, 0);
    assert_eq!(compare(&pack(&other.text), &pack(&both)), []);
}

#[track_caller]
fn clashes(ours: Changes<'_>, theirs: Changes<'_>, shown: &str) {
    let merged = merge(BASE, &changed(ours), &changed(theirs), Clash::Mark);
    assert_eq!(merged.clashes, 1, "{}", merged.text);
    assert!(merged.text.contains(shown), "{}", merged.text);
}

#[test]
fn different_records_and_fields_are_joined_with_their_comments() {
    joins(&[("title: Axe", "title: Great axe")], &[("title: Sword #", "title: Blade #")]);
    joins(&[("    damage: -1H\n", "    damage: -2H # light\n")], &[("title: Sword #", "title: Blade #")]);
    joins(&[("# The first.", "# The very first.")], &[("title: Sword # well known", "title: Blade")]);
    joins(&[("    damage: 2D\n", "")], &[("title: Axe", "title: Great axe")]);
    joins(
        &[("    damage: 2D\n", "    damage: 2D\n    weight: 3\n")],
        &[("    title: Axe\n", "    # Heavy.\n    title: Axe\n")],
    );
}

#[test]
fn fields_of_brackets_and_items_of_lists_are_joined() {
    joins(&[("st: 9", "st: 10")], &[("dx: 3", "dx: 4")]);
    joins(&[("[1, 3]", "[1, 4]")], &[("facing: 2", "facing: 5, level: 1")]);
    joins(&[("w: wall", "w: rock")], &[("s: sand", "s: mud")]);
    joins(&[("      - pit\n", "")], &[("      - beach\n", "      - beach\n      - dune\n")]);
    joins(&[("lead: ushka", "lead: gristle")], &[("maud: {hex", "brokk: {hex")]);
}

#[test]
fn what_both_add_at_one_place_stands_one_after_the_other() {
    let end = "    damage: 2D\n";
    let (club, whip) = ("\n  # Of oak.\n  club:\n    title: Club\n", "\n  whip: {title: Whip}\n");
    let merged = merge(
        BASE,
        &changed(&[(end, &format!("{end}{club}"))]),
        &changed(&[(end, &format!("{end}{whip}"))]),
        Clash::Mark,
    );
    assert_eq!(merged, Merged { text: changed(&[(end, &format!("{end}{club}{whip}"))]), clashes: 0 });
}

#[test]
fn different_cells_of_one_row_are_joined_and_the_same_cell_clashes() {
    let first = "    rows: |\n      sssss\n";
    let both = |row: &str| format!("    rows: |\n      {row}\n");
    let drawn = |row: &str| changed(&[(first, &both(row))]);
    assert_eq!(merge(BASE, &drawn("wssss"), &drawn("sssws"), Clash::Mark).text, drawn("wssws"));
    clashes(
        &[(first, &both("wssss"))],
        &[(first, &both("msssw"))],
        "    rows: |\n<<<<<<< ours\n      wssss\n=======\n      msssw\n>>>>>>> theirs\n      sssss\n",
    );
}

#[test]
fn a_clash_shows_the_smallest_entry_of_both() {
    clashes(
        &[("title: Axe", "title: Great axe")],
        &[("title: Axe", "title: Small axe")],
        "  axe:\n<<<<<<< ours\n    title: Great axe\n=======\n    title: Small axe\n>>>>>>> theirs\n    damage: 2D\n",
    );
    clashes(&[("st: 9", "st: 10")], &[("st: 9", "st: 8")], "<<<<<<< ours\n    requires: {st: 10, dx: 3}\n=======\n");
    let axe = "  axe:\n    title: Axe\n    damage: 2D\n";
    clashes(&[(axe, "")], &[("damage: 2D", "damage: 3D")], "    damage: 3D\n>>>>>>> theirs\n");
    let end = "    damage: 2D\n";
    clashes(
        &[(end, "    damage: 2D\n\n  club: {title: Club}\n")],
        &[(end, "    damage: 2D\n\n  club: {title: Cudgel}\n")],
        "<<<<<<< ours\n\n  club: {title: Club}\n=======\n\n  club: {title: Cudgel}\n>>>>>>> theirs\n",
    );
}

#[test]
fn a_side_that_is_preferred_decides_what_meets_only() {
    let ours = changed(&[("title: Axe", "title: Great axe"), ("# The first.", "# The 1st.")]);
    let theirs = changed(&[("title: Axe", "title: Small axe"), ("damage: -1H", "damage: -2H")]);
    let shared = [("# The first.", "# The 1st."), ("damage: -1H", "damage: -2H")];
    let with = |title| changed(&[&shared[..], &[("title: Axe", title)]].concat());
    assert_eq!(merge(BASE, &ours, &theirs, Clash::Ours).text, with("title: Great axe"));
    assert_eq!(merge(BASE, &ours, &theirs, Clash::Theirs).text, with("title: Small axe"));
}

#[test]
fn where_orders_clash_what_stands_below_is_written_once() {
    let [base, ours, theirs] =
        ["a: 1\nb: 2\nc: 3\n", "c: 3\na: 1\nb: 2\n", "b: 2\na: 1\nc: 3\n"].map(|text| format!("{text}\n# The end.\n"));
    let merged = merge(&base, &ours, &theirs, Clash::Mark);
    assert_eq!(merged.text, format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n"));
    assert_eq!(merge(&base, &ours, &theirs, Clash::Ours), Merged { text: ours, clashes: 1 });
}

#[test]
fn sides_that_indent_one_collection_differently_clash_whoever_is_first() {
    let base = "items:\n  axe: {title: Axe}\n";
    let deep = "items:\n    axe: {title: Axe}\n    bow: {title: Bow}\n";
    let plain = "items:\n  axe: {title: Axe}\n  cup:\n";
    for (ours, theirs) in [(deep, plain), (plain, deep)] {
        let merged = merge(base, ours, theirs, Clash::Mark);
        assert_eq!(merged.clashes, 1, "{}", merged.text);
        for side in [ours, theirs] {
            let own = side.strip_prefix("items:\n").unwrap();
            assert!(merged.text.contains(own), "nothing is lost:\n{}", merged.text);
        }
    }
    assert_eq!(merge(base, deep, base, Clash::Mark).text, deep, "one side alone may do so");
}

#[test]
fn what_both_have_emptied_together_is_empty_and_not_nothing() {
    let base =
        "weapons:\n  axe:\n    requires: # strong\n      st: 9\n      dx: 3\n    found:\n      - pit\n      - beach\n";
    let ours = base.replace("      st: 9\n", "").replace("      - pit\n", "");
    let theirs = base.replace("      dx: 3\n", "").replace("      - beach\n", "");
    let merged = merge(base, &ours, &theirs, Clash::Mark);
    let text = "weapons:\n  axe:\n    requires: {} # strong\n    found: []\n".to_owned();
    assert_eq!(merged, Merged { text, clashes: 0 });
}

#[test]
fn texts_that_cannot_be_read_are_joined_line_by_line() {
    let base = "weapons: [\nk\nl\nm\nq\n";
    let merged = merge(base, &base.replace('k', "x"), &base.replace('q', "y"), Clash::Mark);
    assert_eq!(merged, Merged { text: "weapons: [\nx\nl\nm\ny\n".to_owned(), clashes: 0 });
    let merged = merge(base, &base.replace('l', "x"), &base.replace('l', "y"), Clash::Mark);
    assert_eq!(merged.text, "weapons: [\nk\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\nm\nq\n");
}

#[test]
fn line_ends_follow_the_side_that_changed_them() {
    let ours = changed(&[("title: Axe", "title: Great axe")]).replace('\n', "\r\n");
    let theirs = format!("\u{feff}{}", changed(&[("damage: 2D", "damage: 3D")]).trim_end());
    let both = changed(&[("title: Axe", "title: Great axe"), ("damage: 2D", "damage: 3D")]).replace('\n', "\r\n");
    let merged = merge(BASE, &ours, &theirs, Clash::Mark);
    assert_eq!(merged, Merged { text: format!("\u{feff}{}", both.trim_end()), clashes: 0 });
}

#[test]
fn a_side_that_changed_nothing_leaves_the_other_byte_for_byte() {
    for (a, b) in layouts().iter().flat_map(|a| layouts().into_iter().map(move |b| (a.clone(), b))) {
        assert_eq!(merge(&b, &a, &b, Clash::Mark), Merged { text: a.clone(), clashes: 0 });
        assert_eq!(merge(&b, &b, &a, Clash::Mark), Merged { text: a.clone(), clashes: 0 });
        assert_eq!(merge(&b, &a, &a, Clash::Mark), Merged { text: a.clone(), clashes: 0 });
    }
}

const PLACES: [&str; 12] = [
    "/weapons/sword/title",
    "/weapons/sword/damage",
    "/weapons/sword/requires/st",
    "/weapons/sword/requires/dx",
    "/weapons/sword/weight",
    "/weapons/axe/title",
    "/weapons/axe/code",
    "/weapons/club",
    "/weapons/whip",
    "/maps/pit/title",
    "/maps/pit/legend/w",
    "/header",
];

fn value(at: &str, choice: u8) -> Value {
    match at {
        "/weapons/club" | "/weapons/whip" => json!({"title": format!("New {choice}"), "damage": "1D"}),
        "/weapons/sword/requires/st" | "/weapons/sword/requires/dx" | "/weapons/sword/weight" => json!(choice),
        _ => json!(format!("word {choice}")),
    }
}

/// Makes those of these changes that can be written; returns the draft and their number.
fn with(draft: &Draft, all: &[(usize, u8)]) -> (Draft, usize) {
    let mut draft = draft.clone();
    let mut made = 0;
    for (at, choice) in all {
        let at = PLACES[*at];
        let pointer = Pointer::parse(if at == "/header" { "/title" } else { at }).expect("the pointer is valid");
        let change = match draft.defined(&pointer) && *choice == 0 {
            true => Change::Remove { at: pointer },
            false => Change::Set { at: pointer, value: value(at, *choice) },
        };
        // Changes that cannot be written are not the subject of this test.
        if let Ok(plan) = plan(&draft, &[change]) {
            plan.apply(&mut draft).expect("it was planned for this draft");
            made += 1;
        }
    }
    (draft, made)
}

proptest! {
    #![proptest_config(Config { cases: 256, ..Config::default() })]

    #[test]
    fn disjoint_edits_are_joined_to_what_doing_both_gives(
        layout in 0..6usize,
        all in prop::collection::btree_map(0..PLACES.len(), (0..4u8, any::<bool>()), 1..8),
    ) {
        let base = pack(&layouts()[layout]);
        let side = |ours: bool| -> Vec<(usize, u8)> {
            all.iter().filter(|(_, (_, own))| *own == ours).map(|(at, (choice, _))| (*at, *choice)).collect()
        };
        let text = |draft: &Draft| draft.text(draft.header_file()).to_owned();
        let ((ours, _), (theirs, alone)) = (with(&base, &side(true)), with(&base, &side(false)));
        let (both, after) = with(&ours, &side(false));
        // If one change makes another possible, they are not disjoint: an anchored value can only be removed after its
        // aliases.
        prop_assume!(alone == after);
        let merged = merge(&text(&base), &text(&ours), &text(&theirs), Clash::Mark);
        // Values in multi-line brackets, and values added by both sides in one place, may conflict but must not be
        // lost.
        if merged.clashes == 0 {
            let differences = compare(&pack(&merged.text), &both);
            prop_assert!(differences.is_empty(), "{differences:?}\n{}", merged.text);
        } else {
            for side in [&ours, &theirs] {
                for line in text(side).lines() {
                    prop_assert!(merged.text.contains(line.trim()), "{line:?} is lost in\n{}", merged.text);
                }
            }
            prop_assert!(layout == 5, "{}", merged.text);
        }
    }

    #[test]
    fn no_text_is_lost_and_a_side_without_changes_leaves_the_other(
        base in "[a-c:#\\- \n]{0,30}", ours in "[a-c:#\\- \n]{0,30}", theirs in "[a-c:#\\- \n]{0,30}",
    ) {
        let whole = |end: &str| format!("{BASE}{end}");
        for [base, ours, theirs] in [[base.clone(), ours.clone(), theirs.clone()], [whole(&base), whole(&ours), whole(&theirs)]] {
            let merged = merge(&base, &ours, &theirs, Clash::Mark);
            // A line of blanks is formatting, which either side may replace.
            let is_new = |line: &&str| !line.trim().is_empty() && !base.contains(line);
            for line in ours.lines().chain(theirs.lines()).filter(is_new) {
                prop_assert!(merged.text.contains(line), "{line:?} is lost in {merged:?}");
            }
            prop_assert_eq!(merge(&base, &ours, &base, Clash::Mark), Merged { text: ours, clashes: 0 });
        }
    }
}
