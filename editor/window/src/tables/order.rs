//! The filtered and sorted rows of a table. Cached until the pack, the filter or the sort order changes; after an edit,
//! only changed records are updated.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Id, Ui};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;

use super::filter::Filter;
use super::sorting::{Order, Sorting};
use super::{Column, cell, columns};
use crate::pack::Pack;
use crate::pack::index::Catalog;
use crate::shell::view::ViewState;

/// A sort key: first by number, then by text.
type Key = (Option<i64>, String);

#[derive(Clone)]
struct Kept {
    revision: u64,
    /// The title counter for which the rows were filtered and sorted.
    titled: u64,
    needle: String,
    wanted: Wanted,
    shown: Arc<Vec<usize>>,
    keys: Arc<Vec<Keys>>,
}

/// How the rows are filtered by column and sorted.
#[derive(Clone, PartialEq)]
struct Wanted {
    sorting: Option<Sorting>,
    filters: BTreeMap<String, Filter>,
}

/// The sort key of each record for one column.
#[derive(Clone, Default)]
struct Keys {
    column: String,
    /// The title counter for which the keys were computed.
    titled: u64,
    keys: Vec<Key>,
}

/// Returns the indexes of the rows to show, in display order. `except` is a column whose filter is ignored.
pub(super) fn shown(
    ui: &Ui,
    pack: &Pack,
    catalog: &Catalog,
    view: &ViewState,
    except: Option<&str>,
) -> Arc<Vec<usize>> {
    let name = catalog.def.name;
    let id = Id::unique(("order", name, except));
    let needle = view.filter().trim().to_lowercase();
    let mut filters = view.tables.filters(name).clone();
    if let Some(except) = except {
        filters.remove(except);
    }
    let wanted = Wanted { sorting: view.sorting(name).cloned(), filters };
    let same = |kept: &Kept| kept.needle == needle && kept.wanted == wanted && kept.titled == catalog.titled();
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some(kept) = kept.as_ref().filter(|kept| kept.revision == pack.revision() && same(kept)) {
        return Arc::clone(&kept.shown);
    }
    // Take the cached value out of the memory, so that it is uniquely owned and updated in place.
    ui.data_mut(|data| data.remove::<Kept>(id));
    let changed = kept.as_ref().and_then(|kept| pack.changed_since(kept.revision));
    let same_before = kept.as_ref().is_some_and(same);
    let (before, mut keys) = kept.map_or_else(Default::default, |kept| (kept.shown, kept.keys));
    let moved = renew(pack, catalog, &wanted, Arc::make_mut(&mut keys), changed.as_ref());
    let shown = if same_before && changed.is_some() && !moved {
        before
    } else {
        Arc::new(arranged(catalog, &needle, &wanted, &keys))
    };
    let (revision, titled) = (pack.revision(), catalog.titled());
    let kept = Kept { revision, titled, needle, wanted, shown: Arc::clone(&shown), keys };
    ui.data_mut(|data| data.insert_temp(id, kept));
    shown
}

/// Filters and sorts the rows.
fn arranged(catalog: &Catalog, needle: &str, wanted: &Wanted, keys: &[Keys]) -> Vec<usize> {
    let of = |column: &str| keys.iter().find(|keys| keys.column == column);
    let filters: Vec<(&Keys, &Filter)> =
        wanted.filters.iter().filter_map(|(column, filter)| Some((of(column)?, filter))).collect();
    let fits = |at: &usize| {
        catalog.records[*at].matches(needle) && filters.iter().all(|(keys, filter)| filter.passes(&keys.keys[*at].1))
    };
    let mut shown: Vec<usize> = (0..catalog.records.len()).filter(fits).collect();
    if let Some(sorting) = &wanted.sorting {
        match of(&sorting.column) {
            Some(keys) => sort(&mut shown, sorting.order, |a, b| keys.keys[a].cmp(&keys.keys[b])),
            None => {
                let records = &catalog.records;
                sort(&mut shown, sorting.order, |a, b| records[a].folded.cmp(&records[b].folded));
            }
        }
    }
    shown
}

fn sort(shown: &mut [usize], order: Order, by: impl Fn(usize, usize) -> Ordering) {
    match order {
        Order::Rising => shown.sort_by(|&a, &b| by(a, b)),
        Order::Falling => shown.sort_by(|&a, &b| by(b, a)),
    }
}

/// Updates the keys of all columns that are filtered or sorted by; returns whether any has changed.
fn renew(
    pack: &Pack,
    catalog: &Catalog,
    wanted: &Wanted,
    keys: &mut Vec<Keys>,
    changed: Option<&BTreeSet<&RecordKey>>,
) -> bool {
    let is_used = |name: &str| {
        wanted.filters.contains_key(name) || wanted.sorting.as_ref().is_some_and(|sorting| sorting.column == name)
    };
    keys.retain(|keys| is_used(&keys.column));
    if wanted.filters.is_empty() && wanted.sorting.is_none() {
        return false;
    }
    let mut columns = columns::all(pack, catalog);
    columns.extend(columns::title(pack, catalog));
    columns.retain(|column| is_used(&column.name));
    let mut moved = false;
    for column in &columns {
        if keys.iter().all(|keys| keys.column != column.name) {
            keys.push(Keys { column: column.name.clone(), ..Keys::default() });
        }
        let keys = keys.iter_mut().filter(|keys| keys.column == column.name);
        keys.for_each(|keys| moved |= renew_column(pack, catalog, column, keys, changed));
    }
    moved
}

/// Updates the keys of a column; returns whether any has changed.
fn renew_column(
    pack: &Pack,
    catalog: &Catalog,
    column: &Column,
    keys: &mut Keys,
    changed: Option<&BTreeSet<&RecordKey>>,
) -> bool {
    // References show the titles of other records, which can change independently.
    let titled = match column.field().map(Field::kind) {
        Some(FieldKind::Reference { catalog }) => pack.index().catalog(catalog).map_or(0, Catalog::titled),
        _ => 0,
    };
    let key = |record: &RecordKey| {
        let cell = cell::row(pack, record, std::slice::from_ref(column)).pop().unwrap_or_default();
        (cell.number, cell.text.to_lowercase())
    };
    // The file of a record can change without its text.
    let same = column.field().is_some()
        && keys.column == column.name
        && keys.titled == titled
        && keys.keys.len() == catalog.records.len();
    let Some(changed) = changed.filter(|_| same) else {
        let all = catalog.records.iter().map(|entry| key(&entry.key)).collect();
        *keys = Keys { column: column.name.clone(), titled, keys: all };
        return true;
    };
    let mut moved = false;
    for at in changed.iter().filter_map(|record| catalog.position(record)) {
        let now = key(&catalog.records[at].key);
        moved |= keys.keys[at] != now;
        keys.keys[at] = now;
    }
    moved
}
