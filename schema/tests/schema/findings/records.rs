//! Findings about records, catalogs, references, maps and the header.

use super::check;

#[test]
fn a_merge_key_is_pointed_to_extends() {
    check(
        "
weapons:
  axe: &axe {title: Axe, damage: 2D, held: two-hands}
  saw: {<<: *axe, title: Saw, damage: 2D, held: two-hands}
",
        "
pack.yaml:5:9 unknown-key: expected a known key, found `<<`
  |   saw: {<<: *axe, title: Saw, damage: 2D, held: two-hands}
  |         ^^
  = write `extends` to inherit from another record
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
pack.yaml:3:10 wrong-type: expected records of weapons by their ids, found `5`
  | weapons: 5
  |          ^
pack.yaml:4:7 wrong-type: expected records of maps by their ids, found a list of 0
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
pack.yaml:8:18 unknown-reference: expected the id of a map, found `pti`
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
pack.yaml:9:1 unknown-catalog: expected a catalog of Tiny, found `mpas`
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
pack.yaml:9:7 yaml-syntax: expected a closing bracket for `[`, found none
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
pack.yaml:9:14 unknown-reference: expected the id of a weapon, found `sward`
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
pack.yaml:8:3 missing-field: the key `damage` is missing
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
    title: Axe
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
pack.yaml:8:13 invalid-value: expected a whole number from 0 to 99, found `100`
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
pack.yaml:4:16 extends-cycle: `a` extends itself through `c`, `b`
  |   a: {extends: c}
  |                ^
  = pack.yaml:6:16: extends the next record
  = pack.yaml:5:16: extends the next record
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
pack.yaml:9:14 extends-cycle: `axe` extends itself
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
pack.yaml:8:3 duplicate-id: the id `sword` is already used in `weapons`
  |   sword: {title: Other, damage: 2D, held: two-hands}
  |   ^^^^^
  = pack.yaml:4:3: first record with this id
  = rename or remove one of them
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
pack.yaml:8:23 duplicate-key: the key `st` is repeated
  |     requires: {st: 1, st: 2}
  |                       ^^
  = pack.yaml:8:16: first occurrence
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
pack.yaml:8:1 duplicate-key: the key `weapons` is repeated
  | weapons:
  | ^^^^^^^
  = pack.yaml:3:1: first occurrence
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
  "": {title: Pick, damage: 2D, held: two-hands}
"#,
        r#"
pack.yaml:4:3 invalid-id: expected lower-case words joined by hyphens, found `Big_Axe`
  |   Big_Axe: {title: Axe, damage: 2D, held: two-hands}
  |   ^^^^^^^
  = write `big-axe`
pack.yaml:5:3 invalid-id: expected lower-case words joined by hyphens, found ``
  |   "": {title: Pick, damage: 2D, held: two-hands}
  |   ^^
"#,
    );
}

#[test]
fn references_to_the_id_that_was_meant_are_not_told_beside_it() {
    check(
        "
weapons:
  Big_Axe: {title: Axe, damage: 2D, held: two-hands}
  small-axe: {extends: big-axe, title: Small axe}
  cleaver: {extends: bigaxe, title: Cleaver}
",
        "
pack.yaml:4:3 invalid-id: expected lower-case words joined by hyphens, found `Big_Axe`
  |   Big_Axe: {title: Axe, damage: 2D, held: two-hands}
  |   ^^^^^^^
  = write `big-axe`
pack.yaml:6:22 unknown-reference: expected the id of a weapon, found `bigaxe`
  |   cleaver: {extends: bigaxe, title: Cleaver}
  |                      ^^^^^^
  = `weapons` has no such record; correct the id or add the record
",
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
pack.yaml:3:1 unknown-catalog: expected a catalog of Tiny, found `weapon`
  | weapon:
  | ^^^^^^
  = did you mean `weapons`?
pack.yaml:5:1 unknown-catalog: expected a catalog of Tiny, found `foo`
  | foo: 1
  | ^^^
  = the catalogs are `weapons`, `maps`, `terrains`, `effects`
",
    );
}

#[test]
fn header_values_are_checked() {
    check(
        "
version: 1.0
authors: me
format: 3
requires: {basics: ^1}
",
        "
pack.yaml:3:10 invalid-value: expected text in the form `1.0.0`, found `1.0`
  | version: 1.0
  |          ^^^
pack.yaml:4:10 wrong-type: expected a list, found `me`
  | authors: me
  |          ^^
pack.yaml:5:9 pack-header: expected a format of at most 2, found `3`
  | format: 3
  |         ^
  = open the pack with a newer version of this program
pack.yaml:6:12 required-pack: there is no pack `basics`
  | requires: {basics: ^1}
  |            ^^^^^^
  = move its folder next to this pack's, or name the folder that contains it with `--packs`
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
pack.yaml:3:1 duplicate-key: the key `pack` is repeated
  | pack: again
  | ^^^^
  = pack.yaml:1:1: first occurrence
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
pack.yaml:9:7 map-rows: expected 3 cells in row 0, found 4
  |       ssss
  |       ^^^^
  = hex 2,0
pack.yaml:10:7 map-rows: expected a key of the legend, found `x` in 2 cells
  |       xéx
  |       ^
  = hex 0,1
  = the legend has `s`
pack.yaml:10:8 map-rows: expected a key of the legend, found `é`
  |       xéx
  |        ^
  = hex 1,1
  = the legend has `s`
pack.yaml:11:7 map-rows: expected 2 rows, found 3
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
pack.yaml:10:7 map-rows: expected 3 rows, found 2
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
pack.yaml:7:14 invalid-value: expected a key in the form `s`, found `ss`
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
pack.yaml:6:22 invalid-value: expected a list of 2, found a list of 3
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
pack.yaml:4:30 invalid-notation: expected a colour as `#d9c08c`, found `red`
  |   sand: {title: Sand, color: red}
  |                              ^^^
",
    );
}

#[test]
fn an_id_of_another_catalog_is_said_to_be_that() {
    check(
        "
weapons:
  sword: {title: Sword, damage: -1H, held: one-hand, found: [sword]}
",
        "
pack.yaml:4:62 unknown-reference: expected the id of a map, found `sword`
  |   sword: {title: Sword, damage: -1H, held: one-hand, found: [sword]}
  |                                                              ^^^^^
  = `sword` is a record of `weapons`; name a record of `maps`
",
    );
}
