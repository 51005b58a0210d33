//! The objects of a Tiled map.

use std::collections::BTreeMap;

use foeman_schema::catalogs::zones::MOST_ZONE_CELLS;
use foeman_schema::grid::{Cell, Geometry};

use super::layers::ObjectLayer;
use super::node::Node;
use super::pixels::Pixels;
use super::tilesets::{Tilesets, beyond, unturned};
use crate::finding::{Finding, Warnings};
use crate::foreign::{Object, ObjectShape};
use crate::source::{Source, quoted};

/// The maximum number of comparisons of a cell with an edge of a polygon, over all objects.
const MOST_STEPS: usize = 1 << 27;

/// The maximum number of cells that all objects together cover.
const MOST_COVERED: usize = 1 << 22;

/// Reads objects.
pub(super) struct Objects<'s, 'a, 'w> {
    pub(super) source: &'s Source<'a>,
    pub(super) pixels: Pixels,
    pub(super) geometry: Geometry,
    /// The cell of the file that is the first one of the map.
    pub(super) origin: Cell,
    pub(super) tilesets: &'w mut Tilesets,
    pub(super) warnings: &'w mut Warnings,
    steps: usize,
    /// The number of cells that further objects may cover.
    room: usize,
}

/// An area in pixels.
enum Area {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
    Polygon(Vec<[f64; 2]>),
}

impl<'s, 'a, 'w> Objects<'s, 'a, 'w> {
    pub(super) fn new(
        source: &'s Source<'a>,
        pixels: Pixels,
        (geometry, origin): (Geometry, Cell),
        tilesets: &'w mut Tilesets,
        warnings: &'w mut Warnings,
    ) -> Self {
        Self { source, pixels, geometry, origin, tilesets, warnings, steps: MOST_STEPS, room: MOST_COVERED }
    }

    /// Reads the objects of a layer.
    pub(super) fn read(&mut self, layer: &ObjectLayer<'_, 'a>) -> Result<Vec<Object>, Finding> {
        let objects = layer.node.named("object");
        let read: Result<Vec<_>, _> = objects.map(|node| self.object(layer.name, node)).collect();
        Ok(read?.into_iter().flatten().collect())
    }

    fn object(&mut self, layer: &str, node: &Node<'a>) -> Result<Option<Object>, Finding> {
        let source = self.source;
        let name = node.word("name");
        let unsupported = [("polyline", "a line"), ("text", "a text"), ("capsule", "a capsule")];
        let word = unsupported.iter().find(|(kind, _)| node.first_named(kind)).map(|(_, word)| *word);
        let word = if node.attribute("template").is_some() { Some("a template") } else { word };
        if let Some(word) = word {
            let remedy = if word == "a template" { "; detach it in Tiled" } else { "" };
            let message = format!("object {} is {word} and is not imported{remedy}", quoted(name));
            self.warnings.push(source.warning(node.at, message));
            return Ok(None);
        }
        let at = [node.pixels(source, "x")?, node.pixels(source, "y")?];
        let size = [node.pixels(source, "width")?, node.pixels(source, "height")?];
        if size.iter().any(|length| *length < 0.0) {
            return Err(source.error(node.at, format!("object {} has a negative size", quoted(name))));
        }
        let turn = node.pixels(source, "rotation")?.to_radians();
        let properties: BTreeMap<String, String> =
            node.properties().into_iter().map(|(name, (value, _))| (name, value)).collect();
        let mut tile = None;
        let (shape, cells) = if let Some(gid) = node.number::<u32>(source, "gid", "the number of a tile")? {
            let number = unturned(gid);
            let found = self.tilesets.name(number).map(str::to_owned);
            tile = Some(found.ok_or_else(|| beyond(source, node.at, number))?);
            let centre = turned(anchored(size, self.tilesets.alignment(number)), turn);
            (ObjectShape::Tile, self.cell([at[0] + centre[0], at[1] + centre[1]]))
        } else if let Some(polygon) = node.first("polygon") {
            let points = self.points(polygon)?;
            (ObjectShape::Polygon, self.covered(node, at, turn, &Area::Polygon(points))?)
        } else if node.first("ellipse").is_some() {
            (ObjectShape::Ellipse, self.covered(node, at, turn, &Area::Ellipse(size))?)
        } else if node.first("point").is_some() || size == [0.0, 0.0] {
            (ObjectShape::Point, self.cell(at))
        } else {
            (ObjectShape::Rectangle, self.covered(node, at, turn, &Area::Rectangle(size))?)
        };
        if cells.is_empty() {
            let message = format!("object {} covers no centre of a cell on the map", quoted(name));
            self.warnings.push(source.warning(node.at, message));
        }
        let (line, column) = source.position(node.at);
        let (layer, name) = (layer.to_owned(), name.to_owned());
        // An object that shows a tile has the class of the tile, unless it has its own.
        let class = node.class().to_owned();
        Ok(Some(Object { layer, name, class, shape, tile, cells, properties, line, column }))
    }

    /// Returns the cell on the map that contains a point.
    fn cell(&self, place: [f64; 2]) -> Vec<Cell> {
        let cell = self.pixels.cell_at(place).map(|cell| self.own(cell));
        cell.filter(|cell| self.geometry.contains(*cell)).into_iter().collect()
    }

    /// Converts a cell of the file to one of the map.
    fn own(&self, cell: Cell) -> Cell {
        [0, 1].map(|axis| cell[axis].saturating_sub(self.origin[axis]))
    }

    /// Returns the cells on the map whose centres are in an area, by columns.
    fn covered(&mut self, node: &Node<'_>, at: [f64; 2], turn: f64, area: &Area) -> Result<Vec<Cell>, Finding> {
        let corners = match area {
            Area::Rectangle([width, height]) | Area::Ellipse([width, height]) => {
                vec![[0.0, 0.0], [*width, 0.0], [*width, *height], [0.0, *height]]
            }
            Area::Polygon(points) => points.clone(),
        };
        let corners = corners.into_iter().map(|corner| turned(corner, turn));
        let (mut from, mut to) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in corners {
            for axis in 0..2 {
                from[axis] = from[axis].min(at[axis] + corner[axis]);
                to[axis] = to[axis].max(at[axis] + corner[axis]);
            }
        }
        let [first, last] = self.pixels.range(from, to);
        let size = self.geometry.size().map(|count| count as i32);
        let low = [0, 1].map(|axis| first[axis].max(self.origin[axis]));
        let high = [0, 1].map(|axis| last[axis].min(self.origin[axis] + size[axis] - 1));
        let edges = if let Area::Polygon(points) = area { points.len() } else { 1 };
        let count = [0, 1].map(|axis| (i64::from(high[axis]) - i64::from(low[axis]) + 1).max(0) as usize);
        let steps = count[0].saturating_mul(count[1]).saturating_mul(edges);
        self.steps = self.steps.checked_sub(steps).ok_or_else(|| {
            self.source.error(node.at, "the objects have too many corners and cells; draw simpler shapes")
        })?;
        let mut cells = Vec::new();
        for column in low[0]..=high[0] {
            for row in low[1]..=high[1] {
                let centre = self.pixels.centre([column, row]);
                let place = turned([centre[0] - at[0], centre[1] - at[1]], -turn);
                if area.contains(place) {
                    if cells.len() == MOST_ZONE_CELLS {
                        let message = format!("expected at most {MOST_ZONE_CELLS} cells in an object, found more");
                        return Err(self.source.error(node.at, message));
                    }
                    self.room = self.room.checked_sub(1).ok_or_else(|| {
                        let message =
                            format!("the objects cover more than {MOST_COVERED} cells; draw fewer or smaller ones");
                        self.source.error(node.at, message)
                    })?;
                    cells.push(self.own([column, row]));
                }
            }
        }
        Ok(cells)
    }

    fn points(&self, polygon: &Node<'_>) -> Result<Vec<[f64; 2]>, Finding> {
        let text = polygon.word("points");
        let mut points = Vec::new();
        for pair in text.split_whitespace() {
            let point = pair.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
            let point = point.filter(|point: &[f64; 2]| point.iter().all(|n| n.is_finite() && n.abs() <= 1e9));
            points.push(point.ok_or_else(|| {
                self.source.error(polygon.at, format!("expected points as `x,y`, found {}", quoted(pair)))
            })?);
        }
        if points.len() < 3 {
            let message = format!("expected a polygon of 3 or more points, found {}", points.len());
            return Err(self.source.error(polygon.at, message));
        }
        Ok(points)
    }
}

impl Node<'_> {
    fn first_named(&self, kind: &str) -> bool {
        self.children.iter().any(|child| child.kind == kind)
    }
}

impl Area {
    /// Returns whether a point relative to the area's origin is inside.
    fn contains(&self, [x, y]: [f64; 2]) -> bool {
        match self {
            Self::Rectangle([width, height]) => (0.0..=*width).contains(&x) && (0.0..=*height).contains(&y),
            Self::Ellipse([width, height]) => {
                let part =
                    |at: f64, length: f64| if length > 0.0 { (2.0 * at / length - 1.0).powi(2) } else { at * at };
                part(x, *width) + part(y, *height) <= 1.0
            }
            Self::Polygon(points) => {
                let mut inside = false;
                let mut last = points[points.len() - 1];
                for &[px, py] in points {
                    let [lx, ly] = last;
                    if (py > y) != (ly > y) && x < (lx - px) * (y - py) / (ly - py) + px {
                        inside = !inside;
                    }
                    last = [px, py];
                }
                inside
            }
        }
    }
}

/// Returns the centre of a tile object relative to its position.
fn anchored([width, height]: [f64; 2], alignment: &str) -> [f64; 2] {
    let x = match alignment {
        "top" | "center" | "bottom" => 0.0,
        "topright" | "right" | "bottomright" => -width / 2.0,
        _ => width / 2.0,
    };
    let y = match alignment {
        "topleft" | "top" | "topright" => height / 2.0,
        "left" | "center" | "right" => 0.0,
        _ => -height / 2.0,
    };
    [x, y]
}

/// Turns a vector clockwise.
fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    if angle == 0.0 {
        return [x, y];
    }
    let (sine, cosine) = angle.sin_cos();
    [x * cosine - y * sine, x * sine + y * cosine]
}
