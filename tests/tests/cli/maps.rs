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
