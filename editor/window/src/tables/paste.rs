//! Pasting cells from spreadsheets: either all of them, or none with the errors.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::change::Change;
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use foeman_schema::text::kebab;
use serde_json::Value;

use super::sheet::{Malformed, read, read_between};
use super::{Column, Holds, cell, columns};
use crate::pack::index::Catalog;
use crate::pack::{Pack, new_record};

/// The maximum number of reported errors.
const TOLD: usize = 50;

/// The target of cells without ids and column names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// The records of the shown rows, from the cursor on.
    pub rows: Vec<RecordKey>,
    /// The names of the shown columns, from the cursor on.
    pub columns: Vec<String>,
    /// The selected records: a single row is pasted into all of them.
    pub selected: Vec<RecordKey>,
}

/// The result of a paste.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Pasted {
    /// The changes.
    pub changes: Vec<Change>,
    /// The changed and added records.
    pub records: Vec<RecordKey>,
}

/// Returns the changes that write the cells of a text into a catalog.
///
/// If the first row contains column names including the id, each row is matched by its id, and unknown ids become new
/// records. Otherwise the cells go to the rows and columns from the cursor on.
pub(super) fn pasted(pack: &Pack, catalog: &Catalog, target: &Target, text: &str) -> Result<Pasted, Vec<Malformed>> {
    let cells = cells(text).map_err(|fault| vec![fault])?;
    let all: Vec<Column> = columns::title(pack, catalog).into_iter().chain(columns::all(pack, catalog)).collect();
    let mut work = Work { pack, catalog, pasted: Pasted::default(), faults: Vec::new() };
    match cells.split_first() {
        Some((head, rows)) if head.iter().any(|name| is_id(name)) => work.by_id(&all, head, rows),
        _ => work.by_place(&all, target, &cells),
    }
    if work.faults.is_empty() { Ok(work.pasted) } else { Err(work.faults) }
}

/// Splits a text into cells, separated by tabs as copied from spreadsheets. CSV with commas or semicolons is accepted
/// if its first row contains the heading of the id column.
fn cells(text: &str) -> Result<Vec<Vec<String>>, Malformed> {
    let separator = [',', ';'].into_iter().filter(|_| !text.contains('\t')).find(|separator| {
        let head = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
        head.contains(*separator) && head.split(*separator).any(|name| is_id(name.trim().trim_matches('"')))
    });
    separator.map_or_else(|| read(text), |separator| read_between(text, separator))
}

fn is_id(name: &str) -> bool {
    ["id", ":id"].contains(&name.trim().to_lowercase().as_str())
}

struct Work<'a> {
    pack: &'a Pack,
    catalog: &'a Catalog,
    pasted: Pasted,
    faults: Vec<Malformed>,
}

impl Work<'_> {
    fn fault(&mut self, row: usize, column: usize, message: String) {
        if self.faults.len() < TOLD {
            self.faults.push(Malformed { row: row + 1, column: column + 1, message });
        }
    }

    /// Pastes rows that are matched by their id.
    fn by_id(&mut self, all: &[Column], head: &[String], rows: &[Vec<String>]) {
        let mut named = Vec::new();
        for (at, name) in head.iter().enumerate() {
            let name = name.trim();
            let known = |column: &&Column| column.name == name || column.label.eq_ignore_ascii_case(name);
            let column = if is_id(name) {
                all.iter().find(|column| matches!(column.holds, Holds::Id))
            } else {
                all.iter().find(known)
            };
            if column.is_none() {
                let hint = did_you_mean(&near(name, all.iter().map(|column| column.label.as_str())));
                let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
                self.fault(0, at, format!("expected the heading of a column, found `{name}`{hint}"));
            }
            named.push(column);
        }
        let id_at = head.iter().position(|name| is_id(name)).unwrap_or_default();
        let mut seen = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            // The headings are row 1 of the pasted text.
            let number = at + 1;
            if row.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            if row.len() > head.len() {
                self.fault(number, head.len(), format!("expected {} cells, found {}", head.len(), row.len()));
                continue;
            }
            let id = row.get(id_at).map_or("", |id| id.trim());
            if id.is_empty() || kebab(id) != id {
                let hint = Some(kebab(id)).filter(|hint| !hint.is_empty());
                let hint = hint.map_or(String::new(), |hint| format!("; `{hint}` would do"));
                self.fault(
                    number,
                    id_at,
                    format!("expected an id of small letters, digits and hyphens, found `{id}`{hint}"),
                );
                continue;
            }
            if let Some(first) = seen.insert(id.to_owned(), number) {
                self.fault(number, id_at, format!("expected each id once, found `{id}` in row {} too", first + 1));
                continue;
            }
            let key = RecordKey::new(self.catalog.def.name, id);
            let cells =
                named.iter().zip(row).enumerate().filter_map(|(at, (column, text))| Some((at, (*column)?, text)));
            let cells: Vec<_> =
                cells.filter(|(_, column, _)| !matches!(column.holds, Holds::Id | Holds::File)).collect();
            if self.catalog.position(&key).is_some() {
                self.change(number, &key, &cells);
            } else {
                self.add(number, &key, &cells);
            }
        }
    }

    /// Pastes cells at the cursor.
    fn by_place(&mut self, all: &[Column], target: &Target, cells: &[Vec<String>]) {
        let columns: Vec<&Column> =
            target.columns.iter().filter_map(|name| all.iter().find(|column| column.name == *name)).collect();
        if let [only] = cells
            && target.selected.len() > 1
        {
            for key in &target.selected {
                self.row(0, key, &columns, only);
            }
            return;
        }
        for (at, row) in cells.iter().enumerate() {
            match target.rows.get(at) {
                Some(key) => self.row(at, key, &columns, row),
                None => {
                    let (room, found) = (target.rows.len(), cells.len());
                    self.fault(at, 0, format!("expected at most {room} rows from the cursor on, found {found}"));
                    return;
                }
            }
        }
    }

    fn row(&mut self, at: usize, key: &RecordKey, columns: &[&Column], row: &[String]) {
        if row.len() > columns.len() {
            let (room, found) = (columns.len(), row.len());
            self.fault(at, room, format!("expected at most {room} columns from the cursor on, found {found}"));
            return;
        }
        let cells: Vec<_> =
            columns.iter().copied().zip(row).enumerate().map(|(at, (column, text))| (at, column, text)).collect();
        self.change(at, key, &cells);
    }

    /// Writes cells into an existing record.
    fn change(&mut self, row: usize, key: &RecordKey, cells: &[(usize, &Column, &String)]) {
        let raw = self.pack.draft().raw(key).unwrap_or_default();
        let merged = self.pack.draft().merged(key).unwrap_or_default();
        let before = self.pasted.changes.len();
        for (at, column, text) in cells {
            let (Holds::Value(path, field), Some(pointer)) = (&column.holds, column.pointer(key)) else {
                self.fault(
                    row,
                    *at,
                    format!("expected a column of values, found `{}`, which cannot be pasted", column.label),
                );
                continue;
            };
            let find = |value| path.iter().try_fold(value, |value: &Value, step| value.get(step));
            let now = find(&merged).or_else(|| find(&raw)).or(field.default());
            let shown = now.map(|value| cell::sheet_text(*field, value)).unwrap_or_default();
            // Leave unchanged values as they are, so that inherited values stay inherited.
            if shown == text.trim() {
                continue;
            }
            match self.value(column, *field, text.trim()) {
                Ok(Some(value)) => self.pasted.changes.push(Change::Set { at: pointer, value }),
                Ok(None) if find(&raw).is_some() => self.pasted.changes.push(Change::Remove { at: pointer }),
                Ok(None) => {}
                Err(message) => self.fault(row, *at, message),
            }
        }
        if self.pasted.changes.len() > before {
            self.pasted.records.push(key.clone());
        }
    }

    /// Adds a record with its required fields and the cells.
    fn add(&mut self, row: usize, key: &RecordKey, cells: &[(usize, &Column, &String)]) {
        let record = self.pack.draft().dialect().and_then(|dialect| Field::record(dialect, &key.catalog));
        let Some(record) = record else { return };
        let mut value = new_record::value(self.pack, record);
        for (at, column, text) in cells {
            let Holds::Value(path, field) = &column.holds else { continue };
            match self.value(column, *field, text.trim()) {
                Ok(Some(cell)) => put(&mut value, path, cell),
                // Required fields already have their smallest value.
                Ok(None) => {}
                Err(_) if text.trim().is_empty() => {}
                Err(message) => self.fault(row, *at, message),
            }
        }
        let file = new_record::home(self.pack, &key.catalog, None);
        self.pasted.changes.push(Change::AddRecord { record: key.clone(), value, file });
        self.pasted.records.push(key.clone());
    }

    /// Returns the value of a cell; `None` for an empty one, so that the inherited value or the default applies.
    fn value(&self, column: &Column, field: Field, text: &str) -> Result<Option<Value>, String> {
        if !column.is_written_in_cells() {
            return Err(format!(
                "expected a single value, found a column of several; change {} in the form",
                column.label
            ));
        }
        entered(self.pack, field, text)
    }
}

/// Parses the text of a cell; `None` for an empty one, so that the inherited value or the default applies.
pub(super) fn entered(pack: &Pack, field: Field, text: &str) -> Result<Option<Value>, String> {
    if text.is_empty() {
        let needed = field.required();
        return if needed { Err(format!("expected {}, found nothing", field.expected())) } else { Ok(None) };
    }
    typed(pack, field, text).map(Some)
}

/// Parses the text of a cell that is not empty.
fn typed(pack: &Pack, field: Field, text: &str) -> Result<Value, String> {
    let wrong = || format!("expected {}, found `{text}`", field.expected());
    match field.kind() {
        FieldKind::Reference { catalog } => {
            let records = pack.index().catalog(catalog).map_or(&[][..], |catalog| &catalog.records);
            let by_id = records.iter().find(|entry| entry.key.id == text);
            let named: BTreeSet<&str> =
                records.iter().filter(|entry| entry.title == text).map(|entry| entry.key.id.as_str()).collect();
            let only = named.first().copied().filter(|_| named.len() == 1);
            let id = by_id.map(|entry| entry.key.id.as_str()).or(only);
            id.map(Value::from).ok_or_else(|| {
                let hint = did_you_mean(&near(text, records.iter().map(|entry| entry.key.id.as_str())));
                hint.map_or_else(wrong, |hint| format!("{}; {hint}", wrong()))
            })
        }
        FieldKind::Text { .. } => match field.notation().and_then(|notation| (notation.check)(text).err()) {
            Some(why) => Err(format!("{}: {why}", wrong())),
            None => Ok(field.typed(text)),
        },
        FieldKind::Object | FieldKind::Map | FieldKind::Any => Err(wrong()),
        _ => field.entered(text),
    }
}

fn put(record: &mut Value, path: &[String], value: Value) {
    let Some((last, above)) = path.split_last() else { return };
    let mut slot = record;
    for step in above {
        let Some(map) = slot.as_object_mut() else { return };
        slot = map.entry(step.clone()).or_insert_with(|| Value::Object(serde_json::Map::new()));
    }
    if let Some(map) = slot.as_object_mut() {
        map.insert(last.clone(), value);
    }
}
