//! An existing Tiled map is updated: everything that is not imported stays.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use foeman_maps::import::{Options, changes};
use foeman_maps::tiled::{Updated, Wanted, update};
use foeman_maps::{Finding, Folders, Unread, terrained};
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::Mapping;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::grid::{Cell, Geometry};
use proptest::prelude::*;
use serde_json::json;

use super::{data_file, read_bytes};

const TERRAINS: [&str; 9] = ["mud", "grass", "water", "woods", "road", "rock", "marsh", "lava", "void"];

/// Parts of `rich-x-odd.tmx` that foeman does not import.
const FOREIGN: [&str; 17] = [
    "<!-- drawn by hand -->",
    "class=\"battle\"",
    "compressionlevel=\"3\"",
    "backgroundcolor=\"#204060\"",
    "<export target=\"../game/rich.json\" format=\"json\"/>",
    "<property name=\"music\" value=\"drums &amp; fifes.ogg\"/>",
    "<tileset firstgid=\"1\" source=\"ground.tsx\"/>",
    "<image source=\"decor.png\" width=\"96\" height=\"28\"/>",
    "<imagelayer id=\"1\" name=\"Parchment\" opacity=\"0.5\">\n  <image source=\"parchment.png\" width=\"200\" height=\"160\"/>",
    "<group id=\"2\" name=\"Terrain\" locked=\"1\">",
    "tintcolor=\"#c0d0ff\"",
    "<property name=\"parallax\" type=\"bool\" value=\"true\"/>",
    "<objectgroup id=\"6\" name=\"Notes\" color=\"#ff0000\" offsetx=\"3\">",
    "<polyline points=\"0,0 20,30 40,10\"/>",
    "<text wrap=\"1\" color=\"#aa0000\">Beware of the wolf</text>",
    "<object id=\"9\" template=\"chest.tx\" x=\"30\" y=\"30\"/>",
    "<object id=\"10\" name=\"smoke\" type=\"particles\" x=\"40\" y=\"20\">",
];

fn text(name: &str) -> String {
    fs::read_to_string(data_file(name)).unwrap()
}

fn mapping() -> Mapping {
    let rules = json!([
        { "overlay": "woods", "terrain": "woods" },
        { "base": "grass", "terrain": "grass" },
        { "base": "water", "overlay": "grass", "terrain": "grass" },
    ]);
    serde_json::from_value(json!({ "title": "T", "format": "tiled", "rules": rules, "empty": "void" })).unwrap()
}

/// Imports a file into an empty pack.
fn imported(text: &str, id: &str) -> Map {
    let mapping = mapping();
    let foreign = read_bytes("x.tmx", text.as_bytes()).unwrap();
    let terrains = terrained(&foreign, Some(("m", &mapping)), &BTreeSet::from(TERRAINS)).unwrap();
    let draft = foeman_schema::draft::Draft::from_texts([("all.yaml".into(), "pack: x\n".into())], &[]);
    let options = Options { id, scenario: None, replace: false, keep_grid: false };
    let added = changes(&draft, &foreign, &terrains, options).unwrap();
    let value = added.changes.iter().find_map(|change| match change {
        foeman_schema::change::Change::Insert { value, .. } => Some(value.clone()),
        _ => None,
    });
    serde_json::from_value(value.unwrap()).unwrap()
}

fn export(text: &str, map: &Map) -> Result<Updated, Vec<Finding>> {
    let mapping = mapping();
    let terrains = BTreeSet::from(TERRAINS);
    let wanted = Wanted {
        id: "x",
        map,
        mapping: Some(("m", &mapping)),
        terrains: &terrains,
        figures: None,
        image: "x-tiles.png",
    };
    let folders = Folders::of(&data_file("x.tmx"), None);
    update("x.tmx", text.as_bytes(), &mut |path: &str| -> Result<Vec<u8>, Unread> { folders.read(path) }, wanted)
}

#[track_caller]
fn exported(text: &str, map: &Map) -> String {
    export(text, map).unwrap_or_else(|findings| panic!("{findings:?}")).text
}

/// Paints a cell with a terrain.
fn paint(map: &mut Map, cell: Cell, terrain: &str) {
    let letter = map.legend.iter().find(|(_, one)| one.id() == terrain).map(|(letter, _)| letter.clone());
    let letter = letter.unwrap_or_else(|| {
        let letter = ('A'..='Z').map(String::from).find(|letter| !map.legend.contains_key(letter)).unwrap();
        map.legend.insert(letter.clone(), foeman_schema::dialect::Ref::new(terrain.to_owned()));
        letter
    });
    let mut rows: Vec<Vec<char>> = map.rows.lines().map(|row| row.chars().collect()).collect();
    rows[cell[1] as usize][cell[0] as usize] = letter.chars().next().unwrap();
    map.rows = rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect();
}

/// The title, the colour and the cells of a zone.
type ZoneContent = (String, Option<String>, Vec<Cell>);

/// Returns the terrains, the title and the zones of an imported map, for comparison.
fn content(map: &Map) -> (Vec<String>, String, BTreeMap<String, ZoneContent>) {
    let terrains = map.geometry.cells().map(|cell| map.terrain(cell).unwrap().id().to_owned()).collect();
    let zone = |zone: &Zone| (zone.title.clone(), zone.color.clone(), zone.cells_on(&map.geometry));
    let zones = map.zones.iter().map(|(id, one)| (id.clone(), zone(one))).filter(|(_, zone)| !zone.2.is_empty());
    (terrains, map.title.clone(), zones.collect())
}

/// Gives a map another size; new cells have the terrain of the last cell in their row or column.
fn resize(map: &mut Map, size: [u32; 2]) {
    let old = map.geometry;
    let terrain = |cell: Cell| {
        let [column, row] = [0, 1].map(|axis| cell[axis].min(old.size()[axis] as i32 - 1));
        map.terrain([column, row]).unwrap().id().to_owned()
    };
    let geometry = Geometry::new(old.shape(), old.stand(), old.shift(), size).unwrap();
    let wanted: Vec<(Cell, String)> = geometry.cells().map(|cell| (cell, terrain(cell))).collect();
    let row = map.rows.chars().next().unwrap().to_string().repeat(size[0] as usize) + "\n";
    map.rows = row.repeat(size[1] as usize);
    map.geometry = geometry;
    wanted.into_iter().for_each(|(cell, terrain)| paint(map, cell, &terrain));
}

#[test]
fn an_unchanged_map_changes_no_byte() {
    for name in ["rich-x-odd.tmx", "ford-x-odd.tmx", "grove-y-odd.tmx", "isle-y-even-infinite.tmx"] {
        let text = text(name).replace("type=\"wall\"", "type=\"rock\"").replace("type=\"gate\"", "type=\"road\"");
        let text = if name.starts_with("grove") { text.replace("class", "type") } else { text };
        let crlf = text.replace('\n', "\r\n");
        for text in [text.clone(), crlf, format!("\u{feff}{text}")] {
            assert_eq!(exported(&text, &imported(&text, "x")), text, "{name}");
        }
    }
}

#[test]
fn only_changed_cells_and_zones_are_written() {
    let before = text("rich-x-odd.tmx");
    let mut map = imported(&before, "x");
    // The tile in `Ground` is enough for a road; the decoration above a wood has to go.
    paint(&mut map, [1, 0], "road");
    paint(&mut map, [2, 0], "rock");
    map.title = "The \"old\" ford".to_owned();
    map.zones.get_mut("pool").unwrap().title = "The <pool>".to_owned();
    map.zones.get_mut("west-bank").unwrap().color = Some("#b8860b".to_owned());
    let after = exported(&before, &map);
    let expected = before
        .replacen("1, 1,1,0,0,", "1, 4,5,0,0,", 1)
        .replacen("0,0,101,0,0,", "0,0,0,0,0,", 1)
        .replacen("value=\"The ford\"", "value=\"The &quot;old&quot; ford\"", 1)
        .replacen(
            "   <properties>\n    <property name=\"points\" type=\"int\" value=\"3\"/>\n",
            "   <properties>\n    <property name=\"points\" type=\"int\" value=\"3\"/>\n    \
             <property name=\"color\" type=\"color\" value=\"#b8860b\"/>\n",
            1,
        )
        .replacen(
            "name=\"pool\" type=\"zone\" x=\"50\" y=\"20\" width=\"50\" height=\"50\" rotation=\"10\">\n",
            "name=\"The &lt;pool&gt;\" type=\"zone\" x=\"50\" y=\"20\" width=\"50\" height=\"50\" rotation=\"10\">\n   \
             <properties>\n    <property name=\"id\" value=\"pool\"/>\n   </properties>\n",
            1,
        );
    assert_eq!(after, expected);
    assert_eq!(content(&imported(&after, "x")), content(&map));
}

#[test]
fn a_terrain_without_a_tile_gets_one_in_a_new_tileset() {
    let before = text("rich-x-odd.tmx");
    let mut map = imported(&before, "x");
    paint(&mut map, [0, 0], "lava");
    paint(&mut map, [1, 3], "marsh");
    let done = export(&before, &map).unwrap();
    assert_eq!(done.added, ["lava", "marsh"]);
    assert_eq!((done.tile_size, done.picture(&[[9, 9, 9], [5, 5, 5]]).len()), ([32, 28], 2 * 32 * 28 * 4));
    let tileset = " <tileset firstgid=\"104\" name=\"terrains\" tilewidth=\"32\" tileheight=\"28\" tilecount=\"2\" \
                   columns=\"2\">\n  <image source=\"x-tiles.png\" width=\"64\" height=\"28\"/>\n  <tile id=\"0\" \
                   type=\"lava\"/>\n  <tile id=\"1\" type=\"marsh\"/>\n </tileset>\n <imagelayer ";
    assert!(done.text.contains(tileset), "{}", done.text);
    assert!(done.text.contains("104, 1,1,0,0,") && done.text.contains("1,105,1,1,1\n"), "{}", done.text);
    paint(&mut map, [0, 0], "grass");
    paint(&mut map, [0, 1], "lava");
    let again = export(&done.text, &map).unwrap();
    assert!(again.added.is_empty(), "the tile is there now");
}

#[test]
fn an_infinite_map_gets_a_chunk_where_it_has_none() {
    let chunk = "   <chunk x=\"-4\" y=\"0\" width=\"4\" height=\"4\">";
    let whole = text("isle-y-even-infinite.tmx");
    let from = whole.find(chunk).unwrap();
    let until = from + whole[from..].find("</chunk>\n").unwrap() + "</chunk>\n".len();
    let before = format!("{}{}", &whole[..from], &whole[until..]);
    let mut map = imported(&before, "x");
    let height = map.geometry.height() as i32;
    paint(&mut map, [0, height - 1], "road");
    let after = exported(&before, &map);
    assert_eq!(after.matches("<chunk ").count(), 4, "{after}");
    assert_eq!(content(&imported(&after, "x")), content(&map));
    let from = after.rfind("\n   <chunk ").unwrap();
    let until = from + after[from..].find("</chunk>").unwrap() + "</chunk>".len();
    assert_eq!(format!("{}{}", &after[..from], &after[until..]), before);
}

#[test]
fn a_file_that_cannot_be_updated_is_refused() {
    let before = text("rich-x-odd.tmx");
    let map = imported(&before, "x");
    let refused = |text: &str, map: &Map, message: &str, line: usize| {
        let findings = export(text, map).map(|done| done.text).unwrap_err();
        assert!(findings[0].message.contains(message) && findings[0].line == line, "{findings:?}");
    };
    let even = before.replace("staggerindex=\"odd\"", "staggerindex=\"even\"");
    refused(&even, &map, "expected hexes with the shift `column-down`, as the map has, found hexes with", 3);
    refused(&text("pond-x-even.tmj"), &map, "expected a TMX map, found JSON", 1);
    refused(&before.replace("\"woods\"", "\"jungle\""), &map, "`water + jungle`, in 2 hexes, has no terrain", 42);
    refused("PK", &map, "invalid XML", 1);
    // The numbers after a tileset that is missing are unknown, so nothing can be added after it.
    let gone = before.replace(
        "<tileset firstgid=\"101\"",
        "<tileset firstgid=\"201\" source=\"gone.tsx\"/>\n <tileset firstgid=\"101\"",
    );
    let mut map = imported(&gone, "x");
    assert_eq!(exported(&gone, &map), gone);
    paint(&mut map, [0, 0], "lava");
    refused(&gone, &map, "the number of tiles of the tileset `gone` is unknown", 3);
}

/// An edit of a map in a pack.
#[derive(Clone, Debug)]
enum Edit {
    Paint(Cell, usize),
    Resize([u32; 2]),
    Title(String),
    Zone(usize, [[u16; 2]; 2]),
    Recolor(usize),
    Retitle(usize, String),
    Remove(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let title = || "[ -~]{0,3}[A-Za-z<&\"]";
    prop_oneof![
        6 => ([0..8, 0..8], 0..TERRAINS.len() - 1).prop_map(|(cell, terrain)| Edit::Paint(cell, terrain)),
        1 => [2..9_u32, 2..9_u32].prop_map(Edit::Resize),
        1 => title().prop_map(Edit::Title),
        2 => (0..6_usize, [[0..5_u16, 0..5_u16], [0..5_u16, 0..5_u16]])
            .prop_map(|(zone, corners)| Edit::Zone(zone, corners)),
        1 => (0..4_usize).prop_map(Edit::Recolor),
        1 => (0..4_usize, title()).prop_map(|(zone, title)| Edit::Retitle(zone, title)),
        1 => (0..4_usize).prop_map(Edit::Remove),
    ]
}

fn perform(map: &mut Map, edit: Edit) {
    let id = |map: &Map, number: usize| map.zones.keys().nth(number).cloned().unwrap_or(format!("new-{number}"));
    match edit {
        Edit::Paint(cell, terrain) if map.geometry.contains(cell) => paint(map, cell, TERRAINS[terrain]),
        Edit::Paint(..) => {}
        Edit::Resize(size) => resize(map, size),
        Edit::Title(title) => map.title = title,
        Edit::Zone(number, [from, to]) => {
            let zone =
                map.zones.entry(id(map, number)).or_insert_with(|| Zone { title: "New".into(), ..Zone::default() });
            zone.cells = vec![from];
            zone.rectangles = vec![foeman_schema::catalogs::zones::Rectangle { from, to }];
        }
        Edit::Recolor(number) => {
            if let Some(zone) = map.zones.get_mut(&id(map, number)) {
                zone.color = if zone.color.is_some() { None } else { Some("#12ab34".to_owned()) };
            }
        }
        Edit::Retitle(number, title) => {
            if let Some(zone) = map.zones.get_mut(&id(map, number)) {
                zone.title = title;
            }
        }
        Edit::Remove(number) => drop(map.zones.remove(&id(map, number))),
    }
}

/// Returns the files with different encodings, and whether they have the parts listed in [`FOREIGN`].
fn originals() -> Vec<(String, bool)> {
    let rich = text("rich-x-odd.tmx");
    let start = rich.find("<data encoding=\"csv\">\n1, 1").unwrap();
    let end = start + rich[start..].find("</data>").unwrap() + "</data>".len();
    let tiles = [1, 1, 1, 0, 0, 1, 1, 1, 0, 2_147_483_649, 1, 4, 1, 0, 0, 1, 1, 1, 1, 1];
    let with = |data: String| (format!("{}{data}{}", &rich[..start], &rich[end..]), true);
    let mut all: Vec<_> = super::hostile::packed_tiles(&tiles).into_iter().map(with).collect();
    let elements: String = tiles.iter().map(|tile| format!("<tile gid=\"{tile}\"/>")).collect();
    all.push(with(format!("<data>{}</data>", elements.replace(" gid=\"0\"", ""))));
    all.push((rich.replace('\n', "\r\n"), true));
    all.push((rich, true));
    all.push((text("isle-y-even-infinite.tmx"), false));
    all
}

/// Returns whether a whole row or column at the edge of a map is empty.
fn has_void_edge(map: &Map) -> bool {
    let [width, height] = map.geometry.size().map(|count| count as i32);
    let is_void = |cell: Cell| map.terrain(cell).unwrap().id() == "void";
    [0, width - 1].into_iter().any(|column| (0..height).all(|row| is_void([column, row])))
        || [0, height - 1].into_iter().any(|row| (0..width).all(|column| is_void([column, row])))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn import_export_over_the_original_and_import_give_the_same_map(
        original in 0..originals().len(), edits in prop::collection::vec(edit(), 1..8)
    ) {
        let (before, is_rich) = originals().swap_remove(original);
        let mut map = imported(&before, "x");
        edits.into_iter().for_each(|edit| perform(&mut map, edit));
        let done = match export(&before, &map) {
            Ok(done) => done,
            Err(findings) => {
                let cut = findings[0].message.contains("empty cells at the edge of an infinite map are cut off");
                prop_assert!(cut && has_void_edge(&map), "{:?}", findings);
                return Ok(());
            }
        };
        prop_assert_eq!(content(&imported(&done.text, "x")), content(&map));
        let after = done.text.replace("\r\n", "\n");
        for part in FOREIGN.iter().filter(|_| is_rich) {
            prop_assert!(after.contains(part), "{} is lost in\n{}", part, after);
        }
        prop_assert!(!before.contains("\r\n") || done.text.matches('\n').count() == done.text.matches("\r\n").count());
        // The second export has nothing to do.
        prop_assert_eq!(exported(&done.text, &map), done.text);
    }
}
