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
pack.yaml:4:3 map-ground: expected `rows` or `fill`, found neither
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
pack.yaml:8:5 map-ground: `elevation` requires `rows`, but this map has a `fill`
  |     elevation: |
  |     ^^^^^^^^^
  = use areas with a `level` instead
pack.yaml:10:14 unused-legend-key: the legend key `s` has no effect, because the map has a `fill` instead of rows
  |     legend: {s: sand}
  |              ^
  = remove the legend; areas name their terrains directly
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
pack.yaml:8:11 map-ground: expected at most 4096 x 4096 cells in rows of letters, found 5000 x 1
  |     rows: sss
  |           ^^^
  = use `fill` and `areas` instead
pack.yaml:8:11 map-rows: expected 5000 cells in row 0, found 3
  |     rows: sss
  |           ^^^
  = hex 3,0
pack.yaml:9:5 map-ground: `areas` require a `fill`, but this map has `rows`
  |     areas:
  |     ^^^^^
  = draw the areas in the rows, or replace the rows by a `fill`
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
pack.yaml:9:9 map-areas: expected a `terrain` or a `level`, found neither
  |       - {from: [0, 0], to: [9, 9]}
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
  = add a `terrain` or a `level`, or remove the area
pack.yaml:10:31 map-areas: column 9 of `from` is after column 5 of `to`
  |       - {terrain: sand, from: [9, 0], to: [5, 9]}
  |                               ^^^^^^
pack.yaml:13:13 map-areas: expected a cell of the map, found column 30, row 4
  |         to: [30, 4]
  |             ^^^^^^^
  = Beach has columns 0 to 29 and rows 0 to 19
pack.yaml:14:26 map-areas: expected a cell of the map, found column 40, row 3
  |       - {level: 2, from: [40, 3], to: [50, 4]}
  |                          ^^^^^^^
  = Beach has columns 0 to 29 and rows 0 to 19
pack.yaml:14:39 map-areas: expected a cell of the map, found column 50, row 4
  |       - {level: 2, from: [40, 3], to: [50, 4]}
  |                                       ^^^^^^^
  = Beach has columns 0 to 29 and rows 0 to 19
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
pack.yaml:9:19 unknown-reference: expected the id of a terrain, found `sea`
  |       - {terrain: sea, from: [0, 0], to: [1, 1]}
  |                   ^^^
  = `terrains` has no such record; correct the id or add the record
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
pack.yaml:6:22 map-rows: the size is 3 x 4, but the rows have 2 x 3 cells
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
pack.yaml:10:7 map-rows: expected 3 cells in row 1, found 2, and 3 other rows do not fit either
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
pack.yaml:8:5 map-rows: expected `|` before rows on separate lines, found none
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
pack.yaml:4:3 map-ground: expected `rows` or `fill`, found neither
  |   beach:
  |   ^^^^^
  = write `rows: |` above the rows, so that they are text
",
    );
}
