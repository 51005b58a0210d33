//! Edits of several table rows at once, each as one undo step.

use foeman_schema::change::Change;
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::text::{RecordKey, Span};
use serde_json::Value;

use super::action::TableAction;
use super::paste::{Target, pasted};
use super::sheet::Malformed;
use super::view::TITLE;
use super::{Column, Holds, cell, columns};
use crate::map::resized;
use crate::pack::new_record;
use crate::shell::session::{Session, Tone};
use crate::shell::view::{Pane, Selection};

/// Returns the selected records in file order.
pub fn rows_of(session: &Session) -> Vec<RecordKey> {
    let (Some(pack), Some(selected)) = (session.pack(), session.selected()) else { return Vec::new() };
    let rows = session.view.tables.rows();
    if !rows.contains(selected) {
        return vec![selected.clone()];
    }
    let mut keys: Vec<RecordKey> = rows.iter().filter(|key| key.catalog == selected.catalog).cloned().collect();
    if let Some(catalog) = pack.index().catalog(&selected.catalog) {
        keys.sort_by_key(|key| catalog.position(key));
    }
    keys
}

/// Performs an action on tables.
pub(crate) fn perform(session: &mut Session, action: TableAction) {
    match action {
        TableAction::Mark(rows, at, anchor) => {
            session.view.tables.mark(rows, Some(anchor));
            session.select(Selection::record(at));
        }
        TableAction::Cursor(catalog, column) => session.view.tables.set_cursor(catalog, column),
        TableAction::Write(cell) => {
            session.settle();
            session.view.tables.write_in(cell);
        }
        TableAction::Columns(catalog, columns) => session.view.tables.choose(catalog, columns),
        TableAction::Fill(rows, path, value) => fill(session, &rows, &path, value),
        TableAction::Clear => clear(session),
        TableAction::Refuse(why) => session.tell(Tone::Bad, why),
        TableAction::Return(catalog) => {
            if let Some((rows, at, anchor)) = session.view.tables.left(&catalog) {
                session.view.tables.mark(rows, Some(anchor));
                session.select(Selection::record(at));
            }
        }
        TableAction::Filter(catalog, column, filter) => session.view.tables.set_filter(catalog, column, filter),
        TableAction::ClearFilters(catalog) => session.view.tables.clear_filters(&catalog),
        TableAction::Paste(catalog, target, text) => paste(session, &catalog, &target, &text),
        TableAction::Duplicate => duplicate_rows(session),
        TableAction::Delete => crate::names::delete(session, &rows_of(session)),
        TableAction::Up => shift(session, Way::Up),
        TableAction::Down => shift(session, Way::Down),
    }
}

/// Whether the filters of its table hide a record.
pub fn hides(session: &Session, key: &RecordKey) -> bool {
    let filters = session.view().tables.filters(&key.catalog);
    let Some(pack) = session.pack().filter(|_| !filters.is_empty()) else { return false };
    let Some(catalog) = pack.index().catalog(&key.catalog) else { return false };
    let all: Vec<Column> = columns::title(pack, catalog).into_iter().chain(columns::all(pack, catalog)).collect();
    let cells = cell::row(pack, key, &all);
    all.iter()
        .zip(cells)
        .any(|(column, cell)| filters.get(&column.name).is_some_and(|filter| !filter.passes(&cell.text.to_lowercase())))
}

/// Returns the column with the cursor, if it is in a value of the selected row and not in its title.
pub fn at_value(session: &Session) -> Option<Column> {
    let (pack, selected) = (session.pack()?, session.selected().filter(|_| is_at_value(session))?);
    let catalog = pack.index().catalog(&selected.catalog)?;
    let tables = &session.view().tables;
    let shown = columns::shown(pack, catalog, tables.columns(&selected.catalog));
    shown.into_iter().find(|column| column.name == tables.cursor(&selected.catalog))
}

/// Returns whether the cursor of the table on top is in another column than the title.
pub fn is_at_value(session: &Session) -> bool {
    let (Some(pack), Some(selected)) = (session.pack(), session.selected()) else { return false };
    let on_top = matches!(session.view().document(), Some(Pane::Catalog(catalog)) if *catalog == selected.catalog);
    let Some(catalog) = pack.index().catalog(&selected.catalog).filter(|_| on_top) else { return false };
    let tables = &session.view().tables;
    let cursor = tables.cursor(&selected.catalog);
    let is_title = columns::title(pack, catalog).is_some_and(|title| title.name == cursor);
    let is_shown = |chosen: &[String]| chosen.iter().any(|name| name == cursor);
    cursor != TITLE && !is_title && tables.columns(&selected.catalog).is_none_or(is_shown)
}

/// Removes the value with the cursor from the selected records, so that inherited values and defaults apply.
fn clear(session: &mut Session) {
    let Some(column) = at_value(session) else { return };
    let Holds::Value(path, field) = &column.holds else { return };
    if field.required() {
        return session.tell(Tone::Bad, format!("{} cannot be empty: expected {}", column.label, field.expected()));
    }
    let rows = rows_of(session);
    let written = |key: &RecordKey| session.pack().is_some_and(|pack| pack.draft().defined(&key.pointer().join(path)));
    if rows.iter().any(written) {
        fill(session, &rows, path, None);
    }
}

/// Writes a value into several records, replacing the text typed into one of them.
pub(crate) fn fill(session: &mut Session, rows: &[RecordKey], path: &[String], value: Option<Value>) {
    let Some(pack) = &session.pack else { return };
    let Some(typed) = session.selected().map(|key| key.pointer().join(path)) else { return };
    let at = rows.iter().map(|key| key.pointer().join(path));
    let changes: Vec<Change> = match value {
        // Changing the size of a map also moves its terrain and placements.
        Some(value) => at
            .map(|at| Change::Set { at, value: value.clone() })
            .flat_map(|set| resized(pack.draft(), &set).unwrap_or_else(|| vec![set]))
            .collect(),
        None => at.filter(|at| pack.draft().defined(at)).map(|at| Change::Remove { at }).collect(),
    };
    let name = format!(
        "Set {} of {}",
        path.last().map_or("value", String::as_str).replace('-', " "),
        crate::shell::edits::called(session, rows)
    );
    let Some(pack) = &mut session.pack else { return };
    let done = pack.fill(name, &typed, &changes);
    session.after_edit(done);
}

/// Pastes copied cells; either all are written or none.
pub(crate) fn paste(session: &mut Session, catalog: &str, target: &Target, text: &str) {
    let Some(pack) = &session.pack else { return };
    let Some(listed) = pack.index().catalog(catalog) else { return };
    match pasted(pack, listed, target, text) {
        Err(faults) => session.tell(Tone::Bad, format!("Nothing was pasted: {}", told(&faults))),
        Ok(pasted) if pasted.changes.is_empty() => {
            session.tell(Tone::Good, "Nothing was pasted: the cells already have these values".to_owned());
        }
        Ok(pasted) => {
            let Some(first) = pasted.records.first() else { return };
            let name = format!("Paste into {}", crate::shell::edits::called(session, &pasted.records));
            if session.change_once(name, first.pointer(), &pasted.changes) {
                let last = pasted.records.last().cloned().unwrap_or_else(|| first.clone());
                session.reveal(&last);
                session.view.tables.mark(pasted.records.clone(), Some(first.clone()));
                session.select(Selection::record(first.clone()));
                let many = pasted.records.len();
                let text =
                    if many == 1 { "Pasted into 1 record".to_owned() } else { format!("Pasted into {many} records") };
                session.tell(Tone::Good, text);
            }
        }
    }
}

/// Adds a copy of each selected record after the last one in its file.
pub(crate) fn duplicate_rows(session: &mut Session) {
    let rows = rows_of(session);
    if let [only] = rows.as_slice() {
        return crate::shell::edits::duplicate(session, only);
    }
    let Some(pack) = &session.pack else { return };
    let mut copies: Vec<(RecordKey, Value, String)> = Vec::new();
    for key in &rows {
        let taken = |id: &str| copies.iter().any(|(copy, ..)| copy.id == id);
        let Some((copy, record)) = new_record::copy_unlike(pack, key, taken) else { return };
        copies.push((copy, record, new_record::home(pack, &key.catalog, Some(key))));
    }
    let name = format!("Duplicate {}", crate::shell::edits::called(session, &rows));
    let keys: Vec<RecordKey> = copies.iter().map(|(key, ..)| key.clone()).collect();
    let changes: Vec<Change> =
        copies.into_iter().map(|(record, value, file)| Change::AddRecord { record, value, file }).collect();
    let Some(first) = keys.first().cloned() else { return };
    if session.change_once(name, first.pointer(), &changes) {
        session.reveal(&first);
        session.view.tables.mark(keys, Some(first.clone()));
        session.select(Selection::record(first));
    }
}

/// Moves the selected records up or down by one in their file.
fn shift(session: &mut Session, way: Way) {
    let rows = rows_of(session);
    let (Some(pack), Some(first), Some(last)) = (&session.pack, rows.first(), rows.last()) else { return };
    let Some(catalog) = pack.index().catalog(&first.catalog) else { return };
    let (Some(from), Some(to)) = (catalog.position(first), catalog.position(last)) else { return };
    let file = pack.draft().file_of(first);
    let neighbour = match way {
        Way::Up => from.checked_sub(1),
        Way::Down => Some(to + 1),
    };
    let neighbour = neighbour.and_then(|at| catalog.records.get(at)).map(|entry| entry.key.clone());
    let within = |key: &RecordKey| pack.draft().file_of(key) == file;
    let joined = to + 1 - from == rows.len() && rows.iter().all(within);
    let Some(neighbour) = neighbour.filter(|key| joined && within(key)) else {
        let why = match (joined, way) {
            (false, _) => "they are not next to each other in one file",
            (true, Way::Up) => "it is the first of its file",
            (true, Way::Down) => "it is the last of its file",
        };
        return session.tell(Tone::Bad, format!("Cannot move {}: {why}", crate::shell::edits::called(session, &rows)));
    };
    let lines = |key: &RecordKey| pack.draft().record_lines(key);
    let (Some(start), Some(end), Some(beside)) = (lines(first), lines(last), lines(&neighbour)) else { return };
    let own = Span::new(start.span.start, end.span.end);
    let (upper, lower) = if way == Way::Up { (beside.span, own) } else { (own, beside.span) };
    if upper.end > lower.start {
        return session.tell(Tone::Bad, "Cannot move it: records share lines here".to_owned());
    }
    // Text between the two records stays in place.
    let text = pack.draft().text(start.file);
    let ended = |span: Span| {
        let lines = &text[span.range()];
        if lines.ends_with('\n') { lines.to_owned() } else { format!("{lines}\n") }
    };
    let mut swapped = ended(lower) + &text[upper.end..lower.start] + &ended(upper);
    if !text[..lower.end].ends_with('\n') {
        swapped.pop();
    }
    let splice = Splice { file: start.file, span: Span::new(upper.start, lower.end), text: swapped };
    let word = if way == Way::Up { "up" } else { "down" };
    let (name, at) = (format!("Move {} {word}", crate::shell::edits::called(session, &rows)), first.pointer());
    session.settle();
    if let Some(pack) = &mut session.pack {
        pack.retype(name, at, &Edit::from(vec![splice]));
    }
    session.settle();
    session.after_change();
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// Describes the first malformed cell of a pasted text.
fn told(faults: &[Malformed]) -> String {
    let Some(first) = faults.first() else { return String::new() };
    let more = match faults.len() - 1 {
        0 => String::new(),
        1 => "; 1 more cell is wrong".to_owned(),
        more => format!("; {more} more cells are wrong"),
    };
    format!("row {}, column {}: {}{more}", first.row, first.column, first.message)
}
