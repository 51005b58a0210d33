//! The columns of tables.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};

use crate::pack::Pack;
use crate::pack::index::{Catalog, Listed, sentence};

/// The maximum number of default columns in addition to the title.
const FIRST: usize = 7;

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
            FieldKind::Any => {}
            _ => columns.push(value(&[], field)),
        }
    }
    distinguish(&mut columns);
    columns
}

/// Prefixes the labels of nested fields if several columns have the same label.
fn distinguish(columns: &mut [Column]) {
    let labels: Vec<String> = columns.iter().map(|column| column.label.clone()).collect();
    for column in columns {
        if let Some((outer, _)) = column.name.split_once('/')
            && labels.iter().filter(|label| **label == column.label).count() > 1
        {
            column.label = format!("{} {}", sentence(outer), column.label.to_lowercase());
        }
    }
}

/// Returns the columns to show: the chosen ones, or else the first fields that are required or not nested.
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
            let outer = record.and_then(|record| record.child(path.first()?)).is_some_and(Field::required);
            field.name() != "extends" && !is_about(column) && (path.len() == 1 || outer || field.required())
        }
    };
    let (about, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_about);
    let mut shown: Vec<Column> = others.into_iter().filter(is_first).take(FIRST).collect();
    if shown.len() < FIRST && says_about() {
        shown.extend(about);
    }
    shown
}

fn value(above: &[&str], field: Field) -> Column {
    let path: Vec<String> = above.iter().copied().chain([field.name()]).map(str::to_owned).collect();
    Column { name: path.join("/"), label: field.label(), doc: field.doc(), holds: Holds::Value(path, field) }
}

fn is_single(field: Field) -> bool {
    let short = matches!(field.kind(), FieldKind::List { min, max: Some(max) } if min == max && max <= 4);
    short || !matches!(field.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. } | FieldKind::Any)
}
