//! The columns of tables.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};

use super::cell;
use crate::pack::Pack;
use crate::pack::index::{Catalog, Listed, capitalised, sentence};

/// The maximum number of default columns in addition to the title.
const FIRST: usize = 7;

/// The maximum number of columns for the entries of a map.
const ENTRIES: usize = 24;
/// The number of records from which default columns are chosen.
const JUDGED: usize = 60;

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its stable name: the path of its value, as in `requires/st`.
    pub name: String,
    /// Its heading.
    pub label: String,
    /// Its description.
    pub doc: &'static str,
    /// Its content.
    pub holds: Holds,
}

/// The content of a column.
#[derive(Clone, Debug)]
pub enum Holds {
    /// The id of the record.
    Id,
    /// The file of the record.
    File,
    /// A value, by its path and field.
    Value(Vec<String>, Field),
}

impl Column {
    /// Returns the pointer of a cell's value.
    pub fn pointer(&self, key: &RecordKey) -> Option<Pointer> {
        match &self.holds {
            Holds::Value(path, _) => Some(key.pointer().join(path)),
            Holds::Id | Holds::File => None,
        }
    }

    /// Returns the field of its values.
    pub fn field(&self) -> Option<Field> {
        match &self.holds {
            Holds::Value(_, field) => Some(*field),
            Holds::Id | Holds::File => None,
        }
    }

    /// Whether its values are numbers.
    pub fn is_number(&self) -> bool {
        self.field().is_some_and(is_number)
    }

    /// Whether its values can be edited in cells.
    pub fn is_written_in_cells(&self) -> bool {
        self.field().is_some_and(|field| is_single(field) && !matches!(field.widget(), Some("map-rows" | "lines")))
    }
}

/// Returns the title column, which is always first.
pub fn title(pack: &Pack, catalog: &Catalog) -> Option<Column> {
    let record = Field::record(pack.draft().dialect()?, catalog.def.name)?;
    ["title", "name"].into_iter().find_map(|name| Some(value(&[], record.child(name)?)))
}

/// Returns the id column, which replaces the title for records that have none.
pub fn id() -> Column {
    let doc = "The id of the record in the files.";
    Column { name: ":id".to_owned(), label: "Id".to_owned(), doc, holds: Holds::Id }
}

/// Returns all other columns: id and file, then the fields in schema order, including the fields of nested objects.
pub fn all(pack: &Pack, catalog: &Catalog) -> Vec<Column> {
    let doc = "The file that contains the record.";
    let file = Column { name: ":file".to_owned(), label: "File".to_owned(), doc, holds: Holds::File };
    let mut columns = vec![id(), file];
    let title = title(pack, catalog).map(|title| title.name);
    let record = pack.draft().dialect().and_then(|dialect| Field::record(dialect, catalog.def.name));
    for field in record.into_iter().flat_map(Field::fields) {
        if Some(field.name()) == title.as_deref() || matches!(field.widget(), Some("map-rows" | "lines")) {
            continue;
        }
        match field.kind() {
            FieldKind::Object => {
                let inner = field.fields().into_iter().filter(|inner| is_single(*inner));
                columns.extend(inner.map(|inner| value(&[field.name()], inner)));
            }
            FieldKind::Map => {
                columns.push(value(&[], field));
                columns.extend(entries(pack, catalog, field));
            }
            FieldKind::Any => {}
            _ => columns.push(value(&[], field)),
        }
    }
    distinguish(&mut columns);
    columns
}

/// Returns a column for each key of a map of single values, such as `cost/silver`.
fn entries(pack: &Pack, catalog: &Catalog, map: Field) -> Vec<Column> {
    let Some(entry) = map.value().filter(|entry| is_single(*entry)) else { return Vec::new() };
    let mut keys: Vec<String> = Vec::new();
    for record in &catalog.records {
        let merged = pack.merged(&record.key);
        let entries = merged.as_deref().and_then(|merged| merged.get(map.name())?.as_object());
        for key in entries.into_iter().flat_map(|entries| entries.keys()) {
            if !keys.contains(key) && keys.len() < ENTRIES {
                keys.push(key.clone());
            }
        }
    }
    let title = |key: &str| {
        let record = map.key_target().map(|target| RecordKey::new(target, key));
        record.map_or_else(|| sentence(key), |record| capitalised(pack.index().title(&record)))
    };
    let column = |key: String| {
        let path = vec![map.name().to_owned(), key.clone()];
        Column { name: path.join("/"), label: title(&key), doc: map.doc(), holds: Holds::Value(path, entry) }
    };
    keys.into_iter().map(column).collect()
}

/// Adds the outer name to the labels of nested fields if several columns have the same label.
fn distinguish(columns: &mut [Column]) {
    let labels: Vec<String> = columns.iter().map(|column| column.label.clone()).collect();
    for column in columns {
        if let Some((outer, _)) = column.name.split_once('/')
            && labels.iter().filter(|label| **label == column.label).count() > 1
        {
            column.label = match &column.holds {
                Holds::Value(_, field) if field.name().is_empty() => {
                    format!("{} ({})", column.label, outer.replace('-', " "))
                }
                _ => format!("{} {}", sentence(outer), column.label.to_lowercase()),
            };
        }
    }
}

/// Returns the columns to show: the chosen ones, or else the first fields that are required or not nested, and the
/// numbers in maps. Columns with the same value in all records give way to others.
///
/// The `about` field is added if there is space and some records have it.
pub fn shown(pack: &Pack, catalog: &Catalog, chosen: Option<&[String]>) -> Vec<Column> {
    let all = all(pack, catalog);
    if let Some(chosen) = chosen {
        return all.into_iter().filter(|column| chosen.contains(&column.name)).collect();
    }
    let record = pack.draft().dialect().and_then(|dialect| Field::record(dialect, catalog.def.name));
    let says = |record: &Listed| pack.draft().about(&record.key).is_some();
    let says_about = || catalog.records.iter().any(says);
    let is_about = |column: &Column| column.name == "about";
    let is_first = |column: &Column| match &column.holds {
        Holds::Id | Holds::File => false,
        Holds::Value(path, field) => {
            let outer = record.and_then(|record| record.child(path.first()?));
            let is_number = outer.is_some_and(|outer| outer.kind() == FieldKind::Map) && is_number(*field);
            let outer = outer.is_some_and(Field::required) || is_number;
            field.name() != "extends" && !is_about(column) && (path.len() == 1 || outer || field.required())
        }
    };
    let (about, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_about);
    let mut shown: Vec<Column> = others.into_iter().filter(is_first).collect();
    if shown.len() > FIRST && catalog.records.len() > 1 {
        give_way(pack, catalog, &mut shown);
    }
    shown.truncate(FIRST);
    if shown.len() < FIRST && says_about() {
        shown.extend(about);
    }
    shown
}

/// Removes columns until the others fit: first those that are empty in all records, then those with the same value in all
/// records and maps whose entries are columns.
fn give_way(pack: &Pack, catalog: &Catalog, shown: &mut Vec<Column>) {
    let each = catalog.records.len().div_ceil(JUDGED).max(1);
    let rows: Vec<_> = catalog.records.iter().step_by(each).map(|entry| cell::row(pack, &entry.key, shown)).collect();
    let is_outer =
        |name: &str| shown.iter().any(|column| column.name.split_once('/').is_some_and(|(outer, _)| outer == name));
    let is_empty = |at: usize| rows.iter().all(|row| row[at].text.is_empty());
    let is_dull =
        |at: usize| rows.windows(2).all(|pair| pair[0][at].text == pair[1][at].text) || is_outer(&shown[at].name);
    let (empty, others): (Vec<usize>, Vec<usize>) =
        (0..shown.len()).filter(|at| is_dull(*at)).partition(|at| is_empty(*at));
    let gone: Vec<usize> = empty.into_iter().chain(others).take(shown.len() - FIRST).collect();
    let mut at = 0..;
    shown.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
}

fn value(above: &[&str], field: Field) -> Column {
    let path: Vec<String> = above.iter().copied().chain([field.name()]).map(str::to_owned).collect();
    Column { name: path.join("/"), label: field.label(), doc: field.doc(), holds: Holds::Value(path, field) }
}

fn is_number(field: Field) -> bool {
    matches!(field.kind(), FieldKind::Integer { .. } | FieldKind::Number)
}

fn is_single(field: Field) -> bool {
    let short = matches!(field.kind(), FieldKind::List { min, max: Some(max) } if min == max && max <= 4);
    short || !matches!(field.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. } | FieldKind::Any)
}
