//! Creates new records and values: the smallest ones the schema accepts, so that adding never causes an error.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use egui::Color32;
use foeman_scene::theme::parse_color;
use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{CatalogDef, RecordView, Ref};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::{Geometry, Shape, Stand};
use foeman_schema::text::kebab;
use foeman_schema::text::{FileId, RecordKey};
use serde_json::{Value, json};

use super::Pack;
use super::index::sentence;

/// The columns and rows of a new map.
const NEW_MAP: [u32; 2] = [12, 9];
/// The colours of new records, for example of sides: distinct, and visible on light and dark terrain.
const COLORS: [&str; 9] =
    ["#b03a2e", "#2e5ab0", "#e0b83c", "#2f8a4c", "#7b3fa0", "#d9742e", "#2e9aa0", "#a03c6e", "#5a6470"];
/// The number in a new record, if there are no others and numbers above [`MANY`] are allowed.
const USUAL: i64 = 10;
const MANY: i64 = 50;
/// The maximum number of records whose numbers are looked at.
const MEASURED: usize = 300;
/// The maximum depth of records created for other new records.
const DEEPEST: usize = 6;

/// Creates a record with an id and a title, preceded by the records that it requires and that do not exist yet.
///
/// All its references resolve, and different parts refer to different records as far as possible.
pub fn record(pack: &Pack, key: &RecordKey, title: &str) -> Option<Vec<(RecordKey, Value)>> {
    let mut maker = Maker { pack, makes: true, made: Vec::new(), deep: 0, catalog: String::new() };
    let value = maker.record(key, title)?;
    maker.made.push((key.clone(), value));
    Some(maker.made)
}

/// Makes a new record like another one of its catalog: of the same class, with the same values that summarise it.
pub fn liken(pack: &Pack, key: &RecordKey, like: &RecordKey, record: &mut Value) {
    let root = pack.draft().dialect().and_then(|dialect| Field::record(dialect, &key.catalog));
    let (Some(root), Some(model), Some(new)) = (root, pack.draft().merged(like), record.as_object_mut()) else {
        return;
    };
    let old = std::mem::take(new);
    for field in root.fields() {
        let is_class = field.required() && matches!(field.kind(), FieldKind::Choice(_));
        let plain = |value: &&Value| !value.is_object() && !value.is_array();
        let same = model.get(field.name()).filter(|_| is_class || field.is_headline()).filter(plain);
        if let Some(value) = same.or_else(|| old.get(field.name())) {
            new.insert(field.name().to_owned(), value.clone());
        }
    }
    for (name, value) in old {
        new.entry(name).or_insert(value);
    }
}

/// Suggests an id and a title for a new record.
pub fn offer(pack: &Pack, catalog: &str) -> Option<(String, String)> {
    let def = pack.draft().dialect()?.catalog(catalog)?;
    let id = unused_id(pack, catalog, &format!("new-{}", kebab(def.title)), |_| false);
    let title = sentence(&id);
    Some((id, title))
}

/// Returns the file for a new record of a catalog.
///
/// This is the file of the current record if that is in the catalog, else the file with most records of the catalog,
/// else a file with the catalog's key, else a file named after the catalog, else the file with the pack header.
pub fn home(pack: &Pack, catalog: &str, at_hand: Option<&RecordKey>) -> String {
    let draft = pack.draft();
    if let Some(file) = at_hand
        .filter(|key| key.catalog == catalog)
        .and_then(|key| draft.file_of(key))
        .filter(|file| draft.owner(*file).is_none())
    {
        return draft.path(file).to_owned();
    }
    let mut counts: BTreeMap<FileId, usize> = BTreeMap::new();
    for id in draft.own_ids(catalog) {
        if let Some(file) = draft.file_of(&RecordKey::new(catalog, id)) {
            *counts.entry(file).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(file, count)| (*count, Reverse(*file))).map(|(file, _)| file);
    let holds = || draft.files().find(|file| draft.sections(*file).any(|key| key == catalog));
    let called = || draft.file_at(&format!("{catalog}.yaml"));
    draft.path(most.or_else(holds).or_else(called).unwrap_or_else(|| draft.header_file())).to_owned()
}

/// Returns a copy of a record, without inherited values, with a new id and title.
pub fn copy(pack: &Pack, key: &RecordKey) -> Option<(RecordKey, Value)> {
    copy_unlike(pack, key, |_| false)
}

/// Returns a copy like [`copy`], whose id is not `taken` by another copy.
pub fn copy_unlike(pack: &Pack, key: &RecordKey, taken: impl Fn(&str) -> bool) -> Option<(RecordKey, Value)> {
    let mut record = pack.draft().raw(key)?;
    let name = key.id.rsplit(':').next().unwrap_or(&key.id);
    let id = unused_id(pack, &key.catalog, name, taken);
    let number = id.rsplit('-').next().unwrap_or_default();
    if let Some(Value::String(title)) = record.get_mut("title") {
        *title = format!("{title} {number}");
    }
    Some((RecordKey::new(&key.catalog, id), record))
}

/// Returns the smallest value that the schema accepts for a field.
pub fn value(pack: &Pack, field: Field) -> Value {
    let catalog = String::new();
    Maker { pack, makes: false, made: Vec::new(), deep: 0, catalog }.value(field, &mut Vec::new())
}

/// Creates values, and if enabled the records that they require.
struct Maker<'a> {
    pack: &'a Pack,
    /// Whether to create records for references if there are none.
    makes: bool,
    made: Vec<(RecordKey, Value)>,
    /// The current depth of records created for other new records.
    deep: usize,
    /// The catalog of the current record; empty for a value in a list.
    catalog: String,
}

impl Maker<'_> {
    fn record(&mut self, key: &RecordKey, title: &str) -> Option<Value> {
        let dialect = self.pack.draft().dialect()?;
        let def = dialect.catalog(&key.catalog)?;
        if def.view == RecordView::Map {
            return self.map(def, title.to_owned());
        }
        let field = Field::record(dialect, &key.catalog)?;
        let above = std::mem::replace(&mut self.catalog, key.catalog.clone());
        let mut record = self.value(field, &mut Vec::new());
        self.catalog = above;
        self.typical(&key.catalog, field, "", &mut record);
        if let (Some(fields), Some(_)) = (record.as_object_mut(), field.child("title")) {
            match fields.get_mut("title") {
                Some(slot) => *slot = Value::from(title),
                None => drop(fields.shift_insert(0, "title".to_owned(), Value::from(title))),
            }
        }
        Some(record)
    }

    /// Returns the smallest value; `used` are the names of its siblings and the records that they refer to.
    fn value(&mut self, field: Field, used: &mut Vec<String>) -> Value {
        if let Some(default) = field.default() {
            return default.clone();
        }
        match field.kind() {
            FieldKind::Object => {
                if let Some(kind) = field.tag().and_then(|tag| first_word(field.child(tag)?)) {
                    return of_kind(self.pack, field, kind, &Value::Null);
                }
                let needed = field.fields().into_iter().filter(|field| field.required());
                needed.map(|field| (field.name().to_owned(), self.value(field, used))).collect()
            }
            FieldKind::Map => json!({}),
            FieldKind::List { .. } if field.example().is_some() => field.example().cloned().unwrap_or_default(),
            FieldKind::List { min, .. } => {
                let mut used = Vec::new();
                let mut item = || field.value().map_or(Value::Null, |item| self.value(item, &mut used));
                Value::Array((0..min).map(|_| item()).collect())
            }
            FieldKind::Choice(_) => first_word(field).map_or(Value::Null, Value::from),
            FieldKind::Integer { min, max } => {
                field.example().cloned().unwrap_or_else(|| Value::from(0.clamp(min, max)))
            }
            FieldKind::Number => json!(0),
            FieldKind::Text { .. } if field.widget() == Some("color") => Value::from(self.color(field)),
            FieldKind::Text { .. } => match field.example() {
                Some(Value::String(example)) => field.typed(example),
                Some(other) => other.clone(),
                None => {
                    let text = unused_name(used);
                    used.push(text.clone());
                    Value::from(text)
                }
            },
            FieldKind::Reference { catalog } => {
                let id = self.reference(catalog, used);
                used.push(id.clone());
                Value::from(id)
            }
            FieldKind::Bool => Value::Bool(false),
            FieldKind::Any => Value::Null,
        }
    }

    /// Replaces the smallest numbers in a new record by typical ones: the median of the other records, or [`USUAL`].
    fn typical(&self, catalog: &str, field: Field, path: &str, value: &mut Value) {
        let Some(fields) = value.as_object_mut() else { return };
        for (key, value) in fields {
            let Some(inner) = field.child(key) else { continue };
            let path = format!("{path}/{key}");
            match inner.kind() {
                FieldKind::Integer { min, max } if inner.default().is_none() && inner.example().is_none() => {
                    let usual = (max > MANY).then(|| USUAL.clamp(min, max));
                    if let Some(number) = self.median(catalog, &path).or(usual) {
                        *value = Value::from(number);
                    }
                }
                FieldKind::Object => self.typical(catalog, inner, &path, value),
                _ => {}
            }
        }
    }

    /// Returns the median of a number in the other records of a catalog.
    fn median(&self, catalog: &str, path: &str) -> Option<i64> {
        let draft = self.pack.draft();
        let records = draft.ids(catalog).take(MEASURED).filter_map(|id| draft.merged(&RecordKey::new(catalog, id)));
        let mut numbers: Vec<i64> = records.filter_map(|record| record.pointer(path)?.as_i64()).collect();
        numbers.sort_unstable();
        numbers.get(numbers.len() / 2).copied()
    }

    /// Returns the colour that differs most from the colours of the other records of the catalog.
    fn color(&self, field: Field) -> String {
        let (draft, mut used) = (self.pack.draft(), Vec::new());
        let records = draft.ids(&self.catalog).filter_map(|id| draft.merged(&RecordKey::new(&self.catalog, id)));
        records.for_each(|record| colors(record.get(field.name()), &mut used));
        let made = self.made.iter().filter(|(key, _)| key.catalog == self.catalog);
        made.for_each(|(_, record)| colors(record.get(field.name()), &mut used));
        let example = field.example().and_then(Value::as_str).into_iter();
        let distance = |color: &&str| {
            let color = parse_color(color).unwrap_or_default();
            used.iter().map(|used| apart(color, *used)).min().unwrap_or(i32::MAX)
        };
        // Of several, the first.
        let best = example.chain(COLORS).rev().max_by_key(distance);
        best.unwrap_or(COLORS[0]).to_owned()
    }

    /// Returns a record id to refer to: one that no sibling refers to, else a new one if enabled, else the first one.
    fn reference(&mut self, catalog: &str, used: &[String]) -> String {
        let made = self.made.iter().filter(|(key, _)| key.catalog == catalog).map(|(key, _)| key.id.clone());
        let known: Vec<String> = self.pack.draft().ids(catalog).map(str::to_owned).chain(made).collect();
        if let Some(id) = known.iter().find(|id| !used.contains(id)) {
            return id.clone();
        }
        self.needed(catalog).or_else(|| known.first().cloned()).unwrap_or_else(|| "none".to_owned())
    }

    /// Creates a record that another new record requires.
    fn needed(&mut self, catalog: &str) -> Option<String> {
        if !self.makes || self.deep >= DEEPEST {
            return None;
        }
        let def = self.pack.draft().dialect()?.catalog(catalog)?;
        let stem = kebab(def.title);
        let taken = |id: &String| self.made.iter().any(|(key, _)| key.catalog == catalog && key.id == *id);
        let mut ids = (1_u32..).map(|number| if number == 1 { stem.clone() } else { format!("{stem}-{number}") });
        let id = ids.find(|id| !taken(id) && !self.pack.draft().contains(&RecordKey::new(catalog, id)))?;
        let key = RecordKey::new(catalog, &id);
        self.deep += 1;
        let value = self.record(&key, &sentence(&id));
        self.deep -= 1;
        self.made.push((key, value?));
        Some(id)
    }

    /// Creates a map with a single terrain.
    fn map(&mut self, def: &CatalogDef, title: String) -> Option<Value> {
        let dialect = self.pack.draft().dialect()?;
        let legend = Field::record(dialect, def.name)?.child("legend")?.value()?;
        let FieldKind::Reference { catalog } = legend.kind() else { return None };
        let terrain = self.reference(catalog, &[]);
        let key = terrain.chars().find(char::is_ascii_alphanumeric).unwrap_or('x').to_string();
        let [width, height] = NEW_MAP;
        let line = key.repeat(width as usize) + "\n";
        let map = Map {
            title,
            about: String::new(),
            geometry: Geometry::new(Shape::Hex, Stand::Edge, None, NEW_MAP).ok()?,
            legend: BTreeMap::from([(key, Ref::new(terrain.as_str()))]),
            rows: line.repeat(height as usize),
            fill: None,
            areas: Vec::new(),
            elevation: String::new(),
            zones: BTreeMap::new(),
        };
        serde_json::to_value(map).ok()
    }
}

/// Collects the colour in a value.
fn colors(value: Option<&Value>, used: &mut Vec<Color32>) {
    used.extend(value.and_then(Value::as_str).and_then(parse_color));
}

/// Returns the square of the distance of two colours.
fn apart(a: Color32, b: Color32) -> i32 {
    let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
    square(a.r(), b.r()) + square(a.g(), b.g()) + square(a.b(), b.b())
}

/// Returns a value of a kind: it keeps the fields of `before` and gets the smallest values for missing required fields.
pub fn of_kind(pack: &Pack, field: Field, kind: &str, before: &Value) -> Value {
    let fields = field.fields_of(kind).into_iter().filter_map(|inner| {
        let value = match before.get(inner.name()) {
            _ if Some(inner.name()) == field.tag() => Value::from(kind),
            Some(kept) => kept.clone(),
            None if inner.required() => value(pack, inner),
            None => return None,
        };
        Some((inner.name().to_owned(), value))
    });
    fields.collect()
}

/// Returns `New`, or `New 2` and so on if that is used.
fn unused_name(used: &[String]) -> String {
    let mut names = (1_u32..).map(|number| if number == 1 { "New".to_owned() } else { format!("New {number}") });
    names.find(|name| !used.contains(name)).expect("some number is unused")
}

fn first_word(field: Field) -> Option<&'static str> {
    match field.kind() {
        FieldKind::Choice(words) => words.first().map(|word| word.value),
        _ => None,
    }
}

/// Returns `wanted`, or the first unused id among `wanted-2`, `wanted-3`, …
fn unused_id(pack: &Pack, catalog: &str, wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let free = |id: &str| !taken(id) && !pack.draft().contains(&RecordKey::new(catalog, id));
    if free(wanted) {
        return wanted.to_owned();
    }
    let stem = match wanted.rsplit_once('-') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => wanted,
    };
    (2_u64..).map(|number| format!("{stem}-{number}")).find(|id| free(id)).expect("some number is unused")
}
