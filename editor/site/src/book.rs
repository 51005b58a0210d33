//! The records of a pack with the links between them, in the order in which pages list them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foeman_schema::dialect::{CatalogDef, Dialect};
use foeman_schema::draft::Draft;
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use crate::names;
use crate::values::{self, Row};

/// A link from the root of the site.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Link {
    /// Its text.
    pub(crate) text: String,
    /// The path of the page.
    pub(crate) path: String,
}

/// A record of the site.
pub(crate) struct Entry {
    /// Its key.
    pub(crate) key: RecordKey,
    /// Its title, or its id if it has none.
    pub(crate) title: String,
    /// Its description; may be empty.
    pub(crate) about: String,
    /// The required pack that it is from; `None` for a record of the pack itself.
    pub(crate) origin: Option<String>,
    /// Its value with inherited fields; `None` if it cannot be read.
    pub(crate) value: Option<Value>,
    /// Its values in display order.
    pub(crate) rows: Vec<Row>,
}

impl Entry {
    /// Returns the link to its page.
    pub(crate) fn link(&self) -> Link {
        Link { text: self.title.clone(), path: names::path(&self.key, "html") }
    }
}

/// A catalog with its records.
pub(crate) struct Catalog {
    /// The catalog.
    pub(crate) def: &'static CatalogDef,
    /// Its title, in the plural: `Items`.
    pub(crate) title: String,
    /// The positions of its records in [`Book::entries`].
    pub(crate) entries: Vec<usize>,
}

impl Catalog {
    /// Returns the path of its comparison table.
    pub(crate) fn path(&self) -> String {
        format!("{}/index.html", names::name(self.def.name))
    }
}

/// The records of a pack, and the records of required packs that they refer to.
pub(crate) struct Book {
    /// The pack.
    pub(crate) draft: Arc<Draft>,
    /// Its dialect.
    pub(crate) dialect: &'static Dialect,
    /// The catalogs that have records, in the order of the ruleset.
    pub(crate) catalogs: Vec<Catalog>,
    /// All records, by catalog.
    pub(crate) entries: Vec<Entry>,
    /// For each record, the records that refer to it.
    pub(crate) users: Vec<Vec<usize>>,
    places: BTreeMap<RecordKey, usize>,
}

impl Book {
    /// Reads all records of a pack; `None` if its ruleset is unknown.
    pub(crate) fn new(draft: Arc<Draft>) -> Option<Self> {
        let dialect = draft.dialect()?;
        let keys = keys(&draft, dialect);
        let known: BTreeSet<&RecordKey> = keys.iter().flat_map(|(_, keys)| keys).collect();
        let mut book = Self {
            dialect,
            catalogs: Vec::new(),
            entries: Vec::with_capacity(known.len()),
            users: vec![Vec::new(); known.len()],
            places: BTreeMap::new(),
            draft: Arc::clone(&draft),
        };
        for (def, keys) in &keys {
            let entries = (book.entries.len()..book.entries.len() + keys.len()).collect();
            book.catalogs.push(Catalog { def, title: values::label(def.name), entries });
            for key in keys {
                book.places.insert(key.clone(), book.entries.len());
                book.entries.push(entry(&draft, dialect, key));
            }
        }
        for (user, entry) in book.entries.iter().enumerate() {
            let targets: BTreeSet<usize> =
                values::links(&draft, &entry.rows).filter_map(|key| book.places.get(&key).copied()).collect();
            targets.into_iter().filter(|target| *target != user).for_each(|target| book.users[target].push(user));
        }
        Some(book)
    }

    /// Returns the record with a key.
    pub(crate) fn get(&self, key: &RecordKey) -> Option<&Entry> {
        self.places.get(key).map(|place| &self.entries[*place])
    }

    /// Returns the link to a record; `None` if it has no page.
    pub(crate) fn link(&self, key: &RecordKey) -> Option<Link> {
        self.get(key).map(Entry::link)
    }

    /// Returns the links to the records that refer to a record, with the title of their catalog.
    pub(crate) fn used_by(&self, key: &RecordKey) -> Vec<(&'static str, Link)> {
        let users = self.places.get(key).map(|place| self.users[*place].as_slice()).unwrap_or_default();
        let users = users.iter().map(|user| &self.entries[*user]);
        users.map(|user| (self.title_of(&user.key.catalog), user.link())).collect()
    }

    /// Returns the display name of a record of a catalog: `Item`.
    pub(crate) fn title_of(&self, catalog: &str) -> &'static str {
        self.dialect.catalog(catalog).map_or("Record", |catalog| catalog.title)
    }
}

/// Returns the keys of the pack's own records and of all others that these refer to, by catalog.
fn keys(draft: &Draft, dialect: &'static Dialect) -> Vec<(&'static CatalogDef, Vec<RecordKey>)> {
    let all = |def: &CatalogDef| draft.own_ids(def.name).map(|id| RecordKey::new(def.name, id)).collect::<Vec<_>>();
    let mut keys: Vec<_> = dialect.catalogs.iter().map(|def| (def, all(def))).collect();
    if draft.builds_on_others() {
        let mut known: BTreeSet<RecordKey> = keys.iter().flat_map(|(_, keys)| keys.iter().cloned()).collect();
        let mut next: Vec<RecordKey> = known.iter().cloned().collect();
        while let Some(key) = next.pop() {
            let entry = entry(draft, dialect, &key);
            let parents = draft.lineage(&key).into_iter().skip(1);
            for target in values::links(draft, &entry.rows).chain(parents) {
                if draft.contains(&target) && known.insert(target.clone()) {
                    if let Some((_, keys)) = keys.iter_mut().find(|(def, _)| def.name == target.catalog) {
                        keys.push(target.clone());
                    }
                    next.push(target);
                }
            }
        }
    }
    keys.retain(|(_, keys)| !keys.is_empty());
    keys
}

fn entry(draft: &Draft, dialect: &'static Dialect, key: &RecordKey) -> Entry {
    let value = draft.merged(key);
    let text = |field: &str| {
        let text = value.as_ref().and_then(|value| value.get(field)).and_then(Value::as_str);
        text.unwrap_or_default().trim().to_owned()
    };
    let title = text("title");
    let field = Field::record(dialect, &key.catalog);
    let rows = value.as_ref().zip(field).map(|(value, field)| values::rows(draft, key, value, field));
    Entry {
        title: if title.is_empty() { key.id.clone() } else { title },
        about: text("about"),
        origin: draft.origin(key).map(|pack| pack.title.clone()),
        rows: rows.unwrap_or_default(),
        key: key.clone(),
        value,
    }
}
