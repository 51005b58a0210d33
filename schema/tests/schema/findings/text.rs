//! Findings about text that cannot be read.

use super::check;
use crate::common::body;

#[test]
fn an_unclosed_quote_breaks_one_record() {
    check(
        r#"
weapons:
  sword:
    title: "Sword
    damage: -1H
    held: one-hand
  axe: {title: Axe, damage: 2E, held: two-hands}
"#,
        r#"
pack.yaml:5:12 yaml-syntax: expected a closing quote, found none; add it at the end of the text
  |     title: "Sword
  |            ^^^^^^
pack.yaml:8:29 invalid-notation: expected hit dice less some, as `-1H`, or a number of dice, as `2D`, found `2E`
  |   axe: {title: Axe, damage: 2E, held: two-hands}
  |                             ^^
"#,
    );
}

#[test]
fn an_unclosed_bracket_breaks_one_record() {
    check(
        "
weapons:
  sword: {title: Sword, damage: -1H
  axe: {title: Axe, damage: 2E, held: two-hands}
",
        "
pack.yaml:4:10 yaml-syntax: expected a closing bracket for `{`, found none
  |   sword: {title: Sword, damage: -1H
  |          ^
pack.yaml:5:29 invalid-notation: expected hit dice less some, as `-1H`, or a number of dice, as `2D`, found `2E`
  |   axe: {title: Axe, damage: 2E, held: two-hands}
  |                             ^^
",
    );
}

#[test]
fn a_colon_in_a_bare_text_is_explained() {
    check(
        "
weapons:
  sword:
    title: Sword: long
    damage: -1H
    held: one-hand
",
        "
pack.yaml:5:17 yaml-syntax: expected a key with one colon and its value on a line; put a text that has a colon in quotes
  |     title: Sword: long
  |                 ^
",
    );
}

#[test]
fn a_key_out_of_line_is_explained() {
    check(
        "
weapons:
  sword:
      title: a
    damage: -1H
",
        "
pack.yaml:6:5 yaml-syntax: expected a key indented by 6 spaces like `title` above it, found 4
  |     damage: -1H
  |     ^^^^^^
",
    );
}

#[test]
fn a_record_out_of_line_is_told_once() {
    check(
        "
weapons:
  axe: {title: Axe, damage: 2D, held: two-hands}
 saw: {title: Axe, damage: 2D, held: two-hands}
  pick: {title: Pick, damage: 2D, held: two-hands}
",
        "
pack.yaml:5:2 yaml-syntax: expected records indented by 2 spaces like the first one, found 1
  |  saw: {title: Axe, damage: 2D, held: two-hands}
  |  ^^^
",
    );
}

#[test]
fn a_line_without_a_colon_is_no_record() {
    check(
        "
weapons:
  sword
  axe: {title: Axe, damage: 2D, held: two-hands}
",
        "
pack.yaml:4:3 yaml-syntax: expected a key with a colon and a value
  |   sword
  |   ^^^^^
",
    );
}

#[test]
fn tabs_do_not_indent() {
    check(
        "
weapons:
\tsword: 1
",
        "
pack.yaml:4:1 yaml-syntax: expected spaces, found a tab; indent with spaces
  | \tsword: 1
  | ^
",
    );
}

#[test]
fn a_zero_character_is_told_wherever_it_stands() {
    let text =
        "# above\nweapons: # beside\n  # between\n  sword: {title: Sword, damage: -1H, held: one-hand}\n# below\n";
    for (place, _) in text.match_indices(['#', 'S']) {
        let mut text = text.to_owned();
        text.insert(place + 1, '\0');
        let draft = body(&text);
        let findings = foeman_schema::analysis::check(&draft);
        let told = findings.iter().filter(|finding| finding.code == "yaml-syntax").collect::<Vec<_>>();
        let [finding] = told[..] else { panic!("{text:?}: {findings:#?}") };
        assert_eq!(finding.message, "expected text, found a null character; remove it");
        let at = draft.text(finding.place.file).find('\0').unwrap();
        assert_eq!(finding.place.span.start, at, "{text:?}");
    }
}

#[test]
fn a_second_document_is_refused() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
---
weapons:
",
        "
pack.yaml:8:1 yaml-syntax: expected one document, found a second one
  | ---
  | ^^^
",
    );
}

#[test]
fn a_tag_is_refused() {
    check(
        "
weapons:
  sword:
    title: !!str Sword
    damage: -1H
    held: one-hand
",
        "
pack.yaml:5:12 yaml-syntax: expected a value, found a tag; packs use none, so remove it
  |     title: !!str Sword
  |            ^^^^^
",
    );
}

#[test]
fn an_alias_of_nothing_is_reported() {
    check(
        "
weapons:
  sword:
    title: *name
    damage: -1H
    held: one-hand
",
        "
pack.yaml:5:12 yaml-syntax: there is no anchor `name` above this alias; correct the name, or put the text in quotes
  |     title: *name
  |            ^^^^^
",
    );
}

#[test]
fn brackets_over_many_lines_and_anchors_across_records_are_read() {
    check(
        "
weapons:
  axe: &axe {title: Axe,
damage: 2D,
held: two-hands}
  saw: *axe
",
        "
pack.yaml:7:8 same-title: the title `Axe` is also the title of `axe`
  |   saw: *axe
  |        ^^^^
  = pack.yaml:4:3: the title of `axe`
  = change one of the titles
",
    );
}
