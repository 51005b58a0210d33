//! Maps of packs are exported and imported again.

use std::collections::BTreeSet;
use std::fs;

use foeman_maps::{ForeignMap, coded, draft, idle_rules, table, terrained, tiled, wesnoth};
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::{MapFormat, Mapping};
use foeman_schema::draft::Draft;
use foeman_schema::grid::Geometry;
use foeman_schema::text::RecordKey;
use serde_json::json;

use super::{data_file, read_bytes};

fn map(geometry: serde_json::Value, rows: &str) -> Map {
    serde_json::from_value(json!({
        "title": "Round <trip> & \"back\"",
        "geometry": geometry,
        "legend": { "g": "grass", "w": "water", "t": "trees" },
        "rows": rows,
        "zones": {
            "north": { "title": "The north", "color": "#b8860b", "rectangles": [{ "from": [0, 0], "to": [3, 1] }] },
            "start-1": { "title": "Start 1", "cells": [[1, 2]] },
            "split": { "title": "Split", "cells": [[0, 0], [3, 2], [3, 1], [1, 2]] },
        },
    }))
    .expect("a map")
}

const ROWS: &str = "gwtg\nggww\ntgwt\n";

fn mapping(value: serde_json::Value) -> Mapping {
    serde_json::from_value(value).expect("a mapping")
}

/// Returns the terrain of each cell.
fn terrains(map: &Map) -> Vec<String> {
    map.geometry.cells().map(|cell| map.terrain(cell).unwrap().id().to_owned()).collect()
}

#[track_caller]
fn comes_back(map: &Map, foreign: &ForeignMap, mapping: Option<&Mapping>) {
    assert_eq!(without_vertices(foreign.geometry), without_vertices(map.geometry));
    let known: BTreeSet<&str> = ["grass", "water", "trees"].into();
    let back = terrained(foreign, mapping.map(|mapping| ("m", mapping)), &known).unwrap();
    let back: Vec<String> = back.cells.iter().map(|kind| back.terrains[usize::from(*kind)].clone()).collect();
    assert_eq!(back, terrains(map));
}

fn without_vertices(geometry: Geometry) -> Geometry {
    geometry.without_vertex_neighbours()
}

#[test]
fn every_grid_comes_back_from_tiled_with_its_zones() {
    for geometry in [
        json!({ "shape": "hex", "stand": "edge", "shift": "column-down", "size": [4, 3] }),
        json!({ "shape": "hex", "stand": "edge", "shift": "column-up", "size": [4, 3] }),
        json!({ "shape": "hex", "stand": "vertex", "shift": "row-right", "size": [4, 3] }),
        json!({ "shape": "hex", "stand": "vertex", "shift": "row-left", "size": [4, 3] }),
        json!({ "shape": "square", "stand": "vertex", "shift": "row-right", "size": [4, 3] }),
        json!({ "shape": "square", "stand": "vertex", "shift": "column-up", "size": [4, 3] }),
        json!({ "shape": "square", "stand": "edge", "size": [4, 3] }),
    ] {
        let map = map(geometry.clone(), ROWS);
        let text = tiled::write(&map, &coded(&map, None, MapFormat::Tiled).unwrap(), None, &[]);
        let foreign = read_bytes("x.tmx", text.as_bytes()).unwrap_or_else(|finding| panic!("{finding:?}\n{text}"));
        assert_eq!(foreign.title.as_deref(), Some("Round <trip> & \"back\""));
        comes_back(&map, &foreign, None);
        for (id, zone) in &map.zones {
            let own: BTreeSet<_> = zone.cells_on(&map.geometry).into_iter().collect();
            let parts = foreign.objects.iter().filter(|object| object.properties["id"] == *id);
            let back: BTreeSet<_> = parts.flat_map(|object| object.cells.clone()).collect();
            assert_eq!(back, own, "{id} {geometry}\n{text}");
        }
    }
}

#[test]
fn a_map_comes_back_from_wesnoth_with_its_starts() {
    let map = map(json!({ "size": [4, 3] }), ROWS);
    let mapping = mapping(json!({
        "title": "Wesnoth",
        "format": "wesnoth",
        "rules": [
            { "overlay": "F*", "terrain": "trees", "export": "Gg^Fp" },
            { "base": "G*", "terrain": "grass", "export": "Gg" },
            { "base": "Ww", "terrain": "water" },
        ],
    }));
    let coded = coded(&map, Some(("m", &mapping)), MapFormat::Wesnoth).unwrap();
    let text = wesnoth::write(&map, &coded).unwrap();
    let foreign = read_bytes("x.map", text.as_bytes()).unwrap();
    comes_back(&map, &foreign, Some(&mapping));
    let starts: Vec<_> = foreign.objects.iter().map(|start| (start.name.as_str(), start.cells[0])).collect();
    assert_eq!(starts, [("1", [1, 2])]);
    assert_eq!(wesnoth::lost_zones(&map), 2);
}

#[test]
fn a_map_comes_back_from_a_table() {
    let map = map(json!({ "size": [4, 3] }), ROWS);
    for (name, separator) in [("x.csv", ','), ("x.tsv", '\t')] {
        let coded = coded(&map, None, MapFormat::Csv).unwrap();
        let field = |cell: &Option<u16>| cell.map_or("", |code| &coded.codes[usize::from(code)]);
        let text = table::write(coded.cells.chunks(4).map(|row| row.iter().map(field).collect()), separator);
        comes_back(&map, &read_bytes(name, text.as_bytes()).unwrap(), None);
    }
}

#[test]
fn a_terrain_without_a_code_or_with_the_code_of_another_is_refused() {
    let map = map(json!({ "size": [4, 3] }), ROWS);
    let first = mapping(json!({
        "title": "M", "format": "wesnoth",
        "rules": [{ "base": "G*", "terrain": "grass", "export": "Gg" }],
    }));
    let error = coded(&map, Some(("m", &first)), MapFormat::Wesnoth).unwrap_err();
    assert_eq!(error, "no code for `trees`, `water`; add rules with `export` to the mapping `m`");
    let second = mapping(json!({
        "title": "M", "format": "wesnoth",
        "rules": [
            { "base": "G*", "terrain": "grass", "export": "Gg" },
            { "overlay": "F*", "terrain": "trees", "export": "Gg^Fp" },
            { "base": "Ww", "terrain": "water" },
        ],
    }));
    let error = coded(&map, Some(("m", &second)), MapFormat::Wesnoth).unwrap_err();
    assert!(error.contains("exports `trees` as `Gg^Fp`, which it imports as `grass`"), "{error}");
}

#[test]
fn a_drafted_mapping_covers_every_code_of_its_map() {
    let terrains = [("grass", Some("Grass")), ("deep-water", Some("Deep water")), ("trees", None), ("path", None)];
    for name in ["ford-x-odd.tmx", "pond-x-even.tmj", "grove-y-odd.tmx", "mill.map", "bridge.board"] {
        let map = read_bytes(name, &fs::read(data_file(name)).unwrap()).unwrap();
        let mapping = draft(&map, &terrains);
        let named: BTreeSet<&str> = mapping.rules.iter().map(|rule| rule.terrain.id()).collect();
        terrained(&map, Some(("m", &mapping)), &named).unwrap_or_else(|findings| panic!("{findings:?}"));
        assert!(named.contains("grass"), "{name}: {named:?}");
    }
}

#[test]
fn codes_without_a_rule_are_reported_with_their_cells() {
    let map = read_bytes("mill.map", &fs::read(data_file("mill.map")).unwrap()).unwrap();
    let mapping = mapping(json!({
        "title": "M", "format": "wesnoth", "rules": [{ "base": "[!_]*", "terrain": "grass" }, { "base": "W*", "terrain": "water" }],
    }));
    let findings = terrained(&map, Some(("m", &mapping)), &["grass", "water"].into()).unwrap_err();
    let ke = findings.iter().find(|finding| finding.message.contains("`Ke`")).unwrap();
    assert_eq!((ke.line, ke.column), (2, 5));
    assert_eq!(ke.message, "`Ke`, in 1 hex, has no terrain; add a rule to the mapping `m`");
    assert!(findings.iter().any(|finding| finding.message.starts_with("`Re`, in 5 hexes,")), "{findings:?}");
    let known = terrained(&map, Some(("m", &mapping)), &["grass"].into()).unwrap_err();
    assert!(known.iter().any(|finding| finding.message.contains("names the terrain `water`, which the pack does not")));
}

#[test]
fn a_missing_terrain_is_one_finding_for_all_codes_that_have_it() {
    let map = read_bytes("wide.csv", b"a,b,c\nd,e,f\n").unwrap();
    let mapping = mapping(json!({ "title": "M", "format": "csv", "rules": [{ "base": "*", "terrain": "moss" }] }));
    let findings = terrained(&map, Some(("m", &mapping)), &["grass"].into()).unwrap_err();
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!((finding.line, finding.column), (1, 1));
    assert!(finding.message.ends_with("add the terrain, or change the mapping"), "{}", finding.message);
}

#[test]
fn rules_behind_wildcards_never_match() {
    let text = "\
mappings:
  m:
    title: M
    format: wesnoth
    rules:
      - {base: W?, terrain: water}
      - {base: G*, terrain: grass}
      - {base: Gg, terrain: meadow}
      - {base: Gs, terrain: grass, export: Gs}
      - {base: G*, overlay: F*, terrain: trees}
      - {overlay: F*, terrain: trees}
      - {base: Ww, terrain: water}
      - {base: W*, terrain: water}
      - {base: Ss^Vhs, terrain: village}
      - {terrain: void}
      - {base: Xv, terrain: void}
";
    let draft = Draft::from_texts([("pack.yaml".into(), text.into())], &[]);
    let mapping: Mapping = draft.typed(&RecordKey::new("mappings", "m")).unwrap().unwrap();
    let idle = idle_rules(&draft, "m", &mapping);
    // The rule in line 9 has the code that is exported.
    assert_eq!(idle.iter().map(|finding| finding.line).collect::<Vec<_>>(), [8, 10, 12, 14, 16]);
    assert_eq!((&*idle[0].file, idle[0].column), ("pack.yaml", 9));
    let message =
        "rule `Gg` never matches, because `G*` is before it and matches the same codes; move it up, or remove it";
    assert_eq!(idle[0].message, message);
    assert!(idle[3].message.contains("because the base ends before `^`"), "{}", idle[3].message);
}
