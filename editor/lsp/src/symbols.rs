//! Document symbols and workspace symbols.

use foeman_schema::text::{FileId, Location, RecordKey};
use lsp_types::{DocumentSymbol, SymbolInformation, SymbolKind};
use serde_json::{Value, json};

use super::client::Client;
use super::letters::in_order;
use super::snapshot::Snapshot;

/// The maximum number of workspace symbols per request.
const MOST: usize = 500;

/// Returns the catalogs of a file with their records.
pub fn of_file(snapshot: &Snapshot, file: FileId, client: &Client) -> Value {
    let draft = &*snapshot.draft;
    let (lines, text) = (snapshot.lines(file), draft.text(file));
    let mut walk = super::position::Walk::new(&lines, text, snapshot.encoding);
    let records = draft.records_in(file);
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let mut flat: Vec<SymbolInformation> = Vec::new();
    for stretch in records.chunk_by(|a, b| a.0.catalog == b.0.catalog) {
        let mut children = Vec::with_capacity(stretch.len());
        for (key, name, whole) in stretch {
            let symbol = symbol(draft.title_of_record(key), key);
            let (selection_range, range) = (walk.range(name.span), walk.range(whole.span));
            if client.nested_symbols {
                children.push(DocumentSymbol { range, selection_range, ..symbol });
            } else if let Some(location) = snapshot.location(*whole) {
                flat.push(information(key, location));
            }
        }
        if let (Some(first), Some(last)) = (children.first(), children.last()) {
            let range = lsp_types::Range::new(first.range.start, last.range.end);
            let catalog = RecordKey::new(&stretch[0].0.catalog, &stretch[0].0.catalog);
            let symbol = symbol(None, &catalog);
            let kind = SymbolKind::NAMESPACE;
            symbols.push(DocumentSymbol {
                kind,
                range,
                selection_range: first.selection_range,
                children: Some(children),
                ..symbol
            });
        }
    }
    if client.nested_symbols { json!(symbols) } else { json!(flat) }
}

/// Returns the records of all packs whose id or title fuzzily matches a query.
pub fn of_packs(snapshots: &[Snapshot], query: &str) -> Value {
    let query: String = query.split_whitespace().collect();
    let fits = |text: &str| in_order(text, &query);
    let mut found = Vec::new();
    for snapshot in snapshots {
        let draft = &*snapshot.draft;
        for catalog in draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs) {
            for (id, title) in draft.titles(catalog.name) {
                if found.len() < MOST && (fits(id) || title.is_some_and(fits)) {
                    let key = RecordKey::new(catalog.name, id);
                    let place: Option<Location> = draft.key_place(&key.pointer());
                    let location = place.and_then(|place| snapshot.location(place));
                    found.extend(location.map(|location| information(&key, location)));
                }
            }
        }
    }
    json!(found)
}

#[allow(deprecated, reason = "the type has a deprecated field")]
fn symbol(title: Option<&str>, key: &RecordKey) -> DocumentSymbol {
    DocumentSymbol {
        name: key.id.clone(),
        detail: title.map(str::to_owned),
        kind: SymbolKind::OBJECT,
        tags: None,
        deprecated: None,
        range: lsp_types::Range::default(),
        selection_range: lsp_types::Range::default(),
        children: None,
    }
}

#[allow(deprecated, reason = "the type has a deprecated field")]
fn information(key: &RecordKey, location: lsp_types::Location) -> SymbolInformation {
    SymbolInformation {
        name: key.id.clone(),
        kind: SymbolKind::OBJECT,
        tags: None,
        deprecated: None,
        location,
        container_name: Some(key.catalog.clone()),
    }
}
