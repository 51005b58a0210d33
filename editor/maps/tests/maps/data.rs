//! The data set: every file is read as exactly the cells and objects listed in `expected.json`.

use std::collections::BTreeMap;
use std::fs;

use foeman_maps::{ForeignMap, Object, ObjectShape, wesnoth};
use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::{Cell, Stand};
use serde_json::{Value, json};

use super::{data_file, read_bytes};

type Counts = BTreeMap<String, usize>;

fn map(name: &str) -> (ForeignMap, Value) {
    let bytes = fs::read(data_file(name)).expect("the file exists");
    let map = read_bytes(name, &bytes).unwrap_or_else(|finding| panic!("{finding:?}"));
    let expected = fs::read_to_string(data_file("expected.json")).expect("the file exists");
    let mut expected: Value = serde_json::from_str(&expected).expect("JSON");
    (map, expected[name].take())
}

/// Returns what to call the code of a cell: with two layers, the upper tile.
fn name_of(map: &ForeignMap, cell: Option<u32>) -> Option<String> {
    let code = &map.codes[cell? as usize];
    Some(match map.format {
        MapFormat::Tiled if !code.overlay.is_empty() => code.overlay.clone(),
        MapFormat::Wesnoth => code.text(map.format),
        _ => code.base.clone(),
    })
}

/// Returns the rows of names; empty names are `null`.
fn rows(map: &ForeignMap) -> Value {
    let names: Vec<Value> = map
        .cells
        .iter()
        .map(|cell| name_of(map, *cell).filter(|name| !name.is_empty()).map_or(Value::Null, Value::from))
        .collect();
    names.chunks(map.geometry.width() as usize).map(<[Value]>::to_vec).collect()
}

/// Counts pairs of neighbouring cells by their names.
fn borders(map: &ForeignMap, name: impl Fn(Option<u32>) -> Option<String>) -> Counts {
    let mut counts = Counts::new();
    for cell in map.geometry.cells() {
        let own = map.geometry.position(cell).unwrap();
        for other in map.geometry.neighbours(cell).map(|cell| map.geometry.position(cell).unwrap()) {
            if let (true, Some(one), Some(two)) = (own < other, name(map.cells[own]), name(map.cells[other])) {
                let mut pair = [one, two];
                pair.sort();
                *counts.entry(pair.join(" | ")).or_default() += 1;
            }
        }
    }
    counts
}

fn counts(names: impl IntoIterator<Item = String>) -> Value {
    let mut counts = Counts::new();
    names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
    json!(counts)
}

#[track_caller]
fn same_grid(map: &ForeignMap, expected: &Value) {
    let stand = if map.geometry.stand() == Stand::Edge { "edge" } else { "vertex" };
    assert_eq!(json!(map.geometry.size()), expected["size"]);
    assert_eq!(json!(stand), expected["stand"]);
    assert_eq!(json!(map.geometry.shift().unwrap().word()), expected["shift"]);
    assert_eq!(rows(map), expected["rows"]);
}

fn tiled(name: &str) {
    let (map, expected) = map(name);
    same_grid(&map, &expected);
    assert_eq!(json!(map.origin), expected["origin"]);
    let full = map.cells.iter().filter(|cell| cell.is_some()).count();
    assert_eq!(json!([full, map.cells.len() - full]), json!([expected["holding"], expected["empty"]]));
    let layers: Vec<Value> =
        map.layers.iter().map(|layer| json!({ "name": layer.name, "cells": layer.counts })).collect();
    assert_eq!(json!(layers), expected["layers"]);
    assert_eq!(counts(map.cells.iter().filter_map(|cell| name_of(&map, *cell))), expected["cells"]);
    assert_eq!(json!(borders(&map, |cell| name_of(&map, cell))), expected["borders"]);
    let turned = expected
        .get("turned")
        .map_or(json!([0, 0, 0, 0]), |turned| json!([turned["h"], turned["v"], turned["d"], turned["r"]]));
    assert_eq!(json!(map.turned), turned);
    let listed = expected["objects"].as_array().unwrap();
    assert_eq!(map.objects.len(), listed.len());
    for (object, expected) in map.objects.iter().zip(listed) {
        same_object(object, expected);
    }
}

#[track_caller]
fn same_object(object: &Object, expected: &Value) {
    let shape = match object.shape {
        ObjectShape::Point => "point",
        ObjectShape::Rectangle => "rectangle",
        ObjectShape::Polygon => "polygon",
        ObjectShape::Ellipse => "ellipse",
        ObjectShape::Tile => "tile",
        ObjectShape::Start => "start",
    };
    let mut found = json!({
        "layer": object.layer, "name": object.name, "class": object.class, "shape": shape,
    });
    if let Some(tile) = &object.tile {
        found["tile"] = json!(tile);
    }
    if expected.get("cell").is_some() {
        found["cell"] = json!(object.cells[0]);
    } else if expected.get("cells").is_some() {
        let mut cells: Vec<Cell> = object.cells.clone();
        cells.sort();
        found["cells"] = json!(cells);
    }
    assert_eq!(found, *expected);
}

#[test]
fn a_map_with_odd_columns_down_and_two_layers() {
    tiled("ford-x-odd.tmx");
    let (map, _) = map("ford-x-odd.tmx");
    assert_eq!(map.title.as_deref(), Some("The ford"));
    let rounds = map.findings.iter().find(|finding| finding.message.contains("`rounds`")).unwrap();
    assert_eq!((rounds.line, rounds.column), (5, 3));
    assert!(map.findings.iter().any(|finding| finding.file == "ground.tsx" && finding.message.contains("`cost`")));
    assert_eq!(map.objects[0].properties["facing"], "3");
}

#[test]
fn a_json_map_with_even_columns_down_and_a_group() {
    tiled("pond-x-even.tmj");
}

#[test]
fn a_map_with_odd_rows_right_and_turned_tiles() {
    tiled("grove-y-odd.tmx");
}

#[test]
fn an_infinite_map_is_cropped_and_keeps_its_neighbours() {
    tiled("isle-y-even-infinite.tmx");
}

#[test]
fn a_wesnoth_map_loses_its_border_and_keeps_its_starts() {
    let (map, expected) = map("mill.map");
    same_grid(&map, &expected);
    let starts: BTreeMap<&str, Cell> = map.objects.iter().map(|start| (&*start.name, start.cells[0])).collect();
    assert_eq!(json!(starts), expected["starts"]);
    assert!(map.objects.iter().all(|start| start.class == wesnoth::START));
    assert_eq!(json!(map.codes.len()), expected["codes"]);
    assert_eq!(counts(map.cells.iter().filter_map(|cell| name_of(&map, *cell))), expected["cells"]);
    let code = |cell: &Option<u32>| &map.codes[cell.unwrap() as usize];
    assert_eq!(counts(map.cells.iter().map(|cell| code(cell).base.clone())), expected["bases"]);
    let overlays = map.cells.iter().map(|cell| code(cell).overlay.clone()).filter(|overlay| !overlay.is_empty());
    assert_eq!(counts(overlays), expected["overlays"]);
    assert_eq!(json!(borders(&map, |cell| Some(code(&cell).base.clone()))), expected["borders-of-bases"]);
}

#[test]
fn a_megamek_board_has_levels_terrains_and_themes() {
    let (map, expected) = map("bridge.board");
    same_grid(&map, &expected);
    let width = map.geometry.width() as usize;
    assert_eq!(json!(map.levels.chunks(width).collect::<Vec<_>>()), expected["rows-of-levels"]);
    assert_eq!(counts(map.levels.iter().map(i32::to_string)), expected["levels"]);
    let sorted = |cell: Option<u32>| {
        let mut parts: Vec<&str> = map.codes[cell.unwrap() as usize].base.split(';').collect();
        parts.sort_unstable();
        parts.join(";")
    };
    assert_eq!(json!(map.cells.len()), expected["holding"]);
    assert_eq!(counts(map.cells.iter().map(|cell| sorted(*cell))), expected["cells"]);
    let parts = || map.cells.iter().flat_map(|cell| map.codes[cell.unwrap() as usize].base.split(';'));
    let parts = || parts().filter(|part| !part.is_empty());
    assert_eq!(counts(parts().map(str::to_owned)), expected["terrains"]);
    assert_eq!(counts(parts().map(|part| part.split(':').next().unwrap().to_owned())), expected["kinds"]);
    let themes = map.cells.iter().map(|cell| map.codes[cell.unwrap() as usize].overlay.clone());
    assert_eq!(counts(themes), expected["themes"]);
    let or_dash = |cell| Some(sorted(cell)).map(|name| if name.is_empty() { "-".to_owned() } else { name });
    assert_eq!(json!(borders(&map, or_dash)), expected["borders-of-cells"]);
    let told: Vec<&str> = map.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert!(told[0].contains("`exit_roads_to_pavement`") && told[1].contains("`Test`"), "{told:?}");
}
