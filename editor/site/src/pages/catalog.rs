//! Comparison tables: the records of a catalog with the values that tell them apart.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use serde_json::json;

use super::{Page, Pages, render};
use crate::Files;
use crate::book::{Catalog, Entry, Link};
use crate::data;
use crate::names;
use crate::values::Part;

/// The maximum number of columns after the title.
const MOST_COLUMNS: usize = 9;
/// The maximum length of a cell, in characters.
const MOST_TEXT: usize = 60;
/// The size from which the rows of a table are continued on another page, in bytes of HTML.
const PAGE: usize = 44_000;

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Column {
    /// The property in filters.
    key: String,
    label: String,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Cell {
    text: String,
    path: Option<String>,
}

#[derive(Template)]
#[template(path = "catalog.html")]
struct CatalogPage {
    page: Page,
    heading: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    hints: Vec<String>,
    /// The script with all rows, if there are several pages.
    data: Option<String>,
    pages: Vec<Link>,
    here: String,
}

impl Pages<'_> {
    /// Adds the tables of all catalogs.
    pub(super) fn catalogs(&self, files: &mut Files) {
        self.book.catalogs.iter().for_each(|catalog| self.catalog(catalog, files));
    }

    fn catalog(&self, catalog: &Catalog, files: &mut Files) {
        let entries: Vec<&Entry> = catalog.entries.iter().map(|place| &self.book.entries[*place]).collect();
        let mut columns = vec![Column { key: "title".to_owned(), label: "Title".to_owned() }];
        columns.extend(compared(&entries));
        let rows: Vec<Vec<Cell>> = entries.iter().map(|entry| self.cells(entry, &columns)).collect();
        let chunks = chunks(&rows);
        let folder = names::name(catalog.def.name);
        let path = |number: usize| match number {
            0 => catalog.path(),
            number => format!("{folder}/index-{}.html", number + 1),
        };
        let links = (0..chunks.len()).map(|number| Link { text: (number + 1).to_string(), path: path(number) });
        let links: Vec<Link> = if chunks.len() > 1 { links.collect() } else { Vec::new() };
        let data = (chunks.len() > 1).then(|| "rows.js".to_owned());
        if data.is_some() {
            let row = |row: &Vec<Cell>| row.iter().map(|cell| json!([cell.text, cell.path])).collect::<Vec<_>>();
            let rows: Vec<_> = rows.iter().map(row).collect();
            files.insert(format!("{folder}/rows.js"), data::script("foemanRows", &json!(rows)));
        }
        for (number, rows) in chunks.iter().enumerate() {
            let page = CatalogPage {
                page: self.page(&catalog.title, "../", &catalog.path()),
                heading: catalog.title.clone(),
                columns: columns.clone(),
                rows: rows.to_vec(),
                hints: hints(&columns, rows),
                data: data.clone(),
                pages: links.clone(),
                here: path(number),
            };
            render(files, path(number), &page);
        }
    }

    fn cells(&self, entry: &Entry, columns: &[Column]) -> Vec<Cell> {
        let title = Cell { text: short(&entry.title), path: Some(entry.link().path) };
        let values = columns[1..].iter().map(|column| {
            let Some(row) = entry.rows.iter().find(|row| row.path == column.key) else { return Cell::default() };
            let path = match row.parts.as_slice() {
                [Part::Record(key, _)] => self.book.link(key).map(|link| link.path),
                _ => None,
            };
            Cell { text: short(&row.text()), path }
        });
        std::iter::once(title).chain(values).collect()
    }
}

/// Returns the columns of values that differ between records: those that summarise a record first, then the most
/// frequent ones, in the order of the fields.
fn compared(entries: &[&Entry]) -> Vec<Column> {
    struct Use<'e> {
        label: String,
        headline: bool,
        count: usize,
        values: BTreeSet<String>,
        order: usize,
        key: &'e str,
    }
    let mut uses: BTreeMap<&str, Use<'_>> = BTreeMap::new();
    for entry in entries {
        for (order, row) in entry.rows.iter().enumerate() {
            let is_short =
                row.depth <= 1 && matches!(row.parts.as_slice(), [Part::Text(_) | Part::Record(..) | Part::Color(_)]);
            let in_list = row.path.split('.').any(|step| step.parse::<usize>().is_ok());
            if row.path.is_empty() || !is_short || in_list {
                continue;
            }
            let fresh = || Use {
                label: row.label.clone(),
                headline: row.is_headline,
                count: 0,
                values: BTreeSet::new(),
                order,
                key: &row.path,
            };
            let each = uses.entry(&row.path).or_insert_with(fresh);
            each.count += usize::from(!row.is_default);
            if each.values.len() < 2 {
                each.values.insert(row.text());
            }
        }
    }
    let mut uses: Vec<Use<'_>> = uses
        .into_values()
        .filter(|each| {
            let differ = each.values.len() > 1 || entries.len() == 1;
            each.count > 0 && (differ || each.headline) && 8 * each.count >= entries.len()
        })
        .collect();
    uses.sort_by_key(|each| (!each.headline, std::cmp::Reverse(each.count), each.order));
    uses.truncate(MOST_COLUMNS);
    uses.sort_by_key(|each| (!each.headline, each.order));
    uses.into_iter().map(|each| Column { key: each.key.to_owned(), label: each.label }).collect()
}

/// Divides rows into pages.
fn chunks(rows: &[Vec<Cell>]) -> Vec<&[Vec<Cell>]> {
    let (mut chunks, mut first, mut size) = (Vec::new(), 0, 0);
    for (number, row) in rows.iter().enumerate() {
        // Escaping makes a letter at most six times as long.
        let long = |text: &str| text.len() + 5 * text.matches(['<', '>', '&', '"', '\'']).count();
        let bytes: usize =
            row.iter().map(|cell| 30 + long(&cell.text) + cell.path.as_ref().map_or(0, |path| path.len() + 24)).sum();
        if size + bytes > PAGE && number > first {
            chunks.push(&rows[first..number]);
            (first, size) = (number, 0);
        }
        size += bytes + 10;
    }
    chunks.push(&rows[first..]);
    chunks
}

/// Returns examples of filters.
fn hints(columns: &[Column], rows: &[Vec<Cell>]) -> Vec<String> {
    let example = |(place, column): (usize, &Column)| {
        let text = rows.iter().map(|row| &row[place].text).find(|text| !text.is_empty() && !text.contains(' '))?;
        let is_number = text.parse::<i64>().is_ok();
        Some(if is_number { format!("{}>={text}", column.key) } else { format!("{}={text}", column.key) })
    };
    columns.iter().enumerate().skip(1).filter_map(example).take(2).collect()
}

fn short(text: &str) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
