//! Which rows are shown, in which order: worked out once for each change of the pack, the filter or the sorting, and
//! of single records only where they have changed.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Id, Ui};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;

use super::super::index::Catalog;
use super::super::pack::Pack;
use super::super::view::{Order, Sorting};
use super::{Column, cell, columns};

/// What rows are sorted by: number first, then text.
type Key = (Option<i64>, String);

#[derive(Clone)]
struct Kept {
    revision: u64,
    /// The state of the titles that are filtered and sorted by.
    titled: u64,
    needle: String,
    sorting: Option<Sorting>,
    shown: Arc<Vec<usize>>,
    keys: Arc<Keys>,
}

/// The key of each record by one column.
#[derive(Clone, Default)]
struct Keys {
    column: String,
    /// The state of the titles that keys may hold.
    titled: u64,
    keys: Vec<Key>,
}

/// The positions of the rows to show, in the order to show them.
pub fn shown(ui: &Ui, pack: &Pack, catalog: &Catalog, filter: &str, sorting: Option<&Sorting>) -> Arc<Vec<usize>> {
    let id = Id::unique(("order", catalog.def.name));
    let needle = filter.trim().to_lowercase();
    let same =
        |kept: &Kept| kept.needle == needle && kept.sorting.as_ref() == sorting && kept.titled == catalog.titled();
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some(kept) = kept.as_ref().filter(|kept| kept.revision == pack.revision() && same(kept)) {
        return Arc::clone(&kept.shown);
    }
    // Nobody else holds what is kept, so that it is brought up to date where it lies.
    ui.data_mut(|data| data.remove::<Kept>(id));
    let changed = kept.as_ref().and_then(|kept| pack.changed_since(kept.revision));
    let column = sorting
        .and_then(|sorting| columns::all(pack, catalog).into_iter().find(|column| column.name == sorting.column));
    let same_before = kept.as_ref().is_some_and(same);
    let (before, mut keys) = kept.map_or_else(Default::default, |kept| (kept.shown, kept.keys));
    let moved =
        column.as_ref().is_some_and(|column| renew(pack, catalog, column, Arc::make_mut(&mut keys), changed.as_ref()));
    let shown = if same_before && changed.is_some() && !moved {
        before
    } else {
        let fits = |at: &usize| catalog.records[*at].matches(&needle);
        let mut shown: Vec<usize> = (0..catalog.records.len()).filter(fits).collect();
        match (sorting, &column) {
            (Some(sorting), Some(_)) => sort(&mut shown, sorting.order, |a, b| keys.keys[a].cmp(&keys.keys[b])),
            (Some(sorting), None) => {
                let records = &catalog.records;
                sort(&mut shown, sorting.order, |a, b| records[a].folded.cmp(&records[b].folded));
            }
            (None, _) => {}
        }
        Arc::new(shown)
    };
    let kept = Kept {
        revision: pack.revision(),
        titled: catalog.titled(),
        needle,
        sorting: sorting.cloned(),
        shown: Arc::clone(&shown),
        keys,
    };
    ui.data_mut(|data| data.insert_temp(id, kept));
    shown
}

fn sort(shown: &mut [usize], order: Order, by: impl Fn(usize, usize) -> Ordering) {
    match order {
        Order::Rising => shown.sort_by(|&a, &b| by(a, b)),
        Order::Falling => shown.sort_by(|&a, &b| by(b, a)),
    }
}

/// Brings the keys of a column up to date; whether one is another than before.
fn renew(
    pack: &Pack,
    catalog: &Catalog,
    column: &Column,
    keys: &mut Keys,
    changed: Option<&BTreeSet<&RecordKey>>,
) -> bool {
    // A reference shows the title of another record, which may change while this one stays.
    let titled = match column.field().map(Field::kind) {
        Some(FieldKind::Reference { catalog }) => pack.index().catalog(catalog).map_or(0, Catalog::titled),
        _ => 0,
    };
    let key = |record: &RecordKey| {
        let cell = cell::row(pack, record, std::slice::from_ref(column)).pop().unwrap_or_default();
        (cell.number, cell.text.to_lowercase())
    };
    // In which file a record stands does not show in its text.
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
