//! Tables of comma- or tab-separated values: one line for each row of cells, one field for each cell.

use std::borrow::Cow;

use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::grid::{Geometry, Shape, Shift, Stand};

use crate::finding::Finding;
use crate::foreign::{Codes, ForeignMap};
use crate::limits::{MOST_ACROSS, MOST_CELLS};
use crate::source::{Source, quoted};

/// Reads a table. The file does not contain its grid: `shift` gives the shift of its hexes, `None` stands for squares.
pub fn read(name: &str, bytes: &[u8], shift: Option<Shift>) -> Result<ForeignMap, Finding> {
    let source = &Source::new(name, bytes)?;
    let separator = separator(name, source.text);
    let mut codes = Codes::default();
    let mut cells = Vec::new();
    let (mut across, mut rows) = (None, 0);
    let mut rest = source.text;
    while !rest.is_empty() {
        let at = source.offset_of(rest);
        let mut count = 0;
        loop {
            let start = source.offset_of(rest);
            let (field, end, after) = field(source, rest, separator)?;
            rest = after;
            count += 1;
            if count > MOST_ACROSS as usize {
                return Err(source.error(start, format!("expected at most {MOST_ACROSS} columns, found more")));
            }
            let field = field.trim();
            let code = if field.is_empty() {
                None
            } else {
                let number = codes.count(field, "", || source.position(start));
                Some(number.map_err(|message| source.error(start, message))?)
            };
            if cells.len() == MOST_CELLS {
                return Err(source.error(start, format!("expected at most {MOST_CELLS} fields, found more")));
            }
            cells.push(code);
            if end != End::Field {
                break;
            }
        }
        // A blank line is no row, unless rows have a single field.
        if count == 1 && cells.last() == Some(&None) && across != Some(1) {
            cells.pop();
            continue;
        }
        rows += 1;
        let expected = *across.get_or_insert(count);
        if count != expected {
            return Err(source.error(at, format!("expected {expected} fields in each line, found {count}")));
        }
        if rows > MOST_ACROSS {
            return Err(source.error(at, format!("expected at most {MOST_ACROSS} rows, found more")));
        }
    }
    let Some(across) = across else { return Err(source.error(0, "expected a table, found an empty file")) };
    let size = [across as u32, rows];
    let (shape, stand) = match shift {
        None => (Shape::Square, Stand::Edge),
        Some(shift) if shift.is_of_rows() => (Shape::Hex, Stand::Vertex),
        Some(_) => (Shape::Hex, Stand::Edge),
    };
    let geometry = Geometry::new(shape, stand, shift, size).map_err(|error| source.error(0, error.to_string()))?;
    Ok(ForeignMap {
        format: MapFormat::Csv,
        file: name.to_owned(),
        title: None,
        geometry,
        origin: [0, 0],
        cells,
        codes: codes.into_codes(),
        layers: Vec::new(),
        objects: Vec::new(),
        levels: Vec::new(),
        turned: [0; 4],
        findings: Vec::new(),
    })
}

/// Returns the separator: a tab in TSV files, otherwise the first one of comma, semicolon and tab in the first line.
fn separator(name: &str, text: &str) -> char {
    if name.to_ascii_lowercase().ends_with(".tsv") {
        return '\t';
    }
    let line = text.lines().next().unwrap_or_default();
    [',', ';', '\t'].into_iter().find(|separator| line.contains(*separator)).unwrap_or(',')
}

/// The end of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Field,
    Line,
    File,
}

/// Reads one field; returns its value, its end and the text after it.
fn field<'a>(source: &Source<'a>, text: &'a str, separator: char) -> Result<(Cow<'a, str>, End, &'a str), Finding> {
    let (value, rest) = match text.strip_prefix('"') {
        None => {
            let end = text.find([separator, '\n']).unwrap_or(text.len());
            let (value, rest) = text.split_at(end);
            if let Some(at) = value.find('"') {
                let offset = source.offset_of(value) + at;
                return Err(source.error(offset, "expected a quote only around a whole field"));
            }
            (Cow::Borrowed(value.trim_end_matches('\r')), rest)
        }
        Some(inner) => {
            let mut at = 0;
            let end = loop {
                let quote = inner[at..].find('"').map(|found| at + found);
                let quote = quote.ok_or_else(|| source.error(source.offset_of(text), "expected a closing quote"))?;
                if inner[quote + 1..].starts_with('"') {
                    at = quote + 2;
                } else {
                    break quote;
                }
            };
            let rest = &inner[end + 1..];
            (Cow::Owned(inner[..end].replace("\"\"", "\"")), rest.strip_prefix('\r').unwrap_or(rest))
        }
    };
    match rest.chars().next() {
        None => Ok((value, End::File, "")),
        Some('\n') => Ok((value, End::Line, &rest[1..])),
        Some(letter) if letter == separator => Ok((value, End::Field, &rest[1..])),
        Some(_) => {
            let found: String = rest.chars().take(10).collect();
            Err(source
                .error(source.offset_of(rest), format!("expected the end of the field, found {}", quoted(&found))))
        }
    }
}

/// Returns a table with these fields, quoted where necessary.
pub fn write<'a>(rows: impl IntoIterator<Item = Vec<&'a str>>, separator: char) -> String {
    let mut text = String::new();
    for row in rows {
        for (column, field) in row.into_iter().enumerate() {
            if column > 0 {
                text.push(separator);
            }
            let plain = !field.contains([separator, '"', '\n', '\r']) && field.trim() == field;
            if plain { text.push_str(field) } else { text.push_str(&format!("\"{}\"", field.replace('"', "\"\""))) }
        }
        text.push('\n');
    }
    text
}
