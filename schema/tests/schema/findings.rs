//! What each fault of content is reported as, and where.

use crate::common::{body, rendered};

/// The one door: a pack's body, and the findings it must give, exactly.
#[track_caller]
fn check(input: &str, expected: &str) {
    let input = input.strip_prefix('\n').unwrap_or(input);
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert_eq!(rendered(&body(input)), expected, "for\n{input}");
}

#[test]
fn a_misspelt_key_is_reported_once_with_its_correction() {
    check(
        "
weapons:
  sword:
    titel: Sword
    damage: -1H
    held: one-hand
",
        "
pack.yaml:5:5 unknown-key: expected a known key, but found `titel`
  |     titel: Sword
  |     ^^^^^
  = did you mean `title`?
",
    );
}

#[test]
fn a_key_that_nothing_resembles_is_told_the_known_ones() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    colour: red
",
        "
pack.yaml:8:5 unknown-key: expected a known key, but found `colour`
  |     colour: red
  |     ^^^^^^
  = keys known here: `title`, `damage`, `held`, `weight`, `code`, `requires`, `found`, `extends`
",
    );
}

#[test]
fn a_misspelt_key_below_another_is_found_there() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    requires: {st: 1, dz: 2}
",
        "
pack.yaml:8:23 unknown-key: expected a known key, but found `dz`
  |     requires: {st: 1, dz: 2}
  |                       ^^
  = did you mean `dx`?
",
    );
}

#[test]
fn a_merge_key_is_pointed_to_extends() {
    check(
        "
weapons:
  axe: &axe {title: Axe, damage: 2D, held: two-hands}
  saw: {<<: *axe, title: Saw, damage: 2D, held: two-hands}
",
        "
pack.yaml:5:9 unknown-key: expected a known key, but found `<<`
  |   saw: {<<: *axe, title: Saw, damage: 2D, held: two-hands}
  |         ^^
  = write `extends` to take over another record
",
    );
}

#[test]
fn a_misspelt_word_of_a_choice_is_corrected() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hnad
",
        "
pack.yaml:7:11 invalid-value: expected `one-hand` or `two-hands`, but found `one-hnad`
  |     held: one-hnad
  |           ^^^^^^^^
  = did you mean `one-hand`?
",
    );
}

#[test]
fn a_number_out_of_range_says_the_range() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: 100
",
        "
pack.yaml:8:13 invalid-value: expected a whole number from 0 to 99, but found `100`
  |     weight: 100
  |             ^^^
",
    );
}

#[test]
fn a_word_is_no_number() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: two
",
        "
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, but found `two`
  |     weight: two
  |             ^^^
",
    );
}

#[test]
fn an_exponent_is_no_whole_number() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: 1e1
",
        "
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, but found `1e1`
  |     weight: 1e1
  |             ^^^
",
    );
}

#[test]
fn a_number_too_large_for_any_integer_is_no_whole_number() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: 99999999999999999999
",
        "
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, but found `99999999999999999999`
  |     weight: 99999999999999999999
  |             ^^^^^^^^^^^^^^^^^^^^
",
    );
}

#[test]
fn a_list_is_no_number() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: [1]
",
        "
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, but found a list of 1
  |     weight: [1]
  |             ^^^
",
    );
}

#[test]
fn a_single_value_is_no_list() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    found: pit
",
        "
pack.yaml:8:12 wrong-type: expected a list, but found `pit`
  |     found: pit
  |            ^^^
",
    );
}

#[test]
fn a_required_value_may_not_be_empty() {
    check(
        "
weapons:
  sword:
    title:
    damage: -1H
    held: one-hand
",
        "
pack.yaml:5:5 wrong-type: expected text, but found nothing
  |     title:
  |     ^^^^^
",
    );
}

#[test]
fn an_optional_value_may_be_empty_and_text_stays_text() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight:
    code: 0001
",
        "",
    );
}

#[test]
fn a_notation_says_what_it_expects() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1X
    held: one-hand
",
        "
pack.yaml:6:13 invalid-notation: expected hit dice less some, as `-1H`, or a number of dice, as `2D`, then changes as `L+1<3`, but found `-1X`
  |     damage: -1X
  |             ^^^
",
    );
}

#[test]
fn a_missing_key_is_reported_at_the_key_above() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    requires: {}
",
        "
pack.yaml:8:5 missing-field: expected a key `st`, but it is missing
  |     requires: {}
  |     ^^^^^^^^
  = `st`: Strength
",
    );
}

#[test]
fn a_record_must_have_keys() {
    check(
        "
weapons:
  sword:
  axe: 5
",
        "
pack.yaml:4:3 wrong-type: expected keys with values, but found nothing
  |   sword:
  |   ^^^^^
pack.yaml:5:8 wrong-type: expected keys with values, but found `5`
  |   axe: 5
  |        ^
",
    );
}

#[test]
fn a_catalog_must_hold_records() {
    check(
        "
weapons: 5
maps: []
terrains:
",
        "
pack.yaml:3:10 wrong-type: expected records of weapons by their ids, but found `5`
  | weapons: 5
  |          ^
pack.yaml:4:7 wrong-type: expected records of maps by their ids, but found a list of 0
  | maps: []
  |       ^^
",
    );
}

#[test]
fn a_reference_to_nothing_is_corrected() {
    check(
        r##"
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    found: [pit, pti]
maps:
  pit:
    title: Pit
    geometry: {size: [1, 1]}
    legend: {s: sand}
    rows: |
      s
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
        r##"
pack.yaml:8:18 unknown-reference: expected the id of a map, but found `pti`
  |     found: [pit, pti]
  |                  ^^^
  = did you mean `pit`?
"##,
    );
}

#[test]
fn references_into_a_misspelt_catalog_are_not_reported_too() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    found: [pit]
mpas:
  pit: {title: Pit}
",
        "
pack.yaml:9:1 unknown-catalog: expected a catalog of Tiny, but found `mpas`
  | mpas:
  | ^^^^
  = did you mean `maps`?
",
    );
}

#[test]
fn references_into_an_unreadable_catalog_are_not_reported_too() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    found: [pit]
maps: [
",
        "
pack.yaml:9:7 yaml-syntax: expected a closing bracket for `[`, but found none
  | maps: [
  |       ^
",
    );
}

#[test]
fn extending_nothing_is_an_unknown_reference_and_nothing_else() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
  axe:
    extends: sward
",
        "
pack.yaml:9:14 unknown-reference: expected the id of a weapon, but found `sward`
  |     extends: sward
  |              ^^^^^
  = did you mean `sword`?
",
    );
}

#[test]
fn what_null_removes_is_missing() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
  axe:
    extends: sword
    damage: null
",
        "
pack.yaml:8:3 missing-field: expected a key `damage`, but it is missing
  |   axe:
  |   ^^^
  = `damage`: Damage dice
",
    );
}

#[test]
fn a_record_that_extends_another_may_be_partial_below_too() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    requires: {st: 9}
  axe:
    extends: sword
    requires: {dx: 3}
",
        "",
    );
}

#[test]
fn a_fault_of_a_record_is_not_repeated_at_those_that_extend_it() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: 100
  axe:
    extends: sword
",
        "
pack.yaml:8:13 invalid-value: expected a whole number from 0 to 99, but found `100`
  |     weight: 100
  |             ^^^
",
    );
}

#[test]
fn a_cycle_is_reported_once() {
    check(
        "
weapons:
  a: {extends: c}
  b: {extends: a}
  c: {extends: b}
  d: {extends: a}
",
        "
pack.yaml:4:16 extends-cycle: expected another record, but `a` extends itself by way of `c`, `b`
  |   a: {extends: c}
  |                ^
  = pack.yaml:6:16: by way of this
  = pack.yaml:5:16: by way of this
  = remove `extends` from one of them
",
    );
}

#[test]
fn a_record_may_not_extend_itself() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
  axe:
    extends: axe
",
        "
pack.yaml:9:14 extends-cycle: expected another record, but `axe` extends itself
  |     extends: axe
  |              ^^^
  = remove `extends` from one of them
",
    );
}

#[test]
fn an_id_used_twice_names_the_first() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
  sword: {title: Other, damage: 2D, held: two-hands}
",
        "
pack.yaml:8:3 duplicate-id: expected a new id, but `sword` is used already in `weapons`
  |   sword: {title: Other, damage: 2D, held: two-hands}
  |   ^^^^^
  = pack.yaml:4:3: it is used here first
  = rename one of them or remove it
",
    );
}

#[test]
fn a_key_that_stands_twice_names_the_first() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    requires: {st: 1, st: 2}
",
        "
pack.yaml:8:23 duplicate-key: expected each key once, but found `st` again
  |     requires: {st: 1, st: 2}
  |                       ^^
  = pack.yaml:8:16: it stands here first
  = remove one of them
",
    );
}

#[test]
fn a_catalog_that_stands_twice_in_a_file_is_a_key_that_stands_twice() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
weapons:
  axe: {title: Axe, damage: 2D, held: two-hands}
",
        "
pack.yaml:8:1 duplicate-key: expected each key once, but found `weapons` again
  | weapons:
  | ^^^^^^^
  = pack.yaml:3:1: it stands here first
  = remove one of them
",
    );
}

#[test]
fn an_id_must_be_in_kebab_case() {
    check(
        r#"
weapons:
  Big_Axe: {title: Axe, damage: 2D, held: two-hands}
  "": {title: Axe, damage: 2D, held: two-hands}
"#,
        r#"
pack.yaml:4:3 invalid-id: expected lower-case words joined by hyphens, but found `Big_Axe`
  |   Big_Axe: {title: Axe, damage: 2D, held: two-hands}
  |   ^^^^^^^
  = write `big-axe`
pack.yaml:5:3 invalid-id: expected lower-case words joined by hyphens, but found ``
  |   "": {title: Axe, damage: 2D, held: two-hands}
  |   ^^
"#,
    );
}

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
pack.yaml:5:12 yaml-syntax: expected a closing quote, but found none; add it at the end of the text
  |     title: "Sword
  |            ^^^^^^
pack.yaml:8:29 invalid-notation: expected hit dice less some, as `-1H`, or a number of dice, as `2D`, then changes as `L+1<3`, but found `2E`
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
pack.yaml:4:10 yaml-syntax: expected a closing bracket for `{`, but found none
  |   sword: {title: Sword, damage: -1H
  |          ^
pack.yaml:5:29 invalid-notation: expected hit dice less some, as `-1H`, or a number of dice, as `2D`, then changes as `L+1<3`, but found `2E`
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
pack.yaml:6:5 yaml-syntax: expected a key at the indentation of the keys above, but found something else; correct the indentation
  |     damage: -1H
  |     ^
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
  pick: {title: Axe, damage: 2D, held: two-hands}
",
        "
pack.yaml:5:2 yaml-syntax: expected records indented by 2 blanks like the first one, but found 1
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
pack.yaml:4:2 yaml-syntax: expected blanks, but found a tab; indent with blanks
  | \tsword: 1
  |  ^
",
    );
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
pack.yaml:8:1 yaml-syntax: expected one document, but found a second one
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
pack.yaml:5:18 yaml-syntax: expected a value, but found a tag; packs use none, so remove it
  |     title: !!str Sword
  |                  ^^^^^
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
pack.yaml:5:12 yaml-syntax: expected an alias of a value above, but there is no anchor `name`
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
        "",
    );
}

#[test]
fn an_unknown_catalog_is_corrected() {
    check(
        "
weapon:
  axe: {title: Axe, damage: 2D, held: two-hands}
foo: 1
",
        "
pack.yaml:3:1 unknown-catalog: expected a catalog of Tiny, but found `weapon`
  | weapon:
  | ^^^^^^
  = did you mean `weapons`?
pack.yaml:5:1 unknown-catalog: expected a catalog of Tiny, but found `foo`
  | foo: 1
  | ^^^
  = the catalogs are `weapons`, `maps`, `terrains`
",
    );
}

#[test]
fn header_values_are_checked() {
    check(
        "
version: 1.0
authors: me
format: 2
requires: [{pack: basics}]
",
        "
pack.yaml:3:10 invalid-value: expected text in the form `1.0.0`, but found `1.0`
  | version: 1.0
  |          ^^^
pack.yaml:4:10 wrong-type: expected a list, but found `me`
  | authors: me
  |          ^^
pack.yaml:5:9 pack-header: expected a format of at most 1, but found `2`
  | format: 2
  |         ^
  = open the pack with a newer version of this program
pack.yaml:6:11 pack-header: expected no other packs, because this version cannot read them, but found some
  | requires: [{pack: basics}]
  |           ^^^^^^^^^^^^^^^^
  = copy the records needed into this pack
",
    );
}

#[test]
fn a_header_key_stands_once() {
    check(
        "
pack: again
",
        "
pack.yaml:3:1 duplicate-key: expected each key once, but found `pack` again
  | pack: again
  | ^^^^
  = pack.yaml:1:1: it stands here first
  = remove one of them
",
    );
}

#[test]
fn rows_that_do_not_fit_name_the_hex() {
    check(
        r##"
maps:
  pit:
    title: Pit
    geometry: {size: [3, 2]}
    legend: {s: sand}
    rows: |
      ssss
      xéx
      s
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
        r##"
pack.yaml:9:7 map-rows: expected 3 cells in row 0, but found 4
  |       ssss
  |       ^^^^
  = hex 2,0
pack.yaml:10:7 map-rows: expected a key of the legend, but found `x` in 2 cells
  |       xéx
  |       ^
  = hex 0,1
  = the legend has `s`
pack.yaml:10:8 map-rows: expected a key of the legend, but found `é`
  |       xéx
  |        ^
  = hex 1,1
  = the legend has `s`
pack.yaml:11:7 map-rows: expected 2 rows, but found 3
  |       s
  |       ^
"##,
    );
}

#[test]
fn missing_rows_are_counted() {
    check(
        r##"
maps:
  pit:
    title: Pit
    geometry: {size: [3, 3]}
    legend: {s: sand}
    rows: |
      sss
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
        r##"
pack.yaml:10:7 map-rows: expected 3 rows, but found 2
  |       sss
  |       ^^^
"##,
    );
}

#[test]
fn a_legend_key_is_one_character() {
    check(
        r##"
maps:
  pit:
    title: Pit
    geometry: {size: [1, 1]}
    legend: {ss: sand, s: sand}
    rows: |
      s
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
        r##"
pack.yaml:7:14 invalid-value: expected a key in the form `s`, but found `ss`
  |     legend: {ss: sand, s: sand}
  |              ^^
"##,
    );
}

#[test]
fn a_size_has_two_numbers() {
    check(
        r##"
maps:
  pit:
    title: Pit
    geometry: {size: [1, 1, 1]}
    legend: {s: sand}
    rows: |
      s
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
        r##"
pack.yaml:6:22 invalid-value: expected a list of 2, but found a list of 3
  |     geometry: {size: [1, 1, 1]}
  |                      ^^^^^^^^^
"##,
    );
}

#[test]
fn a_colour_is_six_hexadecimal_digits() {
    check(
        "
terrains:
  sand: {title: Sand, color: red}
",
        "
pack.yaml:4:30 invalid-notation: expected a colour as `#d9c08c`, but found `red`
  |   sand: {title: Sand, color: red}
  |                              ^^^
",
    );
}
