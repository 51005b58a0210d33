//! Findings about the terrain of maps.

use super::check;

#[test]
fn a_map_says_once_what_it_is_painted_with() {
    check(
        "
maps:
  beach: {title: Beach, geometry: {size: [2, 1]}}
",
        "
pack.yaml:4:3 map-ground: expected `rows` or `fill`, but found neither
  |   beach: {title: Beach, geometry: {size: [2, 1]}}
  |   ^^^^^
  = add `rows` and a `legend`, or `fill` with the terrain of the whole map
",
    );
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [2, 1]}
    fill: sand
    elevation: |
      01
    legend: {s: sand}
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:8:5 map-ground: expected levels in `areas` on a map with a `fill`, but found `elevation`
  |     elevation: |
  |     ^^^^^^^^^
  = write areas with a `level` instead
pack.yaml:10:14 unused-legend-key: expected rows for `s` to stand in, but the map has a `fill`
  |     legend: {s: sand}
  |              ^
  = areas name their terrains; remove the legend
",
    );
}

#[test]
fn rows_are_refused_where_they_would_be_too_long() {
    check(
        "
maps:
  shore:
    title: Shore
    geometry: {size: [5000, 1]}
    legend: {s: sand}
    rows: sss
    areas:
      - {terrain: sand, from: [0, 0], to: [9, 0]}
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:8:11 map-ground: expected at most 4096 columns and rows of letters, but the map has 5000 x 1
  |     rows: sss
  |           ^^^
  = write `fill` and `areas` in place of the rows
pack.yaml:8:11 map-rows: expected 5000 cells in row 0, but found 3
  |     rows: sss
  |           ^^^
  = hex 3,0
pack.yaml:9:5 map-ground: expected `areas` on a map with a `fill`, but found `rows`
  |     areas:
  |     ^^^^^
  = draw what the areas are for into the rows, or write a `fill` in place of the rows
",
    );
}

#[test]
fn an_area_is_told_at_the_corner_that_is_wrong() {
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [30, 20]}
    fill: sand
    areas:
      - {from: [0, 0], to: [9, 9]}
      - {terrain: sand, from: [9, 0], to: [5, 9]}
      - terrain: sand
        from: [20, 3]
        to: [30, 4]
      - {level: 2, from: [40, 3], to: [50, 4]}
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:9:9 map-areas: expected a `terrain` or a `level`, but found neither
  |       - {from: [0, 0], to: [9, 9]}
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
  = say what the area is painted with, or remove it
pack.yaml:10:31 map-areas: expected `from` not after `to`, but found column 9 after 5
  |       - {terrain: sand, from: [9, 0], to: [5, 9]}
  |                               ^^^^^^
pack.yaml:13:13 map-areas: expected a cell of the map, but column 30, row 4 is outside it
  |         to: [30, 4]
  |             ^^^^^^^
  = `Beach` has columns 0 to 29 and rows 0 to 19
pack.yaml:14:26 map-areas: expected a cell of the map, but column 40, row 3 is outside it
  |       - {level: 2, from: [40, 3], to: [50, 4]}
  |                          ^^^^^^^
  = `Beach` has columns 0 to 29 and rows 0 to 19
pack.yaml:14:39 map-areas: expected a cell of the map, but column 50, row 4 is outside it
  |       - {level: 2, from: [40, 3], to: [50, 4]}
  |                                       ^^^^^^^
  = `Beach` has columns 0 to 29 and rows 0 to 19
",
    );
}

#[test]
fn the_terrain_of_an_area_is_a_reference_like_any_other() {
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [30, 20]}
    fill: sand
    areas:
      - {terrain: sea, from: [0, 0], to: [1, 1]}
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:9:19 unknown-reference: expected the id of a terrain, but found `sea`
  |       - {terrain: sea, from: [0, 0], to: [1, 1]}
  |                   ^^^
  = there is no such record in `terrains`; correct the id or add the record
",
    );
}

#[test]
fn a_wrong_size_is_told_once_at_the_size() {
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [3, 4]}
    legend: {s: sand}
    rows: |
      ss
      ss
      ss
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:6:22 map-rows: expected the size of the rows, 2 x 3, but found 3 x 4
  |     geometry: {size: [3, 4]}
  |                      ^^^^^^
",
    );
}

#[test]
fn many_rows_that_do_not_fit_are_told_at_the_first() {
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [3, 5]}
    legend: {s: sand}
    rows: |
      sss
      ss
      s
      ssss
      ss
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:10:7 map-rows: expected 3 cells in row 1, but found 2, and 3 other rows do not fit either
  |       ss
  |       ^^
  = hex 2,1
",
    );
}

#[test]
fn rows_without_their_sign_are_told_at_their_key() {
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [2, 2]}
    legend: {s: sand}
    rows:
      ss
      ss
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:8:5 map-rows: expected `|` before rows on lines of their own, but found none
  |     rows:
  |     ^^^^
  = write `rows: |` and the rows below it
",
    );
    check(
        "
maps:
  beach:
    title: Beach
    geometry: {size: [2, 2]}
    legend: {\"#\": sand}
    rows:
      ##
      ##
terrains: {sand: {title: Sand, color: \"#d9c08c\"}}
",
        "
pack.yaml:4:3 map-ground: expected `rows` or `fill`, but found neither
  |   beach:
  |   ^^^^^
  = write `rows: |` above the rows, so that they are text
",
    );
}
