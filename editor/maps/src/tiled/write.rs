//! Writes maps as TMX.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::grid::{Cell, Shape, Shift, Stand};

use super::pixels::{Orientation, Pixels};
use crate::mapping::Coded;
use crate::placed::Placed;

/// The size of a tile along the longer and the shorter diameter of a hex, and the length of a side, in pixels.
const LONG: f64 = 32.0;
const SHORT: f64 = 28.0;
const SIDE: f64 = 16.0;

/// The name of the tileset.
pub(super) const TILESET: &str = "terrains";

/// The name of the layer of zones.
pub(super) const ZONES: &str = "Zones";

/// The name of the layer of figures and features.
pub(super) const FIGURES: &str = "Figures";

/// The picture of the tiles, in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileImage<'a> {
    /// Its path relative to the map.
    pub path: &'a str,
}

/// Returns the size of a tile of an exported map, in pixels.
pub fn tile_size(map: &Map) -> [u32; 2] {
    pixels(map).tile.map(|length| length as u32)
}

/// Returns a map as TMX with one tile layer, and object layers if it has zones and figures.
pub fn write(map: &Map, coded: &Coded, image: Option<TileImage<'_>>, figures: &[Placed]) -> String {
    let grid = pixels(map);
    let [columns, rows] = map.geometry.size();
    let [tile_width, tile_height] = tile_size(map);
    let shifted = match grid.orientation {
        Orientation::Orthogonal => String::new(),
        _ => format!(
            " staggeraxis=\"{}\" staggerindex=\"{}\"",
            if grid.stagger_x { "x" } else { "y" },
            if grid.stagger_even { "even" } else { "odd" }
        ),
    };
    let (orientation, side) = match grid.orientation {
        Orientation::Orthogonal => ("orthogonal", String::new()),
        Orientation::Staggered => ("staggered", String::new()),
        Orientation::Hexagonal => ("hexagonal", format!(" hexsidelength=\"{SIDE}\"")),
    };
    let zones = objects(map, &grid);
    let figures: Vec<String> = figures.iter().map(|one| figure_object(one, grid.centre(one.cell))).collect();
    let mut layers = vec![(ZONES, zones)];
    layers.extend((!figures.is_empty()).then_some((FIGURES, figures)));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(&format!(
        "<map version=\"1.10\" orientation=\"{orientation}\" renderorder=\"right-down\" width=\"{columns}\" \
         height=\"{rows}\" tilewidth=\"{tile_width}\" tileheight=\"{tile_height}\" infinite=\"0\"{side}{shifted} \
         nextlayerid=\"{}\" nextobjectid=\"{}\">\n",
        layers.len() + 2,
        layers.iter().map(|(_, objects)| objects.len()).sum::<usize>() + 1
    ));
    text.push_str(&format!(
        " <properties>\n  <property name=\"title\" value=\"{}\"/>\n </properties>\n",
        escaped(&map.title)
    ));
    let count = coded.codes.len();
    text.push_str(&format!(
        " <tileset firstgid=\"1\" name=\"{TILESET}\" tilewidth=\"{tile_width}\" tileheight=\"{tile_height}\" \
         tilecount=\"{count}\" columns=\"{count}\">\n"
    ));
    if let Some(TileImage { path }) = image {
        let (path, width) = (escaped(path), tile_width as usize * count.max(1));
        text.push_str(&format!("  <image source=\"{path}\" width=\"{width}\" height=\"{tile_height}\"/>\n"));
    }
    for (id, code) in coded.codes.iter().enumerate() {
        text.push_str(&format!("  <tile id=\"{id}\" type=\"{}\"/>\n", escaped(code)));
    }
    text.push_str(" </tileset>\n");
    text.push_str(&format!(
        " <layer id=\"1\" name=\"Ground\" width=\"{columns}\" height=\"{rows}\">\n  <data encoding=\"csv\">\n"
    ));
    let lines: Vec<String> = coded
        .cells
        .chunks(columns as usize)
        .map(|row| {
            let numbers = row.iter().map(|cell| cell.map_or(0, |code| u32::from(code) + 1).to_string());
            numbers.collect::<Vec<_>>().join(",")
        })
        .collect();
    text.push_str(&lines.join(",\n"));
    text.push_str("\n</data>\n </layer>\n");
    let mut id = 0;
    for (at, (name, objects)) in layers.iter().enumerate().filter(|(_, (_, objects))| !objects.is_empty()) {
        text.push_str(&format!(" <objectgroup id=\"{}\" name=\"{name}\">\n", at + 2));
        for object in objects {
            id += 1;
            text.push_str(&format!("  <object id=\"{id}\" {object}\n"));
        }
        text.push_str(" </objectgroup>\n");
    }
    text.push_str("</map>\n");
    text
}

fn pixels(map: &Map) -> Pixels {
    let geometry = &map.geometry;
    let shift = geometry.shift();
    let (orientation, tile, side) = match (geometry.shape(), geometry.stand()) {
        (Shape::Hex, Stand::Edge) => (Orientation::Hexagonal, [LONG, SHORT], SIDE),
        (Shape::Hex, Stand::Vertex) => (Orientation::Hexagonal, [SHORT, LONG], SIDE),
        (Shape::Square, Stand::Vertex) => (Orientation::Staggered, [LONG, LONG], 0.0),
        (Shape::Square, Stand::Edge) => (Orientation::Orthogonal, [LONG, LONG], 0.0),
    };
    Pixels {
        orientation,
        stagger_x: matches!(shift, Some(Shift::ColumnDown | Shift::ColumnUp)),
        stagger_even: matches!(shift, Some(Shift::ColumnUp | Shift::RowLeft)),
        tile,
        side,
    }
}

/// Returns the zones as objects, without their numbers.
fn objects(map: &Map, grid: &Pixels) -> Vec<String> {
    let areas = |(id, zone): (&String, &Zone)| {
        let areas = rectangles(grid, zone.cells_on(&map.geometry));
        areas.into_iter().map(|area| zone_object(id, zone, area)).collect::<Vec<_>>()
    };
    map.zones.iter().flat_map(areas).collect()
}

/// Returns rectangles that cover the centres of these cells alone, one for each run of cells in a column or row: x, y,
/// width and height.
pub(super) fn rectangles(grid: &Pixels, cells: impl IntoIterator<Item = Cell>) -> Vec<[f64; 4]> {
    // Runs along the lines that are shifted as a whole, so that a rectangle covers no other centre.
    let line = if grid.stagger_x { 0 } else { 1 };
    let mut runs: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for cell in cells {
        runs.entry(cell[line]).or_default().push(cell[1 - line]);
    }
    let mut areas = Vec::new();
    for (at, mut places) in runs {
        places.sort_unstable();
        for run in places.chunk_by(|one, other| one + 1 == *other) {
            let cell = |place: i32| -> Cell { if line == 0 { [at, place] } else { [place, at] } };
            let [first, last] = [run[0], run[run.len() - 1]].map(|place| grid.centre(cell(place)));
            // A quarter of a tile around each centre stays clear of all others.
            let [x, y] = [0, 1].map(|axis| first[axis] - grid.tile[axis] / 4.0);
            let [width, height] = [0, 1].map(|axis| last[axis] - first[axis] + grid.tile[axis] / 2.0);
            areas.push([x, y, width, height]);
        }
    }
    areas
}

/// Returns an object of a zone, from its name on.
pub(super) fn zone_object(id: &str, zone: &Zone, [x, y, width, height]: [f64; 4]) -> String {
    let mut object = format!(
        "name=\"{}\" type=\"zone\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\n   <properties>\n    \
         <property name=\"id\" value=\"{}\"/>\n",
        escaped(&zone.title),
        escaped(id)
    );
    if let Some(color) = &zone.color {
        let color = escaped(color);
        object.push_str(&format!("    <property name=\"color\" type=\"color\" value=\"{color}\"/>\n"));
    }
    object.push_str("   </properties>\n  </object>");
    object
}

/// Returns an object of a figure or feature, from its name on.
pub(super) fn figure_object(figure: &Placed, [x, y]: [f64; 2]) -> String {
    let mut object =
        format!("name=\"{}\" type=\"{}\" x=\"{x}\" y=\"{y}\">\n", escaped(&figure.name), figure.kind.class());
    let facing = figure.facing.map(|facing| format!("name=\"facing\" type=\"int\" value=\"{facing}\""));
    let side = figure.side.as_ref().map(|side| format!("name=\"side\" value=\"{}\"", escaped(side)));
    let properties: Vec<String> = facing.into_iter().chain(side).collect();
    if !properties.is_empty() {
        let lines: String = properties.iter().map(|one| format!("    <property {one}/>\n")).collect();
        object.push_str(&format!("   <properties>\n{lines}   </properties>\n"));
    }
    object.push_str("   <point/>\n  </object>");
    object
}

/// Returns a text for an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Returns the picture of the tiles as rows of red, green, blue and opacity: a cell of each colour, side by side.
pub fn picture(map: &Map, colors: &[[u8; 3]]) -> Vec<u8> {
    drawn(&pixels(map), tile_size(map), colors)
}

/// Returns a cell of each colour, side by side, in tiles of a size.
pub(super) fn drawn(grid: &Pixels, [width, height]: [u32; 2], colors: &[[u8; 3]]) -> Vec<u8> {
    let centre = grid.centre([0, 0]);
    let inside = |x: u32, y: u32| {
        let part = [(x, width, 0), (y, height, 1)]
            .map(|(at, length, axis)| ((f64::from(at) + 0.5) / f64::from(length) - 0.5) * grid.tile[axis]);
        grid.measure([0, 0], [centre[0] + part[0], centre[1] + part[1]]) <= 1.0
    };
    let mut bytes = Vec::with_capacity(colors.len() * (width * height * 4) as usize);
    for y in 0..height {
        for [red, green, blue] in colors {
            for x in 0..width {
                bytes.extend([*red, *green, *blue, if inside(x, y) { 255 } else { 0 }]);
            }
        }
    }
    bytes
}
