//! Wesnoth: reads and writes `.map` files.
//!
//! A file has lines of codes separated by commas, with a border of cells around the map. Columns count from 1 there, so
//! every second column, not the first, is half a cell lower; with the border, which is left out here, it would be the
//! other way round.

mod write;

use std::collections::BTreeMap;

use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::{Geometry, Shape, Shift, Stand};

use crate::finding::{Finding, Warnings};
use crate::foreign::{Codes, ForeignMap, Object, ObjectShape};
use crate::limits::{MOST_ACROSS, check_cells};
use crate::source::{Source, quoted};

pub use write::{lost_zones, write};

/// The class of the objects that are starting positions.
pub const START: &str = "start";

/// The maximum length of a base or an overlay, in bytes.
const MOST_LETTERS: usize = 4;

/// The maximum number of starting positions.
const MOST_STARTS: usize = 1000;

/// Reads a map.
pub fn read(name: &str, bytes: &[u8]) -> Result<ForeignMap, Finding> {
    let source = &Source::new(name, bytes)?;
    let mut warnings = Warnings::default();
    let (border, rows) = parts(source, &mut warnings)?;
    let Some(&first) = rows.first() else {
        return Err(source.error(0, "expected rows of terrain codes, found none"));
    };
    let across = first.split(',').count();
    let size = [across, rows.len()].map(|count| count.saturating_sub(2 * border) as u32);
    if size.iter().any(|count| !(1..=MOST_ACROSS).contains(count)) {
        let message = format!(
            "expected 1 to {MOST_ACROSS} columns and rows within a border of {border}, found {} x {} with it",
            across,
            rows.len()
        );
        return Err(source.error(source.offset_of(first), message));
    }
    check_cells(size).map_err(|message| source.error(source.offset_of(first), message))?;
    let geometry = Geometry::new(Shape::Hex, Stand::Edge, Some(Shift::ColumnDown), size)
        .map_err(|error| source.error(0, error.to_string()))?;
    let mut codes = Codes::default();
    let mut cells = Vec::with_capacity(geometry.cell_count());
    let mut starts: Vec<Object> = Vec::new();
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for (row, line) in rows.iter().enumerate() {
        let mut count = 0;
        for (column, field) in line.split(',').enumerate() {
            count += 1;
            let written = field.trim();
            let at = source.offset_of(field) + (field.len() - field.trim_start().len());
            let [x, y] = [(column, across), (row, rows.len())]
                .map(|(place, count)| (border..count - border).contains(&place).then(|| (place - border) as i32));
            let cell = x.zip(y);
            let (names, code) = written.rsplit_once(' ').unwrap_or(("", written));
            let (base, overlay) = parsed(source, at + (written.len() - code.len()), code)?;
            for name in names.split_whitespace() {
                let Some((x, y)) = cell else {
                    warnings.push(source.warning(at, format!("start {} is in the border; left out", quoted(name))));
                    continue;
                };
                let (line, column) = source.position(at);
                if let Some(other) = lines.insert(name, line) {
                    return Err(source.error(at, format!("start {} is already in line {other}", quoted(name))));
                }
                if lines.len() > MOST_STARTS {
                    return Err(source.error(at, format!("expected at most {MOST_STARTS} starts, found more")));
                }
                starts.push(Object {
                    layer: String::new(),
                    name: name.to_owned(),
                    class: START.to_owned(),
                    shape: ObjectShape::Start,
                    tile: None,
                    cells: vec![[x, y]],
                    properties: BTreeMap::new(),
                    line,
                    column,
                });
            }
            if cell.is_some() {
                let number = codes.count(base, overlay, || source.position(at));
                cells.push(Some(number.map_err(|message| source.error(at, message))?));
            }
        }
        if count != across {
            let message = format!("expected {across} codes in each line, found {count}");
            return Err(source.error(source.offset_of(line), message));
        }
    }
    Ok(ForeignMap {
        format: MapFormat::Wesnoth,
        file: name.to_owned(),
        title: None,
        geometry,
        origin: [0, 0],
        cells,
        codes: codes.into_codes(),
        layers: Vec::new(),
        objects: starts,
        levels: Vec::new(),
        turned: [0; 4],
        findings: warnings.into_findings(),
    })
}

/// Splits a file into the width of its border and its rows.
fn parts<'a>(source: &Source<'a>, warnings: &mut Warnings) -> Result<(usize, Vec<&'a str>), Finding> {
    let mut border = 1;
    let mut rows = Vec::new();
    for line in source.text.lines() {
        let at = source.offset_of(line);
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        let Some((key, value)) = trimmed.split_once('=').filter(|_| rows.is_empty()) else {
            rows.push(line);
            continue;
        };
        let value = value.trim().trim_matches('"');
        match key.trim() {
            "border_size" => {
                let number = value.parse::<usize>().ok().filter(|number| *number <= 100);
                border = number.ok_or_else(|| {
                    source.error(at, format!("expected a `border_size` from 0 to 100, found {}", quoted(value)))
                })?;
            }
            "usage" if value == "mask" => {
                let message = "this file is a mask, which changes parts of another map; import the map instead";
                return Err(source.error(at, message));
            }
            "usage" => {}
            "map_data" => {
                let message =
                    "this file is a scenario; save the lines within the quotes of `map_data` as a `.map` file";
                return Err(source.error(at, message));
            }
            other => warnings.push(source.warning(at, format!("header {} is not imported", quoted(other)))),
        }
    }
    Ok((border, rows))
}

/// Splits a code into base and overlay.
fn parsed<'t>(source: &Source<'_>, at: usize, code: &'t str) -> Result<(&'t str, &'t str), Finding> {
    let (base, overlay) = code.split_once('^').unwrap_or((code, ""));
    let sound = |part: &str| part.len() <= MOST_LETTERS && part.chars().all(|letter| letter.is_ascii_graphic());
    if base.is_empty() || !sound(base) || !sound(overlay) || overlay.contains('^') {
        let hint = if base.chars().all(|letter| letter.is_ascii_alphanumeric()) && !base.is_empty() {
            ""
        } else {
            "; maps of Wesnoth before version 1.3 and other files are not supported"
        };
        let message = format!("expected a code such as `Gg` or `Gg^Fp`, found {}{hint}", quoted(code));
        return Err(source.error(at, message));
    }
    if base == "_f" {
        let message = "`_f` keeps the terrain of another map: this file is a mask; import the map instead";
        return Err(source.error(at, message));
    }
    Ok((base, overlay))
}
