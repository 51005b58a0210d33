//! What a pack holds, ready to be listed: derived from the draft after every change.

use foeman_schema::dialect::CatalogDef;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

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
    pub records: Vec<Listed>,
}

/// One record as lists show it.
#[derive(Clone, Debug)]
pub struct Listed {
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
                records: draft.titles(def.name).map(|(id, title)| Listed::new(def, id, title)).collect(),
            })
            .collect();
        Self { catalogs }
    }

    /// Lists a draft that is mostly as it was.
    pub fn update(&mut self, draft: &Draft) {
        if !self.retitle(draft) {
            *self = Self::of(draft);
        }
    }

    /// Renews the titles; whether the records are the same ones.
    fn retitle(&mut self, draft: &Draft) -> bool {
        let defs = draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
        let same = self.catalogs.iter().map(|catalog| catalog.def.name).eq(defs.iter().map(|def| def.name));
        same && self.catalogs.iter_mut().all(|catalog| {
            let mut entries = catalog.records.iter_mut();
            let all = draft.titles(catalog.def.name).all(|(id, title)| {
                let entry = entries.next().filter(|entry| entry.key.id == id);
                entry.is_some_and(|entry| {
                    let title = title.unwrap_or(id);
                    if entry.title != title {
                        title.clone_into(&mut entry.title);
                    }
                    true
                })
            });
            all && entries.next().is_none()
        })
    }

    /// The catalog called `name`.
    pub fn catalog(&self, name: &str) -> Option<&Catalog> {
        self.catalogs.iter().find(|catalog| catalog.def.name == name)
    }

    /// A record's entry.
    pub fn entry(&self, key: &RecordKey) -> Option<&Listed> {
        self.catalog(&key.catalog)?.records.iter().find(|entry| entry.key == *key)
    }

    /// A record's title, or its id.
    pub fn title<'a>(&'a self, key: &'a RecordKey) -> &'a str {
        self.entry(key).map_or(&key.id, |entry| &entry.title)
    }
}

impl Listed {
    fn new(def: &CatalogDef, id: &str, title: Option<&str>) -> Self {
        Self { key: RecordKey::new(def.name, id), title: title.unwrap_or(id).to_owned() }
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
