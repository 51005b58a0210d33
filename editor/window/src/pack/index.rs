//! The index of a pack: its catalogs and records, ready to be listed. Derived from the draft after every change.

use std::collections::{BTreeSet, HashMap};

use foeman_schema::dialect::CatalogDef;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

/// The catalogs of a pack in the order of its dialect, with their records.
#[derive(Debug, Default)]
pub struct Index {
    /// All catalogs, including empty ones.
    pub catalogs: Vec<Catalog>,
}

/// A catalog with its records in file order.
#[derive(Debug)]
pub struct Catalog {
    /// Its definition in the dialect.
    pub def: &'static CatalogDef,
    /// Its display name: `Items`.
    pub title: String,
    /// Its records.
    pub records: Vec<Listed>,
    /// The indexes of the records, by id.
    places: HashMap<String, usize>,
    /// The indexes of the records that extend a record, by its id.
    heirs: HashMap<String, BTreeSet<usize>>,
    /// Increases whenever the title of a record changes.
    titled: u64,
}

/// A record as shown in lists.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its key.
    pub key: RecordKey,
    /// Its title, or its id if it has none.
    pub title: String,
    /// The title in lower case, for search and sorting.
    pub folded: String,
    /// The id of the required pack it is from; `None` for the pack's own records.
    pub from: Option<String>,
    /// The id of the record it extends.
    extends: Option<String>,
}

impl Index {
    /// Builds the index of a draft.
    pub fn of(draft: &Draft) -> Self {
        let Some(dialect) = draft.dialect() else { return Self::default() };
        let catalogs = dialect.catalogs.iter().map(|def| Catalog::of(def, draft)).collect();
        Self { catalogs }
    }

    /// Updates the index from the draft `before` to `draft`.
    ///
    /// Returns the changed records and those that extend them, or `None` if any record may have changed.
    pub fn update(&mut self, draft: &Draft, before: &Draft) -> Option<BTreeSet<RecordKey>> {
        let defs = draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
        let same = self.catalogs.iter().map(|catalog| catalog.def.name).eq(defs.iter().map(|def| def.name));
        let Some(rewritten) = draft.rewritten_since(before).filter(|_| same) else {
            let titled = self.catalogs.iter().map(|catalog| catalog.titled).max().unwrap_or_default();
            *self = Self::of(draft);
            // Caches keyed by the old counter must not match the new titles.
            self.catalogs.iter_mut().for_each(|catalog| catalog.titled = titled + 1);
            return None;
        };
        let mut changed = BTreeSet::new();
        let mut open: Vec<RecordKey> = rewritten.into_iter().cloned().collect();
        while let Some(key) = open.pop() {
            if let Some(catalog) = self.catalogs.iter_mut().find(|catalog| catalog.def.name == key.catalog)
                && changed.insert(key.clone())
            {
                catalog.renew(draft, &key);
                let heirs = catalog.heirs.get(&key.id).into_iter().flatten();
                open.extend(heirs.map(|at| catalog.records[*at].key.clone()));
            }
        }
        Some(changed)
    }

    /// Returns the catalog with a name.
    pub fn catalog(&self, name: &str) -> Option<&Catalog> {
        self.catalogs.iter().find(|catalog| catalog.def.name == name)
    }

    /// Returns the entry of a record.
    pub fn entry(&self, key: &RecordKey) -> Option<&Listed> {
        let catalog = self.catalog(&key.catalog)?;
        catalog.records.get(catalog.position(key)?)
    }

    /// Returns the title of a record, or its id.
    pub fn title<'a>(&'a self, key: &'a RecordKey) -> &'a str {
        self.entry(key).map_or(&key.id, |entry| &entry.title)
    }
}

impl Catalog {
    fn of(def: &'static CatalogDef, draft: &Draft) -> Self {
        let mut records: Vec<Listed> = draft.titles(def.name).map(|(id, title)| Listed::new(def, id, title)).collect();
        let places = records.iter().enumerate().map(|(at, entry)| (entry.key.id.clone(), at)).collect();
        let mut heirs: HashMap<String, BTreeSet<usize>> = HashMap::new();
        for (at, entry) in records.iter_mut().enumerate() {
            entry.extends = draft.extends(&entry.key).map(str::to_owned);
            entry.from = draft.origin(&entry.key).map(|pack| pack.id.clone());
            if let Some(parent) = &entry.extends {
                heirs.entry(parent.clone()).or_default().insert(at);
            }
        }
        Self { def, title: sentence(def.name), records, places, heirs, titled: 0 }
    }

    /// Updates the entry of a record whose text, or the text of a record it extends, has changed.
    fn renew(&mut self, draft: &Draft, key: &RecordKey) {
        let Some(at) = self.position(key) else { return };
        let (parent, before) = (draft.extends(key), self.records[at].extends.take());
        if let Some(heirs) = before.and_then(|before| self.heirs.get_mut(&before)) {
            heirs.remove(&at);
        }
        if let Some(parent) = parent {
            self.heirs.entry(parent.to_owned()).or_default().insert(at);
            self.records[at].extends = Some(parent.to_owned());
        }
        let title = draft.title_of_record(key).unwrap_or(&key.id);
        let entry = &mut self.records[at];
        if entry.title != title {
            title.clone_into(&mut entry.title);
            entry.folded = title.to_lowercase();
            self.titled += 1;
        }
    }

    /// Returns the index of a record in file order.
    pub fn position(&self, key: &RecordKey) -> Option<usize> {
        self.places.get(&key.id).copied().filter(|_| key.catalog == self.def.name)
    }

    /// Returns a counter that increases whenever the title of a record changes.
    pub fn titled(&self) -> u64 {
        self.titled
    }
}

impl Listed {
    fn new(def: &CatalogDef, id: &str, title: Option<&str>) -> Self {
        let title = title.unwrap_or(id).to_owned();
        Self { key: RecordKey::new(def.name, id), folded: title.to_lowercase(), title, from: None, extends: None }
    }

    /// Whether the entry matches a filter; `needle` must be in lower case.
    pub fn matches(&self, needle: &str) -> bool {
        needle.is_empty() || self.folded.contains(needle) || self.key.id.contains(needle)
    }
}

/// Converts a key to sentence case: `blocks-move` becomes `Blocks move`.
pub fn sentence(key: &str) -> String {
    capitalised(&key.replace(['-', '_'], " "))
}

/// Returns the text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
