//! Findings about tagged unions: each error is reported at its own key or value, never as "matches none of".

use super::check;

/// Asserts the findings of a terrain with these effects, which begin on line 8.
#[track_caller]
fn effects(lines: &str, expected: &str) {
    let lines: Vec<String> = lines.trim().lines().map(|line| format!("      - {}", line.trim())).collect();
    let input =
        format!("terrains:\n  bog:\n    title: Bog\n    color: '#5b4636'\n    effects:\n{}\n", lines.join("\n"));
    check(&input, expected);
}

#[test]
fn an_unknown_kind_is_reported_at_the_word_with_the_near_one() {
    effects(
        "{kind: damge, dice: 2D}",
        "
pack.yaml:8:16 invalid-value: expected `modify`, `damage`, `heal`, `posture`, `status`, `move`, `create`, `control` or `named`, found `damge`
  |       - {kind: damge, dice: 2D}
  |                ^^^^^
  = did you mean `damage`?
",
    );
}

#[test]
fn a_missing_kind_is_reported_once() {
    effects(
        "{dice: 2D}",
        "
pack.yaml:8:9 missing-field: the key `kind` is missing
  |       - {dice: 2D}
  |         ^^^^^^^^^^
  = `kind`: The kind, which determines the other keys
",
    );
}

#[test]
fn a_key_of_another_kind_says_which_kinds_have_it() {
    effects(
        "{kind: posture, to: lying, hexes: 2}",
        "
pack.yaml:8:36 unknown-key: expected a known key, found `hexes`
  |       - {kind: posture, to: lying, hexes: 2}
  |                                    ^^^^^
  = `hexes` is only allowed for other kinds: `move`, `create`; known keys: `kind`, `to`, `in-terrain`, `range`, `who`, `within`
",
    );
}

#[test]
fn a_misspelt_key_is_compared_with_those_of_its_kind() {
    effects(
        "{kind: move, hexs: 2, how: push}",
        "
pack.yaml:8:22 unknown-key: expected a known key, found `hexs`
  |       - {kind: move, hexs: 2, how: push}
  |                      ^^^^
  = did you mean `hexes`?
",
    );
}

#[test]
fn a_key_that_its_kind_must_have_is_missed_with_its_meaning() {
    effects(
        "{kind: move, hexes: 2}\n{kind: create, hexes: 2}",
        "
pack.yaml:8:9 missing-field: the key `how` is missing
  |       - {kind: move, hexes: 2}
  |         ^^^^^^^^^^^^^^^^^^^^^^
  = `how`: The direction
pack.yaml:9:9 missing-field: the key `figure` is missing
  |       - {kind: create, hexes: 2}
  |         ^^^^^^^^^^^^^^^^^^^^^^^^
  = `figure`: The type of figure
",
    );
}

#[test]
fn wrong_words_and_types_are_reported_at_the_value() {
    effects(
        "
{kind: heal, points: [1]}
{kind: status, add: stund}
{kind: modify, what: dx, by: 1, within: near, who: allies}
{kind: modify, what: dx, by: 1, range: [1, 2, 3]}
",
        "
pack.yaml:8:30 wrong-type: expected a number, or text in the form `3`, found a list of 1
  |       - {kind: heal, points: [1]}
  |                              ^^^
pack.yaml:9:29 invalid-value: expected `stunned`, `blinded` or `slowed`, found `stund`
  |       - {kind: status, add: stund}
  |                             ^^^^^
  = did you mean `stunned`?
pack.yaml:10:49 wrong-type: expected a whole number from 0 to 99, found `near`
  |       - {kind: modify, what: dx, by: 1, within: near, who: allies}
  |                                                 ^^^^
pack.yaml:11:48 invalid-value: expected a list of 2, found a list of 3
  |       - {kind: modify, what: dx, by: 1, range: [1, 2, 3]}
  |                                                ^^^^^^^^^
",
    );
}

#[test]
fn a_word_that_is_a_key_of_its_own_is_told_so() {
    effects(
        "{kind: control, who: within 3}",
        "
pack.yaml:8:30 invalid-value: expected `target`, `allies` or `foes`, found `within 3`
  |       - {kind: control, who: within 3}
  |                              ^^^^^^^^
  = `within` is a separate key here
",
    );
}

#[test]
fn notations_say_what_they_expect() {
    effects(
        "
{kind: modify, what: dx, by: 1D*2}
{kind: modify, what: dx, by: 10000}
",
        "
pack.yaml:8:38 invalid-notation: expected a number, or dice as `1D-2`, found `1D*2`
  |       - {kind: modify, what: dx, by: 1D*2}
  |                                      ^^^^
pack.yaml:9:38 invalid-notation: expected a number, or dice as `1D-2`, found `10000`
  |       - {kind: modify, what: dx, by: 10000}
  |                                      ^^^^^
",
    );
}

#[test]
fn references_inside_a_kind_must_lead_somewhere() {
    effects(
        "{kind: named, effect: mire, in-terrain: bogg}",
        "
pack.yaml:8:31 unknown-reference: expected the id of an effect, found `mire`
  |       - {kind: named, effect: mire, in-terrain: bogg}
  |                               ^^^^
  = `effects` has no such record; correct the id or add the record
pack.yaml:8:49 unknown-reference: expected the id of a terrain, found `bogg`
  |       - {kind: named, effect: mire, in-terrain: bogg}
  |                                                 ^^^^
  = did you mean `bog`?
",
    );
}

#[test]
fn what_is_no_map_at_all_is_said_so() {
    effects(
        "damage 2D",
        "
pack.yaml:8:9 wrong-type: expected keys with values, found `damage 2D`
  |       - damage 2D
  |         ^^^^^^^^^
",
    );
}

#[test]
fn a_partial_record_writes_whole_effects_all_the_same() {
    check(
        "
terrains:
  bog:
    title: Bog
    color: '#5b4636'
  fen:
    extends: bog
    title: Fen
    effects:
      - {kind: damage}
",
        "
pack.yaml:11:9 missing-field: the key `dice` is missing
  |       - {kind: damage}
  |         ^^^^^^^^^^^^^^
  = `dice`: The amount
",
    );
}

#[test]
fn nothing_stands_where_a_kind_must_have_something() {
    check(
        "
terrains:
  bog:
    title: Bog
    color: \"#405030\"
    effects:
      - {kind: modify, what: ~, by: 1}
      - {kind: modify, what: dx, by:}
      - {kind: heal, points: ~}
",
        "
pack.yaml:8:30 wrong-type: expected `st`, `dx` or `ma`, found nothing
  |       - {kind: modify, what: ~, by: 1}
  |                              ^
pack.yaml:9:34 wrong-type: expected a number, or text in the form `3`, found nothing
  |       - {kind: modify, what: dx, by:}
  |                                  ^^
",
    );
}
