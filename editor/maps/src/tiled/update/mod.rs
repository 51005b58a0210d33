//! Updates a TMX map: only the tiles of changed cells, changed zones, the title and the size are written again.
//!
//! The map is read as on import and compared with the map of the pack. `cells` finds the tiles of changed cells,
//! `layers` writes them, `zones` changes objects, and `splices` keeps all other text as it is. The result is imported
//! again before it is returned, so that an update never loses a part of the map.

mod cells;
mod figures;
mod layers;
mod objects;
mod splices;
mod zones;

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::Mapping;
use foeman_schema::grid::{Cell, Geometry};

use super::layers::{Context, Layers};
use super::node::Node;
use super::pixels::Pixels;
use super::tilesets::Tilesets;
use super::write::{drawn, escaped};
use super::{grid, xml};
use crate::files::Unread;
use crate::finding::{Finding, Warnings};
use crate::foreign::ForeignMap;
use crate::limits::Budget;
use crate::mapping::{Terrained, terrained};
use crate::placed::Placed;
use crate::source::{Source, quoted};
use crate::zones::{gathered, title_of};
use cells::Painter;
use objects::Objects;
use splices::Splices;

/// The map to write.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Its id.
    pub id: &'a str,
    /// The map.
    pub map: &'a Map,
    /// The mapping with its id.
    pub mapping: Option<(&'a str, &'a Mapping)>,
    /// The ids of the terrains of the pack.
    pub terrains: &'a BTreeSet<&'a str>,
    /// The figures and features of a scenario; with `None`, the figures of the file stay as they are.
    pub figures: Option<&'a [Placed]>,
    /// The path of the picture of added tiles, relative to the file.
    pub image: &'a str,
}

/// An updated file.
#[derive(Clone, Debug)]
pub struct Updated {
    /// Its text.
    pub text: String,
    /// The number of cells with another terrain, or that the file did not have.
    pub cells: usize,
    /// The number of objects that were changed, added or removed.
    pub objects: usize,
    /// The ids of the terrains for which tiles were added, in the order of the tiles in their picture.
    pub added: Vec<String>,
    /// The size of an added tile, in pixels.
    pub tile_size: [u32; 2],
    grid: Pixels,
}

impl Updated {
    /// Returns the picture of the added tiles, as [`picture`](super::picture) does.
    pub fn picture(&self, colors: &[[u8; 3]]) -> Vec<u8> {
        drawn(&self.grid, self.tile_size, colors)
    }
}

/// The largest size of an added tile, in pixels.
const MOST_PIXELS: u32 = 512;

/// The original file.
struct Original<'n, 'a> {
    source: &'n Source<'a>,
    root: &'n Node<'a>,
    pixels: Pixels,
    infinite: bool,
    size: [u32; 2],
    /// The cell of the file that is the first one of the map.
    origin: Cell,
    layers: Layers<'n, 'a>,
    tilesets: Tilesets,
}

/// Returns the text of a TMX file with the map in it. Parts of the file that are not imported stay as they are, and a
/// map that has not changed since its import changes nothing.
///
/// Fails if the file cannot be imported, or has another grid, and if the updated file would be imported as another map.
pub fn update(
    name: &str,
    bytes: &[u8],
    open: &mut dyn FnMut(&str) -> Result<Vec<u8>, Unread>,
    wanted: Wanted<'_>,
) -> Result<Updated, Vec<Finding>> {
    let one = |finding| vec![finding];
    let source = &Source::new(name, bytes).map_err(one)?;
    if source.text.trim_start().starts_with(['{', '[']) {
        let message = "expected a TMX map, found JSON; save the map as TMX in Tiled, or replace it with `--replace`";
        return Err(vec![source.error(0, message)]);
    }
    let foreign = super::read(name, bytes, open).map_err(one)?;
    let before = terrained(&foreign, wanted.mapping, wanted.terrains)?;
    let root = xml::read(source).map_err(one)?;
    let mut original = parse(source, &root, &foreign, open).map_err(one)?;
    same_grid(&original, foreign.geometry, wanted.map.geometry).map_err(one)?;
    let tile_size = [0, 1].map(|axis| (original.pixels.tile[axis] as u32).min(MOST_PIXELS));

    let mut splices = Splices::default();
    let mut painter = Painter::new(&mut original, &foreign, &before, wanted);
    let strokes = painter.strokes().map_err(one)?;
    let (added, cells) = (painter.into_added(), strokes.cells);
    layers::write(&original, wanted.map, strokes, &mut splices).map_err(one)?;
    write_title(&original, &foreign, wanted, &mut splices);
    let before = gathered(&foreign).map_err(|message| one(source.error(root.at, message)))?;
    let mut objects = Objects::new(&original);
    zones::write(&mut objects, (&foreign, &before), wanted.map, &mut splices);
    if let Some(figures) = wanted.figures {
        figures::write(&mut objects, &foreign, figures, &mut splices);
    }
    objects.write(&mut splices);
    let changed = objects.changed;
    write_tileset(&original, &added, tile_size, wanted, &mut splices).map_err(one)?;

    let mut text = splices.applied(source.text, 0..source.text.len());
    if bytes.starts_with(b"\xef\xbb\xbf") {
        text.insert(0, '\u{feff}');
    }
    verify(&original, open, &text, wanted).map_err(one)?;
    let added = added.into_iter().map(|(terrain, _)| terrain).collect();
    Ok(Updated { text, cells, objects: changed, added, tile_size, grid: original.pixels })
}

/// Reads the parts of the file that [`ForeignMap`] does not have.
fn parse<'n, 'a>(
    source: &'n Source<'a>,
    root: &'n Node<'a>,
    foreign: &ForeignMap,
    open: &mut dyn FnMut(&str) -> Result<Vec<u8>, Unread>,
) -> Result<Original<'n, 'a>, Finding> {
    // Reported when the map was read.
    let (mut warnings, mut budget) = (Warnings::default(), Budget::new());
    let (pixels, size) = grid(source, root, &mut warnings)?;
    let infinite = matches!(root.word("infinite"), "1" | "true");
    let tilesets = Tilesets::read(source, root, open, &mut budget, &mut warnings)?;
    let mut layers = Layers::default();
    let mut context = Context { source, infinite, size, budget: &mut budget, warnings: &mut warnings };
    layers.read(root, &mut context)?;
    let size = if infinite { foreign.geometry.size() } else { size };
    Ok(Original { source, root, pixels, infinite, size, origin: foreign.origin, layers, tilesets })
}

/// Fails if the grids differ in more than their size.
fn same_grid(original: &Original<'_, '_>, found: Geometry, expected: Geometry) -> Result<(), Finding> {
    let kind = |geometry: Geometry| (geometry.shape(), geometry.stand(), geometry.shift());
    if kind(found) == kind(expected) {
        return Ok(());
    }
    let words = |geometry: Geometry| {
        let shift = geometry.shift().map_or("no shift".to_owned(), |shift| format!("the shift `{}`", shift.word()));
        format!("{} with {shift}", geometry.shape().plural())
    };
    let at = original.root.attribute("orientation").map_or(original.root.at, |attribute| attribute.at);
    let message = format!(
        "expected {}, as the map has, found {}; change the grid of the map, or replace the file with `--replace`",
        words(expected),
        words(found)
    );
    Err(original.source.error(at, message))
}

/// Sets the property `title` of the map.
fn write_title(original: &Original<'_, '_>, foreign: &ForeignMap, wanted: Wanted<'_>, splices: &mut Splices) {
    let title = &wanted.map.title;
    let known = foreign.title.clone().unwrap_or_else(|| title_of(wanted.id));
    if known == *title {
        return;
    }
    let (source, root) = (original.source, original.root);
    let property = format!("<property name=\"title\" value=\"{}\"/>", escaped(title));
    let Some(list) = root.first("properties") else {
        let first = root.children.iter().find(|child| child.kind != "editorsettings");
        let at = first.map_or(root.end, |first| source.text[..first.at].trim_end().len());
        splices.insert(at, format!("\n <properties>\n  {property}\n </properties>"));
        return;
    };
    match root.named("properties").flat_map(|list| list.named("property")).find(|one| one.word("name") == "title") {
        Some(old) if old.attribute("value").is_some() => splices.set(source, old, "value", title),
        Some(old) => splices.replace(old.at..old.end, property),
        None => splices.append(source, list, &format!("\n  {property}")),
    }
}

/// Adds a tileset for terrains that have no tile.
fn write_tileset(
    original: &Original<'_, '_>,
    added: &[(String, String)],
    [width, height]: [u32; 2],
    wanted: Wanted<'_>,
    splices: &mut Splices,
) -> Result<(), Finding> {
    if added.is_empty() {
        return Ok(());
    }
    let (source, root) = (original.source, original.root);
    let first = cells::first_added(original)?;
    let names = (1..).map(|number| match number {
        1 => super::write::TILESET.to_owned(),
        number => format!("{}-{number}", super::write::TILESET),
    });
    let name = names.into_iter().find(|name| !original.tilesets.has_set(name)).unwrap_or_default();
    let count = added.len();
    let mut text = format!(
        "\n <tileset firstgid=\"{first}\" name=\"{name}\" tilewidth=\"{width}\" tileheight=\"{height}\" \
         tilecount=\"{count}\" columns=\"{count}\">\n  <image source=\"{}\" width=\"{}\" height=\"{height}\"/>\n",
        escaped(wanted.image),
        width as usize * count
    );
    for (id, (_, code)) in added.iter().enumerate() {
        text.push_str(&format!("  <tile id=\"{id}\" type=\"{}\"/>\n", escaped(code)));
    }
    text.push_str(" </tileset>");
    let before = root.named("tileset").last().map(|last| last.end);
    let layer = || root.children.iter().find(|child| !["editorsettings", "properties"].contains(&&*child.kind));
    let start = || layer().map_or(root.end, |layer| source.text[..layer.at].trim_end().len());
    splices.insert(before.unwrap_or_else(start), text);
    Ok(())
}

/// Imports the updated file, and fails if that gives another map.
fn verify(
    original: &Original<'_, '_>,
    open: &mut dyn FnMut(&str) -> Result<Vec<u8>, Unread>,
    text: &str,
    wanted: Wanted<'_>,
) -> Result<(), Finding> {
    let refuse = |why: &str| {
        let message =
            format!("the updated map would be imported differently: {why}; replace the file with `--replace`");
        original.source.error(original.root.at, message)
    };
    let found = super::read(original.source.name, text.as_bytes(), open).map_err(|finding| refuse(&finding.message))?;
    let map = wanted.map;
    let geometry = map.geometry.without_vertex_neighbours();
    if found.geometry != geometry {
        let [[columns, rows], [width, height]] = [geometry.size(), found.geometry.size()];
        let why = format!("expected {columns} x {rows} cells, found {width} x {height}");
        let cut = ", because empty cells at the edge of an infinite map are cut off";
        return Err(refuse(&if original.infinite { why + cut } else { why }));
    }
    let terrains = terrained(&found, wanted.mapping, wanted.terrains);
    let terrains = terrains.map_err(|all| refuse(all.first().map_or("", |finding| &finding.message)))?;
    if let Some(cell) = first_difference(map, &terrains) {
        return Err(refuse(&format!("column {}, row {} has another terrain", cell[0], cell[1])));
    }
    let zones = gathered(&found).map_err(|why| refuse(&why))?;
    let known: BTreeMap<&str, BTreeSet<Cell>> = cells_of_zones(map);
    let same = |(id, zone): (&String, &crate::zones::Gathered)| {
        known.get(id.as_str()).is_some_and(|cells| *cells == zone.cells) && map.zones[id].title == zone.title
    };
    match zones.iter().find(|zone| !same(*zone)).map(|(id, _)| id.as_str()) {
        Some(id) => return Err(refuse(&format!("zone {} has other cells or another title", quoted(id)))),
        None if zones.len() == known.len() => {}
        None => {
            let lost = known.keys().find(|id| !zones.contains_key(**id)).copied().unwrap_or_default();
            return Err(refuse(&format!("zone {} is missing", quoted(lost))));
        }
    }
    match wanted.figures.and_then(|figures| figures::missing(&found, figures)) {
        Some(figure) => Err(refuse(&format!("{} {} is missing", figure.kind.class(), quoted(&figure.name)))),
        None => Ok(()),
    }
}

/// Returns the first cell with another terrain than in the map.
fn first_difference(map: &Map, found: &Terrained) -> Option<Cell> {
    let own = cells::terrains_of(map);
    let differs =
        |(one, other): (&u16, &u16)| own.terrains.get(usize::from(*one)) != found.terrains.get(usize::from(*other));
    let at = own.cells.iter().zip(&found.cells).position(differs)?;
    Some(map.geometry.cell_at(at))
}

/// Returns the cells of the zones that have any.
fn cells_of_zones(map: &Map) -> BTreeMap<&str, BTreeSet<Cell>> {
    let cells = map.zones.iter().map(|(id, zone)| (id.as_str(), zone.cells_on(&map.geometry).into_iter().collect()));
    cells.filter(|(_, cells): &(&str, BTreeSet<Cell>)| !cells.is_empty()).collect()
}
