//! The search index of the help.

use std::sync::{Arc, Mutex, PoisonError};

use foeman_engine::handbook;
use foeman_schema::checks::checks_of;
use foeman_schema::dialect::Dialect;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::Pointer;

use super::pages::PAGES;
use super::spans::plain;
use super::view::Topic;
use crate::shell::session::Session;

/// The maximum depth of indexed fields.
const DEEPEST: usize = 6;
/// The maximum number of results.
const MOST: usize = 60;

/// An entry of the index.
#[derive(Clone, Debug)]
pub(super) struct IndexEntry {
    /// Its topic.
    pub topic: Topic,
    /// Its name.
    pub title: String,
    /// Its kind, for display.
    pub kind: &'static str,
    /// Its full text.
    text: String,
}

/// Returns the entries that contain all words of a query, best first.
pub(super) fn found(session: &Session, sought: &str) -> Vec<IndexEntry> {
    let words: Vec<String> = sought.split_whitespace().map(str::to_lowercase).collect();
    let all = all(session);
    let mut found: Vec<(usize, &IndexEntry)> = Vec::new();
    for entry in all.iter() {
        let (title, text) = (entry.title.to_lowercase(), entry.text.to_lowercase());
        if !words.iter().all(|word| title.contains(word) || text.contains(word)) {
            continue;
        }
        let first = words.first().map_or("", String::as_str);
        let rank = match () {
            () if title == sought.trim().to_lowercase() || title.split(' ').next() == Some(first) => 0,
            () if words.iter().all(|word| title.contains(word)) => 1,
            () => 2,
        };
        found.push((rank, entry));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().take(MOST).map(|(_, entry)| entry.clone()).collect()
}

/// Returns the fields whose docs mention a rule.
pub(super) fn naming(session: &Session, number: &str) -> Vec<(Topic, String)> {
    let names = |entry: &&IndexEntry| handbook::named(&entry.text).iter().any(|(_, name)| *name == number);
    let all = all(session);
    let values = all.iter().filter(|entry| matches!(entry.topic, Topic::Field(_))).filter(names);
    values.map(|entry| (entry.topic.clone(), entry.title.clone())).collect()
}

/// Returns all entries, cached per dialect, because packs can add fields to their ruleset.
fn all(session: &Session) -> Arc<Vec<IndexEntry>> {
    // Dialects live as long as the process, so their address is a valid key.
    type Kept = Option<(usize, Arc<Vec<IndexEntry>>)>;
    static KEPT: Mutex<Kept> = Mutex::new(None);
    let dialect = session.pack().and_then(|pack| pack.draft().dialect());
    let id = dialect.map_or(0, |dialect| std::ptr::from_ref(dialect).addr());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.as_ref().filter(|(known, _)| *known == id) {
        Some((_, entries)) => entries.clone(),
        None => {
            let entries = Arc::new(make(session, dialect));
            *kept = Some((id, entries.clone()));
            entries
        }
    }
}

fn make(session: &Session, dialect: Option<&'static Dialect>) -> Vec<IndexEntry> {
    let mut entries: Vec<IndexEntry> = PAGES
        .iter()
        .map(|page| IndexEntry {
            topic: Topic::Page(page.name),
            title: page.title.to_owned(),
            kind: "The window",
            text: plain(page.text),
        })
        .collect();
    let rules = super::handbook(session).into_iter().flat_map(|handbook| handbook.rules());
    entries.extend(rules.map(|(_, rule)| IndexEntry {
        topic: Topic::Rule(rule.number.to_owned()),
        title: format!("{} {}", rule.number, rule.title),
        kind: "Rule",
        text: format!("{} {}", rule.text, rule.filled),
    }));
    entries.extend(super::notation::all(session).into_iter().map(|notation| IndexEntry {
        topic: Topic::Notation(notation.name.to_owned()),
        title: super::notation::title(notation.name),
        kind: "Notation",
        text: format!("{} {}", notation.about, notation.examples.join(" ")),
    }));
    let Some(dialect) = dialect else { return entries };
    for catalog in dialect.catalogs {
        let at = Pointer::root().child(catalog.name).child("*");
        if let Some(field) = Field::record(dialect, catalog.name) {
            let kind = "Record";
            let text = plain(field.doc());
            entries.push(IndexEntry { topic: Topic::Field(at.clone()), title: catalog.title.to_owned(), kind, text });
            values(catalog.title, field, &at, &mut entries);
        }
    }
    entries.extend(checks_of(dialect).into_iter().map(|check| IndexEntry {
        topic: Topic::Check(check.name.to_owned()),
        title: check.summary.to_owned(),
        kind: "Check",
        text: format!("{} {}", check.name, plain(check.doc)),
    }));
    entries
}

/// Adds the fields of a record or value; fields of nested values come after it.
fn values(record: &str, field: Field, at: &Pointer, entries: &mut Vec<IndexEntry>) {
    if at.parts().len() > DEEPEST {
        return;
    }
    let (parts, at) = match field.value().filter(|_| matches!(field.kind(), FieldKind::List { .. } | FieldKind::Map)) {
        Some(item) => (item.fields(), at.child("0")),
        None => (field.fields(), at.clone()),
    };
    for part in parts {
        let at = at.child(part.name());
        // The same field in several records is listed for each record, but recursive fields only once.
        let title = format!("{}: {}", record, part.label());
        if entries.iter().any(|known| known.title == title && known.text == part.doc()) {
            continue;
        }
        let (topic, text) = (Topic::Field(at.clone()), part.doc().to_owned());
        entries.push(IndexEntry { topic, title, kind: "Value", text });
        values(record, part, &at, entries);
    }
}
