//! A map as another program describes it, before its codes are mapped to terrains.

use std::collections::BTreeMap;
use std::collections::HashMap;

use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::{Cell, Geometry};

use crate::finding::Finding;

/// A map of another program.
#[derive(Clone, Debug)]
pub struct ForeignMap {
    /// Its format.
    pub format: MapFormat,
    /// The name of its file.
    pub file: String,
    /// Its title, if the file has one.
    pub title: Option<String>,
    /// Its grid.
    pub geometry: Geometry,
    /// The column and row of its first cell in the file; not 0, 0 if an infinite map was cropped.
    pub origin: Cell,
    /// The code of each cell in row order, as a position in [`codes`](Self::codes); `None` if the cell is empty.
    pub cells: Vec<Option<u32>>,
    /// The codes in the order of their first cells.
    pub codes: Vec<Code>,
    /// The layers of tiles, from the bottom up; only in Tiled maps.
    pub layers: Vec<Layer>,
    /// The objects.
    pub objects: Vec<Object>,
    /// The elevation of each cell in row order; empty if the format has none.
    pub levels: Vec<i32>,
    /// The numbers of tiles that are flipped horizontally, vertically and diagonally, and rotated by 120 degrees.
    pub turned: [usize; 4],
    /// Parts of the file that are not imported.
    pub findings: Vec<Finding>,
}

/// The code of a cell, and the position of its first use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The ground.
    pub base: String,
    /// The overlay on the ground; empty if there is none.
    pub overlay: String,
    /// The line of the first cell with this code.
    pub line: usize,
    /// The column of the first cell with this code.
    pub column: usize,
    /// The number of cells with this code.
    pub count: usize,
}

/// A layer of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// The number of cells with each tile.
    pub counts: BTreeMap<String, usize>,
}

/// The shape of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectShape {
    /// A point.
    Point,
    /// A rectangle.
    Rectangle,
    /// A polygon.
    Polygon,
    /// An ellipse.
    Ellipse,
    /// A tile that is not part of the grid.
    Tile,
    /// A starting position.
    Start,
}

/// An object on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The name of its layer.
    pub layer: String,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its shape.
    pub shape: ObjectShape,
    /// The name of its tile, if it is a tile.
    pub tile: Option<String>,
    /// The cells on the map whose centres it covers, or the cell that contains it.
    pub cells: Vec<Cell>,
    /// Its properties.
    pub properties: BTreeMap<String, String>,
    /// Its line in the file.
    pub line: usize,
    /// Its column in the file.
    pub column: usize,
}

/// The maximum number of different codes in a map.
pub(crate) const MOST_CODES: usize = 10_000;

/// Collects the codes of a map.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    all: Vec<Code>,
    numbers: HashMap<(String, String), u32>,
}

impl Codes {
    /// Counts a cell with a code, and returns the number of the code; an error message if there are too many. `place`
    /// is called for its first cell.
    pub(crate) fn count(
        &mut self,
        base: &str,
        overlay: &str,
        place: impl FnOnce() -> (usize, usize),
    ) -> Result<u32, String> {
        let key = (base.to_owned(), overlay.to_owned());
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            if self.all.len() == MOST_CODES {
                return Err(format!("expected at most {MOST_CODES} different codes, found more"));
            }
            let (line, column) = place();
            self.all.push(Code { base: base.to_owned(), overlay: overlay.to_owned(), line, column, count: 0 });
        }
        self.all[number as usize].count += 1;
        Ok(number)
    }

    /// Counts another cell with a known code.
    pub(crate) fn count_again(&mut self, number: u32) {
        self.all[number as usize].count += 1;
    }

    pub(crate) fn into_codes(self) -> Vec<Code> {
        self.all
    }
}

impl Code {
    /// Returns the code as the program writes it.
    pub fn text(&self, format: MapFormat) -> String {
        match (format, &*self.overlay) {
            (_, "") => self.base.clone(),
            (MapFormat::Wesnoth, overlay) => format!("{}^{overlay}", self.base),
            (_, overlay) => format!("{} + {overlay}", self.base),
        }
    }
}
