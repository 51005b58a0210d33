//! Importing and exporting maps of other programs.

use std::fs;

use super::{Copy, Run, foeman, repository};

/// A copy of the Arena, and a folder with the maps of other programs.
struct Desk {
    pack: Copy,
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for entry in fs::read_dir(repository("editor/maps/tests/data")).expect("the data set exists") {
            let entry = entry.expect("readable");
            fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a file can be copied");
        }
        Self { pack: Copy::new(), folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("temporary folders have plain names").to_owned()
    }

    fn import(&self, name: &str, more: &[&str]) -> Run {
        let file = self.path(name);
        foeman(&[&["import", &file, "--into", self.pack.path()], more].concat())
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.pack.folder.path().join(file)).expect("the file exists")
    }
}

/// A mapping for `rich-x-odd.tmx`.
const MAPPING: &str = "\
mappings:
  tiles:
    title: Tiles
    format: tiled
    rules:
      - {overlay: woods, terrain: trees}
      - {base: water, overlay: grass, terrain: grass}
      - {base: water, overlay: road, terrain: path}
      - {base: water, terrain: deep-water}
";

#[test]
fn a_tiled_map_is_mapped_imported_exported_and_imported_again() {
    let desk = Desk::new();
    let run = desk.import("ford-x-odd.tmx", &["--id", "the-ford"]).ends(1);
    assert!(run.err.contains("ford-x-odd.tmx:10:7: error: `water`, in 9 hexes, has no terrain"), "{}", run.err);
    let run = desk.import("ford-x-odd.tmx", &["--draft-mapping", "--mapping", "tiles"]).ends(0);
    assert!(run.err.contains("wrote mapping `tiles`"), "{}", run.err);
    let mut text = desk.text("mappings.yaml");
    for (missing, terrain) in [("woods", "trees"), ("water", "deep-water"), ("rock", "rubble"), ("road", "path")] {
        text = text.replace(&format!("terrain: {missing}"), &format!("terrain: {terrain}"));
    }
    fs::write(desk.pack.folder.path().join("mappings.yaml"), text).expect("it can be written");
    let run = desk.import("ford-x-odd.tmx", &["--id", "the-ford"]).ends(0);
    assert!(run.err.contains("ford-x-odd.tmx:5:3: warning: property `rounds` of the map"), "{}", run.err);
    assert!(run.err.contains("7 x 6 hexes, 3 zones"), "{}", run.err);
    foeman(&["check", desk.pack.path()]).ends(0);
    foeman(&["fmt", desk.pack.path(), "--check"]).ends(0);
    let before = desk.text("maps.yaml");
    assert!(before.contains("title: The ford") && before.contains("west-bank:"), "{before}");

    let out = desk.path("out.tmx");
    foeman(&["export", "tiled", desk.pack.path(), "the-ford", "-o", &out]).ends(0);
    assert!(fs::read(desk.path("out-tiles.png")).expect("a picture").starts_with(b"\x89PNG"));
    let run = desk.import("out.tmx", &["--id", "the-ford"]).ends(2);
    assert!(run.err.contains("already has a map `the-ford`"), "{}", run.err);
    desk.import("out.tmx", &["--id", "the-ford", "--replace"]).ends(0);
    assert_eq!(desk.text("maps.yaml"), before);
}

#[test]
fn exporting_over_a_tiled_map_updates_it() {
    let desk = Desk::new();
    fs::write(desk.pack.folder.path().join("mappings.yaml"), MAPPING).expect("it can be written");
    let before = fs::read_to_string(desk.path("rich-x-odd.tmx")).expect("the file exists");
    desk.import("rich-x-odd.tmx", &["--id", "rich"]).ends(0);
    let out = desk.path("rich-x-odd.tmx");
    let export = |more: &[&str]| foeman(&[&["export", "tiled", desk.pack.path(), "rich", "-o", &out], more].concat());
    let run = export(&[]).ends(0);
    assert!(run.err.starts_with("updated `"), "{}", run.err);
    assert_eq!(fs::read_to_string(&out).expect("it was written"), before);

    // Lava has no tile yet, so it gets a tileset with a picture of its own.
    fs::write(desk.path("rich-x-odd-tiles.png"), "drawn by hand").expect("it can be written");
    let maps = desk.text("maps.yaml").replace("title: The ford", "title: The new ford");
    let (before, own) = maps.split_once("\n  rich:").expect("the map");
    let (fields, rows) = own.split_once("rows: |").expect("rows of letters");
    let fields = fields.replacen("g: grass", "g: grass, m: marsh", 1).replacen(
        "g: grass, m: marsh\n",
        "g: grass\n      m: marsh\n",
        1,
    );
    let maps = format!("{before}\n  rich:{fields}rows: |{}", rows.replacen('g', "m", 1));
    fs::write(desk.pack.folder.path().join("maps.yaml"), maps).expect("it can be written");
    let run = export(&[]).ends(0);
    assert!(run.err.contains("wrote `") && run.err.contains("rich-x-odd-tiles-2.png"), "{}", run.err);
    let after = fs::read_to_string(&out).expect("it was written");
    assert!(after.contains("value=\"The new ford\"") && after.contains("104, 1,1,0,0,"), "{after}");
    assert!(after.contains("<text wrap=\"1\" color=\"#aa0000\">Beware of the wolf</text>"), "{after}");
    assert_eq!(fs::read(desk.path("rich-x-odd-tiles.png")).expect("it exists"), b"drawn by hand");

    fs::write(&out, "no map").expect("it can be written");
    let run = export(&[]).ends(1);
    assert!(run.err.contains("rich-x-odd.tmx:1:1: error: invalid XML"), "{}", run.err);
    assert_eq!(fs::read_to_string(&out).expect("it exists"), "no map");
    let run = export(&["--replace"]).ends(0);
    assert!(run.err.contains("wrote `"), "{}", run.err);
    assert!(fs::read_to_string(&out).expect("it exists").contains("<layer id=\"1\" name=\"Ground\""));
    let csv = desk.path("x.csv");
    let run = foeman(&["export", "csv", desk.pack.path(), "rich", "-o", &csv, "--replace"]).ends(2);
    assert!(run.err.contains("`--replace` is only for the format `tiled`, found `csv`"), "{}", run.err);
}

#[test]
fn maps_of_wesnoth_megamek_and_tables_are_imported() {
    let desk = Desk::new();
    for name in ["mill.map", "bridge.board"] {
        let run = desk.import(name, &["--draft-mapping"]).ends(0);
        assert!(run.err.contains("wrote mapping"), "{}", run.err);
    }
    fs::write(desk.path("field.csv"), "grass,mud\nmud,grass\n").expect("it can be written");
    desk.import("field.csv", &["--shift", "none"]).ends(0);
    assert!(desk.text("maps.yaml").contains("shape: square"), "{}", desk.text("maps.yaml"));
    let out = desk.path("again.tsv");
    foeman(&["export", "csv", desk.pack.path(), "field", "-o", &out]).ends(0);
    assert_eq!(fs::read_to_string(&out).expect("it was written"), "grass\tmud\nmud\tgrass\n");
    let run = foeman(&["export", "wesnoth", desk.pack.path(), "field", "-o", &desk.path("x.map")]).ends(2);
    assert!(run.err.contains("no code for") || run.err.contains("column-down"), "{}", run.err);
}

#[test]
fn a_map_without_a_pack_and_a_pack_with_into_are_refused() {
    let desk = Desk::new();
    let run = foeman(&["import", &desk.path("mill.map"), "--out", &desk.path("new")]).ends(2);
    assert!(run.err.contains("name the pack with `--into`"), "{}", run.err);
    let run = foeman(&["import", "hexkit", &desk.path("mill.map"), "--into", desk.pack.path()]).ends(2);
    assert!(run.err.contains("name its folder with `--out`"), "{}", run.err);
    fs::write(desk.path("x.tmx"), "<!DOCTYPE x><map/>").expect("it can be written");
    let run = desk.import("x.tmx", &[]).ends(1);
    assert!(run.err.contains("document types and entities are not supported"), "{}", run.err);
    assert!(!desk.pack.folder.path().join("mappings.yaml").exists());
}
