//! MegaMek: reads `.board` files.

use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::{Geometry, Shape, Shift, Stand};
use foeman_schema::plural::plural;

use crate::finding::{Finding, Warnings};
use crate::foreign::{Codes, ForeignMap};
use crate::limits::{MOST_ACROSS, check_cells};
use crate::source::{Source, quoted};

/// The highest and lowest elevation.
const MOST_LEVEL: i32 = 1000;

/// Reads a board. Hexes that the file does not list are clear ground at level 0.
pub fn read(name: &str, bytes: &[u8]) -> Result<ForeignMap, Finding> {
    let source = &Source::new(name, bytes)?;
    let mut warnings = Warnings::default();
    let mut codes = Codes::default();
    let mut board: Option<Board> = None;
    let mut ended = false;
    for line in source.text.lines() {
        let at = source.offset_of(line);
        let words = words(source, line)?;
        let Some((word, rest)) = words.split_first() else { continue };
        if ended {
            warnings.push(source.warning(at, "lines after `end` are not read"));
            break;
        }
        match (&*word.text.to_ascii_lowercase(), &mut board) {
            ("size", None) => board = Some(Board::new(source, at, rest)?),
            ("size", Some(_)) => return Err(source.error(at, "expected one `size`, found another")),
            ("hex", Some(board)) => board.hex(source, at, rest, &mut codes)?,
            ("hex", None) => return Err(source.error(at, "expected `size` before the first hex")),
            ("end", _) => ended = true,
            (_, _) => {
                let what = rest.first().map_or("", |value| value.text);
                let word: String = word.text.chars().take(20).collect();
                let message = format!("{word} {} is not imported", quoted(what));
                warnings.push(source.warning(at, message));
            }
        }
    }
    let Some(Board { geometry, mut cells, levels, .. }) = board else {
        return Err(source.error(0, "expected `size` with columns and rows, found none"));
    };
    if !ended {
        warnings.push(source.warning(source.text.len(), "expected `end` after the last hex; the file may be cut off"));
    }
    let missing = cells.iter().filter(|cell| cell.is_none()).count();
    if missing > 0 {
        let hexes = plural(missing, "hex is", "hexes are");
        warnings.push(source.warning(0, format!("{hexes} not listed; imported as clear ground at level 0")));
        for cell in cells.iter_mut().filter(|cell| cell.is_none()) {
            *cell = Some(codes.count("", "", || (1, 1)).map_err(|message| source.error(0, message))?);
        }
    }
    Ok(ForeignMap {
        format: MapFormat::Megamek,
        file: name.to_owned(),
        title: None,
        geometry,
        origin: [0, 0],
        cells,
        codes: codes.into_codes(),
        layers: Vec::new(),
        objects: Vec::new(),
        levels,
        turned: [0; 4],
        findings: warnings.into_findings(),
    })
}

struct Board {
    geometry: Geometry,
    cells: Vec<Option<u32>>,
    levels: Vec<i32>,
    /// The number of digits of a column in the number of a hex.
    digits: usize,
}

impl Board {
    fn new(source: &Source<'_>, at: usize, words: &[Word<'_>]) -> Result<Self, Finding> {
        let [width, height] = words else {
            return Err(source.error(at, "expected `size` with columns and rows"));
        };
        let mut size = [0; 2];
        for (count, word) in size.iter_mut().zip([width, height]) {
            let read = word.text.parse().ok().filter(|count: &u32| (1..=MOST_ACROSS).contains(count));
            *count = read.ok_or_else(|| {
                let found = quoted(word.text);
                source.error(word.at, format!("expected 1 to {MOST_ACROSS} columns and rows, found {found}"))
            })?;
        }
        check_cells(size).map_err(|message| source.error(at, message))?;
        let count = size[0] as usize * size[1] as usize;
        let geometry = Geometry::new(Shape::Hex, Stand::Edge, Some(Shift::ColumnDown), size)
            .map_err(|error| source.error(at, error.to_string()))?;
        let digits = size[0].to_string().len().max(2);
        Ok(Self { geometry, cells: vec![None; count], levels: vec![0; count], digits })
    }

    fn hex(&mut self, source: &Source<'_>, at: usize, words: &[Word<'_>], codes: &mut Codes) -> Result<(), Finding> {
        let (place, level, terrains, theme) = match words {
            [place, level] => (place, level, "", ""),
            [place, level, terrains] => (place, level, terrains.text, ""),
            [place, level, terrains, theme] => (place, level, terrains.text, theme.text),
            _ => return Err(source.error(at, "expected a hex as `hex 0101 0 \"woods:1\" \"\"`")),
        };
        let number = |text: Option<&str>| text?.parse::<i32>().ok().map(|number| number - 1);
        let column = number(place.text.get(..self.digits));
        let row = number(place.text.get(self.digits..));
        let cell = column.zip(row).map(|(column, row)| [column, row]);
        let Some(position) = cell.and_then(|cell| self.geometry.position(cell)) else {
            let [width, height] = self.geometry.size();
            let found = quoted(place.text);
            return Err(
                source.error(place.at, format!("expected a hex of the {width} x {height} board, found {found}"))
            );
        };
        let read = level.text.parse().ok().filter(|level: &i32| level.abs() <= MOST_LEVEL);
        let level =
            read.ok_or_else(|| source.error(level.at, format!("expected a level, found {}", quoted(level.text))))?;
        if self.cells[position].is_some() {
            return Err(source.error(place.at, format!("hex {} is listed twice", quoted(place.text))));
        }
        let code = codes.count(terrains, theme, || source.position(at));
        self.cells[position] = Some(code.map_err(|message| source.error(at, message))?);
        self.levels[position] = level;
        Ok(())
    }
}

/// A word or a quoted text.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

/// Splits a line into words and quoted texts, without the comment.
fn words<'a>(source: &Source<'a>, line: &'a str) -> Result<Vec<Word<'a>>, Finding> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() && !rest.starts_with('#') && !rest.starts_with("//") {
        let at = source.offset_of(rest);
        let (text, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or_else(|| source.error(at, "expected a closing quote"))?,
            None => {
                let end = rest.find(|letter: char| letter.is_whitespace()).unwrap_or(rest.len());
                rest.split_at(end)
            }
        };
        words.push(Word { text, at });
        rest = after.trim_start();
    }
    Ok(words)
}
