//! Images: bitmaps on terrains, figures and items, in rendered pictures; and invalid bitmaps.

use std::fs;
use std::path::Path;

use foeman_registry::SHIPPED;
use foeman_scene::picture::Pictures;
use foeman_scene::png::encode;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::draft::Draft;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::foeman;

const RED: [u8; 3] = [200, 0, 0];
const BLUE: [u8; 3] = [0, 0, 200];
const MAGENTA: [u8; 3] = [255, 0, 255];

/// A pack with a duel in a room of grass, with these images and fields of its terrain and figure.
fn pack(images: &str, terrain: &str, figure: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = format!(
        "pack: pictures\nruleset: foeman\nimages:\n{images}\nterrains:\n  grass: {{title: Grass, color: '#406040'{terrain}}}\n\
         figures:\n  human: {{title: Human, kind: hero, attributes: {{st: 10, dx: 10, iq: 10, ma: 10}}{figure}}}\n\
         items:\n  club: {{title: Club, class: wpn, damage: -1H, images: [{{image: tile}}]}}\n\
         maps:\n  room:\n    title: Room\n    geometry: {{size: [3, 2]}}\n    legend: {{g: grass}}\n    rows: |\n      ggg\n      ggg\n\
         rosters:\n  one: {{title: One, figures: {{ann: {{name: Ann, type: human}}}}}}\n  two: {{title: Two, figures: {{bob: {{name: Bob, type: human}}}}}}\n\
         sides:\n  one: {{title: Ones, color: '#ffffff', roster: one}}\n  two: {{title: Twos, color: '#303030', roster: two}}\n\
         scenarios:\n  duel:\n    title: Duel\n    map: room\n    sides:\n      - {{side: one, place: {{ann: {{hex: [0, 0], facing: 2}}}}}}\n\
         \x20     - {{side: two, place: {{bob: {{hex: [2, 1], facing: 5}}}}}}\n    items:\n      - {{item: club, hex: [1, 1]}}\n"
    );
    fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
    folder
}

/// Writes a bitmap of square tiles side by side, each in one colour.
fn tiles(folder: &Path, name: &str, side: u32, colors: &[[u8; 3]]) {
    let row: Vec<u8> = colors.iter().flat_map(|color| color.repeat(side as usize)).collect();
    let bytes = encode([side * colors.len() as u32, side], &row.repeat(side as usize)).expect("it can be encoded");
    fs::write(folder.join(name), bytes).expect("it can be written");
}

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().expect("temporary folders have plain names")
}

/// Decodes a PNG file to its width and pixels.
fn pixels(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("it is PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
    let info = reader.next_frame(&mut pixels).expect("it has pixels");
    (info.width as usize, pixels.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

fn rendered(folder: &TempDir, subject: &str, name: &str) -> Vec<u8> {
    let file = folder.path().join(name);
    foeman(&["render", path(folder), subject, "-o", file.to_str().expect("it is text"), "--scale", "40"]).ends(0);
    fs::read(file).expect("it was written")
}

#[test]
fn terrains_figures_and_things_are_drawn_with_their_images() {
    let images = "  ground: {title: Ground, file: tiles.png, frames: [{left: 0, width: 8, height: 8}]}\n  \
                  tile: {title: Tile, file: tiles.png, frames: [{left: 8, width: 8, height: 8}]}";
    let folder = pack(images, ", images: [{image: ground}]", ", images: [{image: tile}]");
    tiles(folder.path(), "tiles.png", 8, &[RED, BLUE]);
    foeman(&["check", path(&folder)]).ends(0);
    let (_, map) = pixels(&rendered(&folder, "maps/room", "map.png"));
    let count = |pixels: &[[u8; 3]], color| pixels.iter().filter(|pixel| **pixel == color).count();
    assert!(count(&map, RED) > 10_000 && count(&map, BLUE) == 0, "six hexes of the first tile");
    let (_, duel) = pixels(&rendered(&folder, "duel", "duel.png"));
    // Two figures of 33 points and an item of 28, minus the parts that other shapes cover.
    let blue = count(&duel, BLUE);
    assert!((2_000..3_200).contains(&blue), "{blue}");
    let svg = String::from_utf8(rendered(&folder, "duel", "duel.svg")).expect("it is text");
    assert_eq!(svg.matches("<image ").count(), 2, "each picture is written once");
    assert_eq!(svg.matches("<use ").count(), 6 + 2 + 1, "six hexes, two figures, a thing");
    // Without its image files, the pack still renders, and has no other problems.
    fs::remove_file(folder.path().join("tiles.png")).expect("it is there");
    let (_, plain) = pixels(&rendered(&folder, "maps/room", "map.png"));
    assert!(count(&plain, [0x40, 0x60, 0x40]) > 10_000);
}

/// Composes layers in a square, and returns the pixels of each frame.
fn laid(folder: &TempDir, layers: &Value) -> Vec<Vec<[u8; 4]>> {
    let draft = Draft::open(folder.path(), &SHIPPED.dialects()).expect("it is there");
    let layers: Vec<ImageLayer> = serde_json::from_value(layers.clone()).expect("they are layers");
    let laid = Pictures::of(&draft).laid(&layers, 1.0).expect("they can be shown");
    laid.pictures
        .iter()
        .map(|picture| {
            let pixels = picture.pixels.chunks_exact(4);
            assert_eq!(picture.size, [64, 64]);
            pixels.map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect()
        })
        .collect()
}

#[test]
fn layers_are_masked_shifted_moved_mirrored_and_repeated() {
    let images = "  tile: {title: Tile, file: tiles.png, across: once, down: once}\n  \
                  holes: {title: Holes, file: tiles.png, mask: '#ff00ff', across: stretch, down: stretch}\n  \
                  rows: {title: Rows, file: tiles.png, across: repeat, down: repeat}\n  \
                  turns: {title: Turns, file: tiles.png, frames: [{left: 0, width: 8, height: 8}, {left: 8, width: 8, height: 8}]}";
    let folder = pack(images, "", "");
    // Red at the left, magenta in the middle, blue at the right: 24 by 8 pixels.
    tiles(folder.path(), "tiles.png", 8, &[RED, MAGENTA, BLUE]);
    let at = |pixels: &[[u8; 4]], x: usize, y: usize| pixels[y * 64 + x];
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    let [tile] = &laid(&folder, &json!([{"image": "tile"}]))[..] else { panic!("one frame") };
    assert_eq!([at(tile, 24, 32), at(tile, 32, 32), at(tile, 40, 32)], [RED, MAGENTA, BLUE].map(opaque));
    assert_eq!(at(tile, 10, 32), [0; 4], "in its own size it is 24 pixels wide");
    let [moved] = &laid(&folder, &json!([{"image": "tile", "offset": [-20, 10]}]))[..] else { panic!("one frame") };
    assert_eq!([at(moved, 4, 42), at(moved, 4, 32)], [opaque(RED), [0; 4]]);
    let [mirrored] = &laid(&folder, &json!([{"image": "tile", "mirror": "across"}]))[..] else { panic!("one frame") };
    assert_eq!([at(mirrored, 24, 32), at(mirrored, 40, 32)], [BLUE, RED].map(opaque));
    let [shifted] = &laid(&folder, &json!([{"image": "tile", "shift": [55, 30, -255]}]))[..] else {
        panic!("one frame")
    };
    assert_eq!([at(shifted, 24, 32), at(shifted, 40, 32)], [[255, 30, 0, 255], [55, 30, 0, 255]]);
    let [over] = &laid(&folder, &json!([{"image": "rows"}, {"image": "holes"}]))[..] else { panic!("one frame") };
    assert_eq!([at(over, 5, 60), at(over, 60, 5)], [RED, BLUE].map(opaque), "stretched over all of it");
    assert_eq!([at(over, 28, 4), at(over, 36, 4)], [opaque(RED), opaque(MAGENTA)], "the hole shows the image below");
    let turns = laid(&folder, &json!([{"image": "turns"}]));
    assert_eq!(turns.iter().map(|turn| at(turn, 30, 30)).collect::<Vec<_>>(), [RED, MAGENTA].map(opaque));
    let single = laid(&folder, &json!([{"image": "turns", "frame": 3}]));
    assert_eq!(single.iter().map(|turn| at(turn, 30, 30)).collect::<Vec<_>>(), [opaque(MAGENTA)], "3 is 1 of two");
}

#[test]
fn neighbours_show_different_frames_and_a_cell_always_the_same() {
    let frames = "frames: [{left: 0, width: 8, height: 8}, {left: 8, width: 8, height: 8}]";
    let images =
        format!("  ground: {{title: Ground, file: tiles.png, {frames}}}\n  tile: {{title: Tile, file: tiles.png}}");
    let folder = pack(&images, ", images: [{image: ground}]", "");
    tiles(folder.path(), "tiles.png", 8, &[RED, BLUE]);
    let text = fs::read_to_string(folder.path().join("pack.yaml")).expect("it is there");
    let rows =
        format!("size: [12, 12]}}\n    legend: {{g: grass}}\n    rows: |\n{}", "      gggggggggggg\n".repeat(12));
    let wide = text.replace("size: [3, 2]}\n    legend: {g: grass}\n    rows: |\n      ggg\n      ggg\n", &rows);
    fs::write(folder.path().join("pack.yaml"), wide).expect("it can be written");
    let [first, again] = [0, 1].map(|_| rendered(&folder, "maps/room", "map.png"));
    assert_eq!(first, again);
    let (_, map) = pixels(&first);
    let [red, blue] = [RED, BLUE].map(|color| map.iter().filter(|pixel| **pixel == color).count());
    let share = red * 100 / (red + blue);
    assert!((35..=65).contains(&share), "{share} % of the ground shows the first frame");
}

/// A GIF file of one red pixel.
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xc8\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// An uncompressed TIFF file of one red pixel.
fn tiff() -> Vec<u8> {
    // Tag, type (3: 16 bits, 4: 32 bits), value; the pixel comes after the directory, at 8 + 2 + 9 * 12 + 4.
    let entries: [(u16, u16, u32); 9] = [
        (256, 3, 1),
        (257, 3, 1),
        (258, 3, 8),
        (259, 3, 1),
        (262, 3, 2),
        (273, 4, 122),
        (277, 3, 3),
        (278, 3, 1),
        (279, 4, 3),
    ];
    let mut bytes = b"II*\0\x08\0\0\0\x09\0".to_vec();
    for (tag, kind, value) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes.extend(RED);
    bytes
}

#[test]
fn gif_and_tiff_files_are_shown_as_png_files_are() {
    let drawn = |name: &str, bytes: &[u8]| {
        let folder = pack(&format!("  tile: {{title: Tile, file: {name}}}"), ", images: [{image: tile}]", "");
        fs::write(folder.path().join(name), bytes).expect("it can be written");
        foeman(&["check", path(&folder), "--deny", "warning"]).ends(0);
        rendered(&folder, "maps/room", "map.png")
    };
    let png = drawn("tile.png", &encode([1, 1], &RED).expect("it can be encoded"));
    assert!(pixels(&png).1.contains(&RED));
    assert!(drawn("tile.gif", GIF) == png);
    assert!(drawn("tile.tif", &tiff()) == png);
    assert!(drawn("tile.TIFF", &tiff()) == png, "the ending may be written in capitals");
}

/// Checks the finding about a file that cannot be shown.
#[track_caller]
fn refused(prepare: impl FnOnce(&Path), file: &str, says: &[&str]) {
    let folder = pack(&format!("  tile: {{title: Tile, file: {file}}}"), "", "");
    prepare(folder.path());
    let run = foeman(&["check", path(&folder), "--deny", "warning"]).ends(1);
    assert!(run.out.contains("warning[image-file]"), "{}", run.out);
    assert!(run.out.contains("pack.yaml:4:29"), "{}", run.out);
    for word in says {
        assert!(run.out.contains(word), "expected `{word}` in\n{}", run.out);
    }
    // The duel is drawn without the image.
    rendered(&folder, "duel", "duel.png");
}

/// A PNG file that claims this size but has no pixels.
fn boast(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encode([1, 1], &[0; 3]).expect("it can be encoded");
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0u32, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[test]
fn a_file_that_cannot_be_shown_is_told_with_its_remedy() {
    let write = |name: &'static str, bytes: Vec<u8>| {
        move |folder: &Path| fs::write(folder.join(name), bytes).expect("it can be written")
    };
    refused(|_| (), "gone.png", &["no file `gone.png`", "pictures/grass.png"]);
    refused(|_| (), "../pack.yaml", &["a path inside the pack", "`../pack.yaml`"]);
    refused(|_| (), "/etc/hostname", &["a path inside the pack"]);
    refused(|folder| fs::create_dir(folder.join("tile.png")).expect("it can be made"), "tile.png", &["is not a file"]);
    refused(
        write("tile.png", b"not a picture".to_vec()),
        "tile.png",
        &["PNG, JPEG, GIF, BMP or TIFF", "`tile.png` is none"],
    );
    let sound = encode([9, 9], &[7; 243]).expect("it can be encoded");
    refused(
        write("tile.png", sound[..sound.len() / 2].to_vec()),
        "tile.png",
        &["`tile.png` cannot be read", "get a new copy"],
    );
    refused(write("tile.png", boast(60_000, 60_000)), "tile.png", &["1 to 4096 pixels", "60000 x 60000"]);
    refused(write("tile.png", boast(4096, 4096)), "tile.png", &["`tile.png` cannot be read"]);
    refused(write("tile.png", vec![0; (16 << 20) + 1]), "tile.png", &["the limit is 16 MiB"]);
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_no_files_of_the_pack() {
    let link =
        |folder: &Path| std::os::unix::fs::symlink("/dev/zero", folder.join("tile.png")).expect("it can be made");
    refused(link, "tile.png", &["contains a link", "copy the file"]);
    let pipe = |folder: &Path| {
        let made = std::process::Command::new("mkfifo").arg(folder.join("tile.png")).status();
        assert!(made.expect("mkfifo is there").success());
    };
    refused(pipe, "tile.png", &["is not a file"]);
}

#[test]
fn a_frame_outside_of_its_file_is_told_at_the_frame() {
    let frames = "frames: [{left: 0, width: 8, height: 8}, {left: 4, width: 8, height: 8}]";
    let folder = pack(&format!("  tile: {{title: Tile, file: tiles.png, {frames}}}"), "", "");
    tiles(folder.path(), "tiles.png", 8, &[RED]);
    let run = foeman(&["check", path(&folder), "--deny", "warning"]).ends(1);
    let expected = "a frame within the 8 x 8 pixels of `tiles.png`, found one that ends at 12, 8";
    assert!(run.out.contains(expected) && run.out.contains("pack.yaml:4:81"), "{}", run.out);
    // The valid frame is shown.
    rendered(&folder, "duel", "duel.png");
}

/// A map of roads: frames for dead ends to the north and south, a road from north to south, and a cell without a road.
const ROADS: &str = "  road:\n    title: Road\n    file: tiles.png\n    frames:\n      - {left: 0, width: 8, height: 8}\n      \
     - {left: 8, width: 8, height: 8, connections: [north]}\n      - {left: 16, width: 8, height: 8, connections: [south]}\n      \
     - {left: 24, width: 8, height: 8, connections: [north, south]}\n  bridge: {title: Bridge, file: plank.png, joins: [road]}";

#[test]
fn a_cell_shows_the_frame_that_leads_to_its_neighbours() {
    const GREEN: [u8; 3] = [0, 200, 0];
    let folder = pack(ROADS, ", images: [{image: road}]", "");
    tiles(folder.path(), "tiles.png", 8, &[RED, BLUE, GREEN, MAGENTA]);
    tiles(folder.path(), "plank.png", 8, &[[9, 9, 9]]);
    let text = fs::read_to_string(folder.path().join("pack.yaml")).expect("it is there");
    let written = |terrains: &str, rows: &str| {
        let text = text.replace("terrains:\n", &format!("terrains:\n{terrains}"));
        let text =
            text.replace("{image: tile}", "{image: road}").replace("legend: {g: grass}", "legend: {g: grass, s: sand}");
        let text = text.replace("size: [3, 2]", "shape: square, size: [1, 4]").replace("      ggg\n      ggg\n", rows);
        fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
        pixels(&rendered(&folder, "maps/room", "map.png")).1
    };
    let count = |map: &[[u8; 3]], color| map.iter().filter(|pixel| **pixel == color).count();
    let sand = "  sand: {title: Sand, color: '#d9c08c'}\n";
    // A road of three cells, and sand: a dead end at both ends, and a through road in between.
    let map = written(sand, "      g\n      g\n      g\n      s\n");
    let [none, north, south, both] = [RED, BLUE, GREEN, MAGENTA].map(|color| count(&map, color));
    assert!(none == 0 && north > 3_000 && south > 3_000 && both > 3_000, "{none} {north} {south} {both}");
    // Two roads that do not meet.
    let map = written(sand, "      g\n      s\n      s\n      g\n");
    let [none, north, south, both] = [RED, BLUE, GREEN, MAGENTA].map(|color| count(&map, color));
    assert!(none > 6_000 && north + south + both == 0, "{none} {north} {south} {both}");
    // A bridge joins roads, although it is another terrain with another image.
    let bridge = "  sand: {title: Bridge, color: '#d9c08c', images: [{image: bridge}]}\n";
    let map = written(bridge, "      g\n      s\n      g\n      g\n");
    let [none, north, south, both] = [RED, BLUE, GREEN, MAGENTA].map(|color| count(&map, color));
    assert!(none == 0 && north > 3_000 && south > 3_000 && both > 3_000, "{none} {north} {south} {both}");
}

#[test]
fn a_border_is_drawn_with_the_frames_for_its_sides() {
    const GREEN: [u8; 3] = [0, 200, 0];
    let images = "  coast:\n    title: Coast\n    file: tiles.png\n    frames:\n      \
                  - {left: 0, width: 8, height: 8, connections: [north]}\n      - {left: 8, width: 8, height: 8, connections: [south]}\n  \
                  tile: {title: Tile, file: tiles.png}";
    let folder = pack(images, "", "");
    tiles(folder.path(), "tiles.png", 8, &[BLUE, GREEN]);
    let text = fs::read_to_string(folder.path().join("pack.yaml")).expect("it is there");
    let text = text.replace(
        "terrains:\n",
        "terrains:\n  pond: {title: Pond, color: '#010203', borders: [{style: shore, images: [{image: coast}]}]}\n",
    );
    let text = text.replace("legend: {g: grass}", "legend: {g: grass, p: pond}");
    let text = text
        .replace("size: [3, 2]", "shape: square, size: [1, 4]")
        .replace("      ggg\n      ggg\n", "      g\n      p\n      p\n      g\n");
    fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
    let (_, map) = pixels(&rendered(&folder, "maps/room", "map.png"));
    let [north, south, pond] =
        [BLUE, GREEN, [1, 2, 3]].map(|color| map.iter().filter(|pixel| **pixel == color).count());
    assert!(north > 3_000 && south > 3_000 && pond == 0, "{north} {south} {pond}");
    let svg = String::from_utf8(rendered(&folder, "maps/room", "map.svg")).expect("it is text");
    assert!(svg.contains("<g id=\"borders\">\n<use "), "{svg}");
}
