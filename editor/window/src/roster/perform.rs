//! Edits of the figures of a roster, each as one undo step.

use std::collections::BTreeSet;

use foeman_schema::change::Change;
use foeman_schema::text::{Pointer, RecordKey, kebab};
use serde_json::Value;

use super::action::RosterAction;
use super::order;
use super::place::{NAME, name_of, place};
use crate::pack::{Pack, new_record};
use crate::shell::action::Focus;
use crate::shell::session::{Session, Tone};
use crate::shell::view::{Pane, Selection};

/// Returns the selected figure of the roster whose figures are on top.
pub fn chosen(session: &Session) -> Option<Pointer> {
    let selection = session.view().selection()?;
    let on_top = session.view().document() == Some(&Pane::Figures(selection.record.clone()));
    let [map, id, ..] = selection.field.as_slice() else { return None };
    place(session.pack()?, &selection.record).filter(|_| on_top)?;
    Some(selection.record.pointer().child(map).child(id))
}

/// Performs an action on the figures of a roster.
pub(crate) fn perform(session: &mut Session, action: RosterAction) {
    match action {
        RosterAction::Add(record, kind) => add(session, &record, &kind),
        RosterAction::Duplicate(figure) => duplicate(session, &figure),
        RosterAction::Delete(figure) => delete(session, &figure),
        RosterAction::Move(figure, to) => order::shift(session, &figure, to),
        RosterAction::Compare(with) => session.view.compared = with,
        RosterAction::Call(figure, name) => crate::shell::edits::set(session, figure.child(NAME), name),
    }
}

fn add(session: &mut Session, record: &RecordKey, kind: &str) {
    let Some(pack) = &session.pack else { return };
    let Some(place) = place(pack, record) else { return };
    let title = pack.index().title(&RecordKey::new(place.kinds, kind)).to_owned();
    let mut value = new_record::value(pack, place.figure);
    let name = unused_name(pack, record, &place.map, &title);
    if let Some(figure) = value.as_object_mut() {
        figure.insert(NAME.to_owned(), Value::from(name.as_str()));
        figure.insert(place.kind.name().to_owned(), Value::from(kind));
    }
    insert(session, &place.map, &name, value, format!("Add {name}"));
}

fn duplicate(session: &mut Session, figure: &Pointer) {
    let Some(pack) = &session.pack else { return };
    let Some((record, [map, id])) = figure.record() else { return };
    let own = pack.merged(&record).and_then(|merged| merged.get(map)?.get(id).cloned());
    let Some(mut value) = own else { return };
    let list = record.pointer().child(map);
    let before = value.get(NAME).and_then(Value::as_str).unwrap_or(id).to_owned();
    let name = unused_name(pack, &record, &list, &before);
    if let Some(figure) = value.as_object_mut() {
        figure.insert(NAME.to_owned(), Value::from(name.as_str()));
    }
    insert(session, &list, &name, value, format!("Duplicate {before}"));
}

/// Adds a figure, selects it, and moves the focus to its name.
fn insert(session: &mut Session, map: &Pointer, name: &str, value: Value, step: String) {
    let Some(pack) = &session.pack else { return };
    let Some((record, _)) = map.record() else { return };
    let taken = ids(pack, &record, map);
    let base = Some(kebab(name)).filter(|id| !id.is_empty()).unwrap_or_else(|| "figure".to_owned());
    let free = (2..).map(|number| format!("{base}-{number}"));
    let Some(id) = [base.clone()].into_iter().chain(free).find(|id| !taken.contains(id)) else { return };
    let at = map.child(&id);
    if session.change_once(step, at.clone(), &[Change::Set { at: at.clone(), value }]) {
        let field = at.record().map(|(_, field)| field.to_vec()).unwrap_or_default();
        session.select(Selection { record, field, hex: None });
        session.focus = Some(Focus::Figure);
    }
}

fn delete(session: &mut Session, figure: &Pointer) {
    let Some(pack) = &session.pack else { return };
    let Some((record, [map, id])) = figure.record() else { return };
    let all = ids(pack, &record, &record.pointer().child(map));
    let at = all.iter().position(|other| other == id).unwrap_or_default();
    let neighbour = all.get(at + 1).or_else(|| all.get(at.checked_sub(1)?)).cloned();
    let name = name_of(pack, figure);
    let field = neighbour.map_or_else(Vec::new, |neighbour| vec![map.clone(), neighbour]);
    let change = [Change::Remove { at: figure.clone() }];
    if session.change_once(format!("Delete {name}"), figure.clone(), &change) {
        session.select(Selection { record, field, hex: None });
        session.tell(Tone::Good, format!("Deleted {name}"));
    }
}

fn figures<T>(pack: &Pack, record: &RecordKey, map: &Pointer, read: impl Fn((&String, &Value)) -> T) -> Vec<T> {
    let merged = pack.merged(record);
    let figures = map.last().zip(merged.as_deref()).and_then(|(map, merged)| merged.get(map)?.as_object());
    figures.into_iter().flatten().map(read).collect()
}

/// Returns the ids of a record's figures in display order.
fn ids(pack: &Pack, record: &RecordKey, map: &Pointer) -> Vec<String> {
    figures(pack, record, map, |(id, _)| id.clone())
}

/// Returns a name that no figure of the record has: `Human`, then `Human 2`.
fn unused_name(pack: &Pack, record: &RecordKey, map: &Pointer, base: &str) -> String {
    let name = |(id, figure): (&String, &Value)| figure.get(NAME).and_then(Value::as_str).unwrap_or(id).to_owned();
    let taken: BTreeSet<String> = figures(pack, record, map, name).into_iter().collect();
    let base = base.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
    let numbered = (2..).map(|number| format!("{base} {number}"));
    [base.to_owned()].into_iter().chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}
