//! Semantic comparison of packs.

use foeman_schema::change::plan;
use foeman_schema::compare::{Difference, changes, compare};
use foeman_schema::draft::Draft;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::json;

use crate::common::{body, pack};
use crate::laws::{layouts, text};

const GROUND: &str = "\
terrains:
  sand: {title: Sand, color: '#d9c08c', cost: 1}
  # hard
  wall:
    title: Wall
    color: '#6b6159'
    blocks-move: true
weapons:
  axe: {title: Axe, damage: -1H, held: one-hand, found: [pit]}
  pike: {extends: axe, title: Pike}
maps:
  pit:
    title: The pit
    geometry: {shape: hex, stand: edge, shift: column-down, size: [3, 2]}
    legend: {s: sand, w: wall}
    rows: |
      wsw
      sss
";

#[test]
fn layout_comments_quotes_and_order_are_no_difference() {
    let other = "\
maps:
  pit:
    legend: {w: wall, s: sand}
    rows: \"wsw\\nsss\\n\"
    title: 'The pit'
    geometry:
      {shape: hex, stand: edge, shift: column-down, size: [3, 2]}
weapons: # of war
  pike: {title: Pike, extends: axe}
  axe: {title: Axe, damage: '-1H', held: one-hand, found: [pit]}
terrains:
  wall: {title: Wall, color: '#6b6159', blocks-move: true}
  sand: {title: Sand, color: '#d9c08c', cost: 1}
";
    assert_eq!(compare(&body(GROUND), &body(other)), []);
}

#[test]
fn what_has_come_gone_and_changed_is_told_at_its_pointer() {
    let other = GROUND
        .replace("cost: 1", "cost: 2")
        .replace("    blocks-move: true\n", "")
        .replace("  pike: {extends: axe, title: Pike}\n", "  club: {extends: axe}\n")
        .replace("found: [pit]", "found: []");
    let told: Vec<String> = compare(&body(GROUND), &body(&other))
        .iter()
        .map(|difference| match difference {
            Difference::Added { key, value } => format!("+ {key} {value}"),
            Difference::Removed { key } => format!("- {key}"),
            Difference::Changed { at, from, to } => format!("{at} {} {}", json!(from), json!(to)),
            Difference::Unreadable { key } => format!("? {key}"),
        })
        .collect();
    let expected = [
        "/weapons/axe/found [\"pit\"] []",
        "- weapons/pike",
        "+ weapons/club {\"extends\":\"axe\"}",
        "/terrains/sand/cost 1 2",
        "/terrains/wall/blocks-move true null",
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_cannot_be_read_in_one_of_them_is_said_to_be_so() {
    let broken = GROUND.replace("  wall:\n    title: Wall\n", "  wall:\n    title: \"Wall\n");
    let differences = compare(&body(GROUND), &body(&broken));
    assert!(differences.iter().any(|one| matches!(one, Difference::Unreadable { key } if key.id == "wall")));
}

/// Turns one pack into another by applying their differences.
fn brought(from: &Draft, to: &Draft) -> Result<Draft, String> {
    let mut draft = from.clone();
    let changes = changes(from, &compare(from, to));
    let plan = plan(&draft, &changes).map_err(|error| error.to_string())?;
    plan.apply(&mut draft).map_err(|error| error.to_string())?;
    Ok(draft)
}

/// Generates a body with some of its parts changed.
fn changed() -> impl Strategy<Value = String> {
    let swaps = prop::sample::subsequence(
        vec![
            ("title: Sand", "title: Fine sand"),
            ("cost: 1", "cost: 0"),
            (", cost: 1", ""),
            ("    blocks-move: true\n", ""),
            ("  # hard\n", "  # soft\n"),
            ("[pit]", "[]"),
            ("[pit]", "[pit, pit]"),
            ("  pike: {extends: axe, title: Pike}\n", ""),
            (
                "  pike: {extends: axe, title: Pike}\n",
                "  pike: {title: Pike, damage: 2D, held: two-hands}\n  club: {extends: axe}\n",
            ),
            ("      wsw\n", "      www\n"),
            ("{s: sand, w: wall}", "{w: wall, s: sand, o: sand}"),
            ("title: The pit", "title: \"The: pit\""),
            ("    title: Wall\n    color: '#6b6159'\n", "    color: \"#000000\"\n    title: Wall\n"),
        ],
        0..=13,
    );
    swaps.prop_map(|swaps| swaps.into_iter().fold(GROUND.to_owned(), |text, (old, new)| text.replace(old, new)))
}

proptest! {
    #![proptest_config(Config { cases: 200, ..Config::default() })]

    #[test]
    fn a_pack_brought_to_another_means_the_same_and_brought_back_too(from in changed(), to in changed()) {
        let (from, to) = (body(&from), body(&to));
        let there = brought(&from, &to).map_err(TestCaseError::fail)?;
        prop_assert_eq!(compare(&there, &to), []);
        prop_assert_eq!(compare(&to, &there), []);
        let back = brought(&there, &from).map_err(TestCaseError::fail)?;
        prop_assert_eq!(compare(&back, &from), []);
    }

    #[test]
    fn nothing_differs_from_itself_and_nothing_makes_it_panic(layout in 0..7usize, new in text()) {
        let base = layouts().into_iter().nth(layout).unwrap_or_else(|| GROUND.to_owned());
        let (one, other) = (pack(&base), pack(&format!("{base}{new}")));
        prop_assert_eq!(compare(&one, &one), []);
        let there = compare(&one, &other).len();
        prop_assert_eq!(there == 0, compare(&other, &one).is_empty());
    }
}
