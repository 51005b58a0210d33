//! Hostile files: each is refused with a clear finding within a second, while its sound twin is read.

use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use foeman_maps::{Finding, Folders, ForeignMap, Level, format_of, read};

use super::{data_file, read_bytes};

/// How long a refusal may take in a debug build on a busy machine; a second in a release build.
const PATIENCE: Duration = Duration::from_secs(20);

/// Checks that a file is refused with a message, at a line if it is not 0, and that its twin is read.
#[track_caller]
fn refused(name: &str, sound: &[u8], hostile: &[u8], message: &str, line: usize) {
    if let Err(finding) = read_bytes(name, sound) {
        panic!("the sound twin is refused: {finding:?}");
    }
    let start = Instant::now();
    let finding = match read_bytes(name, hostile) {
        Ok(_) => panic!("the hostile file is read; expected `{message}`"),
        Err(finding) => finding,
    };
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    as_told(&finding, message, line);
}

#[track_caller]
fn as_told(finding: &Finding, message: &str, line: usize) {
    assert!(finding.message.contains(message), "expected `{message}`, found {finding:?}");
    assert!(!finding.message.contains('\n') && finding.message.len() < 400, "{finding:?}");
    assert!(line == 0 || finding.line == line, "expected line {line}, found {finding:?}");
    assert_eq!(finding.level, Level::Error);
}

/// A small valid map, which the tests damage.
const MAP: &str = r#"<map orientation="hexagonal" width="2" height="2" tilewidth="32" tileheight="28" infinite="0" hexsidelength="16" staggeraxis="x" staggerindex="odd">
<tileset firstgid="1" name="g" tilewidth="32" tileheight="28" tilecount="2"><tile id="0" type="grass"/><tile id="1" type="water"/></tileset>
<layer name="Ground" width="2" height="2">
<data encoding="csv">
1,2,
2,1
</data></layer>
<objectgroup name="Things"><object name="camp" x="0" y="0" width="60" height="60"/></objectgroup>
</map>"#;

/// Checks that the small map with one replacement is refused.
#[track_caller]
fn edited(old: &str, new: &str, message: &str, line: usize) {
    assert!(MAP.contains(old), "{old}");
    refused("x.tmx", MAP.as_bytes(), MAP.replacen(old, new, 1).as_bytes(), message, line);
}

#[test]
fn sizes_that_are_negative_zero_or_huge() {
    edited(r#"width="2" height"#, r#"width="-2" height"#, "expected a number of columns for `width`, found `-2`", 1);
    edited(r#"width="2" height"#, r#"width="0" height"#, "expected 1 to 10000 columns and rows, found 0 x 2", 1);
    edited(r#"width="2" height"#, r#"width="99999999999" height"#, "found `99999999999`", 1);
    edited(r#"width="2" height="2""#, r#"width="10000" height="10000""#, "expected at most 4194304 cells", 1);
    edited(r#"tilewidth="32""#, r#"tilewidth="0""#, "expected tiles of 1 to 10000 pixels", 1);
    edited(r#"hexsidelength="16""#, r#"hexsidelength="32""#, "expected a `hexsidelength` below the size of a tile", 1);
    edited(r#"hexsidelength="16""#, r#"hexsidelength="-4""#, "expected a number of pixels", 1);
    edited(
        r#"<layer name="Ground" width="2""#,
        r#"<layer name="Ground" width="3""#,
        "expected layer `Ground` to have",
        3,
    );
    edited(r#"width="60""#, r#"width="-60""#, "object `camp` has a negative size", 8);
    edited(r#"x="0""#, r#"x="1e300""#, "expected a number of pixels for `x`", 8);
    edited(r#"x="0""#, r#"x="NaN""#, "expected a number of pixels for `x`", 8);
}

#[test]
fn unknown_grids() {
    edited("hexagonal", "isometric", "expected the orientation", 1);
    edited(r#"staggeraxis="x""#, r#"staggeraxis="z""#, "expected `staggeraxis` x or y", 1);
    edited(r#"staggerindex="odd""#, r#"staggerindex="third""#, "expected `staggerindex` odd or even", 1);
    edited("<map ", "<mop ", "invalid XML", 0);
    edited(r#"infinite="0""#, r#"infinite="perhaps""#, "expected `infinite` 0 or 1", 1);
}

#[test]
fn tile_numbers_that_are_wrong() {
    edited("2,1", "2,3", "tile number 3 is beyond every tileset", 6);
    edited("2,1", "2,4294967296", "expected the number of a tile, found `4294967296`", 6);
    edited("2,1", "2,-1", "expected the number of a tile, found `-1`", 6);
    edited("2,1", "2,1,1", "expected 4 tiles, found more", 6);
    edited("2,1", "2", "expected 4 tiles, found 3", 4);
    edited("2,1", "2,,1", "expected the number of a tile, found ``", 6);
    edited(r#"firstgid="1""#, r#"firstgid="0""#, "expected a `firstgid` from 1, found 0", 2);
    edited(r#"firstgid="1""#, r#"firstgid="4294967295""#, "expected a `firstgid` from 1", 2);
    edited(
        "<layer ",
        "<tileset firstgid=\"1\" name=\"h\" tilecount=\"1\"/>\n<layer ",
        "two tilesets have the `firstgid` 1",
        3,
    );
    edited(r#"<tile id="1""#, r#"<tile id="4294967295""#, "expected the id of a tile", 2);
    edited(
        r#"x="0" y="0" width="60" height="60""#,
        r#"gid="9" x="0" y="0""#,
        "tile number 9 is beyond every tileset",
        8,
    );
}

#[test]
fn xml_that_is_not_plain() {
    let entity = r#"<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><map "#;
    edited("<map ", entity, "document types and entities are not supported", 0);
    edited("<map ", r#"<!DOCTYPE map SYSTEM "file:///etc/passwd"><map "#, "document types and entities", 0);
    edited("2,1\n", "2,&gid;\n", "invalid XML", 6);
    edited("</map>", "", "invalid XML", 0);
    let attributes: String = (0..300).map(|number| format!(" a{number}=\"\"")).collect();
    edited("<map ", &format!("<map{attributes} "), "expected at most 256 attributes", 1);
    let sections = "<![CDATA[x]]>".repeat(1001);
    edited(
        "<layer ",
        &format!("<properties>{sections}</properties><layer "),
        "expected at most 1000 `CDATA` sections",
        3,
    );
    let deep = format!("{}{}", "<group>".repeat(100_000), "</group>".repeat(100_000));
    edited("</map>", &format!("{deep}</map>"), "nested elements", 0);
    let many = "<a/>".repeat(1 << 20);
    edited("</map>", &format!("{many}</map>"), "elements, found more", 0);
    let attributes = "<a a=\"\" b=\"\" c=\"\" d=\"\" e=\"\" f=\"\" g=\"\" h=\"\"/>".repeat(1 << 17);
    edited("</map>", &format!("{attributes}</map>"), "attributes in the file, found more", 9);
    let layers = "<objectgroup/>".repeat(300);
    edited("</map>", &format!("{layers}</map>"), "expected at most 200 layers", 9);
    let mut latin = MAP.as_bytes().to_vec();
    let at = MAP.find("Ground").unwrap();
    latin[at] = 0xff;
    refused("x.tmx", MAP.as_bytes(), &latin, "expected UTF-8", 3);
    refused("x.tmx", MAP.as_bytes(), &vec![b' '; (16 << 20) + 1], "expected at most 16 MiB", 1);
}

/// Returns the small map with its layer in base64.
fn packed(compression: &str, bytes: &[u8]) -> String {
    let data = format!("<data encoding=\"base64\" compression=\"{compression}\">\n{}\n</data>", STANDARD.encode(bytes));
    let start = MAP.find("<data").unwrap();
    let end = MAP.find("</data>").unwrap() + "</data>".len();
    format!("{}{data}{}", &MAP[..start], &MAP[end..])
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Returns a `data` element for these tiles in each codec.
pub(super) fn packed_tiles(tiles: &[u32]) -> Vec<String> {
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let data = |word: &str, bytes: &[u8]| {
        format!("<data encoding=\"base64\" compression=\"{word}\">\n {}\n</data>", STANDARD.encode(bytes))
    };
    vec![data("", &bytes), data("zlib", &zlib(&bytes)), data("gzip", &gzip(&bytes)), data("zstd", &zstd(&bytes))]
}

/// The four tiles of the small map.
const TILES: [u8; 16] = [1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0];

#[test]
fn bombs_in_each_codec_stop_at_the_size_of_the_layer() {
    let bomb = vec![0; 32 << 20];
    for (word, pack) in [("zlib", zlib as fn(&[u8]) -> Vec<u8>), ("gzip", gzip), ("zstd", zstd)] {
        let sound = packed(word, &pack(&TILES));
        refused("x.tmx", sound.as_bytes(), packed(word, &pack(&bomb)).as_bytes(), "for 4 tiles, found more", 5);
        let short = packed(word, &pack(&TILES[..12]));
        refused("x.tmx", sound.as_bytes(), short.as_bytes(), "expected 16 bytes for 4 tiles, found 12", 5);
        let whole = pack(&TILES);
        let cut = packed(word, &whole[..whole.len() / 2]);
        refused("x.tmx", sound.as_bytes(), cut.as_bytes(), &format!("invalid {word} data"), 5);
        let noise = packed(word, &[0xa5; 64]);
        refused("x.tmx", sound.as_bytes(), noise.as_bytes(), &format!("invalid {word} data"), 5);
    }
    let sound = packed("", &TILES);
    refused("x.tmx", sound.as_bytes(), packed("", &[0; 4096]).as_bytes(), "for 4 tiles, found more", 5);
    refused("x.tmx", sound.as_bytes(), sound.replace("AQAA", "AQ*A").as_bytes(), "invalid base64", 5);
    refused("x.tmx", sound.as_bytes(), packed("lzma", &TILES).as_bytes(), "expected the compression", 4);
    refused("x.tmx", sound.as_bytes(), sound.replace("\"base64\"", "\"hex\"").as_bytes(), "expected the encoding", 4);
}

#[test]
fn a_zstd_frame_with_a_huge_window_is_refused_before_memory_is_taken() {
    let sound = packed("zstd", &zstd(&TILES));
    // Magic, a descriptor without sizes, and a window of two tebibytes.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x01, 0x00, 0x00];
    refused("x.tmx", sound.as_bytes(), packed("zstd", &frame).as_bytes(), "invalid zstd data", 5);
}

/// Returns an infinite map with these chunks.
fn infinite(chunks: &[(i64, i64, i64, i64)]) -> String {
    let chunk = |(x, y, width, height): &(i64, i64, i64, i64)| {
        let tiles = vec!["1"; (width * height).clamp(0, 10_000) as usize].join(",");
        format!("<chunk x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">{tiles}</chunk>\n")
    };
    let chunks: String = chunks.iter().map(chunk).collect();
    MAP.replace("infinite=\"0\"", "infinite=\"1\"").replace("1,2,\n2,1\n", &chunks)
}

#[test]
fn chunks_that_overlap_or_lie_far_apart() {
    let sound = infinite(&[(-4, 0, 4, 4), (0, 0, 4, 4), (0, 4, 4, 4), (4, -4, 4, 4)]);
    let check = |chunks: &[(i64, i64, i64, i64)], message: &str, line: usize| {
        refused("x.tmx", sound.as_bytes(), infinite(chunks).as_bytes(), message, line);
    };
    check(&[(0, 0, 4, 4), (3, 3, 4, 4)], "chunk overlaps the chunk in line 5", 6);
    check(&[(0, 0, 4, 4), (0, 0, 4, 4)], "chunk overlaps the chunk in line", 0);
    check(&[(0, 0, 9, 1), (4, 0, 1, 9)], "chunk overlaps the chunk in line", 0);
    check(&[(0, 0, 4, 4), (1 << 20, 0, 4, 4)], "expected at most 10000 columns and rows", 1);
    check(&[(0, 0, 4, 4), (5000, 5000, 4, 4)], "expected at most 4194304 cells", 1);
    check(&[(2_147_483_647, 0, 4, 4)], "is too far from 0, 0", 5);
    check(&[(9_999_999_999, 0, 4, 4)], "expected a column for `x`", 5);
    check(&[(0, 0, -4, 4)], "expected a number of columns for `width`", 5);
    check(&[(0, 0, 0, 4)], "expected 1 to 10000 columns and rows", 5);
    check(&[(0, 0, 10_000, 10_000)], "unpacks to more than 64 MiB", 5);
    check(&[], "found only empty cells", 1);
    let finite = MAP.replace("1,2,\n2,1\n", "<chunk x=\"0\" y=\"0\" width=\"2\" height=\"2\">1,2,2,1</chunk>");
    refused("x.tmx", MAP.as_bytes(), finite.as_bytes(), "expected chunks only in maps with `infinite", 5);
}

#[test]
fn json_that_is_cut_nested_or_of_the_wrong_type() {
    let sound = fs::read_to_string(data_file("pond-x-even.tmj")).unwrap();
    let check = |hostile: &str, message: &str, line: usize| {
        refused("x.tmj", sound.as_bytes(), hostile.as_bytes(), message, line);
    };
    check(&sound[..200], "invalid JSON", 0);
    check(&"[".repeat(1 << 20), "invalid JSON", 1);
    check(&sound.replacen("\"layers\": [", "\"layers\": {", 1), "invalid JSON", 0);
    check("{\"layers\": 3}", "expected a list in brackets", 1);
    check(&sound.replacen("\"height\": 6", "\"height\": -6", 1), "expected a number of rows", 3);
    check(&sound.replacen("\"tilelayer\"", "\"titlelayer\"", 1), "as type of a layer, found `titlelayer`", 19);
    check(&sound.replacen("\"eJx", "\"fJx", 1), "invalid zlib data", 0);
    check(&format!("{{\"layers\":[{}0]}}", "0,".repeat(1 << 21)), "expected at most 262144 items in a list", 1);
    let keys: String = (0..2000).map(|number| format!("\"k{number}\": 0,\n")).collect();
    check(&sound.replacen("\"infinite\"", &format!("{keys}\"infinite\""), 1), "expected at most 1000 keys", 0);
    let group = |inner: &str| format!("{{\"type\": \"group\", \"layers\": [{inner}]}}");
    let deep = (0..30).fold(String::new(), |inner, _| group(&inner));
    check(&sound.replacen("\"layers\": [", &format!("\"layers\": [{deep},"), 1), "nested objects", 0);
}

fn read_in(folder: &std::path::Path, allowed: Option<&std::path::Path>, text: &str) -> Result<ForeignMap, Finding> {
    let file = folder.join("x.tmx");
    read(format_of("x.tmx").unwrap(), "x.tmx", text.as_bytes(), &Folders::of(&file, allowed), None)
}

#[test]
fn tilesets_are_read_only_from_allowed_folders() {
    let outer = tempfile::tempdir().unwrap();
    let (inner, other) = (outer.path().join("maps"), outer.path().join("tilesets"));
    [&inner, &other].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let tileset = fs::read(data_file("ground.tsx")).unwrap();
    fs::write(inner.join("ground.tsx"), &tileset).unwrap();
    fs::write(other.join("ground.tsx"), &tileset).unwrap();
    fs::write(outer.path().join("secret"), "root:x:0:0").unwrap();
    let start = MAP.find("<tileset").unwrap();
    let end = MAP.find("</tileset>").unwrap() + "</tileset>".len();
    let with = |path: &str| format!("{}<tileset firstgid=\"1\" source=\"{path}\"/>{}", &MAP[..start], &MAP[end..]);
    assert_eq!(read_in(&inner, None, &with("ground.tsx")).unwrap().codes[0].base, "grass");
    assert_eq!(read_in(&inner, Some(&other), &with("../tilesets/ground.tsx")).unwrap().codes[0].base, "grass");
    let absolute = other.join("ground.tsx");
    let absolute = absolute.to_str().unwrap();
    for path in ["../tilesets/ground.tsx", "..\\tilesets\\ground.tsx", "a/../../secret", "/etc/passwd", absolute] {
        as_told(&read_in(&inner, None, &with(path)).unwrap_err(), "is outside the folder of the map", 2);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outer.path().join("secret"), inner.join("link.tsx")).unwrap();
        as_told(&read_in(&inner, None, &with("link.tsx")).unwrap_err(), "is outside the folder of the map", 2);
    }
    as_told(&read_in(&inner, None, &with(".")).unwrap_err(), "cannot be read", 2);
    fs::write(inner.join("large.tsx"), vec![b' '; (16 << 20) + 1]).unwrap();
    as_told(&read_in(&inner, None, &with("large.tsx")).unwrap_err(), "is larger than 16 MiB", 2);
    fs::write(inner.join("map.tsx"), MAP).unwrap();
    let finding = read_in(&inner, None, &with("map.tsx")).unwrap_err();
    as_told(&finding, "expected a tileset, found `map`", 1);
    assert_eq!(finding.file, "map.tsx");

    // A missing tileset keeps the numbers of its tiles as names.
    let map = read_in(&inner, None, &with("gone.tsx")).unwrap();
    assert_eq!(map.codes[0].base, "gone:0");
    assert!(map.findings[0].message.contains("`gone.tsx` not found"), "{:?}", map.findings);
}

#[test]
fn objects_with_too_many_corners_or_none() {
    edited(
        r#"x="0" y="0" width="60" height="60"/>"#,
        r#"x="0" y="0"><polygon points="0,0 1,1"/></object>"#,
        "expected a polygon of 3 or more points, found 2",
        8,
    );
    edited(
        r#"x="0" y="0" width="60" height="60"/>"#,
        r#"x="0" y="0"><polygon points="0,0 a,b 1,1"/></object>"#,
        "expected points as `x,y`, found `a,b`",
        8,
    );
    let rows = format!("{}1", "1,".repeat(999_999));
    let large = MAP.replace(r#"width="2" height="2""#, r#"width="1000" height="1000""#).replace("1,2,\n2,1", &rows);
    let polygon = format!(r#"x="0" y="0"><polygon points="{}"/></object>"#, "0,0 90000,0 90000,90000 ".repeat(500));
    let far = r#"x="1000000000" y="-1000000000" rotation="45" width="1000000000" height="1000000000"/>"#;
    assert!(read_bytes("x.tmx", MAP.replace(r#"x="0" y="0" width="60" height="60"/>"#, far).as_bytes()).is_ok());
    let all = r#"<object x="0" y="0" width="99999" height="99999"/>"#;
    let many = large.replace("</objectgroup>", &format!("{}</objectgroup>", all.repeat(9)));
    refused("x.tmx", large.as_bytes(), many.as_bytes(), "the objects cover more than 4194304 cells", 0);
    let hostile = large.replace(r#"x="0" y="0" width="60" height="60"/>"#, &polygon);
    refused("x.tmx", large.as_bytes(), hostile.as_bytes(), "too many corners and cells", 0);
}

#[test]
fn more_different_tiles_than_anyone_draws() {
    let set = MAP
        .replace("tilecount=\"2\"", "tilecount=\"99999\"")
        .replace(r#"width="2" height="2""#, r#"width="200" height="100""#);
    let tiles = |count: usize| (1..=20_000).map(|n| (n % count + 1).to_string()).collect::<Vec<_>>().join(",");
    let with = |count| set.replace("1,2,\n2,1", &tiles(count));
    refused("x.tmx", with(5000).as_bytes(), with(20_000).as_bytes(), "expected at most 10000 different tiles", 4);
}

#[test]
fn wesnoth_files_that_are_no_maps() {
    let sound = fs::read_to_string(data_file("mill.map")).unwrap();
    let check = |hostile: &str, message: &str, line: usize| {
        refused("x.map", sound.as_bytes(), hostile.as_bytes(), message, line);
    };
    check(&format!("border_size=1\nusage=mask\n\n{sound}"), "this file is a mask", 2);
    check(&sound.replacen("Ke", "_f", 1), "`_f` keeps the terrain of another map", 2);
    check(&format!("border_size=9\n\n{sound}"), "within a border of 9", 3);
    check(&format!("border_size=-1\n\n{sound}"), "expected a `border_size`", 1);
    check(&format!("border_size=18446744073709551615\n{sound}"), "expected a `border_size`", 1);
    check(&sound.replacen("Mm,", "", 1), "expected 8 codes in each line, found 7", 6);
    check(&sound.replacen("Mm,", "Mountain,", 1), "expected a code such as `Gg`", 6);
    check(&sound.replacen("Mm,", "Mm^^Xm,", 1), "expected a code such as `Gg`", 6);
    check(&sound.replacen("Mm,", ",", 1), "expected a code such as `Gg`", 6);
    check(&sound.replacen("2 Kud", "1 Kud", 1), "start `1` is already in line 2", 6);
    check("", "expected rows of terrain codes", 1);
    check("map_data=\"\nGg, Gg\n\"", "this file is a scenario", 1);
    check(&format!("{}Gg\n", "Gg,".repeat(20_000)).repeat(3), "expected 1 to 10000 columns", 1);
    assert!(read_bytes("x.map", format!("border_size=1\nusage=map\n\n{sound}").as_bytes()).is_ok());
    assert!(read_bytes("x.map", sound.replace('\n', "\r\n").as_bytes()).is_ok());
}

#[test]
fn megamek_boards_that_contradict_themselves() {
    let sound = fs::read_to_string(data_file("bridge.board")).unwrap();
    let check = |hostile: &str, message: &str, line: usize| {
        refused("x.board", sound.as_bytes(), hostile.as_bytes(), message, line);
    };
    check(&sound.replace("size 4 3", "size 4 -3"), "expected 1 to 10000 columns and rows, found `-3`", 2);
    check(&sound.replace("size 4 3", "size 9999 9999"), "expected at most 4194304 cells", 2);
    check(&sound.replace("size 4 3", "size 4 3\nsize 5 5"), "expected one `size`", 3);
    check(&sound.replace("size 4 3\n", ""), "expected `size` before the first hex", 4);
    check(&sound.replace("hex 0201", "hex 0101"), "hex `0101` is listed twice", 6);
    check(&sound.replace("hex 0201", "hex 0501"), "expected a hex of the 4 x 3 board, found `0501`", 6);
    check(&sound.replace("hex 0201", "hex 0000"), "expected a hex of the 4 x 3 board", 6);
    check(&sound.replace("hex 0201", "hex é"), "expected a hex of the 4 x 3 board", 6);
    check(&sound.replace("hex 0201 1", "hex 0201 99999"), "expected a level, found `99999`", 6);
    check(&sound.replace("foliage_elev:2\" \"grass\"", "foliage_elev:2\" \"grass"), "expected a closing quote", 7);
    check(&sound.replace("hex 0201", "hex 0201 1 1 1"), "expected a hex as", 6);
    check("", "expected `size`", 1);
}

#[test]
fn tables_that_are_no_tables() {
    let sound = "g,w\nw,\"g\"\n";
    let check = |hostile: &str, message: &str, line: usize| {
        refused("x.csv", sound.as_bytes(), hostile.as_bytes(), message, line);
    };
    check("g,w\nw\n", "expected 2 fields in each line, found 1", 2);
    check("g,w\nw,\"g\n", "expected a closing quote", 2);
    check("g,w\nw,\"g\"x\n", "expected the end of the field, found `x", 2);
    check("g,w\nw,g\"\n", "expected a quote only around a whole field", 2);
    check("", "found an empty file", 1);
    check(&",".repeat(20_000), "expected at most 10000 columns", 1);
    check(&"a\n".repeat(20_000), "expected at most 10000 rows", 10_001);
    let many: String = (0..20_000).map(|number| format!("{number},{number}\n")).collect();
    check(&many, "found more", 0);
}

#[test]
fn maps_survive_any_cut_and_any_changed_byte() {
    for name in
        ["ford-x-odd.tmx", "pond-x-even.tmj", "grove-y-odd.tmx", "isle-y-even-infinite.tmx", "mill.map", "bridge.board"]
    {
        let sound = fs::read(data_file(name)).unwrap();
        for at in (0..sound.len()).step_by(7) {
            drop(read_bytes(name, &sound[..at]));
            for byte in [0, b'"', b'9', b'-', 0xff] {
                let mut changed = sound.clone();
                changed[at] = byte;
                drop(read_bytes(name, &changed));
            }
        }
    }
}
