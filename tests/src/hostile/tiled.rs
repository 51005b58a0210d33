//! Hostile maps of Tiled.

use super::{Cases, base64, gzip, zlib, zstd};

/// A small sound map, which the cases damage.
pub(super) const MAP: &str = r#"<map orientation="hexagonal" width="2" height="2" tilewidth="32" tileheight="28" infinite="0" hexsidelength="16" staggeraxis="x" staggerindex="odd">
<tileset firstgid="1" name="g" tilewidth="32" tileheight="28" tilecount="2"><tile id="0" type="grass"/><tile id="1" type="mud"/></tileset>
<layer name="Ground" width="2" height="2">
<data encoding="csv">
1,2,
2,1
</data></layer>
<objectgroup name="Things"><object name="camp" x="0" y="0" width="60" height="60"/></objectgroup>
</map>"#;

/// The tiles of the small map.
const TILES: [u8; 16] = [1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0];

fn with(from: &str, to: &str) -> String {
    assert!(MAP.contains(from), "{from}");
    MAP.replacen(from, to, 1)
}

/// Adds cases with one replacement each: name, old text, new text and a part of the error.
fn replaced(cases: &mut Cases, all: &[(&str, &str, &str, &'static str)]) {
    for (name, from, to, says) in all {
        cases.add(name, MAP, with(from, to), says);
    }
}

pub(super) fn numbers(cases: &mut Cases) {
    let width = "width=\"2\" height";
    replaced(
        cases,
        &[
            ("width-negative.tmx", width, "width=\"-2\" height", "expected a number of columns"),
            ("width-0.tmx", width, "width=\"0\" height", "expected 1 to 10000 columns and rows"),
            ("width-huge.tmx", width, "width=\"99999999999\" height", "expected a number of columns"),
            ("width-fraction.tmx", width, "width=\"2.5\" height", "expected a number of columns"),
            ("size-huge.tmx", "width=\"2\" height=\"2\"", "width=\"10000\" height=\"10000\"", "at most 4194304 cells"),
            ("tile-0.tmx", "tilewidth=\"32\"", "tilewidth=\"0\"", "expected tiles of 1 to 10000 pixels"),
            ("tile-huge.tmx", "tilewidth=\"32\"", "tilewidth=\"10001\"", "expected tiles of 1 to 10000 pixels"),
            ("side-long.tmx", "hexsidelength=\"16\"", "hexsidelength=\"32\"", "expected a `hexsidelength` below"),
            ("side-negative.tmx", "hexsidelength=\"16\"", "hexsidelength=\"-4\"", "expected a number of pixels"),
            (
                "layer-wider.tmx",
                "<layer name=\"Ground\" width=\"2\"",
                "<layer name=\"Ground\" width=\"3\"",
                "of the map",
            ),
            ("orientation.tmx", "hexagonal", "isometric", "expected the orientation"),
            ("axis.tmx", "staggeraxis=\"x\"", "staggeraxis=\"z\"", "expected `staggeraxis` x or y"),
            ("index.tmx", "staggerindex=\"odd\"", "staggerindex=\"third\"", "expected `staggerindex` odd or even"),
            ("infinite.tmx", "infinite=\"0\"", "infinite=\"perhaps\"", "expected `infinite` 0 or 1"),
            ("gid-beyond.tmx", "2,1", "2,3", "tile number 3 is beyond every tileset"),
            ("gid-beyond-flipped.tmx", "2,1", "2,2147483651", "tile number 3 is beyond every tileset"),
            ("gid-overflow.tmx", "2,1", "2,4294967296", "expected the number of a tile"),
            ("gid-negative.tmx", "2,1", "2,-1", "expected the number of a tile"),
            ("gid-nan.tmx", "2,1", "2,NaN", "expected the number of a tile, found `NaN`"),
            ("tiles-more.tmx", "2,1", "2,1,1", "expected 4 tiles, found more"),
            ("tiles-fewer.tmx", "2,1", "2", "expected 4 tiles, found 3"),
            ("first-0.tmx", "firstgid=\"1\"", "firstgid=\"0\"", "expected a `firstgid` from 1"),
            ("first-flipped.tmx", "firstgid=\"1\"", "firstgid=\"4294967295\"", "expected a `firstgid` from 1"),
            ("tile-id.tmx", "<tile id=\"1\"", "<tile id=\"4294967295\"", "expected the id of a tile"),
            ("first-twice.tmx", "<layer ", "<tileset firstgid=\"1\" name=\"h\"/>\n<layer ", "have the `firstgid` 1"),
            ("object-gid.tmx", "width=\"60\" height=\"60\"", "gid=\"9\"", "tile number 9 is beyond every tileset"),
            ("object-negative.tmx", "width=\"60\"", "width=\"-60\"", "has a negative size"),
            ("object-nan.tmx", "x=\"0\"", "x=\"NaN\"", "expected a number of pixels for `x`"),
            ("object-far.tmx", "x=\"0\"", "x=\"1e300\"", "expected a number of pixels for `x`"),
            ("object-infinite.tmx", "y=\"0\"", "y=\"inf\"", "expected a number of pixels for `y`"),
        ],
    );
}

pub(super) fn markup(cases: &mut Cases) {
    let laughs: String =
        (1..10).map(|number| format!("<!ENTITY a{number} \"{}\">", format!("&a{};", number - 1).repeat(10))).collect();
    let attributes: String = (0..300).map(|number| format!(" a{number}=\"\"")).collect();
    let groups = |count: usize| format!("{}{}</map>", "<group>".repeat(count), "</group>".repeat(count));
    let nested = |count: usize| format!("{}{}</map>", "<a>".repeat(count), "</a>".repeat(count));
    let many = "<b a=\"\" b=\"\" c=\"\" d=\"\" e=\"\" f=\"\" g=\"\" h=\"\"/>".repeat(1 << 17);
    let dtd = "document types and entities are not supported";
    replaced(
        cases,
        &[
            ("laughs.tmx", "<map ", &format!("<!DOCTYPE map [<!ENTITY a0 \"ha\">{laughs}]><map "), dtd),
            ("entity-file.tmx", "<map ", "<!DOCTYPE map [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><map ", dtd),
            ("dtd.tmx", "<map ", "<!DOCTYPE map SYSTEM \"http://localhost/map.dtd\"><map ", dtd),
            ("entity-unknown.tmx", "2,1\n", "2,&gid;\n", "invalid XML"),
            ("cut.tmx", "</map>", "", "invalid XML"),
            ("no-map.tmx", "<map ", "<mop ", "invalid XML"),
            ("attribute-twice.tmx", "<map ", "<map width=\"2\" ", "invalid XML"),
            ("attributes.tmx", "<map ", &format!("<map{attributes} "), "expected at most 256 attributes"),
            ("attributes-in-all.tmx", "</map>", &format!("{many}</map>"), "attributes in the file, found more"),
            ("groups-10000.tmx", "</map>", &groups(10_000), "nested elements"),
            ("elements-100000.tmx", "</map>", &nested(100_000), "nested elements"),
            ("elements.tmx", "</map>", &format!("{}</map>", "<a/>".repeat(1 << 20)), "elements, found more"),
            ("layers.tmx", "</map>", &format!("{}</map>", "<objectgroup/>".repeat(300)), "at most 200 layers"),
            (
                "sections.tmx",
                "<layer ",
                &format!("<properties>{}</properties><layer ", "<![CDATA[x]]>".repeat(1001)),
                "expected at most 1000 `CDATA` sections",
            ),
        ],
    );
    let latin = MAP.replace("Ground", "Gr\u{fc}n").bytes().filter(|byte| *byte != 0xc3).collect::<Vec<u8>>();
    cases.add("latin-1.tmx", MAP, latin, "expected UTF-8");
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(MAP.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    cases.add("utf-16.tmx", MAP, wide, "expected UTF-8");
    cases.add("zeros.tmx", MAP, vec![0; 1 << 20], "invalid XML");
    cases.add("empty.tmx", MAP, "", "invalid XML");
    cases.add("large.tmx", MAP, vec![b' '; (16 << 20) + 1], "expected at most 16777216 bytes");
}

/// Returns the small map with its layer in base64.
fn encoded(compression: &str, bytes: &[u8]) -> String {
    let data = format!("<data encoding=\"base64\" compression=\"{compression}\">\n{}\n</data>", base64(bytes));
    let start = MAP.find("<data").unwrap_or(0);
    let end = MAP.find("</data>").map_or(0, |end| end + "</data>".len());
    format!("{}{data}{}", &MAP[..start], &MAP[end..])
}

pub(super) fn packed(cases: &mut Cases) {
    let bomb = vec![0; 24 << 20];
    for (word, pack) in [("zlib", zlib as fn(&[u8]) -> Vec<u8>), ("gzip", gzip), ("zstd", zstd)] {
        let (whole, sound) = (pack(&TILES), encoded(word, &pack(&TILES)));
        let mut add = |what: &str, bytes: &[u8], says: &'static str| {
            cases.add(&format!("{word}-{what}.tmx"), sound.clone(), encoded(word, bytes), says);
        };
        add("bomb", &pack(&bomb), "for 4 tiles, found more");
        add("short", &pack(&TILES[..12]), "expected 16 bytes for 4 tiles, found 12");
        add("cut", &whole[..whole.len() / 2], " data");
        add("noise", &[0xa5; 64], " data");
    }
    let members = gzip(&TILES[..4]).repeat(200_000);
    cases.add("gzip-members.tmx", encoded("gzip", &gzip(&TILES)), encoded("gzip", &members), "for 4 tiles, found more");
    // Magic, a descriptor without sizes, and a window of two tebibytes.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x01, 0x00, 0x00];
    cases.add("zstd-window.tmx", encoded("zstd", &zstd(&TILES)), encoded("zstd", &frame), "invalid zstd data");
    let sound = encoded("", &TILES);
    cases.add("base64-bomb.tmx", sound.clone(), encoded("", &vec![0; 8 << 20]), "for 4 tiles, found more");
    cases.add("base64-letter.tmx", sound.clone(), sound.replace("AQAA", "AQ*A"), "invalid base64");
    cases.add("codec.tmx", sound.clone(), encoded("lzma", &TILES), "expected the compression");
    cases.add("encoding.tmx", sound.clone(), sound.replace("\"base64\"", "\"hex\""), "expected the encoding");
    // Each layer is small in the file, and allowed alone.
    let tiles = base64(&zlib(&vec![0; 16 << 20]));
    let layer = format!(
        "<layer width=\"2048\" height=\"2048\"><data encoding=\"base64\" compression=\"zlib\">{tiles}</data></layer>"
    );
    let large = MAP.replacen("width=\"2\" height=\"2\"", "width=\"2048\" height=\"2048\"", 1);
    let start = large.find("<layer").unwrap_or(0);
    let layers = format!("{}{}</map>", &large[..start], layer.repeat(5));
    cases.add("layers-in-all.tmx", MAP, layers, "unpacks to more than 64 MiB");
}

/// Returns an infinite map with these chunks: column, row, width and height.
fn infinite(chunks: &[(i64, i64, i64, i64)]) -> String {
    let chunk = |(x, y, width, height): &(i64, i64, i64, i64)| {
        let tiles = vec!["1"; (width * height).clamp(0, 10_000) as usize].join(",");
        format!("<chunk x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">{tiles}</chunk>\n")
    };
    let chunks: String = chunks.iter().map(chunk).collect();
    MAP.replace("infinite=\"0\"", "infinite=\"1\"").replace("1,2,\n2,1\n", &chunks)
}

pub(super) fn chunks(cases: &mut Cases) {
    let sound = infinite(&[(-4, 0, 4, 4), (0, 0, 4, 4), (0, 4, 4, 4), (4, -4, 4, 4)]);
    let mut add = |name: &str, chunks: &[(i64, i64, i64, i64)], says: &'static str| {
        cases.add(name, sound.clone(), infinite(chunks), says);
    };
    add("chunks-overlap.tmx", &[(0, 0, 4, 4), (3, 3, 4, 4)], "chunk overlaps the chunk in line 5");
    add("chunks-twice.tmx", &[(0, 0, 4, 4), (0, 0, 4, 4)], "chunk overlaps the chunk in line 5");
    add("chunks-cross.tmx", &[(0, 0, 9, 1), (4, 0, 1, 9)], "chunk overlaps the chunk in line");
    add("chunks-apart.tmx", &[(0, 0, 4, 4), (1 << 20, 0, 4, 4)], "at most 10000 columns and rows");
    add("chunks-diagonal.tmx", &[(0, 0, 4, 4), (5000, 5000, 4, 4)], "at most 4194304 cells");
    add("chunk-far.tmx", &[(2_147_483_647, 0, 4, 4)], "is too far from 0, 0");
    add("chunk-overflow.tmx", &[(9_999_999_999, 0, 4, 4)], "expected a column for `x`");
    add("chunk-negative.tmx", &[(0, 0, -4, 4)], "expected a number of columns for `width`");
    add("chunk-0.tmx", &[(0, 0, 0, 4)], "expected 1 to 10000 columns and rows");
    add("chunk-huge.tmx", &[(0, 0, 10_000, 10_000)], "unpacks to more than 64 MiB");
    add("chunks-none.tmx", &[], "found only empty cells");
    let finite = with("1,2,\n2,1\n", "<chunk x=\"0\" y=\"0\" width=\"2\" height=\"2\">1,2,2,1</chunk>");
    cases.add("chunks-finite.tmx", MAP, finite, "expected chunks only in maps with `infinite");
}

pub(super) fn shapes(cases: &mut Cases) {
    let polygon = |points: &str| {
        with(
            "x=\"0\" y=\"0\" width=\"60\" height=\"60\"/>",
            &format!("x=\"0\" y=\"0\"><polygon points=\"{points}\"/></object>"),
        )
    };
    let sound = polygon("0,0 60,0 60,60");
    cases.add("polygon-line.tmx", sound.clone(), polygon("0,0 1,1"), "expected a polygon of 3 or more points");
    cases.add("polygon-words.tmx", sound.clone(), polygon("0,0 a,b 1,1"), "expected points as `x,y`, found `a,b`");
    cases.add("polygon-nan.tmx", sound.clone(), polygon("0,0 NaN,0 1,1"), "expected points as `x,y`, found `NaN,0`");
    let rows = format!("{}1", "1,".repeat(999_999));
    let large = |map: &str| {
        map.replacen("width=\"2\" height=\"2\"", "width=\"1000\" height=\"1000\"", 2).replace("1,2,\n2,1", &rows)
    };
    let corners = polygon(&"0,0 90000,0 90000,90000 ".repeat(500));
    cases.add("polygon-corners.tmx", sound, large(&corners), "too many corners and cells");
    let whole = "<object x=\"0\" y=\"0\" width=\"99999\" height=\"99999\"/>".repeat(9);
    let covered = with("</objectgroup>", &format!("{whole}</objectgroup>"));
    cases.add("objects-cover.tmx", covered.clone(), large(&covered), "the objects cover more than 4194304 cells");
}

pub(super) fn paths(cases: &mut Cases) {
    let start = MAP.find("<tileset").unwrap_or(0);
    let end = MAP.find("</tileset>").map_or(0, |end| end + "</tileset>".len());
    let at = |path: &str| format!("{}<tileset firstgid=\"1\" source=\"{path}\"/>{}", &MAP[..start], &MAP[end..]);
    let mut add = |name: &str, path: &str, says: &'static str| cases.add(name, at("ground.tsx"), at(path), says);
    let outside = "is outside the folder of the map";
    add("path-up.tmx", "../secret.tsx", outside);
    add("path-down-and-up.tmx", "a/../../secret.tsx", outside);
    add("path-absolute.tmx", "/etc/passwd", outside);
    add("path-windows.tmx", "..\\secret.tsx", outside);
    add("path-unc.tmx", "\\\\host\\share\\ground.tsx", outside);
    add("path-link.tmx", "link.tsx", outside);
    add("path-folder.tmx", ".", "cannot be read");
    add("path-large.tmx", "large.tsx", "is larger than 16 MiB");
    add("path-map.tmx", "map.tsx", "expected a tileset, found `map`");
    add("path-entity.tmx", "entity.tsx", "document types and entities are not supported");
}

pub(super) fn json(cases: &mut Cases) {
    let map = |layers: &str| {
        format!(
            "{{\"orientation\": \"orthogonal\", \"width\": 2, \"height\": 2, \"tilewidth\": 8, \"tileheight\": 8,\n\
             \"tilesets\": [{{\"firstgid\": 1, \"tilecount\": 1, \"tiles\": [{{\"id\": 0, \"type\": \"grass\"}}]}}],\n\
             \"layers\": [{layers}]}}"
        )
    };
    let layer = |data: &str| format!("{{\"type\": \"tilelayer\", \"width\": 2, \"height\": 2, {data}}}");
    let plain = layer("\"data\": [1, 1, 1, 1]");
    let sound = map(&plain);
    let mut add = |name: &str, text: String, says: &'static str| cases.add(name, sound.clone(), text, says);
    add("cut.tmj", sound[..sound.len() - 20].to_owned(), "invalid JSON");
    add("deep.tmj", "[".repeat(1 << 20), "invalid JSON");
    let group =
        |count: usize| format!("{}{plain}{}", "{\"type\": \"group\", \"layers\": [".repeat(count), "]}".repeat(count));
    add("groups-50.tmj", map(&group(50)), "nested objects");
    add("groups-10000.tmj", map(&group(10_000)), "nested objects");
    add("type.tmj", sound.replace("tilelayer", "titlelayer"), "as type of a layer, found `titlelayer`");
    add("layers.tmj", "{\"layers\": 3}".to_owned(), "expected a list in brackets");
    add("items.tmj", map(&format!("{}0", "0,".repeat(1 << 20))), "expected at most 262144 items in a list");
    let keys: String = (0..2000).map(|number| format!("\"k{number}\": 0,")).collect();
    add("keys.tmj", sound.replacen('{', &format!("{{{keys}"), 1), "expected at most 1000 keys");
    add("height.tmj", sound.replacen("\"height\": 2", "\"height\": -2", 1), "expected a number of rows");
    add("tiles.tmj", map(&layer("\"data\": [1, 1, 1, 1e9]")), "expected the number of a tile");
    let packed = format!(
        "\"encoding\": \"base64\", \"compression\": \"zlib\", \"data\": \"{}\"",
        base64(&zlib(&vec![0; 24 << 20]))
    );
    add("zlib-bomb.tmj", map(&layer(&packed)), "for 4 tiles, found more");
}
