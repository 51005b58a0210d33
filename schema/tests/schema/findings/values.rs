//! Findings about values and keys inside records.

use super::check;

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
pack.yaml:5:5 unknown-key: expected a known key, found `titel`
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
pack.yaml:8:5 unknown-key: expected a known key, found `colour`
  |     colour: red
  |     ^^^^^^
  = known keys: `title`, `damage`, `held`, `weight`, `code`, `requires`, `found`, `extends`
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
pack.yaml:8:23 unknown-key: expected a known key, found `dz`
  |     requires: {st: 1, dz: 2}
  |                       ^^
  = did you mean `dx`?
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
pack.yaml:7:11 invalid-value: expected `one-hand` or `two-hands`, found `one-hnad`
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
pack.yaml:8:13 invalid-value: expected a whole number from 0 to 99, found `100`
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
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, found `two`
  |     weight: two
  |             ^^^
",
    );
}

#[test]
fn numbers_are_read_as_yaml_reads_them() {
    check(
        "
weapons:
  sword: {title: Sword, damage: -1H, held: one-hand, weight: 0x1F}
  axe: {title: Axe, damage: -1H, held: one-hand, weight: +12}
  bow: {title: Bow, damage: -1H, held: one-hand, weight: 1e3}
  pick: {title: Pick, damage: -1H, held: one-hand, weight: 1.5}
  saw: {title: Saw, damage: -1H, held: one-hand, weight: .inf}
  rod: {title: Rod, damage: -1H, held: one-hand, weight: Null}
",
        "
pack.yaml:6:58 invalid-value: expected a whole number from 0 to 99, found `1000`
  |   bow: {title: Bow, damage: -1H, held: one-hand, weight: 1e3}
  |                                                          ^^^
pack.yaml:7:60 wrong-type: expected a whole number from 0 to 99, found `1.5`
  |   pick: {title: Pick, damage: -1H, held: one-hand, weight: 1.5}
  |                                                            ^^^
pack.yaml:8:58 wrong-type: expected a whole number from 0 to 99, found `.inf`
  |   saw: {title: Saw, damage: -1H, held: one-hand, weight: .inf}
  |                                                          ^^^^
",
    );
}

#[test]
fn what_other_readers_take_for_another_value_is_told() {
    check(
        "
weapons:
  sword: {title: 12, damage: -1H, held: one-hand, weight: 0014}
  axe: {title: Axe, damage: -1H, held: one-hand, weight: 0o14, code: no}
  bow: {title: Bow, damage: -1H, held: one-hand, weight: 14, code: \"no\"}
",
        "
pack.yaml:4:18 bare-value: expected text in quotes, found `12`, which other YAML readers interpret differently
  |   sword: {title: 12, damage: -1H, held: one-hand, weight: 0014}
  |                  ^^
pack.yaml:4:59 bare-value: expected `14`, found `0014`, which other YAML readers interpret differently
  |   sword: {title: 12, damage: -1H, held: one-hand, weight: 0014}
  |                                                           ^^^^
pack.yaml:5:58 bare-value: expected `12`, found `0o14`, which other YAML readers interpret differently
  |   axe: {title: Axe, damage: -1H, held: one-hand, weight: 0o14, code: no}
  |                                                          ^^^^
pack.yaml:5:70 bare-value: expected text in quotes, found `no`, which other YAML readers interpret differently
  |   axe: {title: Axe, damage: -1H, held: one-hand, weight: 0o14, code: no}
  |                                                                      ^^
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
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, found `99999999999999999999`
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
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, found a list of 1
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
pack.yaml:8:12 wrong-type: expected a list, found `pit`
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
pack.yaml:5:5 wrong-type: expected text, found nothing
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
    code: \"0001\"
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
pack.yaml:6:13 invalid-notation: expected hit dice less some, as `-1H`, or a number of dice, as `2D`, found `-1X`
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
pack.yaml:8:5 missing-field: the key `st` is missing
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
pack.yaml:4:3 wrong-type: expected keys with values, found nothing
  |   sword:
  |   ^^^^^
pack.yaml:5:8 wrong-type: expected keys with values, found `5`
  |   axe: 5
  |        ^
",
    );
}

#[test]
fn keys_are_not_missing_where_extends_is_misspelt() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
  axe:
    extend: sword
",
        "
pack.yaml:9:5 unknown-key: expected a known key, found `extend`
  |     extend: sword
  |     ^^^^^^
  = did you mean `extends`?
",
    );
}

#[test]
fn a_number_in_quotes_is_told_to_be_in_quotes() {
    check(
        "
weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    weight: \"10\"
",
        "
pack.yaml:8:13 wrong-type: expected a whole number from 0 to 99, found `10` in quotes
  |     weight: \"10\"
  |             ^^^^
",
    );
}

#[test]
fn a_colour_taken_for_a_comment_is_told_where_it_stands() {
    check(
        "
terrains:
  sea:
    title: Sea
    color: #1f5fa8
",
        "
pack.yaml:6:12 wrong-type: expected text in the form `#d9c08c`, found a comment, `#1f5fa8`
  |     color: #1f5fa8
  |            ^^^^^^^
  = `#` begins a comment; put the value in quotes
",
    );
    check(
        "
terrains:
  sea: {
    color: #1f5fa8
    title: Sea
  }
",
        "
pack.yaml:5:12 yaml-syntax: expected a value, found a comment, `#1f5fa8`; put the value in quotes
  |     color: #1f5fa8
  |            ^^^^^^^
",
    );
    check(
        "
terrains:
  sea: {title: Sea,
    color: #1f5fa8
  }
",
        "
pack.yaml:5:12 wrong-type: expected text in the form `#d9c08c`, found a comment, `#1f5fa8`
  |     color: #1f5fa8
  |            ^^^^^^^
  = `#` begins a comment; put the value in quotes
",
    );
}
