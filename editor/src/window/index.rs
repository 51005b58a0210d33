//! What a pack holds, ready to be listed: derived from the draft after every change.

use foeman_schema::dialect::CatalogDef;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde_json::Value;

/// The catalogs of a pack in the order of its dialect, with their records.
#[derive(Debug, Default)]
pub struct Index {
    /// All catalogs, empty ones too.
    pub catalogs: Vec<Catalog>,
}

/// One catalog with its records in file order.
#[derive(Debug)]
pub struct Catalog {
    /// What it may hold.
    pub def: &'static CatalogDef,
    /// Its name for people: `Items`.
    pub title: String,
    /// Its records.
    pub records: Vec<Entry>,
}

/// One record as lists show it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its key.
    pub key: RecordKey,
    /// Its title, or its id where it has none.
    pub title: String,
}

impl Index {
    /// Lists a draft.
    pub fn of(draft: &Draft) -> Self {
        let Some(dialect) = draft.dialect() else { return Self::default() };
        let catalogs = dialect
            .catalogs
            .iter()
            .map(|def| Catalog {
                def,
                title: sentence(def.name),
                records: draft.ids(def.name).map(|id| Entry::of(draft, RecordKey::new(def.name, id))).collect(),
            })
            .collect();
        Self { catalogs }
    }

    /// The catalog called `name`.
    pub fn catalog(&self, name: &str) -> Option<&Catalog> {
        self.catalogs.iter().find(|catalog| catalog.def.name == name)
    }

    /// A record's entry.
    pub fn entry(&self, key: &RecordKey) -> Option<&Entry> {
        self.catalog(&key.catalog)?.records.iter().find(|entry| entry.key == *key)
    }

    /// A record's title, or its id.
    pub fn title<'a>(&'a self, key: &'a RecordKey) -> &'a str {
        self.entry(key).map_or(&key.id, |entry| &entry.title)
    }
}

impl Entry {
    fn of(draft: &Draft, key: RecordKey) -> Self {
        let title = draft
            .merged(&key)
            .as_ref()
            .and_then(|record| record.get("title").or_else(|| record.get("name")))
            .and_then(Value::as_str)
            .filter(|title| !title.trim().is_empty())
            .map_or_else(|| key.id.clone(), str::to_owned);
        Self { key, title }
    }

    /// Whether the entry is meant by what was typed into a filter; `needle` is in lower case.
    pub fn matches(&self, needle: &str) -> bool {
        needle.is_empty() || self.title.to_lowercase().contains(needle) || self.key.id.contains(needle)
    }
}

/// A key as words, capital first: `blocks-move` is `Blocks move`.
pub fn sentence(key: &str) -> String {
    capitalised(&key.replace(['-', '_'], " "))
}

/// The text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
