//! Importing and exporting maps of other programs.

use std::fs;
use std::path::Path;

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;

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
      - {base: water, overlay: woods, terrain: marsh}
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
    let run = desk.import("rich-x-odd.tmx", &["--id", "rich"]).ends(0);
    let idle =
        "mappings.yaml:10:9: warning: rule `water^woods` never matches, because `*^woods` is before it and matches";
    assert!(run.err.contains(idle), "{}", run.err);
    let out = desk.path("rich-x-odd.tmx");
    let export = |more: &[&str]| foeman(&[&["export", "tiled", desk.pack.path(), "rich", "-o", &out], more].concat());
    let run = export(&[]).ends(0);
    assert!(run.err.ends_with("rich-x-odd.tmx` is up to date\n"), "{}", run.err);
    assert_eq!(fs::read_to_string(&out).expect("it was written"), before);

    // Lava has no tile yet, so it gets a new tileset with a new picture.
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
    assert!(run.err.contains("rich-x-odd.tmx`: 1 hex, 0 objects"), "{}", run.err);
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
fn a_map_with_tilesets_elsewhere_is_updated_with_files() {
    let desk = Desk::new();
    let (maps, file) = (desk.folder.path().join("maps"), desk.path("maps/grove.tmx"));
    fs::create_dir(&maps).expect("a folder can be made");
    let text = fs::read_to_string(desk.path("grove-y-odd.tmx")).expect("the file exists");
    let text = text.replace("source=\"ground.tsx\"", "source=\"../ground.tsx\"").replace("\"gate\"", "\"wall\"");
    fs::write(&file, &text).expect("it can be written");
    let files = desk.folder.path().to_str().expect("a plain name");
    desk.import("maps/grove.tmx", &["--files", files, "--draft-mapping", "--mapping", "tiles"]).ends(0);
    let mapping = desk.text("mappings.yaml").replace("terrain: woods", "terrain: trees");
    let mapping = mapping.replace("terrain: rock", "terrain: rubble").replace("terrain: road", "terrain: path");
    let mapping = mapping.replace("terrain: water", "terrain: deep-water");
    fs::write(desk.pack.folder.path().join("mappings.yaml"), mapping).expect("it can be written");
    desk.import("maps/grove.tmx", &["--files", files]).ends(0);
    let export = ["export", "tiled", desk.pack.path(), "grove", "-o", &file];
    let run = foeman(&export).ends(1);
    assert!(run.err.contains("is outside the folder of the map; allow its folder with `--files`"), "{}", run.err);
    let run = foeman(&[&export[..], &["--files", files]].concat()).ends(0);
    assert!(run.err.ends_with("grove.tmx` is up to date\n"), "{}", run.err);
    assert_eq!(fs::read_to_string(&file).expect("it exists"), text);
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

#[test]
fn figures_of_every_scenario_come_back_from_tiled() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut played = 0;
    for name in ["arena", "strategy"] {
        let pack = folder.path().join(name);
        let pack = pack.to_str().expect("a plain name");
        packs::copy(name, Path::new(pack));
        let draft = Draft::open(Path::new(pack), &SHIPPED.dialects()).expect("a pack");
        // The letters of maps may change.
        let others = || {
            let mut files = packs::files(Path::new(pack));
            files.remove("maps.yaml");
            files
        };
        let before = others();
        for scenario in draft.ids("scenarios") {
            let merged = draft.merged(&RecordKey::new("scenarios", scenario)).expect("it exists");
            let map = merged["map"].as_str().expect("a map");
            let file = folder.path().join(format!("{scenario}.tmx"));
            let file = file.to_str().expect("a plain name");
            let export = ["export", "tiled", pack, map, "-o", file, "--scenario", scenario];
            foeman(&export).ends(0);
            let import = ["import", file, "--into", pack, "--id", map, "--replace", "--scenario", scenario];
            let run = foeman(&import).ends(0);
            assert!(others() == before, "{name} {scenario}: {}", run.err);
            let text = fs::read_to_string(file).expect("it was written");
            foeman(&export).ends(0);
            assert_eq!(fs::read_to_string(file).expect("it was written"), text, "{name} {scenario}");
            played += text.matches("type=\"figure\"").count();
        }
    }
    assert!(played > 100, "{played}");
}

#[test]
fn a_figure_moved_in_tiled_moves_in_the_scenario_and_back() {
    let desk = Desk::new();
    let out = desk.path("pit.tmx");
    let export = || foeman(&["export", "tiled", desk.pack.path(), "pit", "-o", &out, "--scenario", "duel"]).ends(0);
    export();
    let before = fs::read_to_string(&out).expect("it was written");
    let maud = "name=\"maud\" type=\"figure\" x=\"40\" y=\"112\">";
    assert!(before.contains(maud), "{before}");
    let moved = before.replace(maud, "name=\"maud\" type=\"figure\" x=\"42\" y=\"85\" visible=\"0\">");
    fs::write(&out, &moved).expect("it can be written");
    desk.import("pit.tmx", &["--replace", "--scenario", "duel"]).ends(0);
    assert!(desk.text("scenarios.yaml").contains("maud: {hex: [1, 2], facing: 2}"), "{}", desk.text("scenarios.yaml"));

    // Moved back in the pack: by one cell in the file, with everything else as it is there.
    let text =
        desk.text("scenarios.yaml").replacen("maud: {hex: [1, 2], facing: 2}", "maud: {hex: [1, 3], facing: 5}", 1);
    fs::write(desk.pack.folder.path().join("scenarios.yaml"), text).expect("it can be written");
    export();
    let after = fs::read_to_string(&out).expect("it was written");
    let expected = moved.replacen("x=\"42\" y=\"85\" visible", "x=\"42\" y=\"113\" visible", 1).replacen(
        "<property name=\"facing\" type=\"int\" value=\"2\"/>",
        "<property name=\"facing\" type=\"int\" value=\"5\"/>",
        1,
    );
    assert_eq!(after, expected);
    let run = foeman(&["export", "tiled", desk.pack.path(), "pit", "-o", &out, "--scenario", "wizards"]).ends(2);
    assert!(run.err.contains("expected a scenario on the map `pit`, found `wizards` on `cloister`"), "{}", run.err);
}

#[test]
fn units_of_a_strategy_pack_are_placed_with_their_side() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("strategy");
    packs::copy("strategy", &pack);
    let (file, pack) = (folder.path().join("common.tmx"), pack.to_str().expect("a plain name"));
    let file = file.to_str().expect("a plain name");
    foeman(&["export", "tiled", pack, "common", "-o", file]).ends(0);
    let object = |name: &str, x: u32, properties: &str| {
        format!(
            "<object name=\"{name}\" type=\"figure\" x=\"{x}\" y=\"130\"><properties>{properties}</properties><point/></object>"
        )
    };
    let side = |side: &str| format!("<property name=\"side\" value=\"{side}\"/>");
    let objects = [
        object("Novice", 16, ""),
        object("novice", 160, &side("guild")),
        object("novice", 160, ""),
        object("novice", 160, &side("moon")),
        object("dragon", 160, ""),
    ];
    let text = fs::read_to_string(file).expect("it was written");
    let layer = format!("<objectgroup>{}</objectgroup></map>", objects.concat());
    fs::write(file, text.replace("</map>", &layer)).expect("it can be written");
    let run = foeman(&["import", file, "--into", pack, "--replace", "--scenario", "common-ground"]).ends(0);
    assert!(run.err.contains("2 figures"), "{}", run.err);
    for warning in [
        "warning: unit `novice` has no side; set its property `side` to a faction",
        "warning: no side of the scenario `common-ground` has the faction `moon`",
        "warning: the pack has no unit `dragon`; use the id of a unit as the name",
        "units of the scenario `common-ground` that the file does not have stay in it",
    ] {
        assert!(run.err.contains(warning), "{warning}\n{}", run.err);
    }
    let text = fs::read_to_string(Path::new(pack).join("scenarios.yaml")).expect("it exists");
    let [own, other] = [
        "{cells: [[0, 4]], units: [{class: novice}]}",
        "{cells: [[4, 4]], units: [{class: novice}], units-owner: guild}",
    ];
    assert!(text.contains(own) && text.contains(other), "{text}");
    foeman(&["check", pack]).ends(0);
}
